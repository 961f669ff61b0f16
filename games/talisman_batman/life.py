"""Gaining, losing, dying, and the villain who comes after."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Call
from games.talisman_batman.actions import Inherit, PickVillain, Ready
from games.talisman_batman.flow import floor_of, put_down, start_turn
from games.talisman_batman.glossary import card_key, fold, slug, space_key
from games.talisman_batman.lessons import EnterAbilities, EnterNumbers
from games.talisman_batman.state import FIRST, Attribute, Card, Estate, Feat, Sheet, State, Villain
from games.talisman_batman.table import (
    ATTRIBUTES,
    card_label,
    change,
    find,
    known_card,
    lay,
    living,
    lowest,
    me,
    moment,
    new_card,
    own,
    to_pile,
    turn,
    who,
    without,
)

OVER_START = 2
ARRIVING = ("picking", "sheet", "bonus")


# -- numbers -----------------------------------------------------------------------------


def gain(state: State, seat: int, what: str, by: int, call: Call) -> State:
    """Gain (or with a negative number lose) points; what the limits cut off is noted."""
    villain = living(call, state, seat)
    if what not in ("strength", "cunning", "life", "fate", "coins") or not by:
        call.impossible("E_MALFORMED", problem=f"{what} {by}")
    before = int(getattr(villain, what))
    low, high, rule = _bounds(state, seat, what)
    if by > 0 and high == before and what in ("coins", "fate") and _pool(state, what) == 0:
        call.impossible("T-E29", "T-120", what=msg(f"term.{what}"))
    after = max(low, min(high, before + by)) if by > 0 else max(low, before + by)
    state = _set(state, seat, what, after)
    note = "gain" if by > 0 else "lose"
    call.note(
        note, rule, who=who(state, seat), what=Msg(f"term.{what}"), n=abs(after - before),
        before=before, after=after,
    )  # fmt: skip
    if abs(after - before) < abs(by):
        call.note("capped", rule, n=abs(by) - abs(after - before))
    return kill(state, seat, call) if what == "life" and after == 0 else state


def _pool(state: State, what: str) -> int:
    return state.coin_pool if what == "coins" else state.fate_pool


def _bounds(state: State, seat: int, what: str) -> tuple[int, int, str]:
    villain = state.villains[seat]
    if what == "life":
        return 0, villain.sheet.life + OVER_START, "T-021"
    if what == "fate":
        most = min(villain.sheet.fate + OVER_START, villain.fate + state.fate_pool)
        return 0, max(most, villain.fate), "T-027"
    if what == "coins":
        return 0, villain.coins + state.coin_pool, "T-120"
    dial = state.options.dial_max or 99
    low = lowest(state, seat, "strength" if what == "strength" else "cunning")
    return low, max(dial, int(getattr(villain, what))), "T-019"


def _set(state: State, seat: int, what: str, value: int) -> State:
    """One number set, the pool of its tokens following."""
    moved = value - int(getattr(state.villains[seat], what))
    if what == "coins":
        state = replace(state, coin_pool=state.coin_pool - moved)
    if what == "fate":
        state = replace(state, fate_pool=state.fate_pool - moved)
    return change(state, seat, **{what: value})


def spend_fate(state: State, seat: int, call: Call) -> State:
    """One Fate token goes back to the pool; refused without one."""
    villain = state.villains[seat]
    if villain.fate < 1:
        call.impossible("T-E08", "T-023", who=who(state, seat))
    return _set(state, seat, "fate", villain.fate - 1)


# -- death -------------------------------------------------------------------------------


def kill(state: State, seat: int, call: Call) -> State:
    """The villain is killed at once; where everything goes depends on the variants."""
    call.note("killed", "T-022", who=who(state, seat))
    bloodbath, heirs = state.options.bloodbath, state.options.inheritance
    villain = state.villains[seat]
    for card in villain.trophies:
        state = to_pile(state, card)
    state = replace(
        state,
        fate_pool=state.fate_pool + villain.fate,
        feat_discard=state.feat_discard + len(villain.feats),
        gone=(*state.gone, villain.sheet),
        owes=tuple(owe for owe in state.owes if owe.seat != seat),
    )
    estate = Estate()
    if heirs and not bloodbath:
        estate = Estate(villain.objects, villain.followers, villain.coins)
        call.note("estate", "T-113", who=who(state, seat))
    else:
        state = lay(state, seat, villain.goods, villain.coins)
        call.note("scattered", "T-Q21" if bloodbath else "T-146", who=who(state, seat))
    corpse = Villain(
        sheet=villain.sheet, status="out" if bloodbath else "waiting", estate=estate,
        space=state.villains[seat].space, floor=villain.floor,
    )  # fmt: skip
    villains = list(state.villains)
    villains[seat] = corpse
    if bloodbath:
        call.note("eliminated", "T-150", who=who(state, seat))
    return replace(state, villains=tuple(villains))


# -- arrival -----------------------------------------------------------------------------


def pick(state: State, action: PickVillain, call: Call) -> State:
    """A seat says which villain card it plays."""
    own(call, state, action.seat, "T-029")
    moment(call, state, "T-029", "setup", "arrive")
    villain = state.villains[action.seat]
    if villain.status not in ("picking", "sheet", "bonus"):
        call.impossible("T-PHASE", "T-029", now=msg(f"phase.{state.turn.phase}"))
    free = (*state.unused, *((villain.sheet,) if villain.sheet.name else ()))
    if state.turn.phase == "arrive":
        free = state.unused or state.gone
    sheet = next((s for s in free if slug(s.name) == slug(action.villain)), None)
    if sheet is None:
        call.impossible("T-TAKEN", "T-029", villain=action.villain)
    state = _choose(state, action.seat, sheet)
    call.note("villain", "T-029", who=sheet.name, n=action.seat + 1)
    return _after_sheet(state, action.seat, call)


def _choose(state: State, seat: int, sheet: Sheet) -> State:
    old = state.villains[seat]
    back = old.sheet if state.turn.phase == "setup" and old.sheet.name else None
    unused = tuple(s for s in state.unused if s.name != sheet.name)
    if back is not None and back.name != sheet.name:
        unused = (*unused, back)
    gone = tuple(s for s in state.gone if s.name != sheet.name)
    state = replace(state, unused=unused, gone=gone)
    status = "bonus" if sheet.complete else "sheet"
    return change(state, seat, sheet=sheet, status=status)


def enter_sheet(state: State, action: EnterNumbers | EnterAbilities, call: Call) -> State:
    """What a villain card says, for a seat that waits for it or for later."""
    for seat, villain in enumerate(state.villains):
        if slug(villain.sheet.name) == slug(action.villain) and villain.status != "picking":
            return _sheet_in_play(state, seat, action, call)
    old = next((s for s in state.unused if slug(s.name) == slug(action.villain)), None)
    if old is None:
        call.impossible("T-TAKEN", "T-029", villain=action.villain)
    sheet = sheet_with(old, action, call)
    call.note("sheet", "T-020", who=sheet.name)
    unused = tuple(sheet if s.name == sheet.name else s for s in state.unused)
    return replace(state, unused=unused)


def _sheet_in_play(
    state: State, seat: int, action: EnterNumbers | EnterAbilities, call: Call
) -> State:
    villain = state.villains[seat]
    sheet = sheet_with(villain.sheet, action, call)
    if isinstance(action, EnterNumbers) and villain.status not in ("sheet", "bonus"):
        if not (villain.alive and _doubted(state, sheet)):
            call.impossible("T-SHEET", "T-020", who=sheet.name)
        call.note("sheet", "T-020", who=sheet.name)
        return _read_again(state, seat, sheet)
    call.note("sheet", "T-020", who=sheet.name)
    state = change(state, seat, sheet=sheet)
    if isinstance(action, EnterAbilities):
        return state
    return _after_sheet(change(state, seat, status="bonus"), seat, call)


def _doubted(state: State, sheet: Sheet) -> bool:
    return any(f.doubted and f.of == f"villain-{slug(sheet.name)}" for f in state.facts)


def _read_again(state: State, seat: int, sheet: Sheet) -> State:
    """A villain whose card was misread: what was wrong by one at the start is so now."""
    villain = state.villains[seat]
    old = villain.sheet
    state = change(state, seat, sheet=sheet)
    for what in (*ATTRIBUTES, "life", "fate"):
        moved = int(getattr(villain, what)) + getattr(sheet, what) - getattr(old, what)
        low, high, _rule = _bounds(state, seat, what)
        state = _set(state, seat, what, max(low, 1 if what == "life" else 0, min(high, moved)))
    turned = villain.alignment != old.alignment
    return state if turned else change(state, seat, alignment=sheet.alignment)


def sheet_with(old: Sheet, action: EnterNumbers | EnterAbilities, call: Call) -> Sheet:
    """The sheet with what an action says; refused beyond what a villain card can say."""
    if isinstance(action, EnterAbilities):
        call.within(msg("field.weapons"), action.weapons, 0, 4, "T-098")
        texts = {"note": action.note.strip()[:200], "insane_note": action.insane_note.strip()[:200]}
        return replace(
            old, weapons=action.weapons, cunning_attack=action.cunning_attack,
            always_feat=action.always_feat, saves_life=action.saves_life, **texts,
        )  # fmt: skip
    for what, low, high in (
        ("strength", 1, 9), ("cunning", 1, 9), ("fate", 0, 9), ("life", 1, 9), ("coins", 0, 9),
        ("feats", 0, 3),
    ):  # fmt: skip
        call.within(Msg(f"term.{what}"), getattr(action, what), low, high, "T-020")
    gear = tuple(card_key(name) for name in action.gear.split(",") if name.strip())
    return replace(
        old, strength=action.strength, cunning=action.cunning, fate=action.fate,
        life=action.life, coins=action.coins, alignment=action.alignment, feats=action.feats,
        start=space_key(action.start) or old.start, gear=gear or old.gear, unconfirmed=False,
    )  # fmt: skip


def _after_sheet(state: State, seat: int, call: Call) -> State:
    villain = state.villains[seat]
    if villain.status == "bonus" and not state.options.start_bonus:
        return arrive(state, seat, "", call)
    return state


def ready(state: State, action: Ready, call: Call) -> State:
    """The starting bonus is chosen and the villain stands on the board."""
    own(call, state, action.seat, "T-033")
    villain = state.villains[action.seat]
    if villain.status != "bonus":
        call.impossible("T-E30", "T-033", who=who(state, action.seat))
    bonus = next((name for name in ATTRIBUTES if name == action.bonus), None)
    if bonus is None and action.bonus:
        call.impossible("E_MALFORMED", problem=action.bonus)
    return arrive(state, action.seat, bonus or "", call)


def arrive(state: State, seat: int, bonus: Attribute | Literal[""], call: Call) -> State:
    """Set-up steps 6 to 12 for one villain."""
    sheet, estate = state.villains[seat].sheet, state.villains[seat].estate
    fate = min(sheet.fate, state.fate_pool)
    coins = min(sheet.coins, state.coin_pool)
    state = replace(state, fate_pool=state.fate_pool - fate, coin_pool=state.coin_pool - coins)
    villain = Villain(
        sheet=sheet, status="alive", life=sheet.life, fate=fate, coins=coins,
        strength=sheet.strength + (bonus == "strength"),
        cunning=sheet.cunning + (bonus == "cunning"),
        raised=bonus, alignment=sheet.alignment, estate=estate,
    )  # fmt: skip
    villains = list(state.villains)
    villains[seat] = villain
    start = space_key(sheet.start)
    state = replace(state, villains=tuple(villains))
    state = put_down(state, seat, start, floor_of(start, FIRST))
    raised = {"bonus": Msg(f"term.{bonus}")} if bonus else {}
    call.note("arrived-raised" if bonus else "arrived", "T-033", who=sheet.name, **raised)
    state = _equip(state, seat, call)
    if state.turn.phase == "arrive":
        return turn(state, phase="inherit" if _wealthy(estate) else "move")
    # Whoever is killed while others still arrive waits for the own turn like anybody dead.
    if any(v.status in ARRIVING for v in state.villains):
        return state
    seats = len(state.villains)
    order = ((state.first + n) % seats for n in range(seats))
    first = next(seat for seat in order if state.villains[seat].status != "out")
    return start_turn(state, first, call)


def _equip(state: State, seat: int, call: Call) -> State:
    """The Feats and Objects the villain starts with."""
    sheet = state.villains[seat].sheet
    for _ in range(sheet.feats):
        state = draw_feat(state, seat, "", call)
    for name in sheet.gear:
        state, card = new_card(state, known_card(state, name) or Card(name))
        state, card = from_stock(state, replace(card, purchase=True), call, strict=False)
        if card.id:
            call.note("gear", "T-037", who=who(state, seat), card=card_label(card))
            state = change(state, seat, objects=(*state.villains[seat].objects, card))
    return state


def from_stock(state: State, card: Card, call: Call, *, strict: bool) -> tuple[State, Card]:
    """One Purchase card from its deck; an empty deck refuses, or gives a card without id."""
    entry = next((s for s in state.stock if fold(s.name) == fold(card.name)), None)
    if entry is None:
        return state, card
    if not entry.left:
        if strict:
            call.impossible("T-E29", "T-120", what=card_label(card))
        return state, replace(card, id=0)
    less = replace(entry, left=entry.left - 1)
    stock = tuple(less if s.name == entry.name else s for s in state.stock)
    return replace(state, stock=stock), card


def draw_feat(state: State, seat: int, name: str, call: Call) -> State:
    """One Feat from the deck, its name for the owner's eyes only; discards are reshuffled."""
    if not state.feat_deck and state.feat_discard:
        call.note("feats-reshuffled", "T-105", n=state.feat_discard)
        state = replace(state, feat_deck=state.feat_discard, feat_discard=0)
    if not state.feat_deck:
        call.impossible("T-E29", "T-105", what=Msg("term.feats"))
    feat = Feat(state.next_id, name.strip())
    state = replace(state, feat_deck=state.feat_deck - 1, next_id=state.next_id + 1)
    state = change(state, seat, feats=(*state.villains[seat].feats, feat))
    call.note("feat-drawn", "T-106", who=who(state, seat))
    if feat.name:
        call.secret(seat, "feat-is", "", "T-106", name=feat.name)
    return state


def _wealthy(estate: Estate) -> bool:
    return bool(estate.objects or estate.followers or estate.coins)


def inherit(state: State, action: Inherit, call: Call) -> State:
    """The new villain takes over what was set aside, but for what is left or forbidden."""
    moment(call, state, "T-115", "inherit")
    own(call, state, state.active, "T-115")
    villain, estate = me(state), me(state).estate
    cards = (*estate.objects, *estate.followers)
    for id in action.leave:
        if find(cards, id) is None:
            call.impossible("T-NO-CARD", "T-115")
    forbidden = tuple(c.id for c in cards if villain.alignment in c.forbids)
    left = tuple(c for c in cards if c.id in (*action.leave, *forbidden))
    gone = tuple(c.id for c in left)
    call.note("inherits", "T-115", who=who(state, state.active), n=len(cards) - len(left))
    if left:
        call.note("left-behind", "T-115", cards=tuple(card_label(c) for c in left))
        state = lay(state, state.active, left)
    state = change(
        state,
        state.active,
        objects=(*villain.objects, *without(estate.objects, *gone)),
        followers=(*villain.followers, *without(estate.followers, *gone)),
        coins=villain.coins + estate.coins,
        estate=Estate(),
    )
    return turn(state, phase="move")
