"""What any Django site does for a post: one SELECT, one UPDATE, one INSERT, one page."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from bench.models import Counter, Line

ROW = 100
"""Bytes of one row of the page."""


@require_POST
def bare(request: HttpRequest, pk: int) -> HttpResponse:
    """Count one up and answer with a page of ``size`` bytes."""
    with transaction.atomic():
        counter = Counter.objects.get(pk=pk)
        counter.n += 1
        counter.save(update_fields=["n"])
        Line.objects.create(counter=counter, text=request.POST["text"])
    rows = range(int(request.POST["size"]) // ROW)
    return render(request, "bench/bare.html", {"counter": counter, "rows": rows})
