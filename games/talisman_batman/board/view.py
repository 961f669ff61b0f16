"""Values the table sees: plain values and messages, secrets only for their owner."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Frozen
from games.talisman_batman.board.map import (
    Figurine,
    Leader,
    MapCell,
    cells,
    leader,
    off_the_rings,
)
from games.talisman_batman.board.tower import Rung, rungs
from games.talisman_batman.box.facts import BATMAN, checked, of_card, of_sheet
from games.talisman_batman.rules.combat.fighting import fighters
from games.talisman_batman.rules.combat.odds import die_against_die
from games.talisman_batman.rules.encounters.drawing import UNKNOWN
from games.talisman_batman.rules.fields import worth
from games.talisman_batman.rules.turn import CONTROL_VALUE, pending
from games.talisman_batman.rules.villain.points import OVER_START, best
from games.talisman_batman.state import NOBODY, EncounterCard, Fight, State, Villain
from games.talisman_batman.state.derived import (
    ATTRIBUTES,
    base,
    boosts,
    card_label,
    decided,
    decider,
    feat_limit,
    lead,
    me,
    object_count,
    object_limit,
    opponent_label,
    total,
    who,
)
from games.talisman_batman.state.rings import label, ring

SWEEP = 120
"""How far a dial reaches from its top to either side, in degrees."""


class Dial(Frozen):
    """One dial: its number, where it began, the total with bonuses, and its scale.

    ``part`` is how much of a drawn scale is lit, in percent; ``start_angle`` the position of the
    start's mark, in degrees from the top.
    """

    code: str
    label: Msg
    value: int
    start: int
    total: int
    top: int
    part: int
    start_angle: int


class LaidCard(Frozen):
    """A card on the table."""

    id: int
    name: Msg | str
    worth: Msg | str = ""
    tags: tuple[Msg, ...] = ()
    checked: bool = False


class Secret(Frozen):
    """A Feat in the viewer's own hand."""

    id: int
    number: int
    name: str


class TrophyPile(Frozen):
    """Trophies of one attribute: their points and what the best trade buys."""

    code: str
    label: Msg
    points: int
    rate: int
    buys: int
    waste: int


class VillainView(Frozen):
    """One villain as everyone sees it; ``feats`` are filled for the viewer's own only."""

    seat: int
    name: str
    status: str
    status_label: Msg
    active: bool
    next: bool
    mine: bool
    alignment: Msg | str = ""
    alignment_code: str = ""
    token: bool = False
    dials: tuple[Dial, ...] = ()
    life: int = 0
    fate: int = 0
    coins: int = 0
    floor: int = 1
    space: Msg | str = ""
    objects: tuple[LaidCard, ...] = ()
    object_count: int = 0
    object_limit: int = 4
    followers: tuple[LaidCard, ...] = ()
    trophies: tuple[LaidCard, ...] = ()
    piles: tuple[TrophyPile, ...] = ()
    feat_count: int = 0
    feat_limit: int = 0
    feats: tuple[Secret, ...] = ()
    insane: int = 0
    lost_turns: int = 0
    job: Msg | str = ""
    marks: tuple[Msg, ...] = ()
    note: str = ""
    keys: int = 0
    checked: bool = False


class Gear(Frozen):
    """A card that can help a fighter of this phone now; ``after`` are the cards used if it is
    taken up or put down."""

    seat: int
    id: int
    name: Msg | str
    worth: Msg | str
    used: bool
    after: tuple[int, ...]
    extra: int


class Duel(Frozen):
    """The fight going on, scores without and with the dice.

    ``odds`` are those of a defender who looks at it, before the dice; ``gear`` what may be used;
    ``fate`` who has decided about Fate between villains, and who decides now.
    """

    kind: str
    attribute: Msg
    attribute_code: str
    left: str
    left_base: int
    left_die: int
    right: tuple[Msg | str, ...]
    right_base: int
    right_die: int
    lead: int
    checked: bool = False
    odds: Msg | str = ""
    gear: tuple[Gear, ...] = ()
    fate: tuple[Decision, ...] = ()


class Decision(Frozen):
    """One step of a fight between villains: ``done``, ``now`` or ``next``, and whose it is."""

    state: str
    text: Msg
    seat: int = -1


class SpaceContents(Frozen):
    """The cards and coins on a space."""

    space: Msg | str
    floor: int
    cards: tuple[LaidCard, ...]
    coins: int


class View(Frozen):
    """The whole board of one viewer; ``focus`` is the seat drawn large.

    That is the viewer's own, or the active one for those who only watch.
    """

    focus: int
    round: int
    turn: int
    phase: str
    phase_label: Msg
    active: int
    standings: tuple[VillainView, ...]
    waiting_for: tuple[str, ...]
    tower: tuple[Rung, ...]
    cells: tuple[MapCell, ...]
    unplaced: tuple[Figurine, ...]
    leader: Leader | None
    batman_space: Msg | str
    batman_floor: int
    batman_strength: int
    batman_cunning: int
    batman_lines: tuple[str, ...]
    batman_checked: bool
    coins: int
    fate: int
    keys: int
    feat_deck: int
    fight: Duel | None
    lying: tuple[SpaceContents, ...]
    pending: tuple[LaidCard, ...]
    roll: int
    to_draw: int
    winner: str = ""
    depth: str = "quick"
    mapped: bool = False


def of(everybody: View, state: State, viewer: int) -> View:
    """Return that board as one player sees it, with the own Feats and odds."""
    standings = tuple(
        _standing(state, viewer, mine=True) if each.seat == viewer else each
        for each in everybody.standings
    )
    fight = everybody.fight
    if fight is not None and state.fight is not None:
        fight = replace(fight, odds=_odds(state, state.fight, viewer))
    return replace(everybody, focus=viewer, standings=standings, fight=fight)


def view(state: State) -> View:
    """Return the board as everyone may see it: it holds no secrets."""
    batman = state.batman
    at_the_top = batman.space == "control-room"
    return View(
        focus=state.active,
        round=state.round,
        turn=state.turn.number,
        phase=state.turn.phase,
        phase_label=Msg(f"phase.{state.turn.phase}"),
        active=state.active,
        standings=tuple(_standing(state, i) for i in range(len(state.villains))),
        waiting_for=tuple(dict.fromkeys(who(state, owe.seat) for owe in state.owes)),
        tower=rungs(state),
        cells=cells(state),
        unplaced=off_the_rings(state),
        leader=leader(state),
        batman_space=label(state.plan, batman.space, batman.floor) if batman.space else "",
        batman_floor=batman.floor,
        batman_strength=CONTROL_VALUE if at_the_top else batman.strength,
        batman_cunning=CONTROL_VALUE if at_the_top else batman.cunning,
        batman_lines=batman.lines,
        batman_checked=checked(state, BATMAN),
        coins=state.coin_pool,
        fate=state.fate_pool,
        keys=state.key_pool,
        feat_deck=state.feat_deck,
        fight=_fight(state),
        lying=_lying(state),
        pending=things(state, pending(state)) if _meeting(state) else (),
        roll=state.turn.roll,
        to_draw=max(UNKNOWN, state.turn.to_draw),
        winner="" if state.winner in (None, NOBODY) else who(state, state.winner),
        depth=state.depth,
        mapped=all(ring(state.plan, floor) for floor in (1, 2, 3)),
    )


def _lying(state: State) -> tuple[SpaceContents, ...]:
    """Return what lies on spaces but on the one whose cards are met just now."""
    return tuple(
        SpaceContents(label(state.plan, s.space, s.floor), s.floor, things(state, s.cards), s.coins)
        for s in state.spots
        if not (_meeting(state) and s.space == me(state).space)
    )


def _meeting(state: State) -> bool:
    return state.turn.here == "space" and state.turn.phase in ("cards", "fight", "fate")


def things(state: State, cards: tuple[EncounterCard, ...]) -> tuple[LaidCard, ...]:
    """Return cards with what matters about them."""
    return tuple(thing(card, checked(state, of_card(card))) for card in cards)


def thing(card: EncounterCard, checked: bool = False) -> LaidCard:
    """Return a card with what matters about it; ``checked`` if two players have read it so."""
    tags = [
        Msg(f"term.{name}") for name in ("weapon", "armour", "legendary") if getattr(card, name)
    ]
    kinds = (Msg(f"term.{card.kind}"), *tags)
    return LaidCard(card.id, card_label(card), worth(card), kinds, checked)


def _standing(state: State, seat: int, *, mine: bool = False) -> VillainView:
    v = state.villains[seat]
    following = _following(state)
    plain: dict[str, Any] = {
        "seat": seat,
        "name": who(state, seat),
        "status": v.status,
        "status_label": msg(f"status.{v.status}"),
        "active": seat == state.active,
        "next": seat == following,
        "mine": mine,
    }
    if not v.alive:
        return VillainView(**plain, note=v.sheet.note)
    return VillainView(
        **plain,
        **_belongings(state, v, mine=mine),
        alignment=Msg(f"term.{v.alignment}"),
        alignment_code=v.alignment,
        token=v.alignment != v.sheet.alignment,
        dials=_dials(state, v),
        life=v.life,
        fate=v.fate,
        coins=v.coins,
        floor=v.floor,
        space=label(state.plan, v.space, v.floor),
        insane=v.insane,
        lost_turns=v.lost_turns,
        job=msg("help.job", n=v.job.die, text=v.job.text or "–") if v.job else "",
        marks=_marks(v),
        note=v.sheet.insane_note if v.insane else v.sheet.note,
        checked=checked(state, of_sheet(v.sheet.name)),
    )


def _belongings(state: State, v: Villain, *, mine: bool) -> dict[str, Any]:
    """Return a villain's cards and how many more fit; Feats are named to their owner."""
    secrets = tuple(Secret(f.id, i + 1, f.name) for i, f in enumerate(v.feats))
    return {
        "objects": things(state, v.objects),
        "object_count": object_count(state, v),
        "object_limit": object_limit(v),
        "keys": sum(c.key for c in v.objects),
        "followers": things(state, v.followers),
        "trophies": things(state, v.trophies),
        "piles": tuple(_pile(state, v, attribute) for attribute in ATTRIBUTES),
        "feat_count": len(v.feats),
        "feat_limit": feat_limit(state, v),
        "feats": secrets if mine else (),
    }


def _following(state: State) -> int:
    """Return the seat whose turn comes next."""
    seats = len(state.villains)
    later = ((state.active + i) % seats for i in range(1, seats + 1))
    return next((seat for seat in later if state.villains[seat].status != "out"), state.active)


def _dials(state: State, v: Villain) -> tuple[Dial, ...]:
    """Return the dials of the stat board and the tokens beside it."""
    limit = state.options.dial_max
    strength, cunning = (
        _dial(a, getattr(v, a), getattr(v.sheet, a), total(v, a), limit or max(10, getattr(v, a)))
        for a in ATTRIBUTES
    )
    life, fate = (
        _dial(what, getattr(v, what), getattr(v.sheet, what), getattr(v, what), _top(v, what))
        for what in ("life", "fate")
    )
    return strength, cunning, life, fate, _dial("coins", v.coins, 0, v.coins, max(10, v.coins))


def _top(v: Villain, what: str) -> int:
    return max(int(getattr(v.sheet, what)) + OVER_START, int(getattr(v, what)))


def _dial(code: str, value: int, start: int, whole: int, top: int) -> Dial:
    return Dial(
        code,
        Msg(f"term.{code}"),
        value,
        start,
        whole,
        top,
        round(100 * min(value, top) / top),
        round(2 * SWEEP * min(start, top) / top) - SWEEP,
    )


def _pile(state: State, v: Villain, attribute: Any) -> TrophyPile:
    points = sum(c.value for c in v.trophies if c.attribute == attribute)
    offer = best(state, v, attribute)
    buys, waste = (offer.gain, offer.waste) if offer else (0, 0)
    return TrophyPile(
        attribute, Msg(f"term.{attribute}"), points, state.options.trophy_rate, buys, waste
    )


def _marks(v: Villain) -> tuple[Msg, ...]:
    found = []
    if v.insane:
        found.append(msg("mark.insane", n=v.insane))
    if v.lost_turns:
        found.append(msg("mark.lost-turns", n=v.lost_turns))
    if v.turning_back:
        found.append(Msg("mark.turning-back"))
    if v.guard_passed:
        found.append(Msg("mark.guard-passed"))
    if v.in_control_room:
        found.append(Msg("mark.control-room"))
    return tuple(found)


def _fight(state: State) -> Duel | None:
    fight = state.fight
    if fight is None:
        return None
    fighter = fight.me
    mine = base(state, fighter, fight.attribute)
    ahead = lead(state, fight)
    theirs_die = fight.foe.die if fight.foe else fight.die
    theirs = mine + fighter.die - ahead - theirs_die
    label = opponent_label(state, fight)
    names = label if isinstance(label, tuple) else (label,)
    return Duel(
        fight.kind,
        Msg(f"term.{fight.attribute}"),
        fight.attribute,
        who(state, fighter.seat),
        mine,
        fighter.die,
        names,
        theirs,
        theirs_die,
        ahead,
        _read_twice(state, fight),
        gear=_gear(state, fight) if state.turn.phase == "fight" else (),
        fate=_fate(state, fight) if state.turn.phase == "fate" else (),
    )


def _fate(state: State, fight: Fight) -> tuple[Decision, ...]:
    """Say between villains who has decided about Fate, who decides now and who does next."""
    if fight.foe is None:
        return ()
    now = decider(state)
    steps = [Decision("done", Msg("fate.rolled"))]
    for each in fighters(fight):
        name = who(state, each.seat)
        if each.seat == now:
            steps.append(Decision("now", msg("fate.decides", who=name), each.seat))
        elif each.rerolled:
            steps.append(Decision("done", msg("fate.rerolled", who=name, n=each.die), each.seat))
        elif decided(each) or each.seat == fight.me.seat:
            steps.append(Decision("done", msg("fate.kept", who=name, n=each.die), each.seat))
        else:
            steps.append(Decision("next", msg("fate.next", who=name), each.seat))
    return (*steps, Decision("next", Msg("fate.wins")))


def _odds(state: State, fight: Fight, viewer: int) -> Msg | str:
    """Return what the dice hold for a defender; the attacker reads it elsewhere."""
    if fight.foe is None or fight.foe.seat != viewer or fight.me.die:
        return ""
    return msg("help.odds-mine", **die_against_die(-lead(state, fight)).rolls)


def _gear(state: State, fight: Fight) -> tuple[Gear, ...]:
    """Return the cards that add to this fight, in the order they lie."""
    found = []
    for fighter in fighters(fight):
        for card in boosts(state.villains[fighter.seat], fight.attribute):
            used = card.id in fighter.cards
            others = tuple(id for id in fighter.cards if id != card.id)
            after = others if used else (*fighter.cards, card.id)
            name, extra = card_label(card), fighter.extra
            found.append(Gear(fighter.seat, card.id, name, worth(card), used, after, extra))
    return tuple(found)


def _read_twice(state: State, fight: Fight) -> bool:
    """Return whether two players have read every card that says how strong the opponent is."""
    if fight.kind == "batman":
        return checked(state, BATMAN)
    enemies = [card for spot in state.spots for card in spot.cards if card.id in fight.enemies]
    return bool(enemies) and all(checked(state, of_card(card)) for card in enemies)
