"""The event between the two parts of a game, the battles after it, and the consolation."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import msg
from games.rising import progress
from games.rising.actions import Aid, Event, Reward
from games.rising.deck import mark
from games.rising.effects import automatic, draw_tokens, enact
from games.rising.facts import Price
from games.rising.resolve import fall, strike
from games.rising.state import Die, Pending
from games.rising.table import Table


def topped(t: Table) -> str:
    """The side that reached its top this turn: ``progress`` beats ``doom``."""
    if t.state.event or t.game.doom.on_full != "event":
        return ""
    if t.state.steps and t.state.progress >= len(t.state.steps):
        return "progress"
    reached = t.turn.doom_topped and t.state.setup.black_sun_test == "reached"
    return "doom" if reached or t.state.doom >= t.length() else ""


def event(t: Table) -> None:
    """Say that the event has come; the table then lays out its cards."""
    side = topped(t)
    if side:
        t.note(f"event.{side}", "event")


def event_waits(t: Table) -> bool:
    return bool(topped(t))


def affected(t: Table) -> tuple[str, ...]:
    """Open cards that leave play if they carry the mark."""
    on_board = tuple(card for location in range(3) for card in t.cards(location))
    if topped(t) == "progress":
        return tuple(card for card in on_board if t.kind(card) in ("villain", ""))
    rows = tuple(card for team in t.state.teams for card in team.row)
    return tuple(card for card in (*on_board, *rows) if t.kind(card) in ("hero", ""))


def happen(t: Table, action: Event) -> None:
    """Marked cards leave, both tracks leave, one battle comes to each location."""
    t.phase("event")
    side = topped(t)
    open_cards = affected(t)
    if not set(action.marked) <= set(open_cards):
        t.impossible("E_MALFORMED", "", problem=", ".join(action.marked))
    names = battle_names(t)
    if sorted(action.battles) != sorted(names):
        t.impossible("E_BATTLES", "battles", msg("remedy.battles"))
    for card in open_cards:
        mark(t, card, card in action.marked)
    t.note(f"event.happens.{side}", f"event_{side}")
    for card in action.marked:
        leave(t, card, side)
    t.put(event=t.state.number, event_side=side)
    t.note("event.tracks", "removed")
    place_battles(t, action.battles)


def leave(t: Table, card: str, side: str) -> None:
    """A marked card leaves play; Heroes are lost and counted."""
    if side == "doom":
        fall(t, card, "event_doom")
    else:
        t.note("event.removed", "event_progress", card=t.name(card))
        t.remove(card)


def battle_names(t: Table) -> tuple[str, ...]:
    """The battles of this title, in the order of the library."""
    return tuple(each.name for each in t.state.library if each.kind == "battle")


def place_battles(t: Table, names: tuple[str, ...]) -> None:
    """Lay one battle at each location, with the damage it takes in this game."""
    placed = []
    needs = dict(zip(battle_names(t), t.state.setup.battle_damage, strict=True))
    for location, name in enumerate(names):
        piece = t.new_piece(name)
        t.put_facts(replace(t.known(name), capacity=needs[name]))
        placed.append(piece)
        t.note("battle.placed", "battles", card=name, place=t.place(location), n=needs[name])
    t.put(battles=tuple(placed))


def resolve(t: Table) -> None:
    """Battles hit by dice take damage; a completed one is rewarded at once."""
    for each in t.turn.hits:
        if t.has(each.card) and t.kind(each.card) == "battle":
            strike(t, each.card, each.sets, "battle_hit")
    for card in tuple(each for each in t.state.battles if each and t.full(each)):
        complete(t, card)


def complete(t: Table, card: str) -> None:
    """A battle is won: its reward comes before anything is discarded."""
    t.put(battles_done=t.state.battles_done + 1)
    facts = t.facts(card)
    t.note("battle.done", "battle_done", card=t.name(card), n=t.state.battles_done)
    known = bool(facts.rewards) and all(automatic(effect) for effect in facts.rewards)
    if known:
        for effect in facts.rewards:
            enact(t, effect, card, "reward_battle", foe=False)
        t.remove(card)
    else:
        t.put_turn(pending=(*t.turn.pending, Pending(card, facts.rewards, True)))


def rewards_wait(t: Table) -> bool:
    return bool(t.turn.pending)


def reward(t: Table, action: Reward) -> None:
    """The table has taken the reward of a completed battle."""
    t.phase("battles")
    if action.battle not in {each.source for each in t.turn.pending}:
        t.impossible("E_NO_ABILITY", "reward_battle", card=action.battle)
    t.note("battle.reward", "reward_battle", card=t.name(action.battle))
    t.put_turn(pending=tuple(each for each in t.turn.pending if each.source != action.battle))
    t.remove(action.battle)


# -- consolation ---------------------------------------------------------------------------


def aid_waits(t: Table) -> bool:
    """Whether an empty turn may be consoled and nobody has decided yet."""
    return t.game.aid and not (t.turn.acted or t.turn.blocked or t.turn.aid)


def offer_aid(t: Table) -> None:
    """Say why there is no consolation where the table might expect it."""
    if t.game.aid and not t.turn.acted and t.turn.blocked:
        t.note("aid.blocked", "block")


def aid(t: Table, action: Aid) -> None:
    """The active team takes a token for an empty turn, or leaves it."""
    t.mine()
    if t.game.aid and t.turn.blocked:
        t.impossible("E_TOKEN_BLOCKED", "block", msg("remedy.blocked"))
    if t.game.aid and t.turn.acted:
        t.impossible("E_AID", "aid", msg("remedy.aid"))
    t.phase("aid")
    if action.take:
        judge_aid(t)
    t.put_turn(aid=True)
    t.note("aid.taken" if action.take else "aid.left", "aid", team=t.team.name)
    if action.take:
        draw_tokens(t, t.state.active, 1, "aid")


def judge_aid(t: Table) -> None:
    """No consolation where the dice could have brought something; asks where prices are open."""
    possible = could(t)
    if possible is None:
        possible = t.call.ask("AID_POSSIBLE", t.rule("aid_judge")) == "yes"
    if possible:
        t.impossible("E_AID", "aid", msg("remedy.aid"))


def could(t: Table) -> bool | None:
    """Whether the dice given up after the last roll would have completed something in reach.

    ``None`` where the app does not know all dice, prices or abilities.
    """
    last = [die for die in t.turn.dice if die.place == "given" and die.roll == t.turn.rolls]
    asked = [price for each in within_reach(t) for price in prices_of(t, each)]
    abilities = [t.facts(hero) for hero in t.team.row]
    if t.state.depth != "full" or not t.turn.rolls:
        return None
    if any(not prices_of(t, each) for each in within_reach(t)):
        return None
    if any(not facts.known for facts in abilities):
        return None
    step = progress.due(t)
    if step is not None and step.kind == "":
        return None
    if step is not None and step.kind == "dice" and len(last) >= step.n:
        return True
    asked += [facts.cost for facts in abilities if any(facts.cost)]
    asked += [step.price] if step is not None and step.kind == "symbols" else []
    shown = symbols(t, last)
    return any(all(have >= need for have, need in zip(shown, p, strict=True)) for p in asked)


def within_reach(t: Table) -> tuple[str, ...]:
    """Cards dice may be laid on: a guarded battle is not among them."""
    guarded = any(t.is_villain(each) for each in t.cards(t.turn.location))
    return tuple(each for each in t.reach() if not (guarded and t.kind(each) == "battle"))


def prices_of(t: Table, card: str) -> tuple[Price, ...]:
    """What a card still asks for, beyond the symbols lying on it."""
    laid = t.laid(card)
    return tuple(
        tuple(max(need - have, 0) for need, have in zip(price, laid, strict=True))
        for price in t.facts(card).prices
    )


def symbols(t: Table, dice: list[Die]) -> tuple[int, ...]:
    """Symbols shown by some dice."""
    counts = [0] * len(t.game.symbols)
    for die in dice:
        counts[t.game.symbol_of(die.face)] += 1 + die.face.startswith("2")
    return tuple(counts)
