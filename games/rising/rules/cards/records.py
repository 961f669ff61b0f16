"""Records of the abilities that have acted this turn by themselves, and how to take one back."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg, ngettext_noop
from games.messages import gettext_noop as _
from games.rising.rules.cards.effects import damage, heal, shift_doom, turn_figure
from games.rising.state import AbilityRecord, BonusToken, State
from games.rising.table import PLACES, Table


def record(t: Table, source: str, before: State) -> None:
    """Record what an ability has changed since ``before``; an invented copy needs no correction."""
    if any(each.confidence == "sample" for each in t.state.library):
        return
    now, (old, *_none) = changes(t, source, before), (*found(t, source), AbilityRecord(source))
    whole = replace(
        now,
        damage=(*old.damage, *now.damage),
        doom=old.doom + now.doom,
        turned=(old.turned + now.turned) % len(PLACES),
        lost=(*old.lost, *now.lost),
        topped=old.topped or now.topped,
        gained=(*old.gained, *now.gained),
    )
    if is_reward(source):
        at = {"team": t.state.active, "location": t.turn.location}
        whole = replace(whole, turn=t.state.number, **at)
    forget(t, source)
    t.put_turn(records=(*t.turn.records, whole))


def reward_of(battle: str) -> str:
    """Return the source under which the reward of a battle is recorded; the battle itself leaves
    the table."""
    return f"reward.{battle}"


def is_reward(source: str) -> bool:
    return source.startswith("reward.")


def kept_rewards(t: Table) -> tuple[AbilityRecord, ...]:
    """Return records of rewards that the turn ahead still shows: they were taken at the very end
    of this one."""
    return tuple(each for each in t.turn.records if each.turn == t.state.number)


def found(t: Table, source: str) -> tuple[AbilityRecord, ...]:
    """Return the record of an ability, if it has acted this turn by itself."""
    return tuple(each for each in t.turn.records if each.source == source)


def forget(t: Table, source: str) -> None:
    """Drop the record of an ability."""
    t.put_turn(records=tuple(each for each in t.turn.records if each.source != source))


def changes(t: Table, source: str, before: State) -> AbilityRecord:
    """Return how the table differs from ``before``."""
    was = {each.id: each.damage for each in before.pieces}
    struck = ((each.id, each.damage - was[each.id]) for each in t.state.pieces if each.id in was)
    lost = tuple(
        (i, token)
        for i, (old, new) in enumerate(zip(before.teams, t.state.teams, strict=True))
        for token in _missing(old.tokens, new.tokens)
    )
    gained = tuple(
        (i, len(_missing(new.tokens, old.tokens)))
        for i, (old, new) in enumerate(zip(before.teams, t.state.teams, strict=True))
    )
    return AbilityRecord(
        source,
        tuple((card, n) for card, n in struck if n),
        t.state.doom - before.doom,
        (t.state.facing - before.facing) % len(PLACES),
        lost,
        t.turn.doom_topped and not before.turn.doom_topped,
        tuple((team, n) for team, n in gained if n),
    )


def _missing(old: tuple[BonusToken, ...], new: tuple[BonusToken, ...]) -> tuple[BonusToken, ...]:
    gone = list(old)
    for each in new:
        if each in gone:
            gone.remove(each)
    return tuple(gone)


def take_back(t: Table, old: AbilityRecord, topic: str) -> None:
    """Undo what an ability has done, as far as the table still shows it."""
    for card, n in old.damage:
        if t.has(card) and n > 0:
            heal(t, (card,), n, topic)
        elif t.has(card):
            damage(t, (card,), -n, topic)
    if old.doom:
        shift_doom(t, -old.doom, topic)
    if old.topped:
        t.put_turn(doom_topped=False)
    if old.turned:
        turn_figure(t, "left" if old.turned == 1 else "right", topic)
    for team, token in old.lost:
        owner = t.state.teams[team]
        t.put_team(team, tokens=(*owner.tokens, token))
        t.put(discard=t.state.discard - 1)
        t.note("token.kept", topic, team=owner.name)
    for team, n in old.gained:
        owner = t.state.teams[team]
        back = min(n, len(owner.tokens))
        t.put_team(team, tokens=owner.tokens[: len(owner.tokens) - back])
        t.put(supply=t.state.supply + back)
        t.note("token.returned", topic, team=owner.name, n=back)
    forget(t, old.source)


def in_words(t: Table, old: AbilityRecord) -> tuple[Msg, ...]:
    """Return what an ability has done, one phrase for each kind of change."""
    hurt = {card: n for card, n in old.damage if n > 0 and t.has(card)}
    healed = {card: -n for card, n in old.damage if n < 0 and t.has(card)}
    said = [
        msg(code, cards=t.names(cards), n=max(cards.values()))
        for code, cards in (("acted.damage", hurt), ("acted.heal", healed))
        if cards
    ]
    if old.doom:
        said.append(msg("acted.doom", n=f"{old.doom:+d}"))
    if old.turned:
        said.append(Msg("acted.left" if old.turned != 1 else "acted.right"))
    if old.lost:
        said.append(msg("acted.lost", n=len(old.lost)))
    if old.gained:
        said.append(msg("acted.gained", n=sum(n for _team, n in old.gained)))
    return tuple(said) or (Msg("acted.none"),)


WORDS: Catalogue = {
    "note.token.kept": _("{team} takes the token back"),
    "note.token.returned": ngettext_noop(
        "{team} puts {n} token back", "{team} puts {n} tokens back"
    ),
    "acted.damage": ngettext_noop("{n} damage: {cards}", "{n} damage: {cards}"),
    "acted.heal": ngettext_noop("{n} damage removed: {cards}", "{n} damage removed: {cards}"),
    "acted.doom": _("track {n}"),
    "acted.left": _("the figure turned left"),
    "acted.right": _("the figure turned right"),
    "acted.lost": ngettext_noop("{n} token lost", "{n} tokens lost"),
    "acted.gained": ngettext_noop("{n} token drawn", "{n} tokens drawn"),
    "acted.none": _("no effect this time"),
}
