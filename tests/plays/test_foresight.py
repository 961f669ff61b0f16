"""What is foreseen of a roll, to the percent, at tables small enough to count on two hands."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from companion.plays import foresight, moments
from companion.plays.foresight import Chance, Foresight, Less
from games import registry
from games.forecast import Unforeseen
from games.messages import Msg, msg
from games.referee import Choice, Field, Outcome, Prompt, Stake, Throw
from games.vocabulary import Best, Leave
from tests.sixth_game import Acorns, State

TABLE = State(2, 20, stores=(14, 0))
"""With 14 of 20 acorns a six still fits and wins; with 15 a five wins, and a six does not fit."""

SIX = msg("stake.six", n=1)
WINS = msg("forecast.wins", who=Msg("part.squirrel", {"n": 1}))


class Feared(Acorns):
    """A die is thrown, and everybody fears that six are stored at once."""

    stakes = {"six": Stake("stake.six", danger=True)}
    moot = frozenset({"CROW"})

    def throws(self, state):
        return (Throw("roll", "face", (tuple((n, 1) for n in range(1, 7)),), single=True),)

    def brings(self, before, ruling):
        stored = sum(ruling.state.stores) - sum(before.stores)
        return {"six": int(stored >= 6), "five": int(stored == 5), "three": int(stored == 3)}

    def rolled(self, state, action):
        return ()

    def same_turn(self, before, after):
        return before.turn == after.turn


class Welcome(Feared):
    stakes = {"six": Stake("stake.six")}


class Unsaid(Feared):
    stakes = {}


class Lesser(Feared):
    """What nothing lowers is graver than a six; what never comes is graver still."""

    stakes = {
        "never": Stake("stake.never", danger=True),
        "three": Stake("stake.three", danger=True),
        "six": Stake("stake.six", danger=True),
    }


class Crows(Feared):
    """Whether the crow looked is nothing anybody could know before."""

    moot = frozenset()


class Wide(Feared):
    """The die has a thousand sides, until somebody finds an acorn."""

    def throws(self, state):
        (throw,) = super().throws(state)
        sides = 200 if sum(state.stores) == 14 else 1
        return (replace(throw, dice=(throw.dice[0] * sides,)),)

    def same_turn(self, before, after):
        return after.turn - before.turn < 2


class Together(Feared):
    """All win or lose as one; a full store is the end of them."""

    title = replace(Acorns.title, cooperative=True)

    def outcome(self, state):
        full = max(state.stores) >= state.goal
        return Outcome("lost", "full", "N-01", (), {}) if full else None


class Tomorrow(Together):
    """The turn has another roll after this one."""

    moot = frozenset()
    stakes = {**Feared.stakes, "never": Stake("stake.never", danger=True)}

    def same_turn(self, before, after):
        return after.turn - before.turn < 2


class Given(Feared):
    """Before the roll a stray acorn is given to one of the two."""

    stakes = {
        "six": Stake("stake.six", danger=True),
        "five": Stake("stake.five", counts=True),
        "never": Stake("stake.never", danger=True),
        "three": Stake("stake.three"),
    }

    def prompts(self, state):
        if sum(state.stores) > 14:
            return super().prompts(state)
        whom = (Choice(0, "to the first"), Choice(1, "to the second"))
        fields = (Field("squirrel", "choice", "Whom", whom),)
        return (Prompt("find", "Give", fields=fields, expected=True),)


class GivenGladly(Given):
    stakes = {"six": Stake("stake.six")}


class Taken(Feared):
    """What is stored is chosen, and the turn is over."""

    def throws(self, state):
        return ()

    def prompts(self, state):
        faces = (Choice(1, "one"), Choice(6, "six"))
        fields = (Field("face", "choice", "How many", faces),)
        return (Prompt("roll", "Take", fields=fields, expected=True),)


class Hoped(Welcome):
    """Nothing is thrown now; what dice may reach is reckoned when it is asked for."""

    reached: tuple[Best | None, ...] = ()

    def throws(self, state):
        return ()

    def prospects(self, state):
        return tuple((msg("hope", n=n), reckoning(best)) for n, best in enumerate(self.reached))


def reckoning(best):
    def reckon(pick):
        if best is None:
            raise Unforeseen
        return best

    return reckon


class Thrown(Feared):
    """Dice may be thrown again for one thing, and then for another; nobody has counted faces."""

    stakes = {
        "six": Stake("stake.six", danger=True, worth=-1),
        "five": Stake("stake.five"),
        "three": Stake("stake.three", worth=0),
    }

    def throws(self, state):
        (throw,) = super().throws(state)
        leaves = tuple(Leave(msg(f"for.{each}"), ()) for each in ("luck", "money", "blood"))
        return (replace(throw, again=leaves, assumed=True),)


@pytest.fixture
def foreseen(monkeypatch):
    """What is foreseen at a table of a referee."""

    def look(referee, state=TABLE, do=""):
        slug = at(monkeypatch, referee)
        return foresight.of(slug, registry.referee(slug).encode_state(state), do)

    yield look
    registry.referee.cache_clear()
    foresight._of.cache_clear()
    moments.of.cache_clear()


def at(monkeypatch, referee):
    slug = f"acorns-{referee.__name__}"
    monkeypatch.setitem(registry.TITLES, slug, f"{__name__}:{referee.__name__}")
    return slug


def test_what_a_roll_may_bring_is_said_with_what_lowers_the_danger(foreseen):
    """That somebody wins is nothing to be lowered, whoever it is."""
    wins = Chance(WINS, "17", True)
    lowered = Less(Msg("prompt.find"), (), "0")
    assert foreseen(Feared) == Foresight((wins, Chance(SIX, "17", True, lowered)))
    assert foreseen(Welcome) == Foresight((wins, Chance(SIX, "17", False)))


def test_where_nothing_lowers_a_danger_it_stands_alone(foreseen):
    assert foreseen(Feared, State(2, 20, stores=(2, 0))) == Foresight((Chance(SIX, "17", True),))


def test_beside_a_prompt_nothing_else_is_named_than_what_it_may_bring(foreseen):
    wins, six = Chance(WINS, "17", True), Chance(SIX, "17", True)
    assert foreseen(Feared, do="roll") == Foresight((wins, six))
    for other in ("find", "paint", "fly"):
        assert foreseen(Feared, do=other) == Foresight()
        assert foreseen(Given, do=other) == Foresight()
        assert foreseen(Taken, do=other) == Foresight()


def test_a_title_that_says_nothing_is_at_stake_foresees_nothing(foreseen):
    assert foreseen(Unsaid) == foreseen(Unsaid, do="roll") == Foresight()


LOST = Msg("forecast.lost")


def test_of_a_game_together_its_end_is_said_and_nobody_wins_alone(foreseen):
    """The end is graver than a six: a stray acorn would make it likelier, so it lowers nothing.
    What the rest of the turn may bring is not said again where it is the same."""
    said = (Chance(LOST, "17", True), Chance(SIX, "17", True))
    assert foreseen(Together) == Foresight(said)


def test_the_rest_of_a_turn_says_what_its_next_roll_adds(foreseen):
    """Two dice one after the other, unless the first ends it: one in six, and of the four that
    are left one in six again. What never comes is not said."""
    found = foreseen(Tomorrow, State(2, 20, stores=(14, 14)))
    assert found == Foresight(
        (Chance(LOST, "17", True), Chance(SIX, "17", True)),
        open="17",
        turn=(Chance(LOST, "28", True), Chance(SIX, "28", True)),
        turn_open="28",
    )
    assert foreseen(Tomorrow, do="roll").turn == ()


def test_the_share_that_only_the_table_knows_is_said_once(foreseen):
    """Where the rest of the turn adds nothing, nothing of it is open either."""
    found = foreseen(Crows)
    assert (found.open, found.turn, found.turn_open) == ("17", (), "")


def test_of_dangers_the_gravest_that_anything_lowers_has_it_beside_it(foreseen):
    less = Less(Msg("prompt.find"), (), "0")
    assert [(each.text.code, each.less) for each in foreseen(Lesser).chances] == [
        ("forecast.wins", None),
        ("stake.three", None),
        ("stake.six", less),
    ]


def test_what_is_sampled_is_compared_with_nothing(foreseen):
    """Neither with the same roll after something else, nor with the rest of the turn."""
    found = foreseen(Wide)
    assert found.error in range(3, 6)
    assert [(each.text, each.less) for each in found.chances] == [(WINS, None), (SIX, None)]
    assert (found.turn, found.turn_open) == ((), "")


def test_before_a_choice_the_roll_is_said_from_its_safest_way_to_its_worst(foreseen):
    """What comes of every way alike is one number, what comes of none is not said, and a way that
    is safest is only named for a danger."""
    found = foreseen(Given)
    assert found == Foresight(
        (
            Chance(WINS, "17–33", True),
            Chance(SIX, "0–17", True, Less("", ("to the first",), "0")),
            Chance(msg("stake.five", n=1), "17–33", False),
            Chance(msg("stake.three", n=1), "17", False),
        )
    )


def test_a_choice_without_a_roll_is_looked_through_to_the_end_of_the_turn(foreseen):
    less = Less("", ("one",), "0")
    assert foreseen(Taken) == Foresight(turn=(Chance(SIX, "0–100", True, less),))


@pytest.mark.parametrize(
    ("reached", "expected"),
    [
        ((), Foresight()),
        ((Best(Fraction(1, 3)),), Foresight((Chance(msg("hope", n=0), "33", False),))),
        ((None,), Foresight(late=True)),
        (
            (Best(Fraction(1, 3), 0.021), None, Best(Fraction(1, 2), 0.5)),
            Foresight((Chance(msg("hope", n=0), "33", False),), 3),
        ),
        (
            (Best(Fraction(1, 3), 0.02), Best(Fraction(1, 2), 0.011), Best(Fraction(0))),
            Foresight(
                tuple(
                    Chance(msg("hope", n=n), percent, False)
                    for n, percent in enumerate(("33", "50", "0"))
                ),
                2,
            ),
        ),
    ],
)
def test_of_what_dice_may_reach_as_much_is_said_as_can_be_weighed(
    foreseen, monkeypatch, reached, expected
):
    monkeypatch.setattr(Hoped, "reached", reached)
    assert foreseen(Hoped) == expected


def test_what_comes_of_throwing_again_is_said_where_it_changes_a_chance(foreseen, monkeypatch):
    """Each figure is sought or avoided; of what cannot be weighed nothing is said."""
    sought = []
    same = Fraction(1, 6)
    ways = [(Fraction(1, 12), same, same), (Fraction(1, 12), Fraction(1, 3), same)]

    def rerolled(referee, seen, throw, leave, goals, purse):
        sought.append([each for _, each in goals])
        if len(sought) > len(ways):
            raise Unforeseen
        return [Best(each) for each in ways[len(sought) - 1]]

    monkeypatch.setattr(foresight, "rerolled", rerolled)
    wins, six, five, three = foreseen(Thrown, do="roll").chances
    assert sought == [[False, True, False]] * 3
    assert wins.again == three.again == ()
    assert (six.percent, six.again) == ("17", ((msg("for.luck"), "8"),))
    assert (five.percent, five.again) == ("17", ((msg("for.money"), "33"),))


def test_faces_that_nobody_counted_are_assumed_whether_a_roll_can_be_weighed_or_not(
    foreseen, monkeypatch
):
    monkeypatch.setattr(foresight, "rerolled", lambda *given: (Best(Fraction(1, 6)),) * 3)
    found = foreseen(Thrown, do="roll")
    assert (found.assumed, found.late) == (True, False)
    foresight._of.cache_clear()

    def never(*given):
        raise Unforeseen

    monkeypatch.setattr(foresight, "forecast", never)
    assert foreseen(Thrown, do="roll") == Foresight(assumed=True, late=True)


def test_a_phone_asks_only_where_there_is_something_to_foresee(foreseen, monkeypatch):
    asks = {}
    monkeypatch.setattr(Hoped, "reached", (Best(Fraction(1, 3)),))
    for kind in (Feared, Unsaid, Given, GivenGladly, Taken, Hoped):
        slug = at(monkeypatch, kind)
        moment = moments.of(slug, registry.referee(slug).encode_state(TABLE))
        told = (foresight.rolls(slug, moment), foresight.chooses(moment))
        asks[kind.__name__] = (*told, foresight.hopes(slug, moment))
    assert asks == {
        "Feared": (True, True, False),
        "Unsaid": (False, False, False),
        "Given": (False, True, False),
        "GivenGladly": (False, True, False),
        "Taken": (False, True, False),
        "Hoped": (False, False, True),
    }
