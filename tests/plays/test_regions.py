"""A board in pieces: a phone is sent what it lacks, an equal piece is drawn once for everyone."""

import re

import pytest

from companion.plays import ledger, seats
from companion.plays.models import Seat
from companion.plays.pages.drawing import regions
from companion.plays.pages.drawing.engine import BoardTemplate
from companion.plays.pages.drawing.marks import ADDRESS, TOKENS
from games.pieces import BoardPiece, Shared
from tests.sample_game import Setup

HTMX = {"HTTP_HX_REQUEST": "true"}
PIECE = re.compile(r'id="r-([\w-]+)" data-h="([\w-]+)"')


def pieces(html):
    """Return the pieces of a board by name, with their hashes."""
    return dict(PIECE.findall(html))


def says(held):
    """Return the header of a phone that shows these pieces."""
    return {**HTMX, "HTTP_X_HELD": ",".join(f"{name}:{key}" for name, key in held.items())}


def found(cast, held, revision):
    """Return the answer to a stray acorn, for a phone that shows ``held``."""
    data = {"do": "find", "squirrel": 0, "key": f"k{revision}", "revision": revision}
    return cast.host.post(f"{cast.at}act", data, **says(held)).content.decode()


def test_phone_is_sent_only_pieces_it_lacks(cast):
    held = pieces(cast.host.get(f"{cast.at}board").content.decode())
    answer = found(cast, held, 0)
    sent = pieces(answer)
    assert "data-part" in answer
    assert {"state", "last", "undo"} <= set(sent)
    assert not {"links", "over"} & set(sent)
    whole = pieces(cast.host.get(f"{cast.at}board").content.decode())
    assert {**held, **sent} == whole


def test_phone_showing_something_else_gets_whole_board(cast):
    held = pieces(cast.host.get(f"{cast.at}board").content.decode())
    for wrong in ({}, {**held, "dragon": "0"}, {name: held[name] for name in list(held)[1:]}):
        answer = cast.host.get(f"{cast.at}board", **says(wrong)).content.decode()
        assert "data-part" not in answer
        assert pieces(answer) == held


def test_nonsense_for_what_a_phone_holds_is_nothing(cast):
    for text in (",,,:::", "x" * 9000, "\u017c:1", "state"):
        answer = cast.host.get(f"{cast.at}board", **HTMX, HTTP_X_HELD=text)
        assert answer.status_code == 200
        assert "data-part" not in answer.content.decode()


def test_an_equal_piece_is_drawn_once(cast, monkeypatch):
    cast.host.get(f"{cast.at}board")
    drawn = []
    put = regions.Store.put
    monkeypatch.setattr(
        regions.Store, "put", lambda self, key, text: drawn.append(key) or put(self, key, text)
    )
    cast.host.get(f"{cast.at}board")
    assert drawn == []


def test_what_pieces_share_is_drawn_once(monkeypatch):
    drawn = []
    render = BoardTemplate.render
    monkeypatch.setattr(
        BoardTemplate,
        "render",
        lambda self, values: drawn.append(self.name) or render(self, values),
    )
    steps = Shared(
        "games/rising/asked/steps.jinja",
        {"now": (), "fixes": (), "dice": (), "deck": 7, "on_cards": ()},
    )
    said = dict.fromkeys(("flash", "refusal", "wish", "question", "foreseen", "waiting"), "")
    said |= dict.fromkeys(
        ("instead", "turn", "sit", "sit_as", "coach", "warnings", "now", "acting", "task"), ""
    )
    look = regions.BoardLook("fire-nation", "en")
    for part in (0, 1):
        values = {**said, "part": part, "steps": steps}
        text = regions.draw(look, BoardPiece("asked", "games/rising/asked.jinja", values))
        assert f"p{part}" in text
    assert drawn.count("games/rising/asked/steps.jinja") == 1
    assert drawn.count("games/rising/asked.jinja") == 2


def test_tables_have_own_addresses_and_pages_own_tokens(cast, acorns):
    other = ledger.begin(acorns, Setup(2, 20))
    seat = Seat.objects.create(play=other, name="Di", role=Seat.Role.HOST, parts=[0])
    cast.host.cookies[seats.cookie_name(seat.address)] = seats.token(seat)
    first = cast.host.get(cast.at).content.decode()
    second = cast.host.get(f"/t/{other.code}/").content.decode()
    assert other.code not in first
    assert cast.play.code not in second
    assert ADDRESS not in first + second
    assert TOKENS not in first + second
    keys = [set(re.findall(r'name="key" value="([^"]+)"', text)) for text in (first, second)]
    assert len(keys[0]) == len(keys[1]) == 1
    assert not keys[0] & keys[1]
    assert set(re.findall(r'action="([^"]+/act)"', first)) == {f"{cast.at}act"}


def test_form_without_script_posts_revision_of_its_page(cast):
    for seen in range(2):
        page = cast.host.get(cast.at).content.decode()
        assert set(re.findall(r'name="revision" value="(\d+)"', page)) == {str(seen)}
        data = {"do": "find", "squirrel": 0, "key": f"k{seen}", "revision": seen}
        assert cast.host.post(f"{cast.at}act", data, follow=True).status_code == 200


def test_phone_with_script_gets_no_tokens_in_pieces(cast):
    answer = cast.host.get(f"{cast.at}board", **HTMX).content.decode()
    assert 'name="key"' not in answer
    assert re.search(r'data-key="[\w-]+"', answer)


def test_refused_prompt_is_asked_again_once_where_seen(cast):
    data = {"do": "paint", "prompt": "p-paint", "colour": "", "key": "a", "revision": 0}
    answer = cast.host.post(f"{cast.at}act", data, **HTMX)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert html.count('id="p-paint-f"') == 1
    assert html.index('id="p-paint-f"') < html.index('id="r-last"')


def test_full_store_drops_what_was_used_longest_ago():
    store = regions.Store(limit=10)
    for key in "abc":
        store.put(key, "1234")
        store.get("a")
    assert store.get("a") == "1234"
    assert store.get("b") is None
    assert store.size == 8


def test_value_that_is_no_plain_value_is_mistake():
    with pytest.raises(TypeError):
        regions.key_of(regions.BoardLook("acorns", "en"), BoardPiece("x", "y", {"z": object()}))


def test_action_takes_six_statements_plus_transaction_end(cast, django_assert_num_queries):
    cast.host.get(cast.at)
    data = {"do": "find", "squirrel": 0, "key": "first", "revision": 0}
    cast.host.post(f"{cast.at}act", data, **HTMX)
    # In a test the transaction is a savepoint: its begin and end are counted too.
    with django_assert_num_queries(6 + 2):
        data |= {"key": "second", "revision": 1}
        assert cast.host.post(f"{cast.at}act", data, **HTMX).status_code == 200
