"""Prompts of Batman and of fights."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt
from games.talisman_batman import fields, plan
from games.talisman_batman.asking import (
    Prompts,
    fate_offer,
    feat_field,
    instead,
    seated,
    step,
    where,
)
from games.talisman_batman.batman import standing
from games.talisman_batman.odds import against_fixed, die_against_die, reroll, with_fate
from games.talisman_batman.scores import armours, base, decider, lead, opponent_label
from games.talisman_batman.state import TOWER, Fight, Fighter, State
from games.talisman_batman.table import (
    best_boosts,
    boosts,
    card_label,
    here,
    switched,
    who,
)


def standing_up(state: State) -> Prompts:
    fight = state.fight
    if fight is None:
        return []
    seat, villain = fight.me.seat, state.villains[fight.me.seat]
    choices = []
    for attribute in ("strength", "cunning"):
        value = fight.value or int(getattr(state.batman, attribute))
        cards = best_boosts(villain, attribute)
        mine = base(state, Fighter(seat, cards), attribute)
        hint = msg("hint.stand", mine=mine, theirs=value,
                   chance=_percent(die_against_die(mine - value).win))  # fmt: skip
        choices.append(Choice(attribute, Msg(f"term.{attribute}"), hint, attribute))
    field = Field("attribute", "choice", msg("field.attribute"), tuple(choices), rule="T-052")
    return [step(state, "stand", field, rule="T-052", seat=seat, tone="batman")]


def _percent(chance: object) -> str:
    return f"{float(chance) * 100:.1f}"  # type: ignore[arg-type]


def striking(state: State) -> Prompts:
    fight = state.fight
    if fight is None:
        return []
    rows: tuple[Msg | str, ...] = (who(state, fight.me.seat),)
    if fight.kind != "guard":
        rows = (*rows, _row(opponent_label(state, fight)))
    help = chance_help(state, fight)
    label = msg("prompt.strike", mine=base(state, fight.me, fight.attribute),
                theirs=base(state, fight.me, fight.attribute) - lead(state, fight))  # fmt: skip
    rule = "T-128" if fight.kind == "guard" else "T-069"
    found = [step(state, "strike", fields.dice(rows, rule), rule=rule, label=label, help=help,
                  everybody=True, tone="fight")]  # fmt: skip
    for fighter in (fight.me, fight.foe):
        if fighter is not None:
            found += _before(state, fight, fighter)
    return found


def _row(label: Msg | str | tuple[Msg | str, ...]) -> Msg | str:
    if not isinstance(label, tuple):
        return label
    return label[0] if len(label) == 1 else msg("field.enemies", names=label)


def chance_help(state: State, fight: Fight) -> Msg:
    """The exact chances before the dice."""
    ahead = lead(state, fight)
    if fight.kind == "guard":
        win, tie, loss = against_fixed(ahead).percent
        return msg("help.odds", win=win, tie=tie, loss=loss)
    win, tie, loss = die_against_die(ahead).percent
    if state.villains[fight.me.seat].fate and fight.foe is None:
        better = with_fate(ahead).percent[0]
        return msg("help.odds-fate", win=win, tie=tie, loss=loss, fate=better)
    return msg("help.odds", win=win, tie=tie, loss=loss)


def _before(state: State, fight: Fight, fighter: Fighter) -> Prompts:
    """Boosts, Feats and evading, before the dice."""
    seat, villain = fighter.seat, state.villains[fighter.seat]
    found: Prompts = []
    usable = boosts(villain, fight.attribute)
    if not villain.insane:
        field = fields.cards("cards", usable, "T-098", default=fighter.cards, hint=True)
        inputs = (*((field,) if usable else ()),
                  fields.number("extra", 0, 30, fighter.extra, "T-068"))  # fmt: skip
        label = msg("prompt.boost", who=villain.sheet.name,
                    n=base(state, fighter, fight.attribute))  # fmt: skip
        found.append(instead(state, "boost", seat, *inputs, rule="T-068", label=label))
        if villain.feats:
            label = msg("prompt.feat-fight", who=villain.sheet.name)
            inputs = (feat_field(villain), fields.number("extra", 0, 30, 0, "T-068"))
            found.append(instead(state, "feat-use", seat, *inputs, rule="T-107", label=label))
    if may_evade(state, fight, seat):
        found.append(_evade(state, fight, seat))
    return found


def may_evade(state: State, fight: Fight, seat: int) -> bool:
    """Whether the rules let this fighter evade, given a Feat or an ability."""
    if fight.kind in ("batman", "control"):
        return False
    if fight.kind == "duel":
        return fight.foe is not None and seat == fight.foe.seat
    return state.villains[seat].floor != TOWER


def _evade(state: State, fight: Fight, seat: int) -> Prompt:
    villain = state.villains[seat]
    inputs: tuple[Field, ...] = (feat_field(villain, optional=True),) if villain.feats else ()
    if len(fight.enemies) > 1 and not switched(state, "evadeAll"):
        enemies = tuple(c for c in here(state).cards if c.id in fight.enemies)
        inputs = (*inputs, fields.card("enemy", enemies, "T-Q34"))
    label = msg("prompt.evade", who=villain.sheet.name)
    return instead(state, "evade", seat, *inputs, rule="T-092", label=label)


def deciding(state: State) -> Prompts:
    fight, seat = state.fight, decider(state)
    if fight is None:
        return []
    # The last Fate token may go by hand after the dice: then the score stands.
    offered = seat is not None
    seat = fight.me.seat if seat is None else seat
    ahead = lead(state, fight)
    fighter = fight.me
    if fight.foe is not None and fight.foe.seat == seat:
        fighter, ahead = fight.foe, -ahead
    win, tie, loss = reroll(fighter.die - ahead).percent
    help = msg("help.reroll", win=win, tie=tie, loss=loss)
    standing = "ahead" if ahead > 0 else "tie" if ahead == 0 else "behind"
    label = msg(f"prompt.keep-{standing}", who=who(state, seat), n=abs(ahead))
    rule = "T-088" if fight.foe is not None else "T-075"
    offers = fate_offer(state, seat, not offered, rule, help)
    return [
        *(replace(offer, expected=True) for offer in offers),
        seated(state, "keep", seat, rule=rule, label=label),
    ]


def saving(state: State) -> Prompts:
    fight = state.fight
    if fight is None or fight.loser is None:
        return []
    seat = fight.loser
    villain = state.villains[seat]
    found = [
        seated(state, "save", seat, rule="T-099", card=card.id,
              label=msg("prompt.save-card", card=card_label(card)))
        for card in armours(villain)
    ]  # fmt: skip
    if villain.feats:
        label = msg("prompt.save-feat")
        found.append(_feat_only(state, "save", seat, label))
    found.append(seated(state, "save", seat, rule="T-074", label=msg("prompt.save-other"), card=0))
    label = msg("prompt.suffer", who=who(state, seat))
    return [*found, seated(state, "suffer", seat, rule="T-072", label=label)]


def _feat_only(state: State, do: str, seat: int, label: Msg) -> Prompt:
    return seated(state, do, seat, feat_field(state.villains[seat]), rule="T-074", label=label)


def rewarding(state: State) -> Prompts:
    fight = state.fight
    if fight is None or fight.winner is None or fight.loser is None:
        return []
    winner, loser = fight.winner, state.villains[fight.loser]
    taker = state.villains[winner]

    def offer(what: str, *inputs: Field) -> Prompt:
        label = msg(f"prompt.reward-{what}", other=loser.sheet.name)
        return step(state, "reward", *inputs, rule="T-090", seat=winner, label=label, what=what)

    found = [offer("life")]
    wanted = tuple(
        c
        for c in loser.objects
        if taker.alignment not in c.forbids and not (c.key and switched(state, "keyIsObject"))
    )
    if wanted:
        found.append(offer("object", fields.card("card", wanted, "T-118")))
    if loser.coins:
        found.append(offer("coin"))
    return [*found, offer("nothing")]


def escaping(state: State) -> Prompts:
    seat = state.fight.me.seat if state.fight else state.active
    return [step(state, "escape", fields.die(), rule="T-053", seat=seat, tone="batman")]


def escaped(state: State) -> Prompts:
    fight = state.fight
    if fight is None:
        return []
    seat, lines = fight.me.seat, state.batman.lines
    line = lines[fight.escape - 1] if len(lines) >= fight.escape else ""
    help: Msg | str = line or msg("help.escaped", n=fight.escape)
    found = [step(state, "escaped", rule="T-053", seat=seat, help=help)]
    found += fate_offer(state, seat, fight.me.rerolled, "T-023")
    if not line:
        text = fields.text("text", 200, optional=False)
        found.append(step(state, "batman-line", text, rule="T-053", expected=False,
                          everybody=True, die=fight.escape))  # fmt: skip
    return found


def batman_rolls(state: State) -> Prompts:
    return [step(state, "batman-roll", fields.die(), rule="T-046", tone="batman")]


def batman_walks(state: State) -> Prompts:
    options, steps = plan.batman_ends(state), state.turn.batman_roll
    label = msg("prompt.batman-move", n=steps)
    reader = not switched(state, "fateOnBatmanRoll")
    fate = fate_offer(state, state.active, state.turn.batman_rerolled or not reader, "T-Q05")
    if options:
        return [step(state, "batman-move", fields.ends(options), rule="T-047", label=label,
                     tone="batman"), *fate]  # fmt: skip
    crossing = Field(
        "crossing", "choice", msg("field.crossing"),
        (Choice(0, msg("choice.same-floor")), Choice(1, msg("choice.first-step"))),
        default=0, rule="T-047",
    )  # fmt: skip
    inputs = (where(state, (1, 2, 3)), fields.floor(state.batman.floor), crossing)
    return [step(state, "batman-move", *inputs, rule="T-047", label=label, tone="batman"), *fate]


def batman_targets(state: State) -> Prompts:
    seats = standing(state, state.batman.space, state.batman.floor)
    return [step(state, "batman-target", fields.seats(state, "victim", seats), rule="T-050",
                 tone="batman")]  # fmt: skip


def batman_card(state: State) -> Prompts:
    return [step(state, "batman-card", *fields.of_batman(), rule="T-052", everybody=True)]
