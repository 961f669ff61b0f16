"""Encounters: the space and its cards, or a villain."""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Call, Choice
from games.talisman_batman import plan
from games.talisman_batman.actions import (
    Ability,
    Ambush,
    Attack,
    Draw,
    JobDone,
    NoDraw,
    Resolve,
    Space,
    Take,
    TakeJob,
)
from games.talisman_batman.flow import go_on, meet, next_enemies, open_fight, pending, to_end
from games.talisman_batman.glossary import card_key, space_key
from games.talisman_batman.moves import mine
from games.talisman_batman.state import Attribute, Card, Fight, Fighter, Job, Kind, Spot, State
from games.talisman_batman.table import (
    ATTRIBUTES,
    card_label,
    change,
    die,
    find,
    here,
    known,
    known_card,
    lay,
    living,
    me,
    moment,
    new_card,
    own,
    set_spot,
    spot,
    to_pile,
    together,
    turn,
    who,
    with_card,
    without,
)

KINDS: tuple[Kind, ...] = ("object", "follower", "enemy", "event", "stranger", "place")
UNKNOWN = -1
STRONGEST = 12
"""Enemies up to here are entered with one tap; others in the form."""


# -- the space ---------------------------------------------------------------------------


def space(state: State, action: Space, call: Call) -> State:
    """Encounter the space: how many cards are drawn follows from its symbols."""
    mine(call, state, "T-055")
    moment(call, state, "T-055", "encounter")
    villain = me(state)
    if villain.turning_back:
        call.forbid("T-TURNING", "T-Q29")
    call.within(msg("field.symbols"), action.symbols, UNKNOWN, 3, "T-058")
    state = _recognise(state, action.found, call)
    shown = plan.symbols(state, villain.space)
    shown = action.symbols if action.symbols != UNKNOWN or shown is None else shown
    lying = len(here(state).cards)
    draws = UNKNOWN if shown == UNKNOWN else max(0, shown - lying)
    facts = {"who": who(state, state.active), "n": max(0, draws), "lying": lying}
    call.note("space-open" if draws == UNKNOWN else "space", "T-058", **facts)
    if villain.guard_passed and draws:
        call.note("guard-forfeit", "T-133", who=facts["who"])
        state = change(state, state.active, guard_passed=False)
    return go_on(turn(state, phase="cards", here="space", to_draw=draws), call)


def unnamed(state: State) -> tuple[Spot, ...]:
    """Places nobody named on this floor where something lies."""
    villain = me(state)
    if known(villain.space):
        return ()
    return tuple(
        s
        for s in state.spots
        if not known(s.space) and s.floor == villain.floor and s.space != villain.space
    )


def _recognise(state: State, found: str, call: Call) -> State:
    if not found:
        return state
    if found not in {s.space for s in unnamed(state)}:
        call.impossible("T-NO-CARD", "T-058")
    return change(state, state.active, space=found)


def draw(state: State, action: Draw, call: Call) -> State:
    """One Encounter card."""
    mine(call, state, "T-058")
    moment(call, state, "T-058", "cards")
    if not state.turn.to_draw:
        call.forbid("T-DRAWN", "T-058")
    card = card_of(state, action, call)
    if card.name == "security-key":
        state, card = _from_pool(state, card, call)
    elif known_card(state, card.name) is None:
        state = replace(state, library=with_card(state.library, card))
    state, card = new_card(state, replace(card, floor=me(state).floor))
    left = max(UNKNOWN, state.turn.to_draw - 1) if state.turn.to_draw > 0 else UNKNOWN
    state = turn(state, to_draw=left, drawn=state.turn.drawn + 1)
    call.note(
        "drawn", "T-058", who=who(state, state.active), card=card_label(card),
        kind=Msg(f"term.{card.kind}"),
    )  # fmt: skip
    state = _place(state, card, action.elsewhere, call)
    return state if left else go_on(state, call)


def _from_pool(state: State, card: Card, call: Call) -> tuple[State, Card]:
    """A Security Key card found on a space comes from the pool of the box."""
    if not state.key_pool:
        call.impossible("T-E29", "T-120", what=card_label(card))
    state = replace(state, key_pool=state.key_pool - 1)
    return state, replace(card, key=True, kind="object")


def card_of(state: State, action: Draw, call: Call) -> Card:
    """The card an action describes, completed by what the box knows of it."""
    name = card_key(action.name)
    if not name:
        call.impossible("T-NAME", "T-058")
    known_one = known_card(state, name)
    card = known_one or _asked(name, action, call)
    kind = action.kind or card.kind
    if kind not in KINDS:
        call.impossible("T-KIND", "T-058", remedy=msg("remedy.new-card"), card=card_label(name))
    attribute = action.attribute or card.attribute
    if attribute not in ("strength", "cunning"):
        call.impossible("E_MALFORMED", problem=attribute)
    value = card.value if action.value < 0 else action.value
    call.within(msg("field.value"), value, 0, 20, "T-066")
    number = card.number if action.number < 0 else action.number
    call.within(msg("field.number"), number, 0, 9, "T-059")
    return replace(
        card, id=0, kind=kind, attribute=attribute, value=value, number=number, purchase=False
    )


def _asked(name: str, action: Draw, call: Call) -> Card:
    """A card the box does not know: one tap for its kind, two more for an Enemy."""
    card: dict[str, Any] = {"card": card_label(name)}
    often = ("enemy", *(kind for kind in KINDS if kind != "enemy"))
    kinds = tuple(Choice(kind, Msg(f"term.{kind}")) for kind in often)
    kind = action.kind or call.ask("CARD_KIND", "T-058", kinds, **card)
    if kind != "enemy" or action.value >= 0:
        return Card(name, cast("Kind", kind))
    both = tuple(Choice(a, Msg(f"term.{a}")) for a in ATTRIBUTES)
    attribute = action.attribute or call.ask("CARD_ATTRIBUTE", "T-066", both, **card)
    numbers = tuple(Choice(n, str(n)) for n in range(1, STRONGEST + 1))
    value = int(call.ask("CARD_VALUE", "T-066", numbers, **card))
    return Card(name, "enemy", attribute=cast("Attribute", attribute), value=value)


def _place(state: State, card: Card, elsewhere: str, call: Call) -> State:
    if not elsewhere:
        return lay(state, state.active, (card,))
    call.note("elsewhere", "T-064", card=card_label(card))
    if elsewhere.strip() == "?":
        return to_pile(state, card)
    key = space_key(elsewhere)
    old = spot(state, key)
    floor = old.floor if old.cards or old.coins else me(state).floor
    return set_spot(state, Spot(key, floor, (*old.cards, card), old.coins))


def no_draw(state: State, action: NoDraw, call: Call) -> State:
    """No more cards come: the deck is used up, or everything is drawn."""
    mine(call, state, "T-058")
    moment(call, state, "T-058", "cards")
    if not state.turn.to_draw:
        call.forbid("T-DRAWN", "T-058")
    call.note("no-draw", "T-Q24", n=state.turn.drawn)
    return go_on(turn(state, to_draw=0), call)


def resolve(state: State, action: Resolve, call: Call) -> State:
    """An Event, a Stranger or a Place has been carried out."""
    mine(call, state, "T-059")
    moment(call, state, "T-059", "cards", "take")
    spot_here = here(state)
    card = find(spot_here.cards, action.card)
    if card is None:
        call.impossible("T-NO-CARD", "T-059")
    first = pending(state)
    if first and first[0].id != card.id and card in first:
        call.forbid("T-FIRST", "T-059", card=card_label(first[0]))
    state = turn(state, resolved=(*state.turn.resolved, card.id))
    call.note("resolved", "T-059", card=card_label(card))
    if not action.stays:
        left = without(spot_here.cards, card.id)
        state = set_spot(to_pile(state, card), replace(spot_here, cards=left))
    return go_on(state, call)


def fight(state: State, call: Call) -> State:
    """Fight what comes next."""
    mine(call, state, "T-059")
    moment(call, state, "T-059", "cards")
    if not next_enemies(state):
        call.impossible("T-NO-ENEMY", "T-059")
    if state.turn.to_draw > 0:
        call.forbid("T-DRAW-FIRST", "T-058", n=state.turn.to_draw)
    return meet(turn(state, to_draw=0), call)


def ambush(state: State, action: Ambush, call: Call) -> State:
    """An Enemy without a card attacks; it leaves no trophy."""
    mine(call, state, "T-092")
    moment(call, state, "T-092", "cards", "take")
    call.within(msg("field.value"), action.value, 0, 30, "T-066")
    call.note("ambush", "T-092", who=who(state, state.active), name=action.name)
    return open_fight(
        state,
        Fight(
            "ambush", Fighter(state.active), action.attribute, name=action.name,
            value=action.value,
        ),
    )  # fmt: skip


# -- what can be taken -------------------------------------------------------------------


def take(state: State, action: Take, call: Call) -> State:
    """Objects, Followers and coins are picked up."""
    mine(call, state, "T-061")
    if state.turn.here == "villain":
        call.forbid("T-E15", "T-057")
    moment(call, state, "T-061", "take")
    spot_here, villain = here(state), me(state)
    taken = tuple(_takeable(state, id, call) for id in dict.fromkeys(action.cards))
    call.within(Msg("term.coins"), action.coins, 0, spot_here.coins, "T-061")
    if not taken and not action.coins:
        call.impossible("T-NOTHING", "T-061")
    name = who(state, state.active)
    if taken:
        call.note("takes", "T-061", who=name, cards=tuple(card_label(c) for c in taken))
    if action.coins:
        call.note("takes-coins", "T-061", who=name, n=action.coins)
    ids = tuple(c.id for c in taken)
    rest = replace(
        spot_here, cards=without(spot_here.cards, *ids), coins=spot_here.coins - action.coins
    )
    return change(
        set_spot(state, rest),
        state.active,
        objects=(*villain.objects, *(c for c in taken if c.kind == "object")),
        followers=(*villain.followers, *(c for c in taken if c.kind == "follower")),
        coins=villain.coins + action.coins,
    )


def _takeable(state: State, id: int, call: Call) -> Card:
    villain = me(state)
    card = find(here(state).cards, id)
    if card is None or card.kind not in ("object", "follower"):
        call.impossible("T-NO-CARD", "T-061")
    if id in villain.ditched:
        call.forbid("T-E22", "T-101", card=card_label(card))
    if villain.alignment in card.forbids:
        call.forbid("T-E17", "T-118", who=who(state, state.active), card=card_label(card))
    return card


def done(state: State, call: Call) -> State:
    """The encounter is over; cards nobody dealt with stay."""
    mine(call, state, "T-059")
    moment(call, state, "T-059", "take")
    call.note("done", "T-059", who=who(state, state.active))
    return to_end(state, call)


def skip(state: State, call: Call) -> State:
    """No encounter: while turning back, or while waiting to go up from the Guard Post."""
    mine(call, state, "T-055")
    moment(call, state, "T-055", "encounter")
    villain = me(state)
    if not (villain.turning_back or villain.guard_passed):
        call.forbid("T-MUST", "T-055")
    call.note("no-encounter", "T-Q29", who=who(state, state.active))
    return to_end(state, call)


# -- another villain ---------------------------------------------------------------------


def attack(state: State, action: Attack, call: Call) -> State:
    """Attack a villain on the same space instead of encountering the space."""
    state = _approach(state, action.target, call)
    mine_sheet = me(state).sheet
    if action.attribute == "cunning" and not mine_sheet.cunning_attack:
        call.forbid("T-E14", "T-083")
    names = {"who": who(state, state.active), "other": who(state, action.target)}
    call.note("attacks", "T-083", **names, attribute=Msg(f"term.{action.attribute}"))
    fight = Fight("duel", Fighter(state.active), action.attribute, Fighter(action.target))
    return open_fight(turn(state, here="villain"), fight)


def ability(state: State, action: Ability, call: Call) -> State:
    """A special ability used on a villain; what it does, the table carries out."""
    state = _approach(state, action.target, call)
    names = {"who": who(state, state.active), "other": who(state, action.target)}
    call.note("ability-evaded" if action.evaded else "ability", "T-056", **names)
    return to_end(turn(state, here="villain"), call)


def _approach(state: State, seat: int, call: Call) -> State:
    """Make sure the other villain is there; unnamed spaces are asked about."""
    mine(call, state, "T-056")
    moment(call, state, "T-056", "encounter")
    living(call, state, seat)
    if seat == state.active:
        call.impossible("T-E13", "T-056", who=who(state, seat))
    near = together(state, state.active, seat)
    if near is None:
        near = call.ask("SAME_SPACE", "T-056", who=who(state, seat)) == "yes"
    if not near:
        call.forbid("T-E13", "T-056", who=who(state, seat))
        return state
    one, other = me(state), state.villains[seat]
    if known(one.space) or not other.space:
        return change(state, seat, space=one.space) if not known(other.space) else state
    return change(state, state.active, space=other.space)


# -- Falcone -----------------------------------------------------------------------------


def job(state: State, action: TakeJob, call: Call) -> State:
    """A job from Falcone; one at a time."""
    mine(call, state, "T-121")
    if me(state).job is not None:
        call.forbid("T-E28", "T-122")
    moment(call, state, "T-121", "cards", "take")
    die(call, action.die)
    if known(me(state).space) and me(state).space != "falcone":
        call.forbid("T-NOT-FALCONE", "T-121")
    call.note("job", "T-121", who=who(state, state.active), n=action.die, text=action.text)
    return change(state, state.active, job=Job(action.die, action.text.strip()[:200]))


def job_done(state: State, action: JobDone, call: Call) -> State:
    """The job is done and paid with a Security Key card, if one is left."""
    own(call, state, action.seat, "T-125")
    villain = living(call, state, action.seat)
    if villain.job is None:
        call.impossible("T-NO-JOB", "T-123")
    call.note("job-done", "T-123", who=who(state, action.seat))
    state = change(state, action.seat, job=None)
    if not state.key_pool:
        call.note("no-key-left", "T-125")
        return state
    return take_key(state, action.seat, call)


def take_key(state: State, seat: int, call: Call) -> State:
    """A Security Key card from the pool."""
    if not state.key_pool:
        call.impossible("T-E29", "T-120", what=card_label("security-key"))
    state, card = new_card(state, Card("security-key", key=True))
    state = replace(state, key_pool=state.key_pool - 1)
    call.note("key", "T-125", who=who(state, seat), n=state.key_pool)
    return change(state, seat, objects=(*state.villains[seat].objects, card))
