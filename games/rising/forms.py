"""Forms for what is printed on the group's copy, inside a play and outside of one."""

from __future__ import annotations

from typing import Any

from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt
from games.rising import opening
from games.rising.define_checks import VERBS, WHEN, WHO, Sizes
from games.rising.definition import Definition
from games.rising.facts import Box, CardFacts, DieFacts, TeamFacts, TrackFacts
from games.rising.table import Table

NOTHING = CardFacts("")
UP_TO_PRICE = tuple(Choice(n, str(n)) for n in range(Sizes.price + 1))


def _prompt(game: Definition, do: str, topic: str, *fields: Field, **more: Any) -> Prompt:
    label = more.pop("label", Msg(f"prompt.{do}"))
    rule = game.rules[topic] if topic else ""
    return Prompt(do, label, fields, rule=rule, group="table", **more)


def text(name: str, value: str = "", high: int = Sizes.text, **more: Any) -> Field:
    return Field(
        name, "text", Msg(f"field.{name}"), high=high, default=value, optional=True, **more
    )


def number(name: str, value: int, low: int, high: int) -> Field:
    return Field(
        name, "number", Msg(f"field.{name}"), low=low, high=high, default=value, optional=True
    )


def flag(name: str, value: bool = False) -> Field:
    return Field(name, "flag", Msg(f"field.{name}"), default=value, optional=True)


def among(name: str, values: tuple[str, ...], value: str = "", prefix: str = "") -> Field:
    choices = tuple(Choice(each, Msg(f"{prefix or name}.{each or 'none'}")) for each in values)
    return Field(name, "choice", Msg(f"field.{name}"), choices, default=value, optional=True)


def symbols(game: Definition, name: str, value: tuple[int, ...] = ()) -> Field:
    """How many of each symbol."""
    return Field(
        name,
        "sequence",
        Msg(f"field.{name}"),
        UP_TO_PRICE,
        tuple(symbol.name for symbol in game.symbols),
        default=value or (0,) * len(game.symbols),
        optional=True,
    )


# -- cards ---------------------------------------------------------------------------------


def card_fields(game: Definition, facts: CardFacts) -> tuple[Field, ...]:
    """What is printed on a card; only the name is needed."""
    prices = (*facts.prices, (), (), ())
    fields = [
        among("kind", ("", *game.kinds), facts.kind),
        number("capacity", facts.capacity, 0, Sizes.capacity),
        symbols(game, "price", prices[0]),
        text("type", facts.type, Sizes.name),
        text("ability", facts.ability),
        symbols(game, "cost", facts.cost),
        number("pays", facts.pays, 0, Sizes.capacity),
        symbols(game, "price_b", prices[1]),
        symbols(game, "price_c", prices[2]),
        flag("known", facts.known),
    ]
    if game.ban_icon:
        fields.append(among("icon", ("", "yes", "no"), facts.icon))
        fields.append(text("reward", facts.reward))
    return (*fields, text("ruling", facts.ruling))


def effect_fields(game: Definition) -> tuple[Field, ...]:
    symbols_ = ("", *(each.code for each in game.symbols), "left", "right")
    colours = ("", *(each.colour for each in game.dice))
    return (
        Field(
            "verb",
            "choice",
            Msg("field.verb"),
            tuple(Choice(each, Msg(f"verb.{each}")) for each in VERBS),
        ),
        number("n", 1, -9, 9),
        among("who", WHO),
        number("count", 1, 1, 9),
        flag("each"),
        text("type", "", Sizes.name),
        among("symbol", symbols_, prefix="symbol"),
        among("colour", colours, prefix="colour"),
        among("when", WHEN),
        flag("first"),
    )


def play_forms(t: Table) -> tuple[Prompt, ...]:
    """Cards of the table that can be named or completed, the track, the dice."""
    game = t.game
    prompts = []
    for piece in t.state.pieces:
        facts = t.facts(piece)
        if facts.name and facts.kind and facts.capacity and facts.prices and facts.known:
            continue
        prompts.append(define_piece(t, piece.id, facts))
    if not t.state.doom_checked:
        sizes = tuple(each.facts.size for each in t.state.sections)
        prompts.append(track_form(game, t.state.setup.side, sizes))
    if t.state.newest >= 0 and not t.state.sections[t.state.newest].facts.known:
        facts_of_side = tuple(each.facts for each in t.state.sections)
        forms = section_forms(game, TrackFacts(t.state.setup.side, facts_of_side))
        prompts += [each for each in forms if each.fixed["section"] == t.state.newest + 1]
    if t.state.depth == "full":
        prompts += [dice_form(game, each) for each in t.state.stock if not each.checked]
    return tuple(prompts)


def define_piece(t: Table, piece: str, facts: CardFacts) -> Prompt:
    """The form of a card on the table, with its name while it has none."""
    fields = card_fields(t.game, facts)
    fixed: dict[str, Any] = {"name": facts.name}
    if not facts.name:
        fixed = {"piece": piece}
        taken = {each.card for each in t.state.pieces} | set(t.state.gone)
        names = tuple(
            Choice(each.name, each.name) for each in t.state.library if each.name not in taken
        )
        name = Field("name", "text", Msg("field.name"), names, high=Sizes.name)
        fields = (name, *fields)
    label = msg("prompt.card.define", card=t.name(piece))
    return _prompt(t.game, "card.define", "anatomy", *fields, label=label, fixed=fixed)


# -- the box -------------------------------------------------------------------------------


def box_pages(game: Definition, box: Box) -> tuple[Prompt, ...]:
    """Every form of a copy: track sides, dice, teams, progress cards, cards."""
    return (
        *(track_forms(game, box)),
        *(dice_form(game, each) for each in box.dice),
        *(team_form(game, each) for each in box.teams),
        *(progress_forms(game, box)),
        new_card(game),
        *(card_form(game, each) for each in box.cards),
        *(effect_forms(game, box)),
    )


def track_forms(game: Definition, box: Box) -> tuple[Prompt, ...]:
    """Spaces of each side, and the abilities uncovered on it."""
    prompts = []
    for side in game.doom.sides:
        facts = opening.track_facts(game, box, side)
        prompts.append(track_form(game, side, tuple(each.size for each in facts.sections)))
        if len(facts.sections) > 1:
            prompts += section_forms(game, facts)
    return tuple(prompts)


def track_form(game: Definition, side: str, sizes: tuple[int, ...]) -> Prompt:
    rows = tuple(
        msg(f"section.{each.holds or 'none'}", n=i + 1)
        for i, each in enumerate(game.doom.placeholder)
    )
    field = Field(
        "sizes",
        "sequence",
        Msg("field.sizes"),
        tuple(Choice(n, str(n)) for n in range(Sizes.section + 1)),
        rows,
        default=sizes,
    )
    label = msg("prompt.track.define", side=Msg(f"side.{side or 'auto'}"))
    return _prompt(game, "track.define", "track", field, label=label, fixed={"side": side})


def section_forms(game: Definition, facts: TrackFacts) -> tuple[Prompt, ...]:
    return tuple(
        _prompt(
            game,
            "section.define",
            "new_ability",
            text("ability", each.ability),
            flag("known", each.known),
            label=msg("prompt.section.define", n=i + 1, side=Msg(f"side.{facts.side or 'auto'}")),
            fixed={"side": facts.side, "section": i + 1},
        )
        for i, each in enumerate(facts.sections)
        if each.holds
    )


def dice_form(game: Definition, facts: DieFacts) -> Prompt:
    faces = tuple(Choice(face, Msg(f"face.{face}")) for face in game.faces)
    rows = tuple(msg("term.face_number", n=n) for n in range(1, 7))
    default = facts.faces or game.faces[:1] * 6
    name = next((each.name for each in game.dice if each.colour == facts.colour), facts.colour)
    return _prompt(
        game,
        "dice.define",
        "dice_limit",
        number("count", facts.count, 0, game.dice_total),
        Field("faces", "sequence", Msg("field.faces"), faces, rows, default=default),
        label=msg("prompt.dice.define", colour=name),
        fixed={"colour": facts.colour},
        help="" if facts.checked else Msg("help.unchecked"),
    )


def team_form(game: Definition, facts: TeamFacts) -> Prompt:
    colours = tuple(Choice(each.colour, each.name) for each in game.dice)
    rows = tuple(msg("term.die_number", n=n) for n in range(1, 5))
    fields = [
        Field("leader", "text", Msg("field.leader"), high=Sizes.name, default=facts.leader),
        Field(
            "dice",
            "sequence",
            Msg("field.base_dice"),
            colours,
            rows,
            default=facts.dice,
            optional=True,
        ),
        text("ability", facts.ability),
        symbols(game, "cost", facts.cost),
        flag("known", facts.known),
    ]
    if game.ally_from:
        fields.insert(1, text("ally", facts.ally, Sizes.name))
    label = msg("prompt.team.define", team=facts.name)
    return _prompt(game, "team.define", "teams", *fields, label=label, fixed={"name": facts.name})


def progress_forms(game: Definition, box: Box) -> tuple[Prompt, ...]:
    """A new progress card, and each space of those already entered."""
    if not game.progress:
        return ()
    name = Field("name", "text", Msg("field.name"), high=Sizes.name)
    levels = among("level", ("easy", "medium", "hard"), "easy")
    length = number("length", game.progress, 1, Sizes.steps)
    prompts = [_prompt(game, "progress.define", "progress_card", name, levels, length)]
    for ladder in box.progress:
        fixed = {"name": ladder.name, "level": ladder.level, "length": len(ladder.steps)}
        for i, step in enumerate(ladder.steps):
            kinds = ("", "symbols", "hit", "tokens", "dice", "recruit")
            fields = (
                among("kind", kinds, step.kind, prefix="pricekind"),
                symbols(game, "price", step.price),
                number("n", step.n, 0, 9),
                text("type", step.type, Sizes.name),
            )
            label = msg("prompt.progress.step", card=ladder.name, n=i + 1)
            more: dict[str, Any] = {"label": label, "fixed": {**fixed, "step": i + 1}}
            prompts.append(_prompt(game, "progress.define", "progress_price", *fields, **more))
    return tuple(prompts)


def new_card(game: Definition) -> Prompt:
    name = Field("name", "text", Msg("field.name"), high=Sizes.name)
    label = Msg("prompt.card.new")
    return _prompt(game, "card.define", "anatomy", name, *card_fields(game, NOTHING), label=label)


def card_form(game: Definition, facts: CardFacts) -> Prompt:
    label = msg("prompt.card.define", card=facts.name)
    fields = card_fields(game, facts)
    more: dict[str, Any] = {"label": label, "fixed": {"name": facts.name}}
    return _prompt(game, "card.define", "anatomy", *fields, **more)


def effect_forms(game: Definition, box: Box) -> tuple[Prompt, ...]:
    """One more verb of an ability: of a card, a team or a section of the track."""
    names = [Choice(each.name, each.name) for each in box.cards]
    names += [Choice(each.name, each.name) for each in box.teams]
    names += [
        Choice(f"{side}.{i + 1}", msg("prompt.section.define", n=i + 1, side=Msg(f"side.{side}")))
        for side in game.doom.sides
        if side
        for i, section in enumerate(game.doom.placeholder)
        if section.holds
    ]
    name = Field("name", "choice", Msg("field.name"), tuple(names))
    fields = [name, *effect_fields(game)]
    if game.ban_icon:
        fields.append(flag("reward"))
    return (_prompt(game, "card.effect", "anatomy", *fields),)
