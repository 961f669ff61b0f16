"""A turn: the team goes to a location, then the steps follow one another.

A step has something that happens on arrival and a reason to wait for the table. The walk
goes on by itself until a step waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.rules import aid, attack, deck, dice, event, progress, resolve, villains
from games.rising.state import Turn
from games.rising.table import PLACES, Own, Table

Enter = Callable[[Table], None]


Waits = Callable[[Table], bool]


def nothing(t: Table) -> None:
    """Nothing happens on arrival."""


def always(t: Table) -> bool:
    return True


def never(t: Table) -> bool:
    return False


STEPS: dict[str, tuple[Enter, Waits]] = {
    "deal": (nothing, deck.dealing),
    "deploy": (nothing, lambda t: t.turn.location < 0),
    "doom_die": (nothing, always),
    "figure_die": (nothing, always),
    "driver_card": (attack.shuffle, always),
    "kinds": (nothing, lambda t: bool(attack.unknown_here(t))),
    "crown": (villains.crown, villains.abilities_wait),
    "attack": (attack.attack, villains.abilities_wait),
    "villains": (villains.villains, villains.abilities_wait),
    "battle": (villains.battle, villains.abilities_wait),
    "heroes": (dice.gather, always),
    "recruit": (resolve.recruit, never),
    "hit": (resolve.hit, never),
    "progress": (progress.advance, never),
    "event": (event.announce, event.event_waits),
    "battles": (event.resolve, event.rewards_wait),
    "aid": (aid.offer_aid, aid.aid_waits),
    "dice": (resolve.dice, never),
    "track": (resolve.track, never),
    "spaces": (resolve.told_spaces, lambda t: bool(resolve.unmeasured(t))),
    "defeated": (resolve.defeated, never),
    "test": (resolve.test, never),
    "refill": (nothing, deck.waits),
    "next": (nothing, never),
    "over": (nothing, always),
}


def walk(t: Table) -> None:
    """Go on from a step that no longer waits to the next one that does."""
    while True:
        step(t)
        if t.state.step == "next":
            next_team(t)
        if STEPS[t.step][1](t):
            return


def settle(t: Table) -> None:
    """After an action: go on if the step it belongs to waits no more."""
    if not STEPS[t.step][1](t):
        walk(t)


def step(t: Table) -> None:
    """Arrive at the next step; a finished game stays where it ended."""
    at = t.state.at + 1
    t.put(at=at, step=t.game.turn[at].name)
    STEPS[t.step][0](t)


def next_team(t: Table) -> None:
    """The next team clockwise takes its turn."""
    active = (t.state.active + 1) % len(t.state.teams)
    t.put(active=active, number=t.state.number + 1, turn=Turn(), at=0, step=t.game.turn[0].name)
    t.note("turn", "turn", team=t.team.name, n=t.state.number)


class Deploy(Own, tag="deploy"):
    """The active team goes to a location (0 to 2, clockwise), or to another one until the
    villains' turn begins."""

    named = _("Place the team token")
    location: int

    @classmethod
    def may(cls, t: Table) -> None:
        super().may(t)
        if t.state.at > 1 and t.state.step != "over":
            place = t.place(max(t.turn.location, 0))
            t.impossible("E_DEPLOYED", "deploy", msg("remedy.undo"), place=place)
        t.phase(*(each.does for each in t.game.turn[:2]))

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        choices = tuple(
            Choice(
                i,
                t.place(i),
                msg("hint.place", cards=t.names(t.cards(i))),
                "danger" if i == t.state.facing else "",
            )
            for i in PLACES
        )
        if t.state.at == 0:
            rule = t.rule("deploy")
            field = Field("location", "choice", Msg("field.location"), choices, rule=rule)
            yield cls.now(t, "deploy", field, label=msg("prompt.deploy", team=t.team.name))
            return
        others = tuple(Choice(i, t.place(i)) for i in PLACES if i != t.turn.location)
        field = Field("location", "choice", Msg("field.location"), others)
        yield cls.also(t, "deploy", field, label=Msg("prompt.deploy.other"))

    def happen(self, t: Table) -> None:
        t.within(Msg("term.location"), self.location, 0, 2, "deploy")
        t.put_turn(location=self.location)
        t.note("deploy", "deploy", team=t.team.name, place=t.place(self.location))


WORDS: Catalogue = {
    "note.turn": _("Turn {n}: {team}"),
    "note.deploy": _("{team} goes to {place}"),
    "refusal.E_DEPLOYED": _("Your team stays at {place}: the villains have begun"),
    "remedy.undo": _("Undo back to the placing of the token"),
    "prompt.deploy": _("Where does {team} go?"),
    "prompt.deploy.other": _("Go to another location"),
    "hint.place": _("{cards}"),
    "field.location": _("Location"),
    "term.location": _("The location"),
}
