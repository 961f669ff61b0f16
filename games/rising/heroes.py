"""The players' part of a turn: gathering the dice and, in quick depth, their results."""

from __future__ import annotations

from collections.abc import Iterable

from games.messages import Msg, msg
from games.rising import progress
from games.rising.actions import Jump, Results
from games.rising.driver import set_kind
from games.rising.state import Die, Hit
from games.rising.table import Table


def gather(t: Table) -> None:
    """The four dice of the team card come into the pool."""
    for colour in t.team.dice:
        add_die(t, colour)


def in_use(t: Table, colour: str = "") -> int:
    """Dice (of a colour) that are not in the common stock."""
    dice = (*t.turn.dice, *t.state.kept)
    return sum(colour in ("", die.colour) for die in dice)


def supplied(t: Table, colour: str) -> bool:
    """Whether the common stock has one more die of a colour."""
    stock = t.stock(colour)
    spare = not stock or in_use(t, colour) < stock
    return spare and in_use(t) < t.game.dice_total


def add_die(t: Table, colour: str) -> bool:
    """One more die in the pool; an exhausted colour is ignored and said."""
    if not supplied(t, colour):
        t.note("die.none", "dice_limit", colour=colour_name(t, colour))
        return False
    die = Die(f"{t.state.number}.{len(t.turn.dice) + 1}", colour)
    t.put_turn(dice=(*t.turn.dice, die))
    return True


def colour_name(t: Table, colour: str) -> Msg | str:
    names: dict[str, Msg] = {each.colour: each.name for each in t.game.dice}
    return names.get(colour, colour)


def pay(t: Table, piece: str, damage: int) -> None:
    """A Hero takes damage as the price of its ability; a full one cannot."""
    if damage and t.room(piece) < damage:
        t.forbid("E_FULL", "full_price", msg("remedy.heal_first"), card=t.name(piece))


# -- what may be recruited or hit ----------------------------------------------------------


def behind(t: Table) -> tuple[str, ...]:
    """Cards of the locations the team has jumped away from."""
    return tuple(card for place in t.turn.behind for card in t.cards(place))


def check_told(t: Table, card: str) -> None:
    """Refuse a result of a card on which no dice of this turn can lie."""
    if card not in behind(t):
        check_reach(t, card)


def check_reach(t: Table, card: str) -> None:
    """Refuse a card the active team cannot touch this turn."""
    piece = t.piece(card)
    if piece.kind == "boss":
        check_boss(t)
    elif card not in t.reach():
        t.forbid(
            "E_LOCATION",
            "scope",
            msg("remedy.reach", place=t.place(max(t.turn.location, 0))),
            card=t.name(card),
        )
    if t.kind(card) == "battle" and t.game.goal.guarded:
        check_guard(t, card)


def check_revealed(t: Table, card: str) -> None:
    """Nothing hurts the boss before his card is revealed."""
    if t.piece(card).kind == "boss" and not t.state.boss_revealed:
        t.forbid("E_BOSS_HIDDEN", "hidden", msg("remedy.reveal"))


def check_boss(t: Table) -> None:
    """The boss must be revealed, and where the team is."""
    check_revealed(t, t.boss())
    if t.turn.location != t.state.facing and not t.turn.wide:
        remedy = msg(
            "remedy.jump" if t.game.goal.jump else "remedy.reach", place=t.place(t.state.facing)
        )
        t.forbid("E_BOSS_AWAY", "away", remedy, place=t.place(t.state.facing))


def check_guard(t: Table, battle: str) -> None:
    """A battle is closed while a Villain lies in its location, even a beaten one."""
    guards = [each for each in t.cards(t.location(battle)) if t.is_villain(each)]
    if guards:
        t.forbid(
            "E_FB_BLOCKED",
            "guarded",
            msg("remedy.guard"),
            cards=t.names(guards),
            card=t.name(battle),
        )


def check_kind(t: Table, card: str, hero: bool) -> None:
    """Only Heroes are recruited, only the others hit; an unknown card takes sides now."""
    if not t.kind(card):
        set_kind(t, card, "hero" if hero else "villain")
    if hero != t.is_hero(card):
        t.impossible("E_NOT_HERO" if hero else "E_NOT_VILLAIN", "sets", card=t.name(card))


# -- quick depth ---------------------------------------------------------------------------


def results(t: Table, action: Results) -> None:
    """What the Hero dice brought, all at once; then the turn ends."""
    t.mine()
    t.phase("heroes")
    if t.state.depth != "quick":
        t.impossible("E_DEPTH", "assign", msg("remedy.quick"))
    left = recruits(t, action.left)
    recruited = recruits(t, (each for each in action.recruited if each not in left))
    if left and not t.game.ordered:
        t.impossible("E_ROW", "row", msg("remedy.row"))
    hits = merged(parse_hit(t, each) for each in action.hits)
    for each in action.full:
        t.piece(each)
    if action.advance:
        progress.check(t, (*recruited, *left), hits, laid=False)
    t.put_turn(recruited=recruited, left=left, hits=hits, advance=action.advance)
    t.put_turn(full=action.full, told=True)
    say_results(t, (*left, *recruited), hits)


def say_results(t: Table, recruited: tuple[str, ...], hits: tuple[Hit, ...]) -> None:
    """The first line of a turn's end: what the active team achieved."""
    facts = {"team": t.team.name, "heroes": t.names(recruited)}
    facts["villains"] = t.names(each.card for each in hits)
    code = ("r" if recruited else "") + ("h" if hits else "")
    t.note(f"results.{code or 'none'}", "finish", **facts)


def recruits(t: Table, cards: Iterable[str]) -> tuple[str, ...]:
    """Checked Heroes of the active location, each once."""
    chosen = tuple(dict.fromkeys(cards))
    for card in chosen:
        check_told(t, card)
        check_kind(t, card, hero=True)
    return chosen


def parse_hit(t: Table, value: str) -> Hit:
    """A checked hit: ``card`` or ``card:sets``."""
    card, told, count = value.partition(":")
    if told and not (count.isascii() and count.isdigit()):
        t.impossible("E_MALFORMED", "", problem=value)
    sets = int(count[:3] or 1)
    t.call.within(Msg("term.amount"), sets, 1, 99, t.rule("hit"))
    check_told(t, card)
    check_kind(t, card, hero=False)
    limit = t.game.sets_per_turn
    if limit and sets > limit + (card in t.turn.extra_sets):
        t.forbid("E_VILLAIN_ONCE", "villain_once", msg("remedy.once"), card=t.name(card))
    if t.room(card) < sets:
        t.call.warn("W_NO_ROOM", t.rule("cap"), card=t.name(card), n=max(t.room(card), 0))
    return Hit(card, sets)


def merged(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """One hit a card, the one with most sets."""
    most: dict[str, Hit] = {}
    for each in hits:
        if each.card not in most or most[each.card].sets < each.sets:
            most[each.card] = each
    return tuple(most.values())


def jump(t: Table, action: Jump) -> None:
    """An unused die is thrown away and the team joins the boss."""
    t.mine()
    t.phase("heroes")
    if not t.game.goal.jump:
        t.removed("scope", msg("term.jump"))
    if t.turn.location == t.state.facing:
        t.impossible("E_THERE", "jump", place=t.place(t.state.facing))
    early = not t.state.boss_revealed and not t.state.setup.boss_jump_before_reveal
    if early and t.call.ask("JUMP_EARLY", t.rule("jump_early")) == "no":
        t.impossible("E_BOSS_HIDDEN", "jump_early", msg("remedy.reveal"))
    if action.die:
        spend(t, action.die)
    elif t.state.depth == "full":
        t.impossible("E_NO_DIE", "jump", die="–")
    left = dict.fromkeys((*t.turn.behind, t.turn.location))
    t.put_turn(location=t.state.facing, behind=tuple(left), freed=True)
    t.note("jump", "jump", team=t.team.name, place=t.place(t.state.facing))


def spend(t: Table, die: str) -> None:
    """An unassigned die leaves the pool for this turn."""
    if t.die(die).place != "pool":
        t.forbid("E_LOCKED", "no_moving", msg("remedy.unused_die"))
    t.put_die(die, place="given", target="")
