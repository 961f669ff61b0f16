"""The round: upkeep, the turns of both sides step by step, the end (p.15, 20-21, 29-30)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from games.gotham_chronicles.box.page import kept, read
from games.gotham_chronicles.box.sheets import Box, mission_sheet
from games.gotham_chronicles.box.teaching import Teach
from games.gotham_chronicles.rules.common.energy import (
    heal,
    recover_hero,
    stance_recovery,
    sweep_heroes,
    sweep_post,
)
from games.gotham_chronicles.rules.common.forms import NOW
from games.gotham_chronicles.rules.end import at
from games.gotham_chronicles.rules.heroes.equipment import used_up
from games.gotham_chronicles.rules.villain.river import eventful, payable, without_event
from games.gotham_chronicles.state import State
from games.gotham_chronicles.table import (
    SIDES,
    Act,
    Table,
    in_phase,
    no_activation,
    nothing_open,
    side_only,
    uncounted,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt

STARTED = {"H3": "H2", "V3": "V2"}
"""The step of start effects before each step that players act in."""
CHOOSER = {"H2": "heroes", "H5": "heroes", "V2": "villain", "V4": "villain"}


class ResolveEffect(Act, tag="effect"):
    """A mission effect of this step has been resolved on the board."""

    named = _("Resolve a mission effect")

    text: str

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        side_only(t, CHOOSER.get(t.state.phase, t.state.initiative), "G-020")
        nothing_open(t)
        no_activation(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        side = CHOOSER.get(t.state.phase, t.state.initiative)
        for effect in dict.fromkeys(t.state.pending):
            yield cls.prompt(
                msg("prompt.effect", effect=effect),
                fixed={"text": effect},
                rule="G-019",
                expected=True,
                actors=side_actors(t.state, side),
                group=NOW,
            )

    def apply(self, t: Table) -> None:
        """Resolve the effect; the last one of the step lets the game go on."""
        if self.text not in t.state.pending:
            t.refuse_impossible("E_NO_EFFECT", "G-019", effect=self.text)
        pending = list(t.state.pending)
        pending.remove(self.text)
        t.note("effect", "G-019", effect=self.text)
        t.put(pending=tuple(pending))
        if not pending:
            _go_on(t)


class Begin(Teach, tag="mission.first"):
    """The first round begins with the side that the mission's page names (p.11)."""

    named = _("Begin with the initiative")

    side: Literal["heroes", "villain"]

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        in_phase(t, ("setup",), "G-021")
        if "first" not in t.state.unread:
            t.refuse_impossible("E_PHASE", "G-021", phase=Msg("phase.setup"))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        choices = tuple(Choice(side, Msg(f"first.{side}"), tone="next") for side in SIDES)
        field = Field("side", "choice", Msg("field.initiative"), choices, rule="G-021")
        yield cls.prompt("", field, rule="G-021", expected=True, group=NOW)

    def apply(self, t: Table) -> None:
        t.note("initiative-read", "G-021", side=Msg(f"side.{self.side}"))
        t.put(initiative=self.side)
        read(t, "first")
        _go_on(t)

    def taught(self, box: Box, state: State) -> Box:
        mission = mission_sheet(state.title, box)
        return kept(box, replace(mission, initiative=self.side), "first") if mission else box


class Next(Act, tag="next"):
    """The step is done; the next one begins."""

    named = _("Go to the next step")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        nothing_open(t)
        if t.state.side:
            side_only(t, t.state.side, "G-018")
        no_activation(t)
        if t.state.pending:
            t.refuse("E_EFFECTS_LEFT", "G-020", effects=t.state.pending)
        if t.state.phase == "setup" and "first" in t.state.unread:
            t.refuse_impossible("E_WHO_FIRST", "G-021")
        if t.state.phase == "H3":
            waiting = [hero.sheet.name for hero in t.state.heroes if not hero.choosing]
            t.refuse_impossible("E_STANCES_LEFT", "G-044", who=waiting)
        if t.state.phase == "end":
            t.refuse_impossible("E_PHASE", "G-024", phase=Msg("phase.end"))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        state = t.state
        label = {"setup": "prompt.start", "H4": "prompt.heroes_done", "V3": "prompt.villain_done"}
        idle = not payable(state) and not eventful(state)
        if state.phase == "setup" and "minis" not in state.left and uncounted(state):
            label["setup"] = "prompt.start_uncounted"
        yield cls.prompt(
            Msg(label.get(state.phase, "prompt.next")),
            rule="G-050" if state.phase == "H4" else "G-018",
            expected=state.phase in ("setup", "H4") or (state.phase == "V3" and idle),
            actors=side_actors(state, state.side) if state.side else None,
            group=NOW,
            tone="next",
        )

    def apply(self, t: Table) -> None:
        if t.state.phase == "H4" and t.state.edition > 1:
            _others_are_done(t)
        _go_on(t)


def _others_are_done(t: Table) -> None:
    """Ask once before a hero's player ends the turn of others who have cubes left."""
    able = [n for n, hero in enumerate(t.state.heroes) if hero.stance == "active" and hero.reserve]
    for index in able if t.actor in t.state.hero_parts else ():
        who = t.state.heroes[index].sheet.name
        if index != t.actor and not t.consents("OTHERS_ACT", "G-050", index, who=who):
            t.refuse("E_OTHERS_ACT", "G-050", who=who)


def _go_on(t: Table) -> None:
    """Leave the step; automatic steps behind it are gone through at once."""
    match t.state.phase:
        case "setup":
            _upkeep(t)
        case "upkeep":
            _turn(t, t.state.initiative)
        case "H2":
            enter(t, "H3")
        case "H4":
            t.note("heroes-done", "G-050")
            _closing(t, "H5")
        case "V2":
            enter(t, "V3")
        case "V3":
            t.note("villain-done", "G-091")
            without_event(t)
            t.put(resolving="")
            _closing(t, "V4")
        case _:
            _turn_over(t)


def enter(t: Table, phase: str) -> None:
    """Enter a step that waits for players, unless the start of the turn has ended the mission."""
    if phase in STARTED:
        at(t, STARTED[phase])
        if t.state.ended:
            return
    t.note("phase", "G-018", phase=Msg(f"phase.{phase}"), round=t.state.round)
    t.put(phase=phase, pending=())
    if phase == "H3":
        _unchosen(t)
        if t.state.edition > 1:
            _rest_neutralized(t)


def _unchosen(t: Table) -> None:
    """Leave every hero without a chosen stance, nothing to be healed with it."""
    fresh = (replace(h, choosing="", regenerate=0, healing="") for h in t.state.heroes)
    t.put(heroes=tuple(fresh))


def _rest_neutralized(t: Table) -> None:
    """Let neutralized heroes rest, the only stance they have (p.21)."""
    for index, hero in enumerate(t.state.heroes):
        if hero.neutralized:
            t.note("stance", "G-045", who=hero.sheet.name, stance=Msg("stance.resting"))
            t.put_hero(index, choosing="resting")
    if all(each.choosing for each in t.state.heroes):
        recover_all(t)


def recover_all(t: Table) -> None:
    """Make the chosen stances those of this round, recover by them, and let the heroes act."""
    for index, hero in enumerate(t.state.heroes):
        rises = hero.laid == "down" and hero.choosing == "active"
        if rises:
            t.note("stands-up", "G-106", who=hero.sheet.name)
        t.put_hero(index, stance=hero.choosing, laid="rising" if rises else hero.laid)
        if hero.regenerate:
            heal(t, index, hero.regenerate, "G-046")
            t.put_hero(index, used=(*hero.used, "regeneration"))
            used_up(t, index, (hero.healing,))
        recover_hero(t, index, stance_recovery(t, index))
    _unchosen(t)
    enter(t, "H4")


def _with_effects(state: State, phase: str) -> State:
    pending = tuple(
        effect.text
        for effect in state.effects
        if effect.step == phase and (not effect.rounds or state.round in effect.rounds)
    )
    return replace(state, phase=phase, pending=pending)


def _upkeep(t: Table) -> None:
    """Move the round marker on and give once-per-round rights back (p.15)."""
    heroes = tuple(
        replace(hero, moved=False, used=(), laid="" if hero.laid == "rising" else hero.laid)
        for hero in t.state.heroes
    )
    tiles = tuple(
        replace(
            tile, activated=False, minis=tuple(replace(mini, guided=False) for mini in tile.minis)
        )
        for tile in t.state.tiles
    )
    n = t.state.round + 1
    last = max(n, t.state.rounds) if t.state.endless else t.state.rounds
    t.put(round=n, rounds=last, heroes=heroes, tiles=tiles)
    t.note("round", "G-019", round=n, rounds="?" if t.state.endless else last)
    t.state = _with_effects(t.state, "upkeep")
    if not t.state.pending:
        _turn(t, t.state.initiative)


def _turn(t: Table, side: str) -> None:
    """Begin a side's turn: sweep, then its start effects (p.20, 29)."""
    if t.state.phase == "upkeep":
        at(t, "upkeep")
        if t.state.ended:
            return
    if side == "heroes":
        t.note("heroes-turn", "G-018")
        sweep_heroes(t, "G-042")
        first, then = "H2", "H3"
    else:
        t.note("villains-turn", "G-018")
        sweep_post(t)
        first, then = "V2", "V3"
    t.put_post(free_reroll=t.state.has("H2"))
    tick(t, side)
    t.state = _with_effects(t.state, first)
    if not t.state.pending:
        enter(t, then)


def tick(t: Table, side: str) -> None:
    """Turn field tokens of the side over, or remove those turned already (p.54)."""
    kept = []
    for token in t.state.tokens:
        if token.side != side:
            kept.append(token)
            continue
        code = "token-gone" if token.dissipating else "token-turned"
        t.note(code, "G-173", kind=Msg(f"token.{token.kind}"), area=token.area or "–")
        if not token.dissipating:
            kept.append(replace(token, dissipating=True))
    t.put(tokens=tuple(kept))


def _closing(t: Table, phase: str) -> None:
    t.state = _with_effects(t.state, phase)
    if t.state.pending:
        t.note("phase", "G-018", phase=Msg(f"phase.{phase}"), round=t.state.round)
        return
    _turn_over(t)


def _turn_over(t: Table) -> None:
    """End the turn: heroes sweep, the villain does not (p.21, 29); then whose turn."""
    side = "heroes" if t.state.phase.startswith("H") else "villain"
    at(t, "H5" if side == "heroes" else "V4")
    if t.state.ended:
        return
    if side == "heroes":
        sweep_heroes(t, "G-051")
        for hero in t.state.heroes:
            if hero.kept:
                t.note("kept-lost", "G-188", who=hero.sheet.name, n=hero.kept)
        heroes = tuple(replace(hero, kept=0) for hero in t.state.heroes)
        t.put(heroes=heroes)
    if side == t.state.initiative:
        _turn(t, "villain" if side == "heroes" else "heroes")
        return
    at(t, "round")
    if t.state.ended:
        return
    if t.state.endless or t.state.round < t.state.rounds:
        _upkeep(t)
        return
    t.note("last-round", "G-024", round=t.state.round)
    t.put(phase="end", pending=())


def side_actors(state: State, side: str) -> tuple[int, ...]:
    """Return the parts of a side."""
    return state.hero_parts if side == "heroes" else (state.villain,)


WORDS: Catalogue = {
    "dice.white": _n("{n} white die", "{n} white dice"),
    "dice.yellow": _n("{n} yellow die", "{n} yellow dice"),
    "dice.orange": _n("{n} orange die", "{n} orange dice"),
    "dice.red": _n("{n} red die", "{n} red dice"),
    "dice.black": _n("{n} black die", "{n} black dice"),
    "note.round": _("Round {round} of {rounds}"),
    "note.phase": _("{phase}"),
    "note.heroes-turn": _("The heroes' turn"),
    "note.villains-turn": _("The villain's turn"),
    "note.heroes-done": _("The heroes end their turn"),
    "note.villain-done": _("The villain ends the turn"),
    "note.last-round": _("Round {round} was the last one"),
    "note.effect": _("Resolved: {effect}"),
    "note.token-turned": _("{kind} in {area} is dissipating"),
    "note.kept-lost": _n(
        "{who}: {n} kept move point is lost", "{who}: {n} kept move points are lost"
    ),
    "question.OTHERS_ACT": _("{who} has cubes left. Are you all done?"),
    "refusal.E_OTHERS_ACT": _("{who} isn't done yet"),
    "refusal.E_EFFECTS_LEFT": _("Resolve first: {effects}"),
    "refusal.E_NO_EFFECT": _("No effect called “{effect}” is waiting in this step"),
    "refusal.E_STANCES_LEFT": _("No stance yet: {who}"),
    "prompt.mission.first": _("Who has the initiative?"),
    "first.heroes": _("The heroes: begin"),
    "first.villain": _("The villain: begin"),
    "note.initiative-read": _("The mission gives the initiative to: {side}"),
    "prompt.start": _("Begin the first round"),
    "prompt.start_uncounted": _("Leave it, begin the first round"),
    "prompt.next": _("Go on"),
    "prompt.heroes_done": _("End the heroes' turn"),
    "prompt.villain_done": _("End the villain's turn"),
    "prompt.effect": _("Resolved: {effect}"),
}
