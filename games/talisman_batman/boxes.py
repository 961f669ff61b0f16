"""What a group teaches about its physical copy, once."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.messages import msg
from games.referee import Call, Refusal, Stop
from games.talisman_batman import batman, proofs
from games.talisman_batman.actions import Draw, Gain
from games.talisman_batman.encounters import KINDS
from games.talisman_batman.glossary import card_key, fold, slug, space_key
from games.talisman_batman.lessons import (
    BatmanLine,
    Check,
    EnterAbilities,
    EnterBatman,
    EnterCard,
    EnterDial,
    EnterLink,
    EnterNumbers,
    EnterRing,
    EnterStock,
    EnterSymbols,
)
from games.talisman_batman.life import sheet_with
from games.talisman_batman.state import (
    FIRST,
    PURCHASES,
    SECOND,
    TOWER,
    Alignment,
    Attribute,
    Batman,
    Box,
    Card,
    Plan,
    Sheet,
    State,
    Stock,
)
from games.talisman_batman.table import card_label, known_card, with_card

NAMES = (
    "The Joker", "Harley Quinn", "The Joker's Daughter", "Bane", "Two-Face", "Clayface",
    "Poison Ivy", "Mr. Freeze", "The Penguin", "The Riddler", "Scarecrow", "Ra's al Ghul",
)  # fmt: skip
RING = {FIRST: 40, SECOND: 30, TOWER: 15}


def blank() -> Box:
    """A new copy: the facts the rulebook prints (pp. 5, 7, 12), the rest to be entered."""
    facts = {
        "The Joker": Sheet(
            "The Joker", 2, 4, 3, 4, 1, "chaotic", "morgue", feats=2, cunning_attack=True,
            always_feat=True,
        ),
        "Harley Quinn": Sheet(
            "Harley Quinn", start="morgue", feats=1, gear=("baseball-bat",), unconfirmed=True
        ),
        "Mr. Freeze": Sheet("Mr. Freeze", coins=5),
        "Poison Ivy": Sheet("Poison Ivy", weapons=0),
    }  # fmt: skip
    return Box(sheets=tuple(facts.get(name, Sheet(name)) for name in NAMES), cards=CARDS)


CARDS = (
    Card("baseball-bat", strength=1, combat=True, weapon=True, purchase=True),
    Card("jokers-flower", cunning=2, legendary=True),
    Card("killer-croc", "follower"),
    Card("medic", "follower"),
    Card("police-radio", forbids=("chaotic",)),
    Card("lock-picks", purchase=True),
    Card("guard-keys", purchase=True),
    Card("spoiler", "enemy", value=6),
)

INVENTED: tuple[tuple[str, int, int, int, int, Alignment], ...] = (
    ("Harley Quinn", 3, 3, 4, 4, "chaotic"),
    ("The Joker's Daughter", 3, 3, 3, 4, "chaotic"),
    ("Bane", 5, 2, 2, 5, "indifferent"),
    ("Two-Face", 3, 3, 3, 4, "indifferent"),
    ("Clayface", 4, 2, 2, 5, "chaotic"),
    ("Poison Ivy", 2, 4, 4, 4, "righteous"),
    ("Mr. Freeze", 3, 4, 2, 4, "indifferent"),
    ("The Penguin", 2, 4, 4, 4, "righteous"),
    ("The Riddler", 2, 5, 3, 4, "indifferent"),
    ("Scarecrow", 2, 4, 3, 4, "chaotic"),
    ("Ra's al Ghul", 4, 4, 2, 4, "righteous"),
)


def sample() -> Box:
    """An invented box to try the title with: numbers and spaces are made up."""
    box = blank()
    made_up = {name: (s, c, f, life, a) for name, s, c, f, life, a in INVENTED}
    sheets = tuple(
        _made_up(sheet, *made_up[sheet.name]) if sheet.name in made_up else sheet
        for sheet in box.sheets
    )
    lines = (
        "−1 Life · Życie", "Lost turn · Strata tury", "−1 coin · moneta",
        "→ Morgue · Kostnica", "–", "+1 Fate · Los",
    )  # fmt: skip
    return replace(
        box,
        sheets=sheets,
        batman=Batman("security-door", SECOND, 8, 8, lines),
        stock=(Stock("baseball-bat", 4, 4), Stock("lock-picks", 2, 2), Stock("guard-keys", 3, 3)),
        plan=_sample_plan(),
        sample=True,
    )


def _made_up(
    sheet: Sheet, strength: int, cunning: int, fate: int, life: int, alignment: Alignment
) -> Sheet:
    return replace(
        sheet, strength=strength, cunning=cunning, fate=fate, life=life, alignment=alignment,
        start=sheet.start or "morgue", unconfirmed=True,
    )  # fmt: skip


def _sample_plan() -> Plan:
    first = (
        "guard-post", "Demo 1-1", "office", "Demo 1-2", "morgue", "Demo 1-3",
        "darkroom", "Demo 1-4", "open-cell", "Demo 1-5", "infirmary", "Demo 1-6",
    )  # fmt: skip
    second = (
        "Demo 2-1", "falcone", "Demo 2-2", "Demo 2-3",
        "security-door", "Demo 2-4", "Demo 2-5", "Demo 2-6",
    )  # fmt: skip
    tower = ("tower-entrance", "Demo 3-1", "Demo 3-2", "anteroom", "control-room")
    links = (("guard-post", second[0]), ("office", second[2]), ("darkroom", second[5]))
    return Plan(first, second, tower, links)


# -- learning ----------------------------------------------------------------------------


def learn(box: Box, action: Any) -> Box | Refusal:
    """The box with what a teaching action says."""
    try:
        return _told(box, _learn(box, action, Call()), action)
    except Stop as stop:
        if isinstance(stop.answer, Refusal):
            return stop.answer
        raise


def _told(box: Box, learned: Box, action: Any) -> Box:
    of = proofs.told(action, box.cards, learned.cards)
    return replace(learned, facts=proofs.entered(learned.facts, of)) if of else learned


def remember(box: Box, action: Any, state: State) -> Box:
    """The box with a card whose kind the table told when it was asked."""
    if not isinstance(action, Draw) or action.kind:
        return box
    card = known_card(state, card_key(action.name))
    if card is None or any(fold(known.name) == fold(card.name) for known in box.cards):
        return box
    return _told(box, replace(box, cards=with_card(box.cards, card)), action)


def _learn(box: Box, action: Any, call: Call) -> Box:
    match action:
        case EnterNumbers() | EnterAbilities():
            old = next((s for s in box.sheets if slug(s.name) == slug(action.villain)), None)
            if old is None:
                call.impossible("T-TAKEN", "T-029", villain=action.villain)
            sheet = sheet_with(old, action, call)
            others = tuple(sheet if s.name == sheet.name else s for s in box.sheets)
            return replace(box, sheets=others)
        case EnterBatman():
            return replace(box, batman=batman.card_of(action, call, box.batman))
        case BatmanLine():
            lines = batman.line_of(action, call, box.batman)
            return replace(box, batman=replace(box.batman, lines=lines))
        case EnterCard():
            return replace(box, cards=with_card(box.cards, entered(action, call)))
        case Draw() | Gain():
            card = _met(action)
            known = any(fold(c.name) == fold(card.name) for c in box.cards) if card else True
            return box if known or card is None else replace(box, cards=with_card(box.cards, card))
        case EnterRing() | EnterLink() | EnterSymbols():
            return replace(box, plan=with_plan(box.plan, action, call))
        case EnterStock():
            return replace(box, stock=with_stock(box.stock, action, call))
        case EnterDial():
            call.within(msg("field.maximum"), action.maximum, 0, 30, "T-016")
            return replace(box, dial_max=action.maximum)
        case Check():
            return proofs.learn(box, action, call)
    return box


def _met(action: Draw | Gain) -> Card | None:
    """What the table said about a card it met; nothing if it relied on the box."""
    name = card_key(action.name)
    kind = next((k for k in KINDS if k == action.kind), None)
    if kind is None or not name or name == "security-key":
        return None
    if isinstance(action, Gain):
        return Card(name, kind, purchase=action.source == "purchase")
    attribute: Attribute = "cunning" if action.attribute == "cunning" else "strength"
    return Card(
        name, kind, attribute=attribute, value=max(0, action.value), number=max(0, action.number)
    )


def entered(action: EnterCard, call: Call) -> Card:
    """The card a form describes."""
    name = card_key(action.name)
    if not name:
        call.impossible("T-NAME", "T-095")
    for what in ("value", "number", "strength", "cunning", "bag"):
        call.within(msg(f"field.{what}"), getattr(action, what), 0, 20, "T-095")
    facts = {n: getattr(action, n) for n in action.__struct_fields__ if n != "name"}
    return Card(name, **facts)


def with_plan(plan: Plan, action: EnterRing | EnterLink | EnterSymbols, call: Call) -> Plan:
    """The plan with a ring, a link or the symbols of a space."""
    match action:
        case EnterRing(floor, text):
            call.within(msg("field.floor"), floor, 1, 3)
            spaces = tuple(space_key(s) for s in text.replace("\n", ",").split(",") if s.strip())
            if len(set(spaces)) != len(spaces) or not 3 <= len(spaces) <= RING[floor]:
                call.impossible("T-RING", "T-005", n=RING[floor])
            name = {FIRST: "first", SECOND: "second", TOWER: "tower"}[floor]
            return replace(plan, **{name: spaces})
        case EnterLink(first, second):
            pair = (space_key(first), space_key(second))
            kept = tuple(link for link in plan.links if not set(link) & set(pair))
            return replace(plan, links=(*kept, pair)[-40:])
        case EnterSymbols(space, cards):
            call.within(msg("field.symbols"), cards, 0, 3, "T-058")
            key = space_key(space)
            return replace(
                plan, symbols=(*((s, n) for s, n in plan.symbols if s != key), (key, cards))
            )


def with_stock(stock: tuple[Stock, ...], action: EnterStock, call: Call) -> tuple[Stock, ...]:
    """The stock with one type of Purchase card; what players hold is not counted again."""
    name = card_key(action.name)
    if not name:
        call.impossible("T-NAME", "T-007")
    call.within(msg("field.total"), action.total, 0, PURCHASES, "T-007")
    others = tuple(s for s in stock if fold(s.name) != fold(name))
    if sum(s.total for s in others) + action.total > PURCHASES:
        call.impossible("T-STOCK", "T-007", n=PURCHASES)
    return (*others, Stock(name, action.total, action.total))


# -- during a play -----------------------------------------------------------------------


def teach(state: State, action: Any, call: Call) -> State:
    """The same lessons for the play going on."""
    match action:
        case EnterCard():
            card = entered(action, call)
            call.note("card", "T-095", card=card_label(card))
            state = replace(state, library=with_card(state.library, card))
            return _update(state, card)
        case EnterRing() | EnterLink() | EnterSymbols():
            state = replace(state, plan=with_plan(state.plan, action, call))
            call.note("plan", "T-005")
        case EnterStock():
            call.note("stock", "T-007", card=card_label(card_key(action.name)), n=action.total)
            state = replace(state, stock=_in_play(state, with_stock(state.stock, action, call)))
        case EnterDial():
            call.within(msg("field.maximum"), action.maximum, 0, 30, "T-016")
            call.note("dial", "T-016", n=action.maximum)
            state = replace(state, options=replace(state.options, dial_max=action.maximum))
    return state


def _update(state: State, card: Card) -> State:
    """Cards of this name that somebody holds learn their numbers too."""

    def told(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(
            replace(card, id=c.id, floor=c.floor, kind=c.kind, purchase=c.purchase)
            if fold(c.name) == fold(card.name)
            else c
            for c in cards
        )

    villains = tuple(
        replace(
            v,
            objects=told(v.objects),
            followers=told(v.followers),
            trophies=told(v.trophies),
        )
        for v in state.villains
    )
    spots = tuple(replace(s, cards=told(s.cards)) for s in state.spots)
    return replace(state, villains=villains, spots=spots)


def _in_play(state: State, stock: tuple[Stock, ...]) -> tuple[Stock, ...]:
    """The stock less what is in play already."""
    cards = [c for v in state.villains for c in (*v.goods, *v.estate.objects)]
    cards += [c for s in state.spots for c in s.cards]
    return tuple(
        replace(
            s,
            left=max(
                0,
                s.total - sum(c.purchase and fold(c.name) == fold(s.name) for c in cards),
            ),
        )
        for s in stock
    )
