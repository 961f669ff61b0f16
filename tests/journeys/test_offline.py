"""Weak networks: what was tapped without a line waits, is sent in order, counts once."""

from __future__ import annotations

from playwright.sync_api import expect


def waiting(phone):
    return phone.page.locator("#outbox li")


def test_taps_made_offline_wait_visibly_and_are_sent_when_the_line_is_back(table):
    ana, bo = table
    ana.goes_offline()
    ana.tap("5", within="#board", exact=True)
    expect(waiting(ana)).to_have_count(1)
    expect(waiting(ana)).to_contain_text("What did the die show?")
    assert bo.revision == 0
    ana.comes_back()
    ana.shows_revision(1)
    bo.shows_revision(1)
    expect(waiting(ana)).to_have_count(0)


def test_several_taps_keep_their_order_and_rebase_on_one_another(table):
    ana, bo = table
    ana.goes_offline()
    for face in ("4", "6"):
        ana.tap(face, within="#board", exact=True)
    expect(waiting(ana)).to_have_count(2)
    ana.comes_back()
    bo.shows_revision(2)
    bo.pulls("Log")
    expect(bo.page.locator("#drawer .entry strong")).to_have_text(
        ["Squirrel 2 rolled 6", "Squirrel 1 rolled 4"]
    )


def test_what_waits_survives_a_reload(table):
    ana, bo = table
    ana.goes_offline()
    ana.tap("5", within="#board", exact=True)
    expect(waiting(ana)).to_have_count(1)
    ana.comes_back()
    ana.page.reload()
    bo.shows_revision(1)


def test_a_waiting_tap_the_table_has_overtaken_is_explained_not_counted(table):
    ana, bo = table
    bo.goes_offline()
    ana.tap("3", within="#board", exact=True)
    ana.shows_revision(1)
    ana.goes_offline()
    ana.tap("2", within="#board", exact=True)
    bo.comes_back()
    bo.shows_revision(1)
    bo.tap("6", within="#board", exact=True)
    bo.shows_revision(2)
    ana.comes_back()
    ana.shows_revision(2)
    expect(ana.page.locator("#notice")).to_contain_text("Not counted:")
    expect(ana.page.locator("#notice")).to_contain_text("The table has moved on. Bo:")
    expect(waiting(ana)).to_have_count(0)
