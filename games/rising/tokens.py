"""Bonus tokens: handed over by any team, used under the rules of the title."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Msg, msg
from games.rising import abilities, dice, heroes
from games.rising.actions import GiveToken, Look, UseToken
from games.rising.definition import TokenKind
from games.rising.effects import heal, shift_doom
from games.rising.state import Token
from games.rising.table import Table


def candidates(t: Table, owner: int, kind: str) -> tuple[Token, ...]:
    """Tokens of a team that are, or may turn out to be, of a kind (``""``: of any); named
    ones first."""
    tokens = t.state.teams[owner].tokens
    fitting = (token for token in tokens if not kind or token.kind in (kind, ""))
    return tuple(sorted(fitting, key=lambda token: (token.kind == "", token.turn)))


def usable(t: Table, token: Token) -> bool:
    """Whether a token is old enough for this title."""
    return t.game.tokens.same_turn or token.turn < t.state.number


def window(t: Table) -> bool:
    """Whether tokens may be used at this moment of a turn."""
    if t.state.setup.token_window == "turn":
        return t.state.step not in ("deal", "over")
    return t.state.step == "heroes"


def check_owner(t: Table, owner: int) -> None:
    t.call.within(Msg("term.team"), owner, 0, len(t.state.teams) - 1, t.rule("tokens"))


def use(t: Table, action: UseToken) -> None:
    """A team spends a token on the active team's turn."""
    check_owner(t, action.owner)
    kind = t.token_kind(action.kind)
    if not window(t):
        t.forbid("E_TOKEN_PHASE", "window", msg("remedy.window"))
    if t.turn.blocked:
        t.forbid("E_TOKEN_BLOCKED", "block", msg("remedy.blocked"))
    token = choose(t, action.owner, action.kind)
    t.note(
        "token.use",
        "tokens",
        team=t.state.teams[action.owner].name,
        token=Msg(f"token.{kind.key}"),
    )
    spend(t, kind, action)
    discard(t, action.owner, token)


def choose(t: Table, owner: int, kind: str) -> Token:
    """The token to be spent; refuses when the team has none it may use."""
    fitting = candidates(t, owner, kind)
    name = t.state.teams[owner].name
    if not fitting:
        t.impossible("E_NO_TOKEN", "tokens", msg("remedy.no_token"), team=name)
    ready = [token for token in fitting if usable(t, token)]
    if not ready:
        t.forbid("E_TOKEN_FRESH", "fresh", msg("remedy.fresh"), team=name)
    return (ready or list(fitting))[0]


def discard(t: Table, owner: int, token: Token) -> None:
    """A token goes to the discard."""
    tokens = list(t.state.teams[owner].tokens)
    tokens.remove(token)
    t.put_team(owner, tokens=tuple(tokens))
    t.put(discard=t.state.discard + 1)


def spend(t: Table, kind: TokenKind, action: UseToken) -> None:
    """What a token of this kind does."""
    n = action.n if kind.open_amount else kind.n
    t.call.within(Msg("term.amount"), n, 1, 9, t.rule("token_kinds"))
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
        t.impossible("E_TARGETS", "token_kinds", msg("remedy.targets", n=kind.cards))
    for card in chosen:
        check_healing(t, card)
    heal(t, chosen, n, "heal")


def check_healing(t: Table, card: str) -> None:
    """Own team and active location; anything wider only if the token's text says so."""
    in_scope = card in (*t.team.row, *t.cards(max(t.turn.location, 0)))
    if not t.is_hero(card):
        t.impossible("E_NOT_HERO", "heal", card=t.name(card))
    if not in_scope and t.call.ask("HEAL_WIDER", t.rule("heal_scope"), card=t.name(card)) == "no":
        remedy = msg("remedy.reach", place=t.place(max(t.turn.location, 0)))
        t.impossible("E_LOCATION", "heal_scope", remedy, card=t.name(card))
    if not t.piece(card).damage:
        t.call.warn("W_NO_DAMAGE", t.rule("heal"), card=t.name(card))


def spend_doom(t: Table, n: int) -> None:
    if not t.state.doom or t.state.event:
        t.call.warn("W_NO_DOOM", t.rule("doom_back"))
        return
    shift_doom(t, -n, "doom_back")


def spend_die(t: Table, colour: str) -> None:
    if not colour and t.state.depth == "quick":
        return
    if colour not in {each.colour for each in t.state.stock}:
        t.impossible("E_COLOUR", "dice_limit", colour=colour or "–")
    if not heroes.supplied(t, colour):
        name = heroes.colour_name(t, colour)
        t.impossible("E_DICE_SUPPLY", "dice_limit", msg("remedy.keep_token"), colour=name)
    heroes.add_die(t, colour)
    t.note("die.added", "extra", colour=heroes.colour_name(t, colour))


def spend_symbol(t: Table, kind: TokenKind, target: str) -> None:
    if t.state.depth == "full":
        on = abilities if abilities.own(t, target) else dice
        on.lay_symbol(t, kind.symbol, target)


def spend_reroll(t: Table, action: UseToken) -> None:
    if t.state.depth != "full":
        return
    rolled = tuple(die.id for die in t.pool() if die.face)
    if not rolled:
        t.impossible("E_NOT_ROLLED", "reroll", msg("remedy.roll"))
    dice.roll_again(t, rolled, action.faces)


# -- keeping them --------------------------------------------------------------------------


def look(t: Table, action: Look) -> None:
    """An unnamed token of a team is looked at."""
    check_owner(t, action.owner)
    t.token_kind(action.kind)
    owner = t.state.teams[action.owner]
    unnamed = next((i for i, token in enumerate(owner.tokens) if not token.kind), None)
    if unnamed is None:
        t.impossible("E_NO_TOKEN", "tokens", msg("remedy.no_token"), team=owner.name)
    tokens = list(owner.tokens)
    tokens[unnamed] = replace(tokens[unnamed], kind=action.kind)
    t.put_team(action.owner, tokens=tuple(tokens))
    t.note("token.look", "token_kinds", team=owner.name, token=Msg(f"token.{action.kind}"))


def give(t: Table, action: GiveToken) -> None:
    """A token goes from one team to another."""
    check_owner(t, action.owner)
    check_owner(t, action.to)
    fitting = candidates(t, action.owner, action.kind)
    giver, taker = t.state.teams[action.owner], t.state.teams[action.to]
    if action.owner == action.to or not fitting:
        t.impossible("E_NO_TOKEN", "tokens", msg("remedy.no_token"), team=giver.name)
    tokens = list(giver.tokens)
    tokens.remove(fitting[0])
    t.put_team(action.owner, tokens=tuple(tokens))
    t.put_team(action.to, tokens=(*taker.tokens, fitting[0]))
    t.note("token.give", "tokens", team=giver.name, to=taker.name)
