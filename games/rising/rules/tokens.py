"""Bonus tokens: handed over by any team, used under the rules of the title."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt, Rolled
from games.rising.definition import TokenKind
from games.rising.rules import progress
from games.rising.rules.cards.effects import heal, shift_doom
from games.rising.rules.dice import assign, pool
from games.rising.rules.dice.assign import target_choices
from games.rising.rules.dice.pool import (
    add_die,
    asking,
    colours,
    roll_again,
    supplied,
    thrown,
)
from games.rising.rules.reach import amount, card_choices, colour_name, die_row, target
from games.rising.state import BonusToken
from games.rising.table import Act, ByHand, Table


class UseToken(Act, tag="token.use"):
    """Spend a token of team ``owner`` (from 0) on the active team's turn: its kind, the ids of its
    targets (``progress`` and ``team`` too for a symbol), the amount where the book leaves it open,
    the colour of a die, or a face per rolled die of the pool."""

    named = _("Use a token")
    owner: int
    kind: str
    target: str = ""
    other: str = ""
    n: int = 1
    colour: str = ""
    faces: tuple[str, ...] = ()

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer a prompt per team and kind of token it has; none without a use."""
        if not t.allows(check_moment, t):
            return
        told: dict[str, tuple[Field, ...]] = {}
        for owner, team in enumerate(t.state.teams):
            ready = [token for token in team.tokens if usable(t, token)]
            for kind in t.game.tokens.kinds:
                if any(token.kind in ("", kind.key) for token in ready):
                    if kind.key not in told:
                        told[kind.key] = cls.told(t, kind)
                    yield from cls.of_kind(t, owner, kind, told[kind.key])

    @classmethod
    def of_kind(
        cls, t: Table, owner: int, kind: TokenKind, fields: tuple[Field, ...]
    ) -> Iterable[Prompt]:
        if kind.do == "doom" and t.state.event:
            return
        if any(not (field.choices or field.dice or field.kind == "number") for field in fields):
            return
        if not fields and not t.allows(cls(owner, kind.key).apply, t):
            return
        name = t.state.teams[owner].name
        label = msg("prompt.token.use", team=name, token=Msg(f"token.{kind.key}"))
        fixed, tone = {"owner": owner, "kind": kind.key}, f"token-{kind.do}"
        yield cls.also(t, "tokens", *fields, label=label, fixed=fixed, tone=tone)

    @classmethod
    def told(cls, t: Table, kind: TokenKind) -> tuple[Field, ...]:
        """Return the inputs of a token of this kind, with the choices the rule accepts."""
        full = t.state.depth == "full"
        fields = [amount()] if kind.open_amount else []
        match kind.do:
            case "heal":
                chosen = healing(t)
                fields.insert(0, target(chosen, "target"))
                if kind.cards > 1 and len(chosen) > 1:
                    fields.insert(1, target(chosen, "other", optional=True))
            case "die" if not kind.colour:
                fields.append(colours(t, optional=not full))
            case "symbol" if full:
                ids = {on for on in laying(t) if t.allows(spend_symbol, t, kind, on)}
                fields.append(target(target_choices(t, ids), "target"))
            case "reroll" if full:
                rows = tuple(die_row(t, die) for die in t.pool() if die.face)
                fields.append(Field("faces", "dice", Msg("field.faces"), dice=rows))
        return tuple(fields)

    def thrown(self, t: Table) -> tuple[Rolled, ...]:
        return thrown(t, (die for die in t.pool() if die.face), self.faces, "reroll")

    def apply(self, t: Table) -> None:
        check_owner(t, self.owner)
        kind = t.token_kind(self.kind)
        token = choose(t, self.owner, self.kind)
        check_moment(t)
        team = t.state.teams[self.owner].name
        t.note("token.use", "tokens", team=team, token=Msg(f"token.{kind.key}"))
        spend(t, kind, self)
        discard(t, self.owner, token)


class Look(ByHand, tag="token.look"):
    """The kind of a team's (from 0) unnamed token."""

    named = _("Look at a token")
    owner: int
    kind: str

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        kinds = tuple(Choice(each.key, Msg(f"token.{each.key}")) for each in t.game.tokens.kinds)
        field = Field("kind", "choice", Msg("field.kind"), kinds)
        for owner, team in enumerate(t.state.teams):
            if any(not token.kind for token in team.tokens):
                label = msg("prompt.token.look", team=team.name)
                more: dict[str, Any] = {"fixed": {"owner": owner}, "group": "table"}
                yield cls.also(t, "token_kinds", field, label=label, **more)

    def apply(self, t: Table) -> None:
        check_owner(t, self.owner)
        t.token_kind(self.kind)
        owner = t.state.teams[self.owner]
        unnamed = next((i for i, token in enumerate(owner.tokens) if not token.kind), None)
        if unnamed is None:
            t.refuse_impossible("E_NO_TOKEN", "tokens", msg("remedy.no_token"), team=owner.name)
        tokens = list(owner.tokens)
        tokens[unnamed] = replace(tokens[unnamed], kind=self.kind)
        t.put_team(self.owner, tokens=tuple(tokens))
        token = Msg(f"token.{self.kind}")
        t.note("token.look", "token_kinds", team=owner.name, token=token)


class GiveToken(ByHand, tag="token.give"):
    """A token changes hands between two teams (from 0)."""

    named = _("Give a token")
    owner: int
    to: int
    kind: str = ""

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        for owner, team in enumerate(t.state.teams):
            if not team.tokens:
                continue
            others = tuple(Choice(i, o.name) for i, o in enumerate(t.state.teams) if i != owner)
            fields = (Field("to", "choice", Msg("field.to"), others), kinds_of(team.tokens))
            label = msg("prompt.token.give", team=team.name)
            more: dict[str, Any] = {"fixed": {"owner": owner}, "group": "table"}
            yield cls.also(t, "tokens", *fields, label=label, **more)

    def apply(self, t: Table) -> None:
        check_owner(t, self.owner)
        check_owner(t, self.to)
        giver, taker = t.state.teams[self.owner], t.state.teams[self.to]
        given = handed(t, self.owner, self.kind)
        if self.owner == self.to or given is None:
            t.refuse_impossible("E_NO_TOKEN", "tokens", msg("remedy.no_token"), team=giver.name)
        tokens = list(giver.tokens)
        tokens.remove(given)
        t.put_team(self.owner, tokens=tuple(tokens))
        t.put_team(self.to, tokens=(*taker.tokens, given))
        t.note("token.give", "tokens", team=giver.name, to=taker.name)


def check_moment(t: Table) -> None:
    """Refuse tokens outside of their window, and where they are switched off."""
    if not window(t):
        t.refuse("E_TOKEN_PHASE", "window", msg("remedy.window"))
    if t.turn.blocked:
        t.refuse("E_TOKEN_BLOCKED", "block", msg("remedy.blocked"))


# -- what they need to be told -------------------------------------------------------------


def healing(t: Table) -> tuple[Choice, ...]:
    """Return damaged Heroes: those in reach first, the others with where they are."""
    hurt = tuple(each.id for each in t.state.pieces if each.damage and t.kind(each) == "hero")
    near = heal_scope(t)
    far = (
        Choice(each, t.name(each), msg("hint.far", where=whereabouts(t, each)), "hero")
        for each in hurt
        if each not in near
    )
    return (*card_choices(t, (each for each in hurt if each in near)), *far)


def whereabouts(t: Table, piece: str) -> Msg | str:
    """Return the team a Hero is on, or its location."""
    team = t.owner(piece)
    return t.state.teams[team].name if team >= 0 else t.place(t.location(piece))


def laying(t: Table) -> tuple[str, ...]:
    """Return everything symbols may be asked for by."""
    ids = (*t.reach(), *asking(t))
    return ids if progress.due(t) is None else (*ids, progress.TARGET)


def kinds_of(held: tuple[BonusToken, ...]) -> Field:
    """Return which of a team's tokens: its kinds, those no one has named among them."""
    kinds = tuple(dict.fromkeys(token.kind for token in held))
    choices = tuple(Choice(each, Msg(f"token.{each or 'unknown'}")) for each in kinds)
    return Field("kind", "choice", Msg("field.kind"), choices, default=kinds[0])


# -- spending them -------------------------------------------------------------------------


def held_as(t: Table, owner: int, kind: str) -> tuple[BonusToken, ...]:
    """Return tokens of a team that are, or may turn out to be, of a kind (``""``: of any); named
    ones first."""
    tokens = t.state.teams[owner].tokens
    fitting = (token for token in tokens if not kind or token.kind in (kind, ""))
    return tuple(sorted(fitting, key=lambda token: (token.kind == "", token.turn)))


def usable(t: Table, token: BonusToken) -> bool:
    """Return whether a token is old enough for this title."""
    return t.game.tokens.same_turn or token.turn < t.state.number


def window(t: Table) -> bool:
    """Return whether tokens may be used at this moment of a turn."""
    if t.state.setup.token_window == "turn":
        return t.state.step not in ("deal", "over")
    return t.state.step == "heroes"


def check_owner(t: Table, owner: int) -> None:
    t.require_range(Msg("term.team"), owner, 0, len(t.state.teams) - 1, "tokens")


def choose(t: Table, owner: int, kind: str) -> BonusToken:
    """Return the token to be spent; refuse when the team has none it may use."""
    fitting = held_as(t, owner, kind)
    name = t.state.teams[owner].name
    if not fitting:
        t.refuse_impossible("E_NO_TOKEN", "tokens", msg("remedy.no_token"), team=name)
    ready = [token for token in fitting if usable(t, token)]
    if not ready:
        t.refuse("E_TOKEN_FRESH", "fresh", msg("remedy.fresh"), team=name)
    return (ready or list(fitting))[0]


def discard(t: Table, owner: int, token: BonusToken) -> None:
    """Move a token to the discard."""
    tokens = list(t.state.teams[owner].tokens)
    tokens.remove(token)
    t.put_team(owner, tokens=tuple(tokens))
    t.put(discard=t.state.discard + 1)


def spend(t: Table, kind: TokenKind, action: UseToken) -> None:
    """Apply what a token of this kind does."""
    n = action.n if kind.open_amount else kind.n
    t.require_range(Msg("term.amount"), n, 1, 9, "token_kinds")
    match kind.do:
        case "heal":
            spend_heal(t, kind, action, n)
        case "doom":
            spend_doom(t, n)
        case "die":
            spend_die(t, kind.colour or action.colour)
        case "symbol":
            spend_symbol(t, kind, action.target)
        case "reroll":
            spend_reroll(t, action)


def spend_heal(t: Table, kind: TokenKind, action: UseToken, n: int) -> None:
    chosen = tuple(dict.fromkeys(filter(None, (action.target, action.other))))
    if not chosen or len(chosen) > kind.cards:
        t.refuse_impossible("E_TARGETS", "token_kinds", msg("remedy.targets", n=kind.cards))
    for card in chosen:
        check_healing(t, card)
    if action.target and action.target == action.other and t.state.setup.edition > 3:
        t.warn("W_SAME_HERO", "token_kinds", card=t.name(action.target))
    heal(t, chosen, n, "heal")


def heal_scope(t: Table) -> tuple[str, ...]:
    """Return where healing goes without a wider text: the active team and its location."""
    return (*t.team.row, *t.cards(t.turn.location))


def check_healing(t: Table, card: str) -> None:
    """Allow own team and active location; anything wider only if the token's text says so."""
    in_scope = card in heal_scope(t)
    if not t.is_hero(card):
        t.refuse_impossible("E_NOT_HERO", "heal", card=t.name(card))
    if not in_scope and t.ask("HEAL_WIDER", "heal_scope", card=t.name(card)) == "no":
        remedy = msg("remedy.reach", place=t.place(max(t.turn.location, 0)))
        t.refuse_impossible("E_LOCATION", "heal_scope", remedy, card=t.name(card))
    if not t.piece(card).damage:
        t.warn("W_NO_DAMAGE", "heal", card=t.name(card))


def spend_doom(t: Table, n: int) -> None:
    if not t.state.doom or t.state.event:
        t.warn("W_NO_DOOM", "doom_back")
        return
    shift_doom(t, -n, "doom_back")


def spend_die(t: Table, colour: str) -> None:
    if not colour and t.state.depth == "quick":
        t.put_turn(unnamed=t.turn.unnamed + 1)
        return
    if colour not in {each.colour for each in t.state.stock}:
        t.refuse_impossible("E_COLOUR", "dice_limit", colour=colour or "–")
    if not supplied(t, colour):
        name = colour_name(t, colour)
        t.refuse_impossible("E_DICE_SUPPLY", "dice_limit", msg("remedy.keep_token"), colour=name)
    add_die(t, colour)
    t.note("die.added", "extra", colour=colour_name(t, colour))


def spend_symbol(t: Table, kind: TokenKind, target: str) -> None:
    if t.state.depth == "quick":
        t.put_turn(symbols=t.turn.symbols + 1)
    else:
        (pool if pool.own(t, target) else assign).lay_symbol(t, kind.symbol, target)


def spend_reroll(t: Table, action: UseToken) -> None:
    if t.state.depth != "full":
        return
    rolled = tuple(die.id for die in t.pool() if die.face)
    if not rolled:
        t.refuse_impossible("E_NOT_ROLLED", "reroll", msg("remedy.roll"))
    roll_again(t, rolled, action.faces)


def handed(t: Table, owner: int, kind: str) -> BonusToken | None:
    """Return the oldest token of a kind (``""``: of the unnamed ones), if there is one."""
    tokens = sorted(t.state.teams[owner].tokens, key=lambda token: token.turn)
    return next((token for token in tokens if token.kind == kind), None)


WORDS: Catalogue = {
    "note.token.use": _("{team} spends a token: {token}"),
    "note.token.look": _("A token of {team} is {token}"),
    "note.token.give": _("{team} gives a token to {to}"),
    "refusal.E_TOKEN_FRESH": _("{team} drew that token this turn and can't use it yet"),
    "refusal.E_TOKEN_PHASE": _("Tokens are used while Hero dice are rolled and assigned"),
    "refusal.E_DICE_SUPPLY": _("No {colour} dice left"),
    "remedy.fresh": _("Use an older token, or wait until next turn"),
    "remedy.window": _("Wait until the Hero dice have been rolled"),
    "remedy.keep_token": _("Keep the token for a later roll"),
    "question.HEAL_WIDER": _("{card} is out of reach. Does the token allow healing it?"),
    "question.W_NO_DAMAGE": _("{card} has no damage; the token would be wasted"),
    "question.W_SAME_HERO": _("{card} is chosen twice, but it is healed only once"),
    "question.W_NO_DOOM": _("Nothing to take off the track; the token would be wasted"),
    "prompt.token.use": _("{team}: use {token}"),
    "prompt.token.look": _("{team}: look at a token"),
    "prompt.token.give": _("{team}: give a token to another team"),
    "hint.far": _("{where}, out of reach"),
    "field.to": _("To"),
}
