"""The end of a turn, one function per step, each consequence noted on its own."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.messages import Catalogue, Msg, ngettext_noop
from games.messages import gettext_noop as _
from games.rising.rules.cards.effects import automatic, damage, enact, reward, said
from games.rising.rules.reach import settle_kinds
from games.rising.state import Team, Turn
from games.rising.table import Table


def recruit(t: Table) -> None:
    """Move matched Heroes to the end of the active team's row, freed of all damage."""
    for piece in (*t.turn.left, *t.turn.recruited):
        join(t, piece, left=piece in t.turn.left)


def join(t: Table, piece: str, left: bool) -> None:
    """Move one Hero to the active team."""
    healed, name = t.piece(piece).damage, t.name(piece)
    t.lift(piece)
    row = (piece, *t.team.row) if left else (*t.team.row, piece)
    t.put_team(t.state.active, row=row)
    t.put_piece(piece, damage=0, asked=0)
    t.put_turn(acted=True)
    end = {"end": Msg(f"term.end.{'left' if left else 'right'}")} if t.game.ordered else {}
    code = "recruit.end" if t.game.ordered else "recruit"
    t.note(code, "recruit", card=name, team=t.team.name, **end)
    if healed:
        t.note("recruit.healed", "recruit", card=t.name(piece), n=healed)


def hit(t: Table) -> None:
    """Deal damage to Villains whose symbols were matched; the team draws a token for each."""
    for each in t.turn.hits:
        if t.has(each.card) and t.kind(each.card) != "battle":
            strike(t, each.card, each.sets, "hit")


def strike(t: Table, card: str, sets: int, topic: str) -> None:
    """Deal damage by dice to one Villain or battle, with its reward."""
    before = t.piece(card).damage
    damage(t, (card,), sets, topic)
    done = t.piece(card).damage - before
    if done:
        t.put_turn(acted=True, struck=True)
        reward(t, "battle" if topic == "battle_hit" else "hit", done)
        passive(t, "hit")


def passive(t: Table, when: str) -> None:
    """Carry out abilities of the active team's Heroes that answer a moment of the resolution."""
    for hero in t.team.row:
        effects = tuple(e for e in t.facts(hero).effects if e.when == when)
        if effects and hero not in t.turn.used:
            t.put_turn(used=(*t.turn.used, hero))
            t.note("passive", "passive", card=t.name(hero))
            for effect in effects:
                enact(t, effect, hero, "passive", foe=False)
            if not all(map(automatic, effects)):
                t.note("ability.by_hand", "ability", card=t.name(hero))


def dice(t: Table) -> None:
    """Return all dice, except those an ability keeps on a card that is not complete yet; then the
    team's token, where the book says when."""
    done = {*t.turn.recruited, *t.turn.left, *(each.card for each in t.turn.hits)}
    lying = tuple(replace(die, roll=0) for die in t.turn.dice if die.place == "stays")
    stay = tuple(die for die in lying if die.target not in done)
    kept = tuple(die for die in t.state.kept if die.target not in done)
    if t.turn.rolls:
        t.note("dice.back", "dice_back", n=len(t.turn.dice) - len(stay))
    for _die in range(len(t.state.kept) - len(kept)):
        t.note("die.released", "dice_stay")
    if stay:
        t.note("dice.stay", "dice_stay", n=len(stay))
    t.put(kept=(*kept, *stay))
    t.put_turn(dice=(), laid=())
    if t.rule("token_back"):
        t.note("team.back", "token_back", team=t.team.name)


def track(t: Table) -> None:
    """Release the cards of full sections, in the order of the track."""
    fills = t.fills()
    for i, section in enumerate(t.state.sections):
        if section.holding and fills[i] == section.facts.size:
            release(t, i)


def release(t: Table, index: int) -> None:
    """Release the card of one full section at the end of a turn; its ability is uncovered."""
    sections = list(t.state.sections)
    section = sections[index]
    sections[index] = replace(section, holding=False, revealed=True)
    t.put(sections=tuple(sections))
    if section.facts.holds == "boss":
        t.put(boss_revealed=True)
        t.note("boss.revealed", "reveal", place=t.place(t.state.facing))
        uncovers = opens_ability(t, index)
    else:
        t.put(waiting=(*t.state.waiting, index), deck=t.state.deck + 1)
        t.note("track.release", "track", section=index + 1)
        uncovers = True
    if uncovers:
        t.put(newest=index)
        t.note("track.ability", "new_ability", section=index + 1)


def opens_ability(t: Table, index: int) -> bool:
    """Return whether an ability is printed under the boss card; asked until it is known."""
    facts = t.state.sections[index].facts
    if facts.known or facts.ability or facts.effects:
        return bool(facts.ability or facts.effects)
    if t.ask("BOSS_ABILITY", "boss_ability") == "yes":
        return True
    sections = list(t.state.sections)
    sections[index] = replace(sections[index], facts=replace(facts, known=True))
    t.put(sections=tuple(sections))
    return False


# -- defeat and the test -------------------------------------------------------------------


def defeated(t: Table) -> None:
    """Discard every full card anywhere: Villains and battles first, then Heroes."""
    full = [each.id for each in t.state.pieces if t.capacity(each) and t.full(each.id)]
    settle_kinds(t, full)
    fallen = [each for each in full if t.is_hero(each)]
    for each in (card for card in full if card not in fallen):
        if t.kind(each) == "boss":
            t.note("boss.defeated", "win", card=t.name(each), damage=said(t, each))
        elif t.kind(each) != "battle":
            t.put(beaten=t.state.beaten + 1)
            t.note("villain.defeated", "villain_defeated", card=t.name(each))
            t.remove(each)
    for each in fallen:
        fall(t, each, "defeated")


def fall(t: Table, hero: str, topic: str) -> None:
    """Count a Hero as lost."""
    team = t.owner(hero)
    t.put(defeated=t.state.defeated + 1)
    facts: dict[str, Any] = {
        "card": t.name(hero),
        "n": t.state.defeated,
        "limit": t.state.setup.hero_limit,
    }
    if team < 0:
        t.note("hero.defeated", topic, **facts)
    else:
        name = t.state.teams[team].name
        code = "hero.defeated.leader" if facts["card"] == name else "hero.defeated.team"
        if not t.piece(hero).card:
            facts["card"] = Msg("hero.unnamed")
        t.note(code, topic, team=name, **facts)
    t.remove(hero)


def test(t: Table) -> None:
    """Decide who has won or lost; only ever asked here."""
    endings = conditions(t)
    if endings:
        left = Turn(location=t.turn.location, judging=t.turn.judging)
        t.put(endings=endings, step="over", turn=left)


def revise(t: Table) -> None:
    """Test again after a number is set by hand: what ended the game may not be true any more, and
    what would have ended it at the test of this turn ends it now."""
    if t.state.endings and not conditions(t):
        t.put(endings=(), step=t.game.turn[t.state.at].name)
        t.note("goes_on", "turn")
    elif tested(t):
        test(t)


def tested(t: Table) -> bool:
    """Return whether this turn has come to its test, so that what ends the game ends it now."""
    tests = [at for at, step in enumerate(t.game.turn) if step.does == "test"]
    return bool(tests) and t.state.at >= tests[0]


def conditions(t: Table) -> tuple[str, ...]:
    """List every end condition met now; a win comes first because it beats a loss."""
    met = ["won"] if won(t) else []
    if t.game.doom.on_full == "loss" and t.state.doom >= t.length():
        met.append("track")
    if t.state.defeated >= t.state.setup.hero_limit:
        met.append("heroes")
    if lost_team(t.state.teams):
        met.append("team")
    return tuple(met)


def won(t: Table) -> bool:
    if t.game.goal.kind == "battles":
        return t.state.battles_done >= t.game.supply.battles
    if t.game.goal.kind == "villains":
        return t.state.beaten >= t.game.goal.needed
    boss = t.boss()
    return bool(boss) and bool(t.capacity(boss)) and t.full(boss)


def lost_team(teams: tuple[Team, ...]) -> Team | None:
    """Return a team without Heroes, if there is one."""
    return next((team for team in teams if not team.row), None)


WORDS: Catalogue = {
    "note.goes_on": _("Nothing ends the game any more: the turn continues"),
    "note.passive": _("{card} uses its ability now"),
    "note.recruit": _("{card} joins {team}"),
    "note.recruit.end": _("{card} joins {team} at the {end}"),
    "note.recruit.healed": ngettext_noop(
        "{n} damage is removed from {card}", "{n} damage is removed from {card}"
    ),
    "note.dice.back": ngettext_noop("{n} die is returned", "{n} dice are returned"),
    "note.dice.stay": ngettext_noop("{n} die stays on its card", "{n} dice stay on their cards"),
    "note.team.back": _("{team}'s token leaves the board"),
    "note.villain.defeated": _("{card} is defeated"),
    "note.hero.defeated": _("{card} is defeated; Heroes lost: {n} (limit {limit})"),
    # Logs of earlier tables name a leader with this term.
    "hero.leader": _("leader"),
    "note.hero.defeated.leader": _("{card} is defeated; Heroes lost: {n} (limit {limit})"),
    "hero.unnamed": _("unnamed Hero"),
    "note.hero.defeated.team": _("{team}'s {card} is defeated; Heroes lost: {n} (limit {limit})"),
    "question.BOSS_ABILITY": _("Is there a track ability under the boss card?"),
}
