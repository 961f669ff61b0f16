"""The round: upkeep, the turns of both sides step by step, the end (p.15, 20-21, 29-30)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles import cites
from games.gotham_chronicles.rules.common.energy import (
    REGENERATION,
    heal,
    healing_cards,
    recover_hero,
    regeneration,
    stance_recovery,
    sweep_heroes,
    sweep_post,
)
from games.gotham_chronicles.rules.common.forms import MORE, NOW, choice, number
from games.gotham_chronicles.rules.common.guards import (
    awake,
    hero_at,
    in_phase,
    no_activation,
    nothing_open,
    side_only,
)
from games.gotham_chronicles.rules.end import at
from games.gotham_chronicles.rules.heroes.equipment import carried, may_use, used_up
from games.gotham_chronicles.rules.villain.river import eventful, payable, without_event
from games.gotham_chronicles.state import Hero, State
from games.gotham_chronicles.table import Act, Table
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt

STANCES = ("active", "resting")
STARTED = {"H3": "H2", "V3": "V2"}
"""The step of start effects before each step that players act in."""
CHOOSER = {"H2": "heroes", "H5": "heroes", "V2": "villain", "V4": "villain"}


class ResolveEffect(Act, tag="effect"):
    """A mission effect of this step has been resolved on the board."""

    named = _("Resolve a mission effect")

    text: str

    @classmethod
    def may(cls, t: Table) -> None:
        side_only(t, CHOOSER.get(t.state.phase, t.state.initiative), cites.UPKEEP_ORDER)
        nothing_open(t)
        no_activation(t)

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        side = CHOOSER.get(t.state.phase, t.state.initiative)
        for effect in dict.fromkeys(t.state.pending):
            yield cls.prompt(
                msg("prompt.effect", effect=effect),
                fixed={"text": effect},
                rule=cites.UPKEEP,
                expected=True,
                actors=side_actors(t.state, side),
                group=NOW,
            )

    def happen(self, t: Table) -> None:
        """The last one of the step lets the game go on."""
        if self.text not in t.state.pending:
            t.impossible("E_NO_EFFECT", cites.UPKEEP, effect=self.text)
        pending = list(t.state.pending)
        pending.remove(self.text)
        t.note("effect", cites.UPKEEP, effect=self.text)
        t.put(pending=tuple(pending))
        if not pending:
            _go_on(t)


class Stance(Act, tag="stance"):
    """A hero becomes active or resting; ``regenerate`` wounds become fatigue first.

    ``card`` is a one-time card used up for it.
    """

    named = _("Choose a stance")

    rebases = True
    hero: int
    stance: str
    regenerate: int = 0
    card: str = ""

    @classmethod
    def may(cls, t: Table) -> None:
        side_only(t, "heroes", cites.STANCE)
        in_phase(t, ("H3",), cites.STANCE)

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        """One prompt per hero; chosen ones may still be changed."""
        for index, hero in enumerate(t.state.heroes):
            names = ("resting",) if hero.neutralized else STANCES
            choices = tuple(
                Choice(name, Msg(f"stance.{name}"), _recovers(t.state, hero, name), name)
                for name in names
            )
            yield cls.prompt(
                msg("prompt.stance", who=hero.sheet.name),
                choice("stance", choices, cites.STANCE),
                *_regenerating(hero),
                fixed={"hero": index},
                rule=cites.STANCE,
                expected=not hero.choosing,
                actors=(index,),
                group=NOW if not hero.choosing else MORE,
            )

    def happen(self, t: Table) -> None:
        """All stances first; the last choice lets every hero recover (p.21)."""
        hero = hero_at(t, self.hero)
        if self.stance not in STANCES:
            t.impossible("E_NO_STANCE", cites.STANCE, stance=self.stance)
        if hero.neutralized and self.stance == "active":
            t.forbid(
                "E_NEUTRALIZED_MUST_REST",
                cites.NEUTRALIZED_STANCE,
                remedy=msg("remedy.rest"),
                who=hero.sheet.name,
            )
        healed = _regenerates(t, hero, self)
        t.note("stance", cites.STANCE, who=hero.sheet.name, stance=Msg(f"stance.{self.stance}"))
        t.put_hero(self.hero, choosing=self.stance, regenerate=healed, healing=self.card)
        if all(each.choosing for each in t.state.heroes):
            _recover_all(t)


class Next(Act, tag="next"):
    """The step is done; the next one begins."""

    named = _("Go to the next step")

    @classmethod
    def may(cls, t: Table) -> None:
        nothing_open(t)
        if t.state.side:
            side_only(t, t.state.side, cites.ROUND)
        no_activation(t)
        if t.state.pending:
            t.forbid("E_EFFECTS_LEFT", cites.UPKEEP_ORDER, effects=t.state.pending)
        if t.state.phase == "H3":
            waiting = [hero.sheet.name for hero in t.state.heroes if not hero.choosing]
            t.impossible("E_STANCES_LEFT", cites.STANCE, who=waiting)
        if t.state.phase == "end":
            t.impossible("E_PHASE", cites.GAME_END, phase=Msg("phase.end"))

    @classmethod
    def offers(cls, t: Table) -> Iterable[Prompt]:
        state = t.state
        label = {"setup": "prompt.start", "H4": "prompt.heroes_done", "V3": "prompt.villain_done"}
        idle = not payable(state) and not eventful(state)
        yield cls.prompt(
            Msg(label.get(state.phase, "prompt.next")),
            rule=cites.HEROES_DONE if state.phase == "H4" else cites.ROUND,
            expected=state.phase in ("setup", "H4") or (state.phase == "V3" and idle),
            actors=side_actors(state, state.side) if state.side else None,
            group=NOW,
            tone="next",
        )

    def happen(self, t: Table) -> None:
        _go_on(t)


def _go_on(t: Table) -> None:
    """Leave the step; automatic steps behind it are gone through at once."""
    match t.state.phase:
        case "setup":
            _upkeep(t)
        case "upkeep":
            _turn(t, t.state.initiative)
        case "H2":
            _enter(t, "H3")
        case "H4":
            t.note("heroes-done", cites.HEROES_DONE)
            _closing(t, "H5")
        case "V2":
            _enter(t, "V3")
        case "V3":
            t.note("villain-done", cites.VILLAIN_END)
            without_event(t)
            _closing(t, "V4")
        case _:
            _turn_over(t)


def _enter(t: Table, phase: str) -> None:
    """A step that waits for players, unless the start of the turn has ended the mission."""
    if phase in STARTED:
        at(t, STARTED[phase])
        if t.state.ended:
            return
    t.note("phase", cites.ROUND, phase=Msg(f"phase.{phase}"), round=t.state.round)
    t.put(phase=phase, pending=())
    if phase == "H3":
        t.state = _unchosen(t.state)


def _unchosen(state: State) -> State:
    """No stance chosen, nothing to be healed with it."""
    fresh = (replace(h, choosing="", regenerate=0, healing="") for h in state.heroes)
    return replace(state, heroes=tuple(fresh))


def _with_effects(state: State, phase: str) -> State:
    pending = tuple(
        effect.text
        for effect in state.effects
        if effect.step == phase and (not effect.rounds or state.round in effect.rounds)
    )
    return replace(state, phase=phase, pending=pending)


def _upkeep(t: Table) -> None:
    """The round marker moves on and once-per-round rights come back (p.15)."""
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
    t.put(round=t.state.round + 1, heroes=heroes, tiles=tiles)
    t.note("round", cites.UPKEEP, round=t.state.round, rounds=t.state.rounds)
    t.state = _with_effects(t.state, "upkeep")
    if not t.state.pending:
        _turn(t, t.state.initiative)


def _turn(t: Table, side: str) -> None:
    """A side's turn begins: sweep, then its start effects (p.20, 29)."""
    if t.state.phase == "upkeep":
        at(t, "upkeep")
        if t.state.ended:
            return
    if side == "heroes":
        t.note("heroes-turn", cites.ROUND)
        sweep_heroes(t, cites.FIRST_SWEEP)
        first, then = "H2", "H3"
    else:
        t.note("villains-turn", cites.ROUND)
        sweep_post(t)
        first, then = "V2", "V3"
    t.put_post(free_reroll=t.state.has("H2"))
    tick(t, side)
    t.state = _with_effects(t.state, first)
    if not t.state.pending:
        _enter(t, then)


def tick(t: Table, side: str) -> None:
    """Field tokens of the side turn over, or leave when turned already (p.54)."""
    kept = []
    for token in t.state.tokens:
        if token.side != side:
            kept.append(token)
            continue
        code = "token-gone" if token.dissipating else "token-turned"
        t.note(code, cites.FIELD_TOKENS, kind=Msg(f"token.{token.kind}"), area=token.area or "–")
        if not token.dissipating:
            kept.append(replace(token, dissipating=True))
    t.put(tokens=tuple(kept))


def _closing(t: Table, phase: str) -> None:
    t.state = _with_effects(t.state, phase)
    if t.state.pending:
        t.note("phase", cites.ROUND, phase=Msg(f"phase.{phase}"), round=t.state.round)
        return
    _turn_over(t)


def _turn_over(t: Table) -> None:
    """The turn ends: heroes sweep, the villain does not (p.21, 29); then whose turn."""
    side = "heroes" if t.state.phase.startswith("H") else "villain"
    at(t, "H5" if side == "heroes" else "V4")
    if t.state.ended:
        return
    if side == "heroes":
        sweep_heroes(t, cites.LAST_SWEEP)
        for hero in t.state.heroes:
            if hero.kept:
                t.note("kept-lost", cites.KEPT_POINTS, who=hero.sheet.name, n=hero.kept)
        heroes = tuple(replace(hero, kept=0) for hero in t.state.heroes)
        t.put(heroes=heroes)
    if side == t.state.initiative:
        _turn(t, "villain" if side == "heroes" else "heroes")
        return
    at(t, "round")
    if t.state.ended:
        return
    if t.state.round < t.state.rounds:
        _upkeep(t)
        return
    t.note("last-round", cites.GAME_END, round=t.state.round)
    t.put(phase="end", pending=())


def _regenerates(t: Table, hero: Hero, action: Stance) -> int:
    """Wounds that become fatigue by the skill or a one-time card; a card heals all it can."""
    if action.card:
        card = carried(t, hero, action.card, cites.ONE_TIME)
        may_use(t, hero, card)
        if card.name not in healing_cards(hero) or not hero.wounds:
            t.impossible("E_NO_SKILL", cites.RECOVERY, skill=REGENERATION)
    if not action.regenerate and not action.card:
        return 0
    awake(t, hero)
    most = regeneration(hero, overruled=hero.neutralized, card=action.card)
    t.within(Msg("field.regenerate"), action.regenerate, 0, most, cites.RECOVERY)
    return action.regenerate or most


def _recover_all(t: Table) -> None:
    for index, hero in enumerate(t.state.heroes):
        rises = hero.laid == "down" and hero.choosing == "active"
        if rises:
            t.note("stands-up", cites.MOVE_BONUS, who=hero.sheet.name)
        t.put_hero(index, stance=hero.choosing, laid="rising" if rises else hero.laid)
        if hero.regenerate:
            heal(t, index, hero.regenerate, cites.RECOVERY)
            t.put_hero(index, used=(*hero.used, "regeneration"))
            used_up(t, index, (hero.healing,))
        recover_hero(t, index, stance_recovery(t, index))
    t.state = _unchosen(t.state)
    _enter(t, "H4")


def _regenerating(hero: Hero) -> list[Field]:
    """Wounds to fatigue by the skill, and the one-time card that helps with it."""
    found: list[Field] = []
    healing = healing_cards(hero) if hero.wounds else {}
    if healing:
        hints = {name: msg("hint.heals", n=n) for name, n in healing.items()}
        chests = tuple(Choice(name, name, hint) for name, hint in hints.items())
        found.append(choice("card", chests, cites.ONE_TIME, optional=True))
    most = max(regeneration(hero, card=name) for name in ("", *healing))
    if most:
        found.append(number("regenerate", 0, most, None, cites.RECOVERY))
    return found


def _recovers(state: State, hero: Hero, stance: str) -> Msg:
    n = hero.sheet.active if stance == "active" else hero.sheet.resting
    return msg("hint.recovers", n="X" if n is None else n + (1 if state.has("E1") else 0))


def side_actors(state: State, side: str) -> tuple[int, ...]:
    """The parts of a side."""
    return state.hero_parts if side == "heroes" else (state.villain,)


WORDS: Catalogue = {
    "note.round": _("Round {round} of {rounds}"),
    "note.phase": _("{phase}"),
    "note.heroes-turn": _("The heroes' turn"),
    "note.villains-turn": _("The villain's turn"),
    "note.heroes-done": _("The heroes end their turn"),
    "note.villain-done": _("The villain ends the turn"),
    "note.last-round": _("Round {round} was the last one"),
    "note.effect": _("Resolved: {effect}"),
    "note.stance": _("{who} chooses: {stance}"),
    "note.token-turned": _("{kind} in {area} is dissipating"),
    "note.kept-lost": _("{who}: {n} kept move points are lost"),
    "refusal.E_EFFECTS_LEFT": _("First resolve: {effects}"),
    "refusal.E_NO_EFFECT": _("No effect called “{effect}” waits in this step"),
    "refusal.E_STANCES_LEFT": _("These have no stance yet: {who}"),
    "refusal.E_NO_STANCE": _("There is no stance called {stance}"),
    "refusal.E_NEUTRALIZED_MUST_REST": _("{who} is neutralized and has to rest"),
    "remedy.rest": _("Choose Resting"),
    "hint.recovers": _("recovers {n}"),
    "hint.heals": _("up to {n} wounds to fatigue, then it is used up"),
    "prompt.start": _("Begin the first round"),
    "prompt.next": _("Go on"),
    "prompt.heroes_done": _("End the heroes' turn"),
    "prompt.villain_done": _("End the villain's turn"),
    "prompt.effect": _("Resolved: {effect}"),
    "prompt.stance": _("Stance of {who}"),
}
