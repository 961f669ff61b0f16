"""The work of any Django site for a post: one SELECT, one UPDATE, one INSERT, one page.

``bare`` as one writes it, with the ORM and a template of a single row; ``floor`` with three
statements of our own and a compiled template that draws as much as Sidekick answered with;
``pushed`` also sends a table's streams a page, as a table does that rules on nothing.
"""

from functools import cache

import jinja2
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from bench.models import Counter, Line
from companion.plays import live

ROW = 100
"""Bytes of one row of the page."""

PAGE = (
    '<section data-n="{{ n }}"><ul>{% for row in rows %}'
    '<li class="row {{ loop.cycle("odd", "even") }}"><b>{{ row }}</b> '
    '<span class="value">{{ n }}</span> <i>{{ text[:20] }}</i></li>\n'
    "{% endfor %}</ul></section>"
)


@require_POST
def bare(request: HttpRequest, pk: int) -> HttpResponse:
    """Count one up and answer with next to no page."""
    with transaction.atomic():
        counter = Counter.objects.get(pk=pk)
        counter.n += 1
        counter.save(update_fields=["n"])
        Line.objects.create(counter=counter, text=request.POST["text"])
    return render(request, "bench/bare.html", {"counter": counter})


@require_POST
def floor(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the same, and a page of ``size`` bytes, with as little in between as there can be."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT n, text FROM bench_counter WHERE id = %s", [pk])
        n, text = cursor.fetchone()
        cursor.execute("UPDATE bench_counter SET n = %s WHERE id = %s", [n + 1, pk])
        cursor.execute(
            "INSERT INTO bench_line (counter_id, text) VALUES (%s, %s)", [pk, request.POST["text"]]
        )
    rows = range(int(request.POST["size"]) // ROW)
    return HttpResponse(_page().render(n=n + 1, text=text, rows=rows))


@require_POST
def pushed(request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """Return the same, and send it to the streams of a table once, as it was drawn."""
    answer = floor(request, pk)
    told = live.event("", answer.content.decode())
    live.hub.tell(live.hub.seated(slug), lambda listener: listener.foretell(told))
    return answer


@cache
def _page() -> jinja2.Template:
    return jinja2.Environment(autoescape=True).from_string(PAGE)
