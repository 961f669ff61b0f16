"""What the table may do now: the step of the turn first."""

from __future__ import annotations

from collections.abc import Callable

from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt
from games.talisman_batman import fields, plan
from games.talisman_batman.asking import Prompts, feat_field, instead, seated, step
from games.talisman_batman.encounters import KINDS, unnamed
from games.talisman_batman.flow import pending
from games.talisman_batman.glossary import slug
from games.talisman_batman.prompts_fight import (
    batman_card,
    batman_rolls,
    batman_targets,
    batman_walks,
    deciding,
    escaped,
    escaping,
    rewarding,
    saving,
    standing_up,
    striking,
)
from games.talisman_batman.prompts_move import climbing, desk, door, moving, walking
from games.talisman_batman.state import SECOND, Sheet, State
from games.talisman_batman.table import (
    card_label,
    feat_limit,
    here,
    known,
    me,
    object_count,
    object_limit,
    space_label,
    together,
    who,
)
from games.talisman_batman.trophies import offers


def now(state: State) -> tuple[Prompt, ...]:
    """The expected step, its alternatives, and what somebody has to settle before it."""
    if state.owes:
        return tuple(p for owe in state.owes for p in _owed(state, owe.seat, owe.what))
    found = STEPS[state.turn.phase](state)
    return tuple(sorted(found, key=lambda prompt: not prompt.expected))


def _owed(state: State, seat: int, what: str) -> Prompts:
    villain = state.villains[seat]
    if what == "objects":
        over = object_count(state, villain) - object_limit(villain)
        field = fields.cards("cards", villain.objects, "T-097", low=over, hint=True)
        label = msg("prompt.leave-over", who=who(state, seat), n=over)
        return [seated(state, "leave", seat, field, rule="T-097", label=label)]
    over = len(villain.feats) - feat_limit(state, villain)
    label = msg("prompt.feat-over", who=who(state, seat), n=over)
    return [seated(state, "feat-discard", seat, feat_field(villain), rule="T-103", label=label)]


def setup(state: State) -> Prompts:
    return [p for seat in range(len(state.villains)) for p in _arriving(state, seat)]


def arriving(state: State) -> Prompts:
    return _arriving(state, state.active)


def _arriving(state: State, seat: int) -> Prompts:
    villain = state.villains[seat]
    n = {"n": seat + 1}
    if villain.status == "picking":
        free = [s.name for s in state.unused or state.gone]
        choices = tuple(Choice(slug(name), name) for name in free)
        field = Field("villain", "choice", msg("field.villain"), choices, rule="T-029")
        return [
            seated(state, "villain", seat, field, rule="T-029", label=msg("prompt.villain", **n))
        ]
    if villain.status == "sheet":
        inputs = sheet_fields(villain.sheet)
        label = msg("prompt.sheet", who=villain.sheet.name)
        return [
            step(state, "numbers", *inputs, rule="T-020", seat=seat, label=label,
                 villain=slug(villain.sheet.name))
        ]  # fmt: skip
    if villain.status != "bonus":
        return []
    sheet = villain.sheet
    choices = (
        Choice("strength", Msg("term.strength"), f"{sheet.strength} → {sheet.strength + 1}"),
        Choice("cunning", Msg("term.cunning"), f"{sheet.cunning} → {sheet.cunning + 1}"),
        Choice("", msg("choice.no-bonus")),
    )
    bonus = Field("bonus", "choice", msg("field.bonus"), choices, default="strength", rule="T-033")
    label = msg("prompt.ready", who=sheet.name)
    return [seated(state, "ready", seat, bonus, rule="T-033", label=label)]


def sheet_fields(sheet: Sheet) -> tuple[Field, ...]:
    """The numbers of a villain card, as far as they are known."""
    sides = tuple(Choice(a, Msg(f"term.{a}")) for a in ("righteous", "indifferent", "chaotic"))
    gear = msg("help.known", what=tuple(map(card_label, sheet.gear))) if sheet.gear else ""
    return (
        fields.number("strength", 1, 9, sheet.strength or 3, "T-017"),
        fields.number("cunning", 1, 9, sheet.cunning or 3, "T-017"),
        fields.number("fate", 0, 9, sheet.fate or 3, "T-034"),
        fields.number("life", 1, 9, sheet.life or 4, "T-020"),
        Field("alignment", "choice", msg("field.alignment"), sides,
              default=sheet.alignment or "indifferent", rule="T-010"),
        fields.text("start", choices=START, rule="T-032", help=_start(sheet)),
        fields.number("coins", 0, 9, sheet.coins, "T-035"),
        fields.number("feats", 0, 3, sheet.feats, "T-036"),
        fields.text("gear", 80, rule="T-037", help=gear),
    )  # fmt: skip


def _start(sheet: Sheet) -> Msg | str:
    return msg("help.known", what=space_label(sheet.start, 1)) if sheet.start else ""


START = (Choice("morgue", Msg("space.morgue")),)


def inheriting(state: State) -> Prompts:
    estate = me(state).estate
    goods = (*estate.objects, *estate.followers)
    label = msg("prompt.inherit", n=len(goods), coins=estate.coins)
    return [step(state, "inherit", fields.cards("leave", goods, "T-115", hint=True),
                 rule="T-115", label=label)]  # fmt: skip


def choosing(state: State) -> Prompts:
    villain = me(state)
    found: Prompts = []
    if not villain.turning_back:
        found.append(_space(state))
    found += _others(state)
    if villain.turning_back or villain.guard_passed:
        label = msg("prompt.no-encounter-up" if villain.guard_passed else "prompt.no-encounter")
        found.append(step(state, "no-encounter", rule="T-Q29", label=label))
    if state.options.ditch_first and (villain.goods or villain.coins):
        found.append(leaving(state, "T-149"))
    return [*found, *desk(state)]


def _space(state: State) -> Prompt:
    villain = me(state)
    shown = plan.symbols(state, villain.space)
    inputs: tuple[Field, ...] = ()
    if shown is None:
        inputs = (fields.number("symbols", 0, 3, 1, "T-058"),)
    lying = unnamed(state)
    if lying:
        choices = tuple(
            Choice(s.space, msg("choice.found", cards=tuple(card_label(c) for c in s.cards)))
            for s in lying
        )
        found = Field("found", "choice", msg("field.found"), (Choice("", msg("choice.none")),
                      *choices), default="", optional=True, rule="T-058")  # fmt: skip
        inputs = (*inputs, found)
    return step(state, "space", *inputs, rule="T-055")


def _others(state: State) -> Prompts:
    found: Prompts = []
    for seat, other in enumerate(state.villains):
        if seat == state.active or not other.alive or together(state, state.active, seat) is False:
            continue
        name = {"other": other.sheet.name}
        ways = ("strength", "cunning") if me(state).sheet.cunning_attack else ("strength",)
        found += [
            step(state, "attack", rule="T-083" if way == "strength" else "T-084", expected=False,
                 label=msg(f"prompt.attack-{way}", **name), target=seat, attribute=way)
            for way in ways
        ]  # fmt: skip
        evaded = Field("evaded", "flag", msg("field.evaded"), default=False, rule="T-092")
        found.append(step(state, "ability", evaded, rule="T-056", expected=False,
                          label=msg("prompt.ability", **name), target=seat))  # fmt: skip
    return found


def drawing(state: State) -> Prompts:
    left, cards = state.turn.to_draw, pending(state)
    found = _draws(state, left) if left else []
    if cards and left <= 0:
        found = [*_next(state), *found]
    if left:
        label = msg("prompt.no-draw" if left > 0 else "prompt.no-more")
        found.append(step(state, "no-draw", rule="T-Q24", label=label, expected=left < 0))
    return [*found, _ambush(state), *_job(state)]


def _draws(state: State, left: int) -> Prompts:
    """A card the box knows by its name, or a new one."""
    label = msg("prompt.draw", n=left) if left > 0 else msg("prompt.draw-open")
    known_ones = fields.names(state, *KINDS)
    name = fields.text("name", 40, known_ones, optional=False)
    known_card = step(state, "draw", name, rule="T-058", label=label, elsewhere="")
    new = step(state, "draw", *draw_fields(name), rule="T-059", label=msg("prompt.draw-new"),
               expected=False)  # fmt: skip
    return [known_card, new]


def draw_fields(name: Field) -> tuple[Field, ...]:
    """What a card needs to say that the box does not know."""
    order = ("enemy", "object", "follower", "event", "stranger", "place")
    kinds = tuple(Choice(kind, Msg(f"term.{kind}")) for kind in order)
    return (
        name,
        Field("kind", "choice", msg("field.kind"), kinds, default="enemy"),
        fields.attribute(rule="T-066"),
        fields.number("value", 0, 20, 0, "T-066"),
        fields.number("number", 0, 9, 0, "T-059"),
        fields.text("elsewhere", rule="T-064"),
    )


def _next(state: State) -> Prompts:
    cards = pending(state)
    first = cards[0]
    if first.kind == "enemy":
        label = msg("prompt.fight", card=card_label(first), n=first.value)
        return [step(state, "fight", rule="T-066", label=label)]
    name = {"card": card_label(first)}
    return [
        step(state, "resolve", rule="T-059", card=first.id, stays=stays,
             label=msg("prompt.resolve-stays" if stays else "prompt.resolve", **name))
        for stays in ((True, False) if first.kind in ("stranger", "place") else (False, True))
    ]  # fmt: skip


def _ambush(state: State) -> Prompt:
    inputs = (fields.text("name", 40, optional=False), fields.attribute(rule="T-066"),
              fields.number("value", 0, 30, None, "T-066"))  # fmt: skip
    return Prompt("ambush", msg("prompt.ambush"), inputs, rule="T-092", actors=(state.active,),
                  group="more")  # fmt: skip


def _job(state: State) -> Prompts:
    villain = me(state)
    if villain.job or villain.floor != SECOND:
        return []
    if known(villain.space) and villain.space != "falcone":
        return []
    inputs = (fields.die(rule="T-121"), fields.text("text", 200))
    return [step(state, "job", *inputs, rule="T-121", expected=villain.space == "falcone")]


def taking(state: State) -> Prompts:
    villain, spot = me(state), here(state)
    wanted = tuple(
        c
        for c in spot.cards
        if c.kind in ("object", "follower")
        and villain.alignment not in c.forbids
        and c.id not in villain.ditched
    )
    found: Prompts = []
    if wanted or spot.coins:
        inputs: tuple[Field, ...] = ()
        if wanted:
            default = tuple(c.id for c in wanted)
            inputs = (fields.cards("cards", wanted, "T-061", default=default, hint=True),)
        if spot.coins:
            inputs = (*inputs, fields.number("coins", 0, spot.coins, spot.coins, "T-061"))
        found.append(step(state, "take", *inputs, rule="T-061"))
    found += _job(state)
    if villain.trophies or villain.goods or villain.coins or villain.insane:
        found.append(step(state, "done", rule="T-079", expected=False))
    found.append(step(state, "end", rule="T-039", help=job_help(state)))
    return [*found, *desk(state), _ambush(state)]


def job_help(state: State) -> Msg | str:
    """The reminder that a job has to be done as soon as it can be."""
    job = me(state).job
    return msg("help.job", n=job.die, text=job.text or "–") if job else ""


def ending(state: State) -> Prompts:
    villain = me(state)
    found: Prompts = []
    if villain.trophies and not villain.insane:
        for offer in offers(state):
            label = msg("prompt.trade-best", n=offer.gain, waste=offer.waste,
                        attribute=Msg(f"term.{offer.attribute}"))  # fmt: skip
            found.append(step(state, "trade-best", rule="T-079", label=label, expected=False,
                              tone=offer.attribute, attribute=offer.attribute))  # fmt: skip
        field = fields.cards("cards", villain.trophies, "T-080", low=1, hint=True)
        if found:
            found.append(step(state, "trade", field, rule="T-079", expected=False))
    if villain.goods or villain.coins:
        found.append(leaving(state, "T-101"))
    return [step(state, "end", rule="T-039", help=job_help(state)), *found, *desk(state)]


def leaving(state: State, rule: str) -> Prompt:
    """Cards and coins the active villain may leave here."""
    villain = me(state)
    inputs: tuple[Field, ...] = ()
    if villain.goods:
        inputs = (fields.cards("cards", villain.goods, rule, hint=True),)
    if villain.coins:
        inputs = (*inputs, fields.number("coins", 0, villain.coins, 0, "T-Q42"))
    return instead(state, "leave", state.active, *inputs, rule=rule)


STEPS: dict[str, Callable[[State], Prompts]] = {
    "setup": setup,
    "arrive": arriving,
    "inherit": inheriting,
    "move": moving,
    "path": walking,
    "up": climbing,
    "door": door,
    "batman-roll": batman_rolls,
    "batman-path": batman_walks,
    "batman-target": batman_targets,
    "batman-card": batman_card,
    "stand": standing_up,
    "fight": striking,
    "fate": deciding,
    "loss": saving,
    "reward": rewarding,
    "escape": escaping,
    "escaped": escaped,
    "encounter": choosing,
    "cards": drawing,
    "take": taking,
    "end": ending,
}
