"""Before an entry loses the game or someone: it is foreseen, and so is what could prevent it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.actions import only_expected
from games.odds import loss_warnings, options
from games.odds.loss_warnings import BadOutcome, Consequences, Prevention, PreventionSearch
from games.odds.options import VARIANTS
from games.recent import Recent
from games.referee import Choice, Field, Note, Outcome, Prompt, Refusal
from tests import loss_positions
from tests.loss_positions import LOST, SAVED, heist, ways
from tests.sample_game import Acorns, Find, Roll, State


@pytest.mark.parametrize("title", SAVED)
def test_way_out_that_is_on_offer_is_named(title):
    step, way = SAVED[title]
    assert way in ways(step())


@pytest.mark.parametrize("title", LOST)
def test_no_way_out_is_named_where_none_exists(title):
    assert ways(LOST[title]()) == set()


def test_way_out_is_followed_by_expected_prompts_alone(monkeypatch):
    step = SAVED["fire-nation"][0]()
    search, prompts, asked = loss_positions.search(step), step.referee.prompts, []

    def counted(state):
        asked.append(only_expected())
        return prompts(state)

    monkeypatch.setattr(options, "recent", Recent(options.KEPT))
    monkeypatch.setattr(step.referee, "prompts", counted)
    search.ways(step.state)
    assert asked[0] is False
    assert len(asked) > 2
    assert all(asked[1:])


@pytest.mark.parametrize(
    ("choices", "sure"),
    [(0, False), (1, True), (VARIANTS, True), (VARIANTS + 1, False)],
)
def test_search_is_sure_only_when_all_fillings_tried(choices, sure):
    search = loss_positions.search(heist(0))
    whom = Field("whom", "choice", "", tuple(Choice(n, str(n)) for n in range(choices)))
    assert len([*search._filled(Prompt("tell", "", (whom,)))]) == min(choices, VARIANTS)
    assert search.sure is (0 < choices <= VARIANTS)


def test_a_search_stays_as_unsure_as_it_was():
    search = loss_positions.search(heist(0))
    search.sure = False
    assert [*search._filled(Prompt("tell", ""))] == [({"do": "tell"}, ())]
    assert not search.sure


@pytest.mark.parametrize(
    ("field", "filled"),
    [
        (Field("it", "number", "", low=0, high=9), None),
        (Field("it", "number", "", low=0, high=9, optional=True), {}),
        (Field("it", "choice", "", (Choice(1, "one"),)), None),
        (Field("it", "flag", ""), {"it": False}),
        (Field("it", "flag", "", default=True), {"it": True}),
        (Field("it", "choices", "", (Choice(1, "one"),)), {"it": []}),
        (Field("it", "choices", "", (Choice(1, "one"),), default=[1]), {"it": [1]}),
        (Field("it", "choices", "", (Choice(1, "one"),), low=1, high=1), None),
    ],
)
def test_plain_entry_leaves_out_what_it_may(field, filled):
    entry = loss_warnings.plain(Prompt("tell", "", (field,), fixed={"seat": 1}))
    assert entry == (None if filled is None else {"do": "tell", "seat": 1, **filled})


# -- who is concerned ------------------------------------------------------------------------

FELL = Note("note.fell", {"who": "Ana", "n": 3})


@pytest.mark.parametrize(
    ("parts", "concerned"), [((0,), True), ((1,), False), ((0, 1), True), ((), True), ((7,), True)]
)
def test_fall_concerns_its_player_and_whoever_plays_nobody(parts, concerned):
    brought = Consequences(None, ((FELL, frozenset({0})),), frozenset({0, 1}))
    assert brought.to(parts) == (BadOutcome(None, (FELL,)) if concerned else None)


@pytest.mark.parametrize(
    ("result", "winners", "parts", "concerned"),
    [
        ("won", (0,), (1,), True),
        ("won", (0,), (0, 1), False),
        ("won", (0,), (), False),
        ("won", (), (1,), False),
        ("lost", (), (1,), True),
        ("lost", (), (), True),
        ("ended", (), (1,), False),
    ],
)
def test_an_ending_concerns_those_it_is_not_for(result, winners, parts, concerned):
    outcome = Outcome(result, "full", "N-01", winners)
    brought = Consequences(outcome, (), frozenset({0, 1}))
    assert (brought.to(parts) is not None) is concerned


def test_numbers_only_counting_along_are_no_other_danger():
    fell_again = Note("note.fell", {"who": "Ana", "n": 4})
    other = Note("note.fell", {"who": "Bo", "n": 3})
    assert BadOutcome(None, (FELL,)).names() == BadOutcome(None, (fell_again,)).names()
    assert BadOutcome(None, (FELL,)).names() != BadOutcome(None, (other,)).names()


# -- what is tried ---------------------------------------------------------------------------


class Twenty(Acorns):
    """Acorns where a player with exactly twenty falls; a stray acorn first prevents it."""

    def eliminated_parts(self, state, note):
        return (0, 1) if note.code == "note.store" and note.facts["n"] == 20 else ()


TABLE = State(2, 50, stores=(14, 0))


def seek(referee, state=TABLE, **more):
    action, parts = Roll(6), (0,)
    found = loss_warnings.dread(referee, state, referee.apply(state, action, 0, {}), parts)
    return loss_warnings.PreventionSearch(referee, action, 0, {}, parts, found, **more)


def named(referee, state=TABLE, **more):
    search = seek(referee, state, **more)
    return [way.prompt.fixed for way in search.ways(state)], search.sure


def test_what_is_on_offer_besides_may_prevent_it():
    assert named(Twenty())[0] == [{"squirrel": 0}]


def test_way_out_costs_less_and_never_the_same():
    class Twice(Twenty):
        def eliminated_parts(self, state, note):
            return (0, 1) if note.code == "note.roll" else super().eliminated_parts(state, note)

    class Always(Twenty):
        def eliminated_parts(self, state, note):
            return (0, 1) if note.code == "note.store" else ()

    assert named(Twice())[0] == [{"squirrel": 0}]
    assert named(Always())[0] == []


def test_what_the_table_tells_is_no_way_out():
    class Told(Twenty):
        def prompts(self, state):
            return tuple(replace(each, group="table") for each in super().prompts(state))

    assert named(Told())[0] == []


@pytest.mark.parametrize(("what", "value"), [("chances", 6), ("teaches", True), ("by_hand", True)])
def test_chance_or_mere_description_is_no_way_out(monkeypatch, what, value):
    monkeypatch.setattr(Find, what, value)
    assert named(Twenty())[0] == []


def test_an_entry_that_chance_decides_threatens_nobody_before(monkeypatch):
    entry = Prompt("find", "", fixed={"squirrel": 0})
    assert loss_warnings.unfilled(Twenty(), TABLE, entry) is not None
    monkeypatch.setattr(Find, "chances", 6)
    assert loss_warnings.unfilled(Twenty(), TABLE, entry) is None


class Later(Twenty):
    """A die may be told only once so many acorns are stored; stray ones are waited for."""

    needed = 0

    def prompts(self, state):
        return tuple(replace(each, expected=each.do == "find") for each in super().prompts(state))

    def apply(self, state, action, actor=None, answers=None):
        if isinstance(action, Roll) and state != TABLE and sum(state.stores) < self.needed:
            return Refusal("E_FULL", "N-01")
        return super().apply(state, action, actor, answers)


@pytest.mark.parametrize(
    ("more", "ways"), [(1, 1), (1 + loss_warnings.DEPTH, 1), (2 + loss_warnings.DEPTH, 0)]
)
def test_way_out_is_found_within_so_many_steps(more, ways):
    later = Later()
    later.needed = sum(TABLE.stores) + more
    found, sure = named(later)
    assert len(found) >= ways
    assert bool(found) is bool(ways)
    assert sure is False


def test_search_stopping_with_more_to_do_is_unsure():
    class Unpainted(Later):
        def prompts(self, state):
            return tuple(each for each in super().prompts(state) if each.do != "paint")

    asked = Unpainted()
    asked.needed = 40
    search = seek(asked)
    assert (search.ways(TABLE), search.sure, search.left > 0) == ((), False, True)


def test_a_choice_that_means_nothing_is_passed_over():
    class Odd(Twenty):
        def prompts(self, state):
            choices = (Choice("owl", "Owl"), Choice(0, "Own"))
            return (Prompt("find", "", (Field("squirrel", "choice", "", choices),)),)

    assert [way.chosen for way in seek(Odd()).ways(TABLE)] == [("Own",)]


class Gone(Twenty):
    """Acorns where once a stray acorn is found, no one may roll any more."""

    offered = False

    def rolled(self, state, action):
        return ()

    def prompts(self, state):
        found = super().prompts(state)
        return tuple(e for e in found if e.do != "roll" or state == TABLE or self.offered)

    def apply(self, state, action, actor=None, answers=None):
        if isinstance(action, Roll) and state != TABLE:
            return Refusal("E_FULL", "N-01")
        return super().apply(state, action, actor, answers)


def test_removing_entry_is_way_out_while_time_allows():
    ways = [{"squirrel": 0}, {"squirrel": 1}]
    assert named(Gone())[0] == ways
    still = Gone()
    still.offered = True
    assert named(still)[0] == []
    short = seek(Gone())
    short.left = 1
    assert short.ways(TABLE) == ()
    going = iter((True, False))
    assert named(Gone(), going=lambda: next(going, False))[0] == []


def test_search_is_sure_after_trying_all_in_time():
    class Alone(Twenty):
        def prompts(self, state):
            return tuple(each for each in super().prompts(state) if each.do != "paint")

    assert named(Alone())[1] is True
    search = seek(Alone())
    search.left = 0
    assert (search.ways(TABLE), search.sure) == ((), False)
    assert named(Alone(), going=lambda: False) == ([], False)


@pytest.mark.parametrize("title", LOST)
@pytest.mark.parametrize("tries", range(6))
def test_search_cut_short_names_no_false_way_out(title, tries):
    step = LOST[title]()
    short = loss_positions.search(step)
    short.left = tries
    assert short.ways(step.state) == ()
    asked = iter(range(tries))
    late = loss_positions.search(step)
    late.going = lambda: next(asked, None) is not None
    assert late.ways(step.state) == ()


# -- at a small table: who finds one more acorn wins -------------------------------------------

REFEREE, LAST = Acorns(), State(2, 5, stores=(4, 0))
WON = Outcome("won", "full", "N-01", (0,))


def offered(do: str) -> Prompt:
    return next(prompt for prompt in REFEREE.prompts(LAST) if prompt.do == do)


def out_of_it() -> tuple[Prevention, ...]:
    """Return what could keep the second squirrel from losing by what the first one finds."""
    find = Find(squirrel=0)
    found = loss_warnings.dread(REFEREE, LAST, REFEREE.apply(LAST, find, None), (1,))
    assert found
    return PreventionSearch(REFEREE, find, None, {}, (1,), found).ways(LAST)


def test_way_out_by_dice_alone_names_no_face():
    (way,) = out_of_it()
    assert (way.prompt.do, way.chosen) == ("roll", ())


@pytest.mark.parametrize("mark", ["by_hand", "teaches", "chances"])
def test_way_out_excludes_card_deeds_and_site_draws(mark, monkeypatch):
    monkeypatch.setattr(Roll, mark, 6)
    assert out_of_it() == ()


def test_entry_needing_nothing_is_made_to_see_outcome(monkeypatch):
    entered = loss_warnings.unfilled(REFEREE, LAST, offered("find"))
    assert entered
    action, found = entered
    assert action == Find(squirrel=0)
    assert found.outcome
    assert found.outcome.winners == (0,)
    assert loss_warnings.unfilled(REFEREE, LAST, offered("roll")) is None
    monkeypatch.setattr(Find, "chances", 6)
    assert loss_warnings.unfilled(REFEREE, LAST, offered("find")) is None


@pytest.mark.parametrize(("parts", "bad"), [((), True), ((0,), False), ((0, 1), True)])
def test_fall_is_bad_for_player_and_partless_phones(parts, bad):
    note = Note("killed", facts={"who": "Squirrel 2"})
    found = Consequences(None, ((note, frozenset({1})),), frozenset({0, 1}))
    assert found.to(parts) == (BadOutcome(None, (note,)) if bad else None)


@pytest.mark.parametrize(
    ("outcome", "parts", "bad"),
    [
        (WON, (0,), False),
        (WON, (0, 1), False),
        (WON, (1,), True),
        (WON, (), False),
        (Outcome("won", "saved", "N-01"), (1,), False),
        (Outcome("lost", "eaten", "N-01"), (), True),
        (Outcome("ended", "night", "N-01"), (1,), False),
    ],
)
def test_bad_ending_means_all_lose_or_others_win(outcome, parts, bad):
    found = Consequences(outcome, (), frozenset({0, 1}))
    assert (found.to(parts) is not None) is bad
