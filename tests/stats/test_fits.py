"""The book of a crew that played every title, on small phones, in both languages and themes."""

from __future__ import annotations

from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.http import HttpResponse

from companion import cookies
from companion.crews.models import Device
from games import registry
from tests.stats.evenings import Evenings, files
from tests.stats.test_journey import give

SMALL = {"width": 320, "height": 640}
OPEN = "() => document.querySelectorAll('details').forEach((one) => { one.open = true; })"
WIDE = """(width) => [...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > width + 1)
  .map((one) => one.outerHTML.slice(0, 120)).slice(0, 4)"""
"""What sticks out beside a page so wide."""

pytestmark = pytest.mark.patient


@pytest.fixture
def pages(transactional_db, monkeypatch):
    """Return the key of Ana's phone, and the addresses of all that is told of two rounds of
    evenings."""
    with monkeypatch.context() as patch:
        evenings = Evenings(patch, 3)
        crew = evenings.crew("The Cellar")
        plays = [evenings.play(crew, path) for path in files(2 * len(registry.TITLES), Random(3))]
    ana = crew.people.get(name="Ana")
    Device.objects.create(person=ana, key=f"phone-{ana.pk}")
    book, titles = f"/c/{crew.key}/", sorted(registry.TITLES)
    return f"phone-{ana.pk}", [
        book,
        f"{book}plays/",
        f"{book}dice/",
        f"{book}who/{ana.pk}/",
        *(f"{book}g/{slug}/" for slug in titles),
        *(f"/p/{play.share}/" for play in plays[: len(titles)]),
    ]


@pytest.mark.parametrize(("language", "theme"), [("pl", "light"), ("en", "dark")])
def test_every_page_of_the_book_fits(phone, site, pages, language, theme):
    key, addresses = pages
    ana = phone(viewport=SMALL, color_scheme=theme)
    answer = HttpResponse()
    cookies.mark_device(answer, key)
    own = {name: morsel.value for name, morsel in answer.cookies.items()}
    give(ana, site, own | {"django_language": language})
    ana.open(addresses[0])
    ana.page.evaluate("theme => localStorage.setItem('look', theme)", theme)
    faults = []
    for at in addresses:
        ana.open(at)
        ana.page.evaluate(OPEN)
        ana.page.wait_for_load_state("networkidle")
        if (wide := ana.page.evaluate("document.documentElement.scrollWidth")) > SMALL["width"]:
            faults.append((at, f"{wide} px wide", ana.page.evaluate(WIDE, SMALL["width"])))
        found = Axe().run(ana.page).response["violations"]
        faults += [(at, fault["id"], fault["nodes"][0]["html"]) for fault in found]
    assert not faults, "\n".join(map(str, faults))
