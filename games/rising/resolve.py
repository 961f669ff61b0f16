"""The end of a turn, one function per step, each consequence noted on its own."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Msg
from games.rising.actions import Spaces
from games.rising.effects import automatic, damage, enact, reward, said
from games.rising.state import Team, Turn
from games.rising.table import Table


def recruit(t: Table) -> None:
    """Matched Heroes join the active team, at the end of its row, freed of all damage."""
    for piece in (*t.turn.left, *t.turn.recruited):
        join(t, piece, left=piece in t.turn.left)


def join(t: Table, piece: str, left: bool) -> None:
    """One Hero joins the active team."""
    healed = t.piece(piece).damage
    t.lift(piece)
    row = (piece, *t.team.row) if left else (*t.team.row, piece)
    t.put_team(t.state.active, row=row)
    t.put_piece(piece, damage=0, asked=0)
    t.put_turn(acted=True)
    end = {"end": Msg(f"term.end.{'left' if left else 'right'}")} if t.game.ordered else {}
    code = "recruit.end" if t.game.ordered else "recruit"
    t.note(code, "recruit", card=t.name(piece), team=t.team.name, **end)
    if healed:
        t.note("recruit.healed", "recruit", card=t.name(piece), n=healed)


def hit(t: Table) -> None:
    """Villains whose symbols were matched take damage; the team draws a token for each."""
    for each in t.turn.hits:
        if t.has(each.card) and t.kind(each.card) != "battle":
            strike(t, each.card, each.sets, "hit")


def strike(t: Table, card: str, sets: int, topic: str) -> None:
    """Damage by dice on one Villain or battle, with its reward."""
    before = t.piece(card).damage
    damage(t, (card,), sets, topic)
    done = t.piece(card).damage - before
    if done:
        t.put_turn(acted=True, damaged=(*t.turn.damaged, card))
        reward(t, "battle" if topic == "battle_hit" else "hit", done)
        passive(t, "hit")


def passive(t: Table, when: str) -> None:
    """Heroes of the active team whose ability answers a moment of the resolution."""
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
    """All dice go back, except those an ability keeps on a card; then the team's token, where
    the book says when."""
    stay = tuple(replace(die, roll=0) for die in t.turn.dice if die.place == "stays")
    if t.turn.rolls:
        t.note("dice.back", "dice_back", n=len(t.turn.dice) - len(stay))
    if stay:
        t.note("dice.stay", "dice_stay", n=len(stay))
    t.put(kept=(*t.state.kept, *stay))
    t.put_turn(dice=(), laid=())
    if t.rule("token_back"):
        t.note("team.back", "token_back", team=t.team.name)


def track(t: Table) -> None:
    """Full sections let go of their cards, in the order of the track."""
    fills = t.fills()
    for i, section in enumerate(t.state.sections):
        if section.holding and fills[i] == section.facts.size:
            release(t, i)


def release(t: Table, index: int) -> None:
    """One section is full at the end of a turn: its card leaves, its ability is uncovered."""
    sections = list(t.state.sections)
    section = sections[index]
    sections[index] = replace(section, holding=False, revealed=True)
    t.put(sections=tuple(sections))
    if section.facts.holds == "boss":
        t.put(boss_revealed=True)
        t.note("boss.revealed", "reveal", place=t.place(t.state.facing))
        uncovers = bool(section.facts.ability or section.facts.effects)
    else:
        t.put(waiting=(*t.state.waiting, index), deck=t.state.deck + 1)
        t.note("track.release", "track", section=index + 1)
        uncovers = True
    if uncovers:
        t.put(newest=index)
        t.note("track.ability", "new_ability", section=index + 1)


# -- cards whose spaces nobody has counted -------------------------------------------------


def unmeasured(t: Table) -> tuple[str, ...]:
    """Cards of unknown capacity that have been damaged since the table was last asked."""
    return tuple(
        each.id for each in t.state.pieces if not t.capacity(each) and each.damage > each.asked
    )


def told_spaces(t: Table) -> None:
    """In quick depth the results have said which of these cards are full."""
    if not t.turn.told:
        return
    for card in unmeasured(t):
        if card in t.turn.full:
            measure(t, card, -1)
        else:
            t.put_piece(card, asked=t.piece(card).damage)


def spaces(t: Table, action: Spaces) -> None:
    """How many spaces the damaged unknown cards have, as far as it matters now."""
    t.phase("spaces")
    if action.cards != unmeasured(t) or len(action.spaces) != len(action.cards):
        t.impossible("E_MALFORMED", "", problem=", ".join(action.cards))
    for card, count in zip(action.cards, action.spaces, strict=True):
        t.call.within(Msg("term.capacity"), count, -1, 9, t.rule("cap"))
        measure(t, card, count)


def measure(t: Table, card: str, count: int) -> None:
    """One answer: a number, "full now" (-1) or "not full yet" (0)."""
    piece = t.piece(card)
    if not count:
        t.put_piece(card, asked=piece.damage)
        t.note("card.not_full", "cap", card=t.name(card), damage=piece.damage)
        return
    capacity = piece.damage if count < 0 else count
    facts = t.known(piece.card)
    if facts.name:
        t.put_facts(replace(facts, capacity=capacity))
    else:
        t.put_piece(card, capacity=capacity)
    t.put_piece(card, damage=min(piece.damage, t.capacity(card)), asked=0)
    t.note("card.spaces", "cap", card=t.name(card), damage=said(t, card))


# -- defeat and the test -------------------------------------------------------------------


def defeated(t: Table) -> None:
    """Every full card anywhere is discarded: Villains and battles first, then Heroes."""
    full = [each.id for each in t.state.pieces if t.capacity(each) and t.full(each.id)]
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
    """A Hero is lost and counted."""
    team = t.owner(hero)
    t.put(defeated=t.state.defeated + 1)
    facts = {
        "card": t.name(hero),
        "n": t.state.defeated,
        "limit": t.state.setup.hero_limit,
    }
    if team < 0:
        t.note("hero.defeated", topic, **facts)
    else:
        t.note("hero.defeated.team", topic, team=t.state.teams[team].name, **facts)
    t.remove(hero)


def test(t: Table) -> None:
    """Who has won or lost; only ever asked here."""
    endings = conditions(t)
    if endings:
        t.put(endings=endings, step="over", turn=Turn(location=t.turn.location))


def conditions(t: Table) -> tuple[str, ...]:
    """Every end condition met now; a win stands first because it beats a loss."""
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
    """A team without Heroes, if there is one."""
    return next((team for team in teams if not team.row), None)
