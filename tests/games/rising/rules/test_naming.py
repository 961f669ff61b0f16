"""Naming the cards that lie down: one by one, several at once, or not now."""

import pytest
from django.test import Client
from msgspec.structs import replace

from games import registry
from games.rising.state import BonusToken
from tests.games.rising.text import Game, a
from tests.pageplayer import PagePlayer

TITLES = ("batman-who-laughs", "fire-nation")


def step_at(game: Game, name: str) -> int:
    return [step.name for step in game.referee.definition.turn].index(name)


def begun(slug: str, blank: bool = False) -> Game:
    referee = registry.referee(slug)
    box = referee.blank_box() if blank else referee.sample_box()
    return Game(referee, referee.begin(referee.setup_default(2, box), box).state)


def names(game: Game) -> list[str]:
    """Return the cards the first prompt offers."""
    prompt = game.referee.prompts(game.state)[0]
    return [choice.value for choice in prompt.fields[-1].choices if choice.value]


def lying(game: Game) -> list[str]:
    cards = {piece.id: piece.card for piece in game.state.pieces}
    return [cards.get(place, "-") for places in game.state.slots for place in places]


@pytest.mark.parametrize("slug", TITLES)
def test_opening_cards_are_named_one_after_other(slug):
    game = begun(slug)
    deck, first, second = game.state.deck, *names(game)[:2]
    game.do(a.Deal((first,)))
    assert (game.state.step, game.state.deck) == ("deal", deck - 1)
    assert first not in names(game)
    assert game.refused(a.Deal((first,)))[0] == "E_DUPLICATE_CARD"
    game.do(a.Deal(("",))).do(a.Deal((second,)))
    assert lying(game) == [first, "", second, *["-"] * 6]
    game.do(a.Deal((), True))
    assert (game.state.step, game.state.deck) == ("deploy", deck - 9)
    assert lying(game)[3:] == [""] * 6
    assert {"deal"} <= set(game.codes())


@pytest.mark.parametrize("cards", [(), ("",) * 10])
def test_no_card_and_too_many_are_no_deal(cards):
    assert begun("fire-nation").refused(a.Deal(cards))[0] == "E_MALFORMED"


def at_refill(slug: str, empty: int) -> Game:
    game = begun(slug).do(a.Deal((), True))
    slots = [list(places) for places in game.state.slots]
    for place in range(empty):
        slots[place][place] = ""
    kept = tuple(each for places in slots for each in places if each)
    rows = tuple(each for team in game.state.teams for each in team.row)
    pieces = tuple(p for p in game.state.pieces if p.id in (*kept, *rows) or p.kind == "boss")
    at = step_at(game, "refill")
    table = game.referee.table(game.state)
    table.put(slots=tuple(map(tuple, slots)), pieces=pieces, step="refill", at=at)
    game.state = table.state
    return game


@pytest.mark.parametrize("slug", TITLES)
def test_new_cards_lie_where_the_table_lays_them(slug):
    game = at_refill(slug, 2)
    listed, *_others = game.referee.prompts(game.state)
    assert [field.name for field in listed.fields] == ["place", "card"]
    assert listed.fields[0].default == 0
    chosen = names(game)[0]
    game.do(a.Refill(4, chosen))
    assert lying(game)[4] == chosen
    assert game.state.step == "refill"


@pytest.mark.parametrize("slug", TITLES)
def test_all_new_cards_may_stay_unnamed_at_once(slug):
    game = at_refill(slug, 3)
    deck = game.state.deck
    game.do(a.Refill(0, rest=True))
    assert (game.state.deck, game.state.number) == (deck - 3, 2)
    assert "-" not in lying(game)


def test_unnamed_cards_stop_at_first_possibly_banned_one():
    game = at_refill("fire-nation", 3)
    table = game.referee.table(game.state)
    table.put(event=1, event_side="progress")
    game.state = table.state
    game.do(a.Refill(0, rest=True))
    assert len(game.state.turn.judging) == 1
    assert lying(game).count("-") == 2


@pytest.mark.django_db
@pytest.mark.parametrize("slug", TITLES)
def test_a_card_is_named_with_one_tap(slug):
    phone = Client()
    started = phone.post(f"/g/{slug}/", {"players": 2, "box": "sample", "name": "Ana"})
    player = PagePlayer(phone, started["Location"])
    for _ in range(9):
        (form,) = [each for each in player.offers("deal") if len(each.buttons) > 2]
        named = next(pair for pair in form.buttons if pair[1])
        assert not form.options
        player.post(form, dict([named]))
        assert named[1] in player.said()
    assert player.taps == 9
    assert player.offers("deploy")


def test_unentered_name_is_taken_as_it_is():
    game = at_refill("fire-nation", 1)
    typed = [p for p in game.referee.prompts(game.state) if p.do == "refill"][-1]
    assert typed.fields[-1].kind == "text"
    game.do(a.Refill(0, "Koizilla"))
    assert lying(game)[0] == "Koizilla"


def test_one_tap_pays_balance_with_teams_own_tokens():
    game = at_refill("fire-nation", 1)
    table = game.referee.table(game.state)
    step = table.state.steps[0]
    table.put(step="heroes", at=step_at(game, "heroes"))
    table.put(steps=(replace(step, kind="tokens", n=2), *table.state.steps[1:]))
    table.put_turn(location=0)
    table.put_team(1, tokens=(BonusToken("", 0),) * 2)
    table.put(supply=table.state.supply - 2)
    game.state = table.state
    paying = [p for p in game.referee.prompts(game.state) if p.do == "progress.pay"]
    assert [p.fixed for p in paying if not p.fields] == [{"owners": (1, 1)}]
    assert not any(p.fields for p in paying)
    table.put_team(0, tokens=(BonusToken("", 0),))
    table.put(supply=table.state.supply - 1)
    offered = [p for p in game.referee.prompts(table.state) if p.do == "progress.pay"]
    assert [p.fields[0].default for p in offered if p.fields] == [(0, 1)]
    table.put(steps=(replace(step, kind="tokens", n=1), *table.state.steps[1:]))
    alone = [p for p in game.referee.prompts(table.state) if p.do == "progress.pay"]
    assert [(p.fixed, p.fields) for p in alone] == [({"owners": (i,)}, ()) for i in (0, 1)]
    game.do(a.PayProgress((1, 1)))
    assert game.state.turn.paid == "tokens"


@pytest.mark.parametrize("slug", TITLES)
def test_card_without_name_may_have_kind_and_spaces(slug):
    game = begun(slug, blank=True).do(a.Deal(rest=True))
    piece = game.state.slots[0][0]
    game.do(a.DefineCard(piece=piece, kind="villain", capacity=3))
    assert game.said()[-1] == "Saved for this copy: a card without a name"
    t = game.referee.table(game.state)
    assert (t.kind(piece), t.capacity(piece), t.piece(piece).card) == ("villain", 3, "")
    game.do(a.DefineCard(piece=piece, capacity=2))
    t = game.referee.table(game.state)
    assert (t.kind(piece), t.capacity(piece)) == ("villain", 2)


def test_boss_and_facts_of_copy_need_name():
    game = begun("batman-who-laughs", blank=True).do(a.Deal(rest=True))
    piece = game.state.slots[0][0]
    assert game.refused(a.DefineCard(piece=piece, kind="boss"))[0] == "E_NO_NAME"
    assert game.refused(a.DefineCard(kind="hero"))[0] == "E_NO_NAME"


@pytest.mark.parametrize("told", [{"price": (1, 0, 0, 0)}, {"known": True}, {"type": "Water"}])
def test_what_is_not_kept_without_name_is_said(told):
    game = begun("fire-nation", blank=True).do(a.Deal(rest=True))
    card = a.DefineCard(piece=game.state.slots[0][0], kind="hero", **told)
    assert game.asked(card) == ("W_NO_NAME", "warn")
    game.do(card, W_NO_NAME="anyway")
    assert game.referee.table(game.state).kind(card.piece) == "hero"


def test_box_learns_nothing_of_card_without_name():
    game = begun("batman-who-laughs", blank=True).do(a.Deal(rest=True))
    told = a.DefineCard(piece=game.state.slots[0][0], kind="hero", capacity=4)
    box = game.referee.blank_box()
    assert game.referee.remember(box, told, game.do(told).state) == box


# -- what a card without a name is called ------------------------------------------------------


def called(game: Game, card: str) -> str:
    return game.speaker.say(game.referee.table(game.state).name(card))


@pytest.mark.parametrize(
    ("slug", "place"), [("batman-who-laughs", "(sector 2)"), ("fire-nation", "(location 2)")]
)
def test_unnamed_cards_are_called_by_their_place(slug, place):
    game = begun(slug, blank=True).do(a.Deal(rest=True))
    names = [called(game, each) for each in game.state.slots[1]]
    assert names == [f"the {side} card {place}" for side in ("left", "middle", "right")]


def test_place_of_unnamed_card_has_its_sectors_label():
    game = begun("batman-who-laughs", blank=True).do(a.Deal(rest=True))
    game.state = replace(game.state, setup=replace(game.state.setup, labels="132"))
    assert called(game, game.state.slots[1][0]) == "the left card (sector 3)"


def at_heroes(slug: str) -> Game:
    game = begun(slug, blank=True).do(a.Deal(rest=True))
    table = game.referee.table(game.state)
    table.put(step="heroes", at=step_at(game, "heroes"))
    table.put_turn(location=1)
    game.state = table.state
    return game


def test_recruited_card_joins_from_its_place():
    game = at_heroes("batman-who-laughs")
    first, second = game.state.slots[1][:2]
    team = game.state.teams[0].name
    game.do(a.Results((first,)))
    assert f"The left card (sector 2) joins {team}" in game.said()
    assert called(game, first) == f"{team}'s unnamed Hero"
    game = at_heroes("batman-who-laughs").do(a.Results((first, second)))
    row = game.state.teams[0].row
    assert [called(game, each) for each in row[-2:]] == [
        f"Hero {n} from the left of {team}" for n in (len(row) - 1, len(row))
    ]


def test_swapped_cards_are_told_by_where_they_were():
    game = at_heroes("batman-who-laughs")
    one, other = game.state.slots[0][0], game.state.slots[2][2]
    game.do(a.Swap(one, other))
    assert game.said() == ["The left card (sector 1) and the right card (sector 3) change places"]
    assert called(game, one) == "the right card (sector 3)"


def test_later_sentences_use_the_name_once_known():
    game = begun("batman-who-laughs", blank=True).do(a.Deal(rest=True))
    card = game.state.slots[1][0]
    game.do(a.DefineCard(name="Zatanna", piece=card))
    assert called(game, card) == "Zatanna"


def test_new_unnamed_card_is_dealt_to_its_place():
    game = at_refill("batman-who-laughs", 1).do(a.Refill(0))
    assert game.said()[0].startswith("A card without a name is dealt to sector 1, left; ")


def test_quick_depth_asks_about_first_new_card_only():
    game = at_refill("batman-who-laughs", 2)
    game.do(a.Refill(0)).do(a.Refill(4))
    assert game.referee.board(game.state, 0).fresh == game.state.slots[0][0]
    game.do(a.Deploy(0))
    assert game.referee.board(game.state, 0).fresh == ""


def test_nothing_new_is_asked_after_another_question():
    game = at_refill("batman-who-laughs", 1)
    table = game.referee.table(game.state)
    table.put_turn(counted=True)
    game.state = table.state
    game.do(a.Refill(0))
    assert game.referee.board(game.state, 0).fresh == ""
