"""What the table may do besides the expected step: tokens, abilities, effects of cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt
from games.rising import dice, forms, heroes, progress, tokens
from games.rising.abilities import (
    TEAM,
    ability_facts,
    asking,
    names_colour,
    paid,
    points,
)
from games.rising.asking import MORE, NOW, TABLE, ability_choices, active, card_choices
from games.rising.prompts_heroes import die_choices, die_row, price_text
from games.rising.table import PLACES, Table


def offer(t: Table, do: str, topic: str, *fields: Field, **more: Any) -> Prompt:
    return Prompt(
        do,
        more.pop("label", Msg(f"prompt.{do}")),
        fields,
        rule=t.rule(topic),
        group=more.pop("group", MORE),
        **more,
    )


def target(cards: tuple[Choice, ...], name: str = "card", optional: bool = False) -> Field:
    label = "first_card" if name == "first" else name
    return Field(name, "choice", Msg(f"field.{label}"), cards, optional=optional)


def amount(high: int = 3, name: str = "n") -> Field:
    return Field(name, "number", Msg("field.n"), low=1, high=high, default=1)


def offers(t: Table) -> tuple[Prompt, ...]:
    """Everything optional, in the order pages draw it."""
    if t.state.step == "deal":
        return forms.play_forms(t)
    return (
        *go_elsewhere(t),
        *use_tokens(t),
        *(use_abilities(t) if t.state.step == "heroes" else ()),
        *(more_dice(t) if t.state.step == "heroes" else ()),
        *effects(t),
        *keep_tokens(t),
        *forms.play_forms(t),
    )


def go_elsewhere(t: Table) -> tuple[Prompt, ...]:
    """Until the villains' turn begins the token may still be moved."""
    if t.state.at != 1:
        return ()
    others = tuple(Choice(i, t.place(i)) for i in PLACES if i != t.turn.location)
    field = Field("location", "choice", Msg("field.location"), others)
    label = Msg("prompt.deploy.other")
    return (offer(t, "deploy", "deploy", field, label=label, actors=active(t)),)


# -- tokens --------------------------------------------------------------------------------


def use_tokens(t: Table) -> tuple[Prompt, ...]:
    """One prompt per team with tokens and per shape of what they need to be told."""
    if not tokens.window(t) or t.turn.blocked:
        return ()
    prompts = []
    for owner, team in enumerate(t.state.teams):
        ready = [token for token in team.tokens if tokens.usable(t, token)]
        kinds = [
            kind
            for kind in t.game.tokens.kinds
            if any(token.kind in ("", kind.key) for token in ready)
        ]
        prompts += [token_prompt(t, owner, kind.key) for kind in kinds]
    return tuple(prompts)


def token_prompt(t: Table, owner: int, key: str) -> Prompt:
    """A token of one kind: its amount where open, its targets, its dice."""
    kind = t.token_kind(key)
    fields = [amount()] if kind.open_amount else []
    name = t.state.teams[owner].name
    if kind.do == "heal":
        scope = (*t.team.row, *t.cards(max(t.turn.location, 0)))
        hurt = (each for each in scope if t.is_hero(each) and t.piece(each).damage)
        choices = card_choices(t, tuple(hurt))
        fields.insert(0, target(choices, "target"))
        if kind.cards > 1:
            fields.insert(1, target(choices, "other", optional=True))
    if kind.do == "die" and not kind.colour:
        fields.append(colours(t, optional=t.state.depth == "quick"))
    if t.state.depth == "full" and kind.do == "symbol":
        fields.append(target(laying(t), "target"))
    if t.state.depth == "full" and kind.do == "reroll":
        rows = tuple(die_row(t, die) for die in t.pool() if die.face)
        fields.append(Field("faces", "dice", Msg("field.faces"), dice=rows))
    return offer(
        t,
        "token.use",
        "tokens",
        *fields,
        label=msg("prompt.token.use", team=name, token=Msg(f"token.{key}")),
        fixed={"owner": owner, "kind": key},
        tone=f"token-{kind.do}",
    )


def laying(t: Table) -> tuple[Choice, ...]:
    """Where a symbol may be laid."""
    choices = card_choices(t, t.reach()) + ability_choices(t, asking(t))
    if progress.due(t) is not None:
        choices += (Choice(progress.TARGET, Msg("term.progress")),)
    return choices


def colours(t: Table, optional: bool = False) -> Field:
    names = tuple((each.colour, heroes.colour_name(t, each.colour)) for each in t.state.stock)
    choices: tuple[Any, ...] = tuple(Choice(colour, name) for colour, name in names)
    return Field("colour", "choice", Msg("field.colour"), choices, optional=optional)


def keep_tokens(t: Table) -> tuple[Prompt, ...]:
    """Looking at tokens and handing them round."""
    prompts = []
    kinds = tuple(Choice(each.key, Msg(f"token.{each.key}")) for each in t.game.tokens.kinds)
    names = tuple(Choice(i, each.name) for i, each in enumerate(t.state.teams))
    for owner, team in enumerate(t.state.teams):
        fixed = {"owner": owner}
        if any(not token.kind for token in team.tokens):
            label = msg("prompt.token.look", team=team.name)
            field = Field("kind", "choice", Msg("field.kind"), kinds)
            prompts.append(
                offer(t, "token.look", "token_kinds", field, label=label, fixed=fixed, group=TABLE)
            )
        if team.tokens:
            others = tuple(each for each in names if each.value != owner)
            held = tuple(each for each in kinds if any(k.kind == each.value for k in team.tokens))
            to = Field("to", "choice", Msg("field.to"), others)
            kind = Field(
                "kind",
                "choice",
                Msg("field.kind"),
                (Choice("", Msg("choice.any")), *held),
                default="",
            )
            label = msg("prompt.token.give", team=team.name)
            prompts.append(
                offer(t, "token.give", "tokens", to, kind, label=label, fixed=fixed, group=TABLE)
            )
    return tuple(prompts)


# -- abilities -----------------------------------------------------------------------------


def use_abilities(t: Table) -> tuple[Prompt, ...]:
    """Unused abilities of the active team."""
    prompts: list[Prompt] = []
    for card in (TEAM, *t.team.row):
        facts = ability_facts(t, card)
        if card not in t.turn.used:
            prompts += ability(t, card, {effect.do for effect in facts.effects if not effect.when})
    return tuple(prompts)


def ability(t: Table, card: str, verbs: set[str]) -> Iterable[Prompt]:
    """The prompts of one ability: plain use, a reroll, a change of face."""
    facts = ability_facts(t, card)
    if facts.known and not verbs:
        return
    name: Any = facts.name or t.name(card)
    common: dict[str, Any] = {
        "fixed": {"card": card},
        "actors": active(t),
        "help": facts.ability,
        "label": msg("prompt.ability.team" if card == TEAM else "prompt.ability", card=name),
    }
    if t.state.depth == "full" and paid(t, card):
        common |= {"group": NOW, "expected": True}
    full, rolled = t.state.depth == "full", tuple(die for die in t.pool() if die.face)
    if full and rolled and (verbs & {"reroll"} or not facts.known) and not t.turn.freed:
        label = msg("prompt.reroll", card=name)
        yield offer(t, "reroll", "reroll", *_rerolled(t), **{**common, "label": label})
    if full and rolled and (verbs & {"face"} or not facts.known):
        label = msg("prompt.face", card=name)
        yield offer(t, "face", "change", *_faces(t), **{**common, "label": label})
    if not verbs or verbs - {"reroll", "face"}:
        yield offer(t, "ability", "ability", *_ability_fields(t, card), **common)


def _rerolled(t: Table) -> tuple[Field, ...]:
    """A face per rolled die, or that it is kept."""
    rows = tuple(
        replace(row, faces=(Choice("", Msg("choice.keep")), *row.faces))
        for row in (die_row(t, die) for die in t.pool() if die.face)
    )
    return (Field("faces", "dice", Msg("field.faces"), dice=rows),)


def _faces(t: Table) -> tuple[Field, ...]:
    rolled = tuple(die for die in t.pool() if die.face)
    said = dice.say_faces(t, t.game.faces)
    faces: tuple[Any, ...] = tuple(
        Choice(face, label) for face, label in zip(t.game.faces, said, strict=True)
    )
    die = Field("die", "choice", Msg("field.die"), die_choices(t, rolled))
    return (die, Field("face", "choice", Msg("field.face"), faces))


def _ability_fields(t: Table, card: str) -> tuple[Field, ...]:
    facts = ability_facts(t, card)
    effects = tuple(effect for effect in facts.effects if not effect.when)
    fields = []
    rolled = tuple(die for die in t.pool() if die.face) if not paid(t, card) else ()
    if t.state.depth == "full" and rolled and (any(facts.cost) or not facts.known):
        fields.append(
            Field(
                "dice",
                "choices",
                Msg("field.dice"),
                die_choices(t, rolled),
                low=0,
                high=len(rolled),
                optional=not any(facts.cost),
            )
        )
    if points(facts):
        pieces = tuple(each.id for each in t.state.pieces)
        fields.append(target(card_choices(t, pieces), "target"))
        if any(each.do in ("move", "swap") for each in effects):
            fields.append(target(card_choices(t, pieces), "other"))
    if names_colour(facts):
        names = colours(t)
        fields.append(Field("other", "choice", Msg("field.colour"), names.choices))
    return tuple(fields)


def more_dice(t: Table) -> tuple[Prompt, ...]:
    """Joining the boss, dice by abilities, paying the progress track."""
    prompts = []
    away = t.turn.location != t.state.facing
    spare = t.pool() or t.state.depth == "quick"
    if t.game.goal.jump and away and spare:
        die = Field("die", "choice", Msg("field.die"), die_choices(t, t.pool()))
        fields = (die,) if t.state.depth == "full" else ()
        prompts.append(
            offer(
                t,
                "jump",
                "jump",
                *fields,
                label=msg("prompt.jump", place=t.place(t.state.facing)),
                actors=active(t),
            )
        )
    if t.state.depth == "full":
        prompts.append(offer(t, "die.add", "extra", colours(t)))
        if t.game.dice_stay:
            prompts += keep_dice(t)
    prompts += pay(t)
    villains = tuple(each for each in t.reach() if t.is_villain(each))
    if t.game.sets_per_turn and villains:
        prompts.append(offer(t, "set.extra", "villain_once", target(card_choices(t, villains))))
    return tuple(prompts)


def keep_dice(t: Table) -> tuple[Prompt, ...]:
    laid = tuple(die for die in t.turn.dice if die.place == "laid")
    prompts = []
    if laid:
        on = tuple(each for each in t.state.pieces if each.id in {die.target for die in laid})
        prompts.append(
            offer(
                t,
                "die.keep",
                "dice_stay",
                Field("die", "choice", Msg("field.die"), die_choices(t, laid)),
                target(card_choices(t, (each.id for each in on))),
            )
        )
    if t.state.kept:
        kept = Field("die", "choice", Msg("field.die"), die_choices(t, t.state.kept))
        label = Msg("prompt.die.release")
        prompts.append(offer(t, "die.keep", "dice_stay", kept, label=label, group=TABLE))
    return tuple(prompts)


def pay(t: Table) -> tuple[Prompt, ...]:
    """Paying the next space of the progress track with tokens or pool dice."""
    step = progress.due(t)
    if step is None or t.turn.paid or step.kind not in ("tokens", "dice"):
        return ()
    label = msg("prompt.progress.pay", price=price_text(t))
    more: dict[str, Any] = {"label": label, "actors": active(t)}
    if step.kind == "tokens":
        return tuple(token_payers(t, step.n, more))
    if t.state.depth == "quick":
        return (offer(t, "progress.pay", "progress_price", **more),)
    chosen = Field(
        "dice", "choices", Msg("field.dice"), die_choices(t, t.pool()), low=step.n, high=step.n
    )
    return (offer(t, "progress.pay", "progress_price", chosen, **more),)


def token_payers(t: Table, n: int, more: dict[str, Any]) -> Iterable[Prompt]:
    """Every team that can pay alone, and paying together where that is another way."""
    able = [i for i, each in enumerate(t.state.teams) if len(each.tokens) >= n]
    for i in able:
        label = msg("prompt.progress.pay.team", price=price_text(t), team=t.state.teams[i].name)
        fixed = {"owners": (i,) * n}
        yield offer(t, "progress.pay", "progress_price", **{**more, "label": label, "fixed": fixed})
    if n > 1 or not able:
        owners = tuple(Choice(i, each.name) for i, each in enumerate(t.state.teams))
        rows = tuple(msg("term.token_number", n=i + 1) for i in range(n))
        field = Field(
            "owners", "sequence", Msg("field.owners"), owners, rows, default=(t.state.active,) * n
        )
        yield offer(t, "progress.pay", "progress_price", field, **more)


# -- verbs ---------------------------------------------------------------------------------


def effects(t: Table) -> tuple[Prompt, ...]:
    """The verbs for whatever the cards on the table say."""
    shown = tuple(
        each.id for each in t.state.pieces if each.kind != "boss" or t.state.boss_revealed
    )
    cards = card_choices(t, shown)
    hurt = card_choices(t, (each.id for each in t.state.pieces if each.damage))
    board = card_choices(t, (each for i in PLACES for each in t.cards(i)))
    heroes_out = tuple(each for each in board if t.kind(str(each.value)) in ("hero", ""))
    teams = tuple(Choice(i, each.name) for i, each in enumerate(t.state.teams))
    team = Field("team", "choice", Msg("field.team"), teams, default=t.state.active)
    prompts = [offer(t, "damage", "damage", target(cards), amount())]
    if hurt:
        prompts.append(offer(t, "heal", "heal", target(hurt), amount()))
        fields = (target(hurt, "source"), target(cards, "target"), amount())
        prompts.append(offer(t, "damage.move", "damage", *fields))
    if not t.state.event:
        by = Field("n", "number", Msg("field.shift"), low=-9, high=9, default=-1)
        prompts.append(offer(t, "doom.shift", "doom", by))
    prompts += [
        offer(t, "token.draw", "tokens", team, amount()),
        offer(t, "token.lose", "tokens", team, amount()),
        offer(t, "turn", "move", direction()),
        offer(t, "note", "", Field("text", "text", Msg("field.text"), high=200), group=TABLE),
    ]
    if len(board) > 1:
        prompts.append(offer(t, "swap", "swap", target(board, "first"), target(board, "second")))
    if heroes_out:
        prompts.append(offer(t, "join", "scope", target(heroes_out), team, group=TABLE))
    if board:
        prompts.append(offer(t, "leave", "scope", target(board), group=TABLE))
    if not t.turn.blocked:
        prompts.append(offer(t, "token.block", "block"))
    return (*prompts, *rows(t))


def direction() -> Field:
    choices = tuple(Choice(each, Msg(f"term.{each}")) for each in ("left", "right"))
    return Field("direction", "choice", Msg("field.direction"), choices)


def rows(t: Table) -> tuple[Prompt, ...]:
    """Moving a Hero in an ordered row, where an ability allows it."""
    if not t.game.ordered:
        return ()
    members = tuple(each for team in t.state.teams for each in team.row)
    longest = max(len(team.row) for team in t.state.teams)
    place = Field("place", "number", Msg("field.row_place"), low=0, high=longest - 1, default=0)
    fields = (
        target(card_choices(t, members)),
        place,
        target((Choice(TEAM, Msg("term.team_card")), *card_choices(t, members)), "by"),
    )
    return (offer(t, "row", "no_rearranging", *fields),)
