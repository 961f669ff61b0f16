"""Hero dice face by face: rolling, laying them on cards, giving them up, finishing."""

from __future__ import annotations

from typing import Any

from games.messages import Msg, msg
from games.rising import heroes, progress
from games.rising.actions import AddDie, Assign, Finish, GiveUp, KeepDie, Roll, TeamDice
from games.rising.facts import Price
from games.rising.state import Die, Hit, Laid
from games.rising.table import Table


def full_depth(t: Table) -> None:
    """Dice are only told one by one in full depth."""
    t.mine()
    t.phase("heroes")
    if t.state.depth != "full":
        t.impossible("E_DEPTH", "assign", msg("remedy.full"))


# -- the pool ------------------------------------------------------------------------------


def team_dice(t: Table, action: TeamDice) -> None:
    """The dice of a team card, told when they are first needed."""
    t.call.within(msg("term.team"), action.team, 0, len(t.state.teams) - 1, t.rule("pool"))
    check_colours(t, action.dice)
    if len(action.dice) != 4:
        t.impossible("E_MALFORMED", "pool", problem=", ".join(action.dice))
    team = t.state.teams[action.team]
    t.put_team(action.team, dice=action.dice)
    names = tuple(heroes.colour_name(t, colour) for colour in action.dice)
    t.note("team.dice", "pool", team=team.name, dice=names)
    if action.team == t.state.active and t.state.step == "heroes" and not t.turn.rolls:
        extra = t.turn.dice[len(team.dice) :]
        t.put_turn(dice=())
        heroes.gather(t)
        for die in extra:
            heroes.add_die(t, die.colour)


def check_colours(t: Table, colours: tuple[str, ...]) -> None:
    known = {each.colour for each in t.state.stock}
    for colour in colours:
        if colour not in known:
            t.impossible("E_COLOUR", "dice_limit", colour=colour)


def more(t: Table, action: AddDie) -> None:
    """An ability or card adds a die; of an exhausted colour it adds none."""
    t.phase("heroes")
    check_colours(t, (action.colour,))
    if heroes.add_die(t, action.colour):
        t.note("die.added", "extra", colour=heroes.colour_name(t, action.colour))


def roll(t: Table, action: Roll) -> None:
    """All dice of the pool are rolled."""
    full_depth(t)
    pool = t.pool()
    if not pool:
        t.impossible("E_POOL_EMPTY", "again", msg("remedy.finish"))
    rolled_before = any(die.face for die in pool)
    if t.turn.rolls and rolled_before and not t.turn.freed:
        t.forbid("E_MUST_ASSIGN", "give_up", msg("remedy.give_up"))
    check_faces(t, pool, action.faces)
    number = t.turn.rolls + 1
    for die, face in zip(pool, action.faces, strict=True):
        t.put_die(die.id, face=face, roll=number)
    t.put_turn(rolls=number, freed=False)
    t.note("roll", "again", team=t.team.name, n=number, faces=say_faces(t, action.faces))


def roll_again(t: Table, ids: tuple[str, ...], faces: tuple[str, ...]) -> None:
    """Some dice are rolled again by an ability or token; they stay in the same roll."""
    dice = tuple(t.die(die) for die in ids)
    for die in dice:
        if die.place != "pool":
            t.forbid("E_LOCKED", "no_moving", msg("remedy.unused_die"))
        if not die.face:
            t.impossible("E_NOT_ROLLED", "assign", msg("remedy.roll"))
    check_faces(t, dice, faces)
    for die, face in zip(dice, faces, strict=True):
        t.put_die(die.id, face=face)
    t.note("reroll", "reroll", n=len(dice), faces=say_faces(t, faces))


def say_faces(t: Table, faces: tuple[str, ...]) -> tuple[Msg, ...]:
    """Faces as they are read aloud."""
    return tuple(
        msg("term.double" if face.startswith("2") else "term.single", symbol=t.symbol(face))
        for face in faces
    )


def check_faces(t: Table, dice: tuple[Die, ...], faces: tuple[str, ...]) -> None:
    """A face must exist on its die; dice nobody has checked are only doubted."""
    if len(faces) != len(dice):
        t.impossible("E_FACES", "assign", n=len(dice), given=len(faces))
    for die, face in zip(dice, faces, strict=True):
        check_face(t, die.colour, face)


def check_face(t: Table, colour: str, face: str) -> None:
    facts = next((each for each in t.state.stock if each.colour == colour), None)
    name = heroes.colour_name(t, colour)
    if face not in t.game.faces:
        t.impossible("E_FACE", "symbols", face=face, colour=name)
    if facts and facts.faces and face not in facts.faces:
        if facts.checked:
            t.impossible("E_FACE", "symbols", msg("remedy.dice"), face=face, colour=name)
        t.call.warn("W_FACE", t.rule("symbols"), face=face, colour=name)


# -- laying dice ---------------------------------------------------------------------------


def assign(t: Table, action: Assign) -> None:
    """Dice are laid on one card, each checked against what the card still needs."""
    full_depth(t)
    if not action.dice:
        t.impossible("E_NO_DIE", "assign", die="–")
    check_target(t, action.target)
    check_roll_target(t, action.target)
    free = [free_die(t, each, action.target) for each in dict.fromkeys(action.dice)]
    ask_price(t, action.target, {t.game.symbol_of(die.face) for die in free})
    for die in free:
        check_symbol(t, action.target, t.game.symbol_of(die.face))
        t.put_die(die.id, place="laid", target=action.target)
    t.put_turn(freed=True)
    faces = say_faces(t, tuple(t.die(each).face for each in action.dice))
    t.note("assign", "assign", faces=faces, card=target_name(t, action.target))
    say_complete(t, action.target)


def check_roll_target(t: Table, target: str) -> None:
    """Where a title says so, the dice of one roll go to one card only."""
    lain = {die.target for die in t.turn.dice if die.place == "laid" and die.roll == t.turn.rolls}
    limit = t.game.cards_per_roll
    if limit and target not in lain and len(lain) >= limit:
        t.forbid("E_ONE_CARD", "assign", msg("remedy.symbol"), n=limit)


def target_name(t: Table, target: str) -> Msg | str:
    if target == progress.TARGET:
        return msg("term.progress")
    return t.name(target)


def free_die(t: Table, each: str, target: str) -> Die:
    """A rolled die nobody has laid anywhere; overruled, it moves here as a whole."""
    die = t.die(each)
    if die.place == "laid" and die.face.startswith("2") and die.target != target:
        t.forbid("E_SPLIT", "no_split", msg("remedy.unused_die"))
    elif die.place != "pool":
        t.forbid("E_LOCKED", "no_moving", msg("remedy.unused_die"))
    if not die.face:
        t.impossible("E_NOT_ROLLED", "assign", msg("remedy.roll"))
    return die


def check_target(t: Table, target: str) -> None:
    """Refuse a target out of reach."""
    if target == progress.TARGET:
        step = progress.check_open(t)
        if t.turn.paid:
            progress.no_more(t)
        if step.kind not in ("symbols", ""):
            t.forbid("E_SYMBOL", "progress_price", msg("remedy.pay"), card=target_name(t, target))
        if step.kind == "symbols" and progress.paid_symbols(t, step):
            progress.no_more(t)
        return
    heroes.check_reach(t, target)
    if not t.is_hero(target) and t.room(target) <= 0:
        t.call.warn("W_NO_ROOM", t.rule("cap"), card=t.name(target), n=0)


def prices(t: Table, target: str) -> tuple[Price, ...]:
    """What a target asks for; empty while nobody has entered it."""
    if target == progress.TARGET:
        step = progress.due(t)
        return (step.price,) if step and step.kind == "symbols" else ()
    return t.facts(target).prices


def ask_price(t: Table, target: str, symbols: set[int]) -> None:
    """Only the table knows whether a card nobody has entered asks for these symbols."""
    if prices(t, target) or target == progress.TARGET:
        return
    facts: dict[str, Any] = {
        "card": target_name(t, target),
        "symbol": tuple(t.game.symbols[i].name for i in sorted(symbols)),
    }
    if t.call.ask("PRICE", t.rule("symbol"), **facts) == "no":
        t.impossible("E_SYMBOL", "symbol", msg("remedy.symbol"), **facts)


def check_symbol(t: Table, target: str, symbol: int) -> None:
    """Refuse a symbol the target does not ask for, or not any more."""
    asked = prices(t, target)
    facts: dict[str, Any] = {"card": target_name(t, target), "symbol": t.game.symbols[symbol].name}
    if not asked:
        return
    wanting = [price for price in asked if price[symbol]]
    if not wanting:
        t.forbid("E_SYMBOL", price_topic(t, target), msg("remedy.symbol"), **facts)
        return
    check_needed(t, target, symbol, asked, wanting, facts)


def price_topic(t: Table, target: str) -> str:
    """The rule that says which symbols a target asks for."""
    if target == progress.TARGET:
        return "progress_price"
    return "boss_price" if t.kind(target) == "boss" else "symbol"


def check_needed(
    t: Table,
    target: str,
    symbol: int,
    asked: tuple[Price, ...],
    wanting: list[Price],
    facts: dict[str, Any],
) -> None:
    """Whether one more symbol still brings the target closer to a set that counts."""
    laid, limit = t.laid(target), most_sets(t, target)
    done = sets(asked, laid)
    surplus = all(laid[symbol] >= price[symbol] * limit for price in wanting)
    villain = target != progress.TARGET and not t.is_hero(target)
    if villain and t.game.sets_per_turn and done >= limit:
        t.forbid("E_VILLAIN_ONCE", "villain_once", msg("remedy.once"), **facts)
    elif villain and not t.game.sets_per_turn and (surplus or done >= limit):
        t.call.warn("W_NO_ROOM", t.rule("cap"), n=limit, **facts)
    elif surplus or (not villain and done >= 1):
        t.forbid("E_SATISFIED", "satisfied", msg("remedy.give_up"), **facts)


def most_sets(t: Table, target: str) -> int:
    """How many full sets of symbols can count on a target this turn."""
    if target == progress.TARGET or t.is_hero(target):
        return 1
    if t.game.sets_per_turn:
        return t.game.sets_per_turn + (target in t.turn.extra_sets)
    return max(t.room(target), 1)


def sets(asked: tuple[Price, ...], laid: tuple[int, ...]) -> int:
    """Full sets among the laid symbols; alternatives without common symbols add up."""
    counts = [
        min((laid[i] // need for i, need in enumerate(price) if need), default=0) for price in asked
    ]
    apart = all(sum(1 for price in asked if price[i]) <= 1 for i in range(len(laid)))
    return sum(counts) if apart else max(counts, default=0)


def say_complete(t: Table, target: str) -> None:
    """Say that a target has all it needs."""
    asked = prices(t, target)
    if asked and sets(asked, t.laid(target)):
        hero = target != progress.TARGET and t.is_hero(target)
        t.note("set.hero" if hero else "set.hit", "sets", card=target_name(t, target))


def lay_symbol(t: Table, symbol: str, target: str) -> None:
    """A token's symbol is laid on a card, under the same rules as a die."""
    check_target(t, target)
    ask_price(t, target, {t.game.symbol_of(symbol)})
    check_symbol(t, target, t.game.symbol_of(symbol))
    t.put_turn(laid=(*t.turn.laid, Laid(target, symbol)))
    if t.state.setup.token_counts_as_assign:
        t.put_turn(freed=True)
    t.note("token.laid", "token_kinds", symbol=t.symbol(symbol), card=target_name(t, target))
    say_complete(t, target)


# -- letting go ----------------------------------------------------------------------------


def give_up(t: Table, action: GiveUp) -> None:
    """One unassigned die is out for the turn."""
    full_depth(t)
    if not t.turn.rolls:
        t.impossible("E_NOT_ROLLED", "give_up", msg("remedy.roll"))
    if t.turn.freed:
        t.call.warn("W_FREED", t.rule("give_up"))
    heroes.spend(t, action.die)
    t.put_turn(freed=True)
    colour = heroes.colour_name(t, t.die(action.die).colour)
    t.note("give_up", "give_up", team=t.team.name, colour=colour)


def keep(t: Table, action: KeepDie) -> None:
    """An ability keeps a laid die on a card beyond the turn, or lets it go."""
    if not t.game.dice_stay:
        t.removed("scope", msg("term.keep"))
    if any(die.id == action.die for die in t.state.kept):
        t.put(kept=tuple(die for die in t.state.kept if die.id != action.die))
        t.note("die.released", "dice_stay")
        return
    t.phase("heroes")
    t.piece(action.card)
    die = t.die(action.die)
    if die.place == "given":
        t.forbid("E_LOCKED", "no_moving", msg("remedy.unused_die"))
    if not die.face:
        t.impossible("E_NOT_ROLLED", "dice_stay", msg("remedy.roll"))
    t.put_die(die.id, place="stays", target=action.card)
    t.note("die.stays", "dice_stay", card=t.name(action.card))


def finish(t: Table, action: Finish) -> None:
    """Rolling is over: what is complete becomes the results of the turn."""
    full_depth(t)
    if t.pool():
        t.call.warn("W_DICE_LEFT", t.rule("finish"), n=len(t.pool()))
        for die in t.pool():
            t.put_die(die.id, place="given")
    recruited, hits = completed(t, (*action.complete, *action.left))
    if not set(action.left) <= set(recruited) or (action.left and not t.game.ordered):
        t.impossible("E_ROW", "row", msg("remedy.row"))
    step = progress.due(t)
    advance = action.advance and step is not None and progress.met(t, step, recruited, hits, True)
    if advance and progress.doubtful(t):
        advance = t.call.ask("PROGRESS_PAID", t.rule("progress_price")) == "yes"
    right = tuple(card for card in recruited if card not in action.left)
    t.put_turn(recruited=right, left=action.left, hits=hits, advance=advance)
    heroes.say_results(t, recruited, hits)


def completed(t: Table, told: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[Hit, ...]]:
    """Heroes and hits among everything that dice or tokens lie on, in order of the table."""
    recruited, hits = [], []
    for piece in t.state.pieces:
        if not any(t.laid(piece.id)) or t.owner(piece.id) >= 0:
            continue
        asked = t.facts(piece).prices
        done = sets(asked, t.laid(piece.id)) if asked else int(piece.id in told)
        if done and t.is_hero(piece.id):
            recruited.append(piece.id)
        elif done:
            hits.append(Hit(piece.id, min(done, most_sets(t, piece.id))))
    return tuple(recruited), tuple(hits)


def unpriced(t: Table) -> tuple[str, ...]:
    """Cards with dice on them whose price nobody has entered."""
    return tuple(
        each.id
        for each in t.state.pieces
        if any(t.laid(each.id)) and t.owner(each.id) < 0 and not t.facts(each).prices
    )
