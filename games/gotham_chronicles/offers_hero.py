"""What heroes may do now: stances, cubes, cards (the plain part of both depths)."""

from __future__ import annotations

from collections.abc import Iterable

from games.gotham_chronicles import cites
from games.gotham_chronicles.cards import barred
from games.gotham_chronicles.energy import regeneration
from games.gotham_chronicles.forms import MORE, NOW, TABLE, choice, number, sources, spaces, text
from games.gotham_chronicles.sheets import ACTION_SPACES, SPACES, Card
from games.gotham_chronicles.state import Hero, State
from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt


def stances(state: State) -> tuple[Prompt, ...]:
    """One prompt per hero; chosen ones may still be changed."""
    found = []
    for index, hero in enumerate(state.heroes):
        names = ("resting",) if hero.neutralized else ("active", "resting")
        choices = tuple(
            Choice(name, Msg(f"stance.{name}"), _recovers(state, hero, name), name)
            for name in names
        )
        fields = [choice("stance", choices, cites.STANCE)]
        if regeneration(hero):
            fields.append(number("regenerate", 0, regeneration(hero), None, cites.RECOVERY))
        found.append(
            Prompt(
                "stance",
                msg("prompt.stance", who=hero.sheet.name),
                tuple(fields),
                {"hero": index},
                cites.STANCE,
                expected=not hero.choosing,
                actors=(index,),
                group=NOW if not hero.choosing else MORE,
            )
        )
    return tuple(found)


def _recovers(state: State, hero: Hero, stance: str) -> Msg:
    n = hero.sheet.active if stance == "active" else hero.sheet.resting
    return msg("hint.recovers", n="X" if n is None else n + (1 if state.has("E1") else 0))


def cubes(state: State, index: int) -> tuple[Prompt, ...]:
    """Cubes to the spaces of a hero: actions in step H4, defence and rerolls in any turn."""
    hero = state.heroes[index]
    if hero.neutralized or not state.side:
        return ()
    acts = state.phase == "H4" and hero.stance == "active" and not state.open
    names = ((*ACTION_SPACES,) if acts else ()) + ("defence", "reroll")
    choices = spaces(state, index, names)
    if not choices:
        return ()
    most = max(hero.room(str(each.value)) for each in choices)
    fields = (
        choice("space", choices, cites.SPACES),
        number("cubes", 1, most, 1, cites.HERO_LIMIT),
    )
    quick = state.depth == "quick"
    label = msg("prompt.spend", who=hero.sheet.name, n=hero.reserve)
    return (
        Prompt(
            "spend",
            label,
            fields,
            {"hero": index},
            cites.SPACES,
            actors=(index,),
            group=NOW if quick else MORE,
        ),
    )


def wounds(state: State, index: int) -> Prompt:
    """Wounds from anything, cubes in their order."""
    hero = state.heroes[index]
    most = hero.sheet.total - hero.wounds
    on_spaces = sum(hero.spaces)
    return Prompt(
        "wound",
        msg("prompt.wound", who=hero.sheet.name),
        (
            number("wounds", 1, max(1, most), 1, cites.WOUND_ORDER),
            *sources(hero.spaces, SPACES, on_spaces - 1, cites.WOUND_ORDER),
        ),
        {"hero": index},
        cites.WOUND_ORDER,
        group=NOW if state.depth == "quick" and state.side else MORE,
        tone="danger",
    )


def cards(state: State, index: int) -> tuple[Prompt, ...]:
    """Carrying: drop at any time; pick up, give and take as automatic manipulations."""
    hero = state.heroes[index]
    found: list[Prompt] = []
    loose = _names(card for card in hero.cards if not card.gadget)
    if loose:
        found.append(_card_prompt("drop", index, hero, loose, cites.DROP_CARD, (text("area"),)))
    if state.phase == "H4" and hero.stance == "active" and not hero.neutralized:
        found += _passing(state, index, loose)
    usable = _names(card for card in hero.cards if card.lines and not barred(hero, card))
    if usable:
        found.append(_card_prompt("use", index, hero, usable, cites.LINES))
    lying = _names(each.card for each in state.ground)
    if lying:
        found.append(_card_prompt("gain", index, hero, lying, cites.PICK_UP))
    return tuple(found)


def _passing(state: State, index: int, loose: tuple[Choice, ...]) -> list[Prompt]:
    hero = state.heroes[index]
    found = []
    if not hero.room("manipulation"):
        return []
    lying = _names(each.card for each in state.ground)
    if lying:
        found.append(_card_prompt("pick", index, hero, lying, cites.PICK_UP))
    others = tuple(
        Choice(i, other.sheet.name) for i, other in enumerate(state.heroes) if i != index
    )
    if others and loose:
        to = (choice("other", others, cites.GIVE),)
        found.append(_card_prompt("give", index, hero, loose, cites.GIVE, to))
    for i, other in enumerate(state.heroes):
        theirs = _names(card for card in other.cards if not card.gadget)
        if i != index and theirs:
            prompt = _card_prompt("take", index, hero, theirs, cites.GIVE)
            fixed = {"hero": index, "other": i}
            label = msg("prompt.take", who=hero.sheet.name, other=other.sheet.name)
            found.append(
                Prompt("take", label, prompt.fields, fixed, cites.GIVE, actors=(index,), group=MORE)
            )
    return found


def _names(cards: Iterable[Card]) -> tuple[Choice, ...]:
    found = {card.name: card for card in cards}
    return tuple(
        Choice(name, name, msg("hint.weight", n=card.weight)) for name, card in found.items()
    )


def _card_prompt(
    do: str,
    index: int,
    hero: Hero,
    names: tuple[Choice, ...],
    rule: str,
    more: tuple[Field, ...] = (),
) -> Prompt:
    return Prompt(
        do,
        msg(f"prompt.{do}", who=hero.sheet.name),
        (choice("card", names, rule), *more),
        {"hero": index},
        rule,
        actors=(index,),
        group=MORE,
    )


def verbs(state: State, index: int) -> tuple[Prompt, ...]:
    """Markers and cubes moved by cards and missions."""
    hero = state.heroes[index]
    marks = tuple(Choice(name, Msg(f"mark.{name}")) for name in ("shackles", "laid", "friend"))
    return (
        Prompt(
            "mark",
            msg("prompt.mark", who=hero.sheet.name),
            (choice("what", marks), number("value", 0, 12, 0)),
            {"hero": index},
            cites.PRIORITY,
            group=TABLE,
        ),
    )
