"""The table two phones sit at in the journeys."""

from __future__ import annotations

import re

import pytest


@pytest.fixture
def table(acorns, phone):
    """Ana's phone with a fresh table of Acorns for two, and Bo's, joined by its link."""
    ana = phone()
    ana.open("/")
    ana.tap("Acorns")
    ana.chooses("2")
    ana.tap("Start the table")
    ana.is_at_the_table()
    ana.pulls("People")
    link = ana.page.get_by_text(re.compile(r"https?://\S+/j/")).inner_text()
    ana.closes_the_drawer()
    bo = phone()
    bo.page.goto(link)
    bo.page.get_by_label("Your name").fill("Bo")
    bo.chooses(re.compile("Squirrel 2"))
    bo.tap("Sit down")
    bo.is_at_the_table()
    return ana, bo
