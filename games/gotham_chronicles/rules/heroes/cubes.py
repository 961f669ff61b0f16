"""Energy cubes moved by hand: spent, moved as a card says, counted (p.18-21, 26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated

from games.actions import Range
from games.gotham_chronicles.box.sheets import ACTION_SPACES, SPACES, EquipmentCard
from games.gotham_chronicles.rules.common.energy import (
    HERO_ZONES,
    POST_ZONES,
    counts_of,
    pay,
    room_on,
    space_name,
    spent,
    who_acts,
    with_counts,
)
from games.gotham_chronicles.rules.common.forms import (
    MORE,
    MOST_CUBES,
    NOW,
    TABLE,
    by_most,
    choice,
    parts,
    spaces,
    zones,
)
from games.gotham_chronicles.rules.common.skills import barred
from games.gotham_chronicles.rules.heroes.stances import act_at_once
from games.gotham_chronicles.state import HERO_PHASES, POST_SPACES, VILLAIN_PHASES, Hero, State
from games.gotham_chronicles.table import (
    Act,
    Table,
    awake,
    hero_at,
    in_phase,
    nothing_open,
    side_only,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Note, Prompt

Spent = Annotated[int, Range(1, MOST_CUBES, rule="G-037")]
IN_TURNS = (*HERO_PHASES, *VILLAIN_PHASES, "upkeep")


class Spend(Act, tag="spend"):
    """Spend cubes of a hero from the reserve on a space."""

    named = _("Spend cubes")

    rebases = True
    hero: int
    space: str
    cubes: Spent = 1

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer actions in step H4, defence and rerolls in any turn; as many at once as each
        takes."""
        state = t.state
        for index, hero in enumerate(state.heroes):
            if hero.neutralized or not state.side:
                continue
            acts = state.phase == "H4" and hero.stance == "active"
            acts = acts and not (state.open or state.peril)
            actions = ACTION_SPACES if may_shoot(state, hero) else UNARMED
            choices = spaces(state, index, (*actions, *REACTIONS) if acts else REACTIONS)
            rooms = [hero.room(str(each.value)) for each in choices]
            if state.depth == "quick" and t.allows(act_at_once, t, index):
                then = t.after(act_at_once, t, index)
                active = spaces(then, index, actions)
                choices, hero = (*active, *choices), then.heroes[index]
                rooms += [hero.room(str(each.value)) for each in active]
            if choices:
                most = min(rooms)
                yield cls.prompt(
                    msg("prompt.spend", who=hero.sheet.name, n=hero.reserve),
                    choice("space", choices, "G-032"),
                    cls.field("cubes", high=most, rule="G-036"),
                    fixed={"hero": index},
                    rule="G-032",
                    actors=(index,),
                    group=NOW if state.depth == "quick" else MORE,
                )

    def apply(self, t: Table) -> None:
        """Spend as far as the step, the stance and the limits allow; the last hero without a stance
        chooses to be active by it."""
        hero_at(t, self.hero)
        side_only(t, "heroes", "G-032")
        if t.state.phase == "H3" and self.space in ACTION_SPACES:
            act_at_once(t, self.hero)
        in_phase(t, IN_TURNS, "G-023")
        _space_known(t, self.space, SPACES)
        _hero_may(t, self.hero, self.space)
        self.bounded(t)
        _spent(t, self.hero, self.space, self.cubes)


class SpendPost(Act, tag="spend.post"):
    """Spend cubes of the villain from the reserve on movement, defence or reroll."""

    named = _("Spend cubes of the Command Post")

    rebases = True
    space: str
    cubes: Spent = 1

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        side_only(t, "villain", "G-069")
        in_phase(t, IN_TURNS, "G-069")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        post = t.state.post
        names = POST_SPACES if t.state.phase == "V3" else REACTIONS
        choices = spaces(t.state, t.state.villain, names)
        if t.state.side and choices:
            most = min(MOST_CUBES, *(post.room(str(each.value)) for each in choices))
            yield cls.prompt(
                msg("prompt.spend_villain", n=post.reserve),
                choice("space", choices, "G-069"),
                cls.field("cubes", high=most, rule="G-070"),
                rule="G-069",
                actors=(t.state.villain,),
                group=NOW if t.state.depth == "quick" else MORE,
            )

    def apply(self, t: Table) -> None:
        """Spend cubes; movement only in the villain's own turn."""
        _space_known(t, self.space, POST_SPACES)
        if self.space == "movement":
            in_phase(t, ("V3",), "G-069")
        self.bounded(t)
        _spent(t, t.state.villain, self.space, self.cubes)


class Transfer(Act, tag="cubes"):
    """Move cubes between two zones or spaces of one tablet or of the command post."""

    named = _("Move cubes")
    by_hand = True

    part: int
    take: str
    put: str
    cubes: int = 1

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer each zone that has some to the others, by how many these take."""
        for part in parts(t.state):
            index = int(part.value)
            where, counts = zones(t.state, index), counts_of(t.state, index)
            room = {zone.value: room_on(t.state, index, str(zone.value)) for zone in where}
            for take, n in zip(where, counts, strict=True):
                others = ((zone, min(n, room[zone.value])) for zone in where if zone != take)
                for most, put in by_most(each for each in others if each[1]):
                    yield cls.prompt(
                        msg("prompt.cubes", who=part.label, take=take.label, n=most),
                        choice("put", put),
                        cls.field("cubes", low=1, high=most),
                        fixed={"part": index, "take": take.value},
                        rule="G-037",
                        group=TABLE,
                    )

    def apply(self, t: Table) -> None:
        """Move cubes as a card or the mission says."""
        t.require_range(Msg("term.part"), self.part, 0, t.state.villain, "G-037")
        names = POST_ZONES if self.part == t.state.villain else HERO_ZONES
        counts = counts_of(t.state, self.part)
        if self.take not in names or self.put not in names or self.take == self.put:
            t.refuse_impossible("E_NO_SPACE", "G-037", space=f"{self.take} → {self.put}")
        have = counts[names.index(self.take)]
        t.require_range(Msg("field.cubes"), self.cubes, 1, have, "G-037")
        moved = {self.take: -self.cubes, self.put: self.cubes}
        counts = tuple(n + moved.get(zone, 0) for n, zone in zip(counts, names, strict=True))
        _limits(t, self.part, counts)
        t.note(
            "transfer",
            "G-037",
            who=who_acts(t.state, self.part),
            n=self.cubes,
            take=space_name(self.take),
            put=space_name(self.put),
            cubes=((self.part, self.take, self.put, self.cubes),),
        )
        t.state = with_counts(t.state, self.part, counts)


class Recount(Act, tag="recount"):
    """All cubes of a tablet or the post as counted on the table: reserve, fatigue, then
    (heroes) wounds and the seven spaces, or (villain) movement, defence, reroll."""

    named = _("Count all cubes")
    by_hand = True

    part: int
    counts: tuple[int, ...]

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for part in parts(t.state):
            index = int(part.value)
            counts = counts_of(t.state, index)
            field = Field(
                "counts",
                "sequence",
                Msg("field.counts"),
                tuple(Choice(n, str(n)) for n in range(sum(counts) + 1)),
                rows=tuple(zone.label for zone in zones(t.state, index)),
                default=list(counts),
                rule="G-037",
            )
            label = msg("prompt.recount", who=part.label)
            yield cls.prompt(label, field, fixed={"part": index}, rule="G-037", group=TABLE)

    def apply(self, t: Table) -> None:
        """Set the cubes as they are on the table; all of them must be there."""
        t.require_range(Msg("term.part"), self.part, 0, t.state.villain, "G-037")
        names = POST_ZONES if self.part == t.state.villain else HERO_ZONES
        before = counts_of(t.state, self.part)
        if len(self.counts) != len(names) or any(n < 0 for n in self.counts):
            t.refuse_impossible("E_SUM", "G-037", total=sum(before), counted=len(self.counts))
        missing = sum(before) - sum(self.counts)
        if missing:
            code = "remedy.sum" if missing > 0 else "remedy.sum_over"
            t.refuse_impossible(
                "E_SUM",
                "G-037",
                remedy=msg(code, n=abs(missing)),
                total=sum(before),
                counted=sum(self.counts),
            )
        _limits(t, self.part, self.counts)
        changed = tuple(
            (self.part, "?" if now > was else zone, zone if now > was else "?", abs(now - was))
            for zone, was, now in zip(names, before, self.counts, strict=True)
            if was != now
        )
        t.note("recount", "G-037", who=who_acts(t.state, self.part), cubes=changed)
        t.state = with_counts(t.state, self.part, self.counts)


UNARMED = tuple(space for space in ACTION_SPACES if space != "ranged")
REACTIONS = ("defence", "reroll")


def _space_known(t: Table, space: str, spaces: tuple[str, ...]) -> None:
    if space not in spaces:
        t.refuse_impossible("E_NO_SPACE", "G-032", space=space)


def group_sentence(notes: Sequence[Note]) -> Msg:
    """Return the cubes someone spent, tap by tap, as one sentence; the fullest space first."""
    counts = Counter[str]()
    spaces = {}
    for note in notes:
        spaces[str(note.facts["space"])] = note.facts["space"]
        counts[str(note.facts["space"])] += note.facts["n"]
    lines = [msg("line.space", n=n, space=spaces[name]) for name, n in counts.most_common()]
    return msg("line.spent", who=notes[0].facts["who"], spaces=lines)


def _spent(t: Table, part: int, space: str, cubes: int) -> None:
    pay(t, part, space, cubes)
    t.note(
        "spend",
        "G-032" if space in ACTION_SPACES else "G-033",
        who=who_acts(t.state, part),
        n=cubes,
        space=space_name(space),
        cubes=spent(part, space, cubes),
    )


def _hero_may(t: Table, index: int, space: str) -> None:
    hero = t.state.heroes[index]
    awake(t, hero)
    leads = any(
        each.owner == index and each.place == "ally" and each.on_map for each in t.state.tiles
    )
    if space not in ACTION_SPACES or (space == "thought" and leads and t.state.phase != "H4"):
        in_phase(t, IN_TURNS, "G-023")
        return
    in_phase(t, ("H4",), "G-023")
    nothing_open(t)
    if hero.stance != "active":
        t.refuse("E_RESTING", "G-049", remedy=msg("remedy.resting"), who=hero.sheet.name)
    if space == "ranged" and not may_shoot(t.state, hero):
        t.refuse("E_NO_RANGED_WEAPON", "G-128", who=hero.sheet.name)


def may_shoot(state: State, hero: Hero) -> bool:
    """Return whether a hero may have the weapon that a ranged attack needs (p.39).

    A card of which only the name is known may be one; so may any while no one has entered a card.
    """
    known = any(each.cards for each in state.heroes)
    able = (card.kind == "ranged" and not barred(hero, card) for card in hero.cards)
    return not known or any(able) or any(card == EquipmentCard(card.name) for card in hero.cards)


def _limits(t: Table, part: int, counts: tuple[int, ...]) -> None:
    villain = part == t.state.villain
    names = POST_SPACES if villain else SPACES
    for space, n in zip(names, counts[-len(names) :], strict=True):
        limit = t.state.post.limit(space) if villain else t.state.heroes[part].sheet.limit(space)
        if n > limit:
            t.refuse(
                "E_LIMIT",
                "G-179",
                remedy=msg("remedy.fewer", n=limit),
                space=space_name(space),
                now=n,
                asked=n,
                limit=limit,
            )


WORDS: Catalogue = {
    "note.spend": _n("{who} puts {n} cube on {space}", "{who} puts {n} cubes on {space}"),
    "line.spent": _("{who}: cubes spent, {spaces}"),
    "line.space": _("{n} to {space}"),
    "note.transfer": _("{who}: {n} from {take} to {put}"),
    "note.recount": _("{who}: cubes set as counted on the table"),
    "refusal.E_SUM": _n(
        "You counted {counted} cube, but there are {total}",
        "You counted {counted} cubes, but there are {total}",
        by="counted",
    ),
    "remedy.sum": _("Reserve {n} more"),
    "remedy.sum_over": _n("Count again: {n} is too many", "Count again: {n} are too many"),
    "term.part": _("Player"),
    "prompt.spend": _("{who}: spend cubes (reserve {n})"),
    "prompt.spend_villain": _("Villain: spend cubes (reserve {n})"),
    "prompt.cubes": _n("Move {n} cube of {who}: {take}", "Move up to {n} cubes of {who}: {take}"),
    "prompt.recount": _("Count all cubes of {who}"),
}
