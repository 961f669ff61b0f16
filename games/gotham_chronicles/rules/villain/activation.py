"""A tile resolved one miniature at a time (p.30-31), and acting outside an activation."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.gotham_chronicles.box.sheets import ROLLED, DiceOption
from games.gotham_chronicles.rules.common.forms import NOW, TABLE, characters, choice, tile_choices
from games.gotham_chronicles.rules.common.skills import level
from games.gotham_chronicles.rules.end import activation_over, rested
from games.gotham_chronicles.rules.rolls import pool_name
from games.gotham_chronicles.state import GIVEN_STEPS, Activation, Given, Mini, State, Tile
from games.gotham_chronicles.table import (
    Act,
    Table,
    awake,
    choices,
    end_own_move,
    fighter,
    hero_at,
    in_phase,
    known_tile,
    leaders,
    mini_of,
    name_of,
    no_activation,
    nothing_open,
    on_the_map,
    side_only,
    which,
    with_mini,
)
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt


class StartMini(Act, tag="mini"):
    """The next miniature of the activated tile begins."""

    named = _("Choose the next miniature")

    mini: int = 0

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if t.state.activation is None:
            t.refuse_impossible("E_NO_ACTIVATION", "G-092", remedy=msg("remedy.tile"))
        side_only(t, side_of_activation(t.state), "G-092")
        end_own_move(t, acting_one(t))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        active, tile = _resolved(t.state)
        waiting = choices(t.state, tile, _waiting(active, tile))
        if waiting:
            yield cls.prompt(
                msg("prompt.mini", tile=tile.name),
                *([choice("mini", waiting)] if len(waiting) > 1 else []),
                rule="G-089",
                expected=not t.state.open and (not active.mini or active.closed),
                actors=_actors(t.state, tile),
                group=NOW,
            )

    def apply(self, t: Table) -> None:
        """Designate a miniature that has not acted yet."""
        designate(t, self.mini)


class EndMini(Act, tag="mini-end"):
    """The miniature's activation is over."""

    named = _("End the miniature's activation")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        free_to_act(t, "G-092")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        active, tile = _resolved(t.state)
        if not _waiting(active, tile):
            yield _over(t, cls, tile, expected=active.closed and not t.state.open)

    def apply(self, t: Table) -> None:
        """End a miniature's actions; the last one ends the tile's activation."""
        active, tile = _resolved(t.state)
        t.note("mini-done", "G-089", tile=active.tile, mini=active.mini)
        t.state = _done(t.state, active)
        tile = known_tile(t, active.tile)
        if all(mini.acted for mini in tile.minis):
            t.state = activation_over(t.state)
        else:
            t.put(activation=Activation(active.tile, braced=active.braced))


class EndActivation(Act, tag="activation-end"):
    """End the activation of the tile: no further miniature of it acts."""

    named = _("End the activation")

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if t.state.activation is None:
            t.refuse_impossible("E_NO_ACTIVATION", "G-089", remedy=msg("remedy.tile"))
        side_only(t, side_of_activation(t.state), "G-089")
        end_own_move(t, acting_one(t))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        active, tile = _resolved(t.state)
        waiting = _waiting(active, tile)
        if waiting or not active.mini:
            yield _over(t, cls, tile, expected=not waiting and not t.state.open)

    def apply(self, t: Table) -> None:
        """End the activation; activating none at all is legal (p.30)."""
        active, _tile = _resolved(t.state)
        t.note("activation-over", "G-089", tile=active.tile)
        t.state = activation_over(t.state)


class Outside(Act, tag="outside"):
    """The mission lets the miniatures of a tile act outside the tile's activation."""

    named = _("Act outside an activation")
    by_hand = True

    tile: str

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        in_phase(t, GIVEN_STEPS, "G-026")
        nothing_open(t)
        no_activation(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        led = tuple(each for each in characters(t.state) if each.minis and each.side != "neutral")
        if t.state.depth == "full" and led:
            field = choice("tile", tile_choices(led), "G-026")
            yield cls.prompt("", field, rule="G-026", group=TABLE)

    def apply(self, t: Table) -> None:
        """Activate because an event or the mission says so: no cost, the river stays (p.16)."""
        tile = known_tile(t, self.tile)
        on_the_map(t, tile, "G-026")
        t.note("outside", "G-026", tile=tile.name)
        t.state = begun(t.state, tile.name)


class Allow(Act, tag="allow"):
    """The mission lets a hero take one action, in any step and stance."""

    named = _("Let a hero act for the mission")
    by_hand = True

    hero: int

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        in_phase(t, GIVEN_STEPS, "G-026")
        nothing_open(t)
        no_activation(t)

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        heroes = tuple(
            Choice(index, hero.sheet.name)
            for index, hero in enumerate(t.state.heroes)
            if t.allows(awake, t, hero)
        )
        if t.state.depth == "full" and heroes:
            field = choice("hero", heroes, "G-026")
            yield cls.prompt("", field, rule="G-026", group=TABLE)

    def apply(self, t: Table) -> None:
        """Apply the mission, which overrules the steps of a turn (p.16)."""
        hero = hero_at(t, self.hero)
        awake(t, hero)
        t.note("allowed", "G-026", who=hero.sheet.name)
        t.put(open=Given(fighter("hero", self.hero)))


def designate(t: Table, number: int = 0) -> None:
    """Begin with the next miniature; its predecessor is finished (p.31)."""
    active, tile = _resolved(t.state)
    t.state = _done(t.state, active)
    tile = known_tile(t, active.tile)
    mini = _next_up(t, tile, number)
    t.note("mini", "G-092", tile=tile.name, mini=mini.number)
    who = fighter("tile", tile.name, mini.number)
    if mini.laid:
        t.note("stands-up", "G-093", who=name_of(t.state, who))
    bonus = 0 if mini.laid else tile.sheet.bonus
    t.put(activation=Activation(tile.name, mini.number, bonus, braced=active.braced))
    t.put_mini(who, laid=False, acted=False)
    _regenerate(t, tile, who)


def next_in_line(t: Table) -> None:
    """Let the next miniature act without choosing it; refuses while another may still do more
    with its action, or where it matters which comes next.
    """
    if t.state.activation is None:
        t.refuse_impossible("E_NO_ACTIVATION", "G-092", remedy=msg("remedy.tile"))
    side_only(t, side_of_activation(t.state), "G-092")
    end_own_move(t, acting_one(t))
    active, tile = _resolved(t.state)
    waiting = _waiting(active, tile)
    busy = active.mini and (not active.action or active.left > 0)
    if busy or not waiting or len(choices(t.state, tile, waiting)) > 1:
        t.refuse_impossible("E_NO_ACTIVATION", "G-092", remedy=msg("remedy.mini"))
    designate(t, waiting[0].number)


def at_depth(t: Table) -> None:
    """Begin the actions of a tile paid for where that is guided; where it is not, one whose
    miniatures no one has chosen yet acts on the table."""
    name, active = t.state.resolving, t.state.activation
    tile = t.state.tile(name)
    if t.state.depth == "full" and tile and tile.on_map and not active:
        t.state = replace(begun(t.state, name), resolving="")
    elif t.state.depth == "quick" and active and _untouched(t.state, active):
        t.state = replace(activation_over(t.state), resolving=active.tile)


def _untouched(state: State, active: Activation) -> bool:
    """Return whether a tile of the river was paid for and none of its miniatures has begun."""
    tile = state.tile(active.tile)
    if tile is None or tile.place != "river" or state.phase != "V3" or active.mini:
        return False
    return not any(mini.acted for mini in tile.minis)


def _resolved(state: State) -> tuple[Activation, Tile]:
    """Return the activation in progress and its tile, which ``gone`` keeps in play as long."""
    active = state.activation
    tile = state.tile(active.tile) if active else None
    if active is None or tile is None:
        raise LookupError(active)
    return active, tile


def _waiting(active: Activation, tile: Tile) -> tuple[Mini, ...]:
    return tuple(mini for mini in tile.minis if not mini.acted and mini.number != active.mini)


def _actors(state: State, tile: Tile) -> tuple[int, ...]:
    return leaders(state, fighter("tile", tile.name))


def _over(t: Table, act: type[Act], tile: Tile, expected: bool) -> Prompt:
    return act.prompt(
        msg(f"prompt.{act.do()}", tile=tile.name),
        rule="G-089",
        expected=expected,
        actors=_actors(t.state, tile),
        group=NOW,
        tone="next",
    )


def begun(state: State, name: str) -> State:
    """Begin a tile's activation; none of its miniatures has acted."""
    return replace(rested(state, name), activation=Activation(name))


def activating(t: Table, rule: str = "G-092") -> Activation:
    """Return the activation in progress with its miniature designated; refuse without one."""
    if t.state.activation is None or not t.state.activation.mini:
        t.refuse_impossible("E_NO_ACTIVATION", rule, remedy=msg("remedy.mini"))
    return t.state.activation


def free_to_act(t: Table, rule: str) -> Activation:
    """Return the activation of the miniature acting, whose movement is over; refuse while anything
    else is unfinished."""
    activating(t)
    side_only(t, side_of_activation(t.state), rule)
    end_own_move(t, acting_one(t))
    return activating(t)


def side_of_activation(state: State) -> str:
    """Return who leads the tile being resolved."""
    tile = state.tile(state.activation.tile) if state.activation else None
    return "heroes" if tile and tile.place == "ally" else "villain"


def _done(state: State, active: Activation) -> State:
    """Finish the miniature acting so far."""
    if not active.mini:
        return state
    return with_mini(state, fighter("tile", active.tile, active.mini), acted=True)


def _next_up(t: Table, tile: Tile, number: int) -> Mini:
    """Return the miniature designated: one that has not acted in this activation (p.31)."""
    waiting = tuple(mini for mini in tile.minis if not mini.acted)
    named = tile.mini(number)
    if number and named is None:
        t.refuse_impossible("E_NO_MINIATURE", "G-089", tile=f"{tile.name} #{number}")
    if not waiting or (named and named.acted):
        mini = named or tile.minis[0]
        t.refuse("E_MINI_DONE", "G-089", tile=tile.name, mini=mini.number)
        return mini
    return named or which(t, tile, "G-089", waiting)


def _regenerate(t: Table, tile: Tile, who: str) -> None:
    gain, mini = level(tile, "Regeneration"), mini_of(t.state, who)
    if mini is None or not gain or mini.life >= tile.sheet.life:
        return
    after = min(tile.sheet.life, mini.life + gain)
    shown = name_of(t.state, who)
    t.note("life", "G-149", tile=shown, before=mini.life, after=after)
    t.put_mini(who, life=after)


def use_option(t: Table, kind: str, number: int) -> tuple[DiceOption, Tile, str]:
    """Return one use of a characteristic by the miniature acting: option, multiplier (p.27, 31)."""
    active = free_to_act(t, "G-094")
    tile = t.state.tile(active.tile)
    if tile is None or kind not in ROLLED:
        t.refuse_impossible("E_NO_SPACE", "G-094", space=kind)
    ability = tile.sheet.ability(kind)
    name = Msg(f"space.{kind}")
    if ability.forbidden:
        t.refuse("E_FORBIDDEN_ACTION", "G-077", tile=tile.name, kind=name)
    if not ability.options:
        t.refuse_impossible("E_NO_CHARACTERISTIC", "G-076", tile=tile.name, kind=name)
    t.require_range(Msg("field.option"), number, 0, len(ability.options) - 1, "G-074")
    option = ability.options[number]
    active = one_use(t, active, kind, number, option.times)
    who = fighter("tile", tile.name, active.mini)
    t.put(activation=active)
    return option, tile, who


def one_use(t: Table, active: Activation, kind: str, number: int, times: int) -> Activation:
    """Return the activation after one more use of its single action."""
    if active.closed:
        t.refuse("E_ACTION_OVER", "G-092", tile=active.tile)
    if not active.action:
        return replace(active, action=kind, option=number, left=times - 1, ran_out=False)
    if (active.action, active.option) != (kind, number):
        t.refuse("E_OPTION_FIXED", "G-094", kind=Msg(f"space.{active.action}"))
    if active.left <= 0:
        t.refuse("E_MULTIPLIER", "G-075", tile=active.tile, n=times)
    return replace(active, left=max(0, active.left - 1), ran_out=False)


def uses(t: Table, kind: str) -> tuple[list[Field], dict[str, str | int]]:
    """Return how a prompt asks which set of dice the miniature acting uses, and what is decided.

    Raises ``LookupError`` where it may use none.
    """
    tile = t.state.tile(t.state.activation.tile) if t.state.activation else None
    options = tuple(
        Choice(
            i,
            msg("hint.times", dice=pool_name(option.dice), n=option.times)
            if option.times > 1
            else msg("hint.dice", dice=pool_name(option.dice)),
        )
        for i, option in enumerate(tile.sheet.ability(kind).options if tile else ())
        if t.allows(use_option, t, kind, i)
    )
    if not options:
        raise LookupError(kind)
    if len(options) > 1:
        return [choice("option", options, "G-074")], {"kind": kind}
    return [], {"kind": kind, "option": int(options[0].value)}


def acting_one(t: Table) -> str:
    """Return the fighter whose turn it is in the activation; no one before one is designated."""
    active = t.state.activation
    return fighter("tile", active.tile, active.mini) if active and active.mini else ""


def acting(t: Table, kind: str) -> Tile | None:
    """Return the tile of the miniature acting, if it may use this characteristic now."""
    active = t.state.activation
    tile = t.state.tile(active.tile) if active and active.mini else None
    sets = range(len(tile.sheet.ability(kind).options)) if tile else ()
    return tile if any(t.allows(use_option, t, kind, i) for i in sets) else None


WORDS: Catalogue = {
    "refusal.E_OPTION_FIXED": _("This miniature has chosen already: {kind}"),
    "refusal.E_MULTIPLIER": _("{tile} has done this as often as it may ({n})"),
    "refusal.E_ACTION_OVER": _("{tile} has begun its second movement"),
    "note.allowed": _("The mission lets {who} act"),
    "prompt.allow": _("The mission lets a hero act"),
    "note.mini": _("{tile} #{mini} acts"),
    "note.mini-done": _("{tile} #{mini} is done"),
    "note.outside": _("{tile} acts outside its activation"),
    "refusal.E_MINI_DONE": _("{tile} #{mini} has acted already"),
    "remedy.mini": _("Choose a miniature first"),
    "remedy.tile": _("Activate a tile first"),
    "prompt.mini": _("Next miniature of {tile}"),
    "prompt.mini-end": _("This miniature is done"),
    "prompt.activation-end": _("{tile}: no one else acts"),
    "prompt.outside": _("The mission lets a tile act"),
}
