"""House rules of a group as data: a number changes at a moment, or a note is shown then.

A title takes part with three fields, all named ``house_rules``: in its ``Box`` those entered, in
its ``Setup`` the names that are switched on, in its ``State`` those in force; its ``State`` also
remembers in ``house_used`` those used this turn. Its referee names the numbers and the moments
(``house_numbers``, ``house_choices``, ``house_moments``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from msgspec.structs import replace

from games.actions import Act, MaxLength, Range, Teach
from games.messages import Msg, gettext_noop, msg
from games.ruling import RulingContext, RulingInterruptError
from games.vocabulary import Choice, Field, Frozen, Note, Prompt, Ruling, Tracker

MOST = 12
LONGEST = 200
STEPS = (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5)
"""What a number usually changes by; keyboards of phones have no minus to type it with."""
ONCE = "once"
"""The moment that a player chooses, once a turn."""


class HouseRule(Frozen):
    """A rule of a group's own: from turn ``since`` on, ``number`` (a kind of tracker) changes by
    ``n`` at its ``moment``, and ``into`` by as much the other way; without a number, its ``text``
    is a note for the table. ``apart`` keeps games with it out of the figures of games by the
    book."""

    name: str
    moment: str = "setup"
    number: str = ""
    n: int = 1
    text: str = ""
    since: int = 1
    apart: bool = True
    into: str = ""


class DefineHouseRule(Teach[Any], tag="house.define"):
    """Enter a house rule, or change the one of this ``name``; ``gone`` removes it."""

    named = gettext_noop("A house rule")
    name: Annotated[str, MaxLength(60)]
    moment: str = "setup"
    number: str = ""
    n: Annotated[int, Range(-9, 9)] = 1
    text: Annotated[str, MaxLength(LONGEST)] = ""
    since: Annotated[int, Range(1, 99)] = 1
    apart: bool = False
    gone: bool = False
    into: str = ""

    @classmethod
    def form(cls, referee: Any, old: HouseRule | None = None) -> Prompt:
        """Return the form of a new rule, or of one that is there."""
        first = next(iter(referee.house_moments))
        rule = old or HouseRule("", first)
        moments = tuple(Choice(each, Msg(f"moment.{each}")) for each in referee.house_moments)
        kinds = tuple(Choice(each, called(each)) for each in _kinds(referee))
        numbers = (
            cls.of_rule("number", rule, kinds),
            cls.of_rule("n", rule, tuple(Choice(n, f"{n:+d}") for n in sorted({*STEPS, rule.n}))),
            cls.of_rule("into", rule, kinds),
        )
        fields = (
            cls.of_rule("moment", rule, moments),
            *(numbers if kinds else ()),
            cls.of_rule("text", rule),
            cls.of_rule("since", rule),
            cls.of_rule("apart", rule),
        )
        if old:
            gone = cls.field("gone", label=Msg("field.house_gone"))
            change = msg("prompt.house.change", name=old.name)
            return cls.prompt(change, *fields, gone, fixed={"name": old.name}, group="table")
        name = cls.field("name", label=Msg("field.house_name"))
        help_ = Msg("help.house.define" if kinds else "help.house.note")
        return cls.prompt("", name, *fields, group="table", help=help_)

    @classmethod
    def of_rule(cls, name: str, rule: HouseRule, choices: tuple[Choice, ...] = ()) -> Field:
        """Return the input of one field, as it is in a rule; ``choices`` make it a choice."""
        label, default = Msg(f"field.house_{name}"), getattr(rule, name)
        if choices:
            empty = name in ("number", "into")
            return Field(name, "choice", label, choices, default=default, optional=empty)
        return cls.field(name, label=label, default=default, optional=True)

    def learned_facts(self, known: Any, call: RulingContext) -> dict[str, Any]:
        if not self.name.strip() or len(self.name) > 60 or len(self.text) > LONGEST:
            call.refuse_impossible("E_HOUSE_NAME")
        self.bounded(call)
        if not self.number and not self.text and not self.gone:
            call.refuse_impossible("E_HOUSE_EMPTY")
        rest = tuple(each for each in known.house_rules if each.name != self.name)
        if self.gone:
            return {"house_rules": rest}
        if len(rest) >= MOST:
            call.refuse_impossible("E_HOUSE_FULL", n=MOST)
        more = (self.moment, self.number, self.n, self.text, self.since, self.apart, self.into)
        return {"house_rules": (*rest, HouseRule(self.name, *more))}

    @classmethod
    def ensure_allowed(cls, t: Any) -> None:
        t.refuse_impossible("E_HOUSE_LATE")


class UseHouseRule(Act[Any], tag="house.use"):
    """Use a house rule that its group may use once a turn, on the tracker ``which``."""

    named = gettext_noop("Use a house rule")
    name: str
    which: str = ""

    def apply(self, t: Any) -> None:
        """Note that it is used in this turn; ``rule`` then changes the numbers."""
        chosen = {each.name for each in of(t.state) if each.moment == ONCE}
        if self.name not in chosen.difference(t.state.house_used):
            t.refuse_impossible("E_HOUSE_USED", name=self.name)
        t.put(house_used=(*t.state.house_used, self.name))


class NumberChange(NamedTuple):
    """Numbers that a rule changes together: a tracker, and maybe the one it is exchanged for."""

    tracker: Tracker
    value: int
    partner: Tracker | None = None
    gains: int = 0


def called(kind: str) -> Msg:
    """Return the name of a kind of number."""
    return Msg(f"house.{kind}")


def _kinds(referee: Any) -> tuple[str, ...]:
    return (*referee.house_numbers, *referee.house_choices)


def forms(referee: Any, box: Any) -> tuple[Prompt, ...]:
    """Return the forms of a copy's house rules."""
    changes = (DefineHouseRule.form(referee, each) for each in box.house_rules)
    return (DefineHouseRule.form(referee), *changes)


def learned(referee: Any, box: Any, action: Any) -> Any:
    """Return the box with a house rule, or the refusal of what no rule of this title may say;
    ``None`` if the action isn't about house rules."""
    if not isinstance(action, DefineHouseRule):
        return None
    call = RulingContext()
    try:
        for said, known in (
            (action.number, ("", *_kinds(referee))),
            (action.into, ("", *_kinds(referee))),
            (action.moment, referee.house_moments),
        ):
            if said not in known:
                call.refuse_impossible("E_MALFORMED", problem=said)
        if action.number in referee.house_choices and action.moment != ONCE:
            call.refuse_impossible("E_HOUSE_CHOICE", what=called(action.number))
        return replace(box, **action.learned_facts(box, call))
    except RulingInterruptError as stop:
        return stop.answer


def in_force(rules: Iterable[HouseRule], names: Iterable[str]) -> tuple[HouseRule, ...]:
    """Return the rules that are switched on."""
    chosen = set(names)
    return tuple(each for each in rules if each.name in chosen)


def every(box: Any) -> tuple[str, ...]:
    """Return the names of a copy's rules: a set-up begins with all of them."""
    return tuple(each.name for each in box.house_rules)


def page(box: Any, draft: Any) -> tuple[Prompt, ...]:
    """Return the page of a set-up that switches a copy's rules, if there are any."""
    rules: tuple[HouseRule, ...] = box.house_rules
    if not rules:
        return ()
    field = Field(
        "house_rules",
        "choices",
        Msg("field.house_rules"),
        tuple(Choice(each.name, each.name, hint(each)) for each in rules),
        low=0,
        high=len(rules),
        default=tuple(each for each in draft.house_rules if each in every(box)),
        optional=True,
    )
    return (Prompt("setup", Msg("setup.house"), (field,), help=Msg("setup.house.help")),)


def hint(rule: HouseRule) -> Msg | str:
    """Return what a rule does, in the words of its group if there are any."""
    if rule.text or not rule.number:
        return rule.text
    facts = {"what": called(rule.number), "n": f"{rule.n:+d}", "when": Msg(f"moment.{rule.moment}")}
    if rule.into:
        return msg("house.does.into", into=called(rule.into), back=f"{-rule.n:+d}", **facts)
    return Msg("house.does", facts)


def of(state: Any) -> tuple[HouseRule, ...]:
    """Return the house rules in force; a title may know none."""
    rules: tuple[HouseRule, ...] = getattr(state, "house_rules", ())
    return rules


def understood(state: Any) -> bool:
    """Return whether no rule in force is a mere note, which may change anything."""
    return all(each.number for each in of(state))


def apart(state: Any) -> bool:
    """Return whether a rule in force keeps the game out of the figures of games by the book."""
    return any(each.apart for each in of(state))


# -- carrying them out -----------------------------------------------------------------------


def begun(referee: Any, ruling: Ruling[Any]) -> Ruling[Any]:
    """Return a fresh table with the house rules of the set-up and of what has begun with it."""
    if not of(ruling.state):
        return ruling
    t = referee.table(ruling.state)
    occur(referee, t, "setup", ())
    happened(referee, t, ruling.state, ruling.notes)
    return Ruling(t.state, (*ruling.notes, *t.notes))


def rule(referee: Any, t: Any, action: Any) -> None:
    """Apply an action to the table, and the house rules of what happens by it."""
    before = t.state
    if isinstance(action, UseHouseRule):
        use(referee, t, action)
    else:
        referee.rule(t, action)
    if of(before):
        happened(referee, t, before, tuple(t.notes))


def use(referee: Any, t: Any, action: UseHouseRule) -> None:
    """Change what a player has chosen to; refuse a number that cannot change now."""
    sides = _acting(referee, t.state)
    if sides and t.actor not in sides:
        t.require_actor(referee.parts(t.state)[sides[0]], "")
    for found in of(t.state):
        options = possible(referee, t.state, found) if found.name == action.name else {}
        if action.which in options:
            _say(t, found)
            action.apply(t)
            if change := options[action.which]:
                _change(referee, t, change)
            return
    t.refuse_impossible("E_HOUSE_USED", name=action.name)


def offers(referee: Any, state: Any) -> Iterator[Prompt]:
    """Yield the rules that may be used once a turn, each on the numbers that can change now."""
    for each in of(state):
        if each.moment != ONCE or each.name in state.house_used:
            continue
        if referee.turn(state) < each.since:
            continue
        options = possible(referee, state, each)
        if not options:
            continue
        fixed: dict[str, Any] = {"name": each.name}
        fields: tuple[Field, ...] = ()
        if len(options) == 1:
            fixed["which"] = next(iter(options))
        else:
            which = (Choice(one, change.tracker.label) for one, change in options.items() if change)
            fields = (Field("which", "choice", Msg("field.house_which"), tuple(which)),)
        sides = _acting(referee, state)
        more: dict[str, Any] = {"actors": sides or None, "group": "more", "help": hint(each)}
        yield UseHouseRule.prompt(each.name, *fields, fixed=fixed, **more)


def possible(referee: Any, state: Any, rule: HouseRule) -> Mapping[str, NumberChange | None]:
    """Return by tracker what a rule can change now for the side that acts; a note changes nothing
    (``""``)."""
    if not rule.number:
        return {"": None}
    found = {}
    for change in changes(referee, state, rule, _acting(referee, state)):
        t = referee.table(state)
        _change(referee, t, change)
        if t.state != state:
            found[change.tracker.name] = change
    return found


def happened(referee: Any, t: Any, before: Any, notes: Sequence[Note]) -> None:
    """Carry out the house rules of everything that notes say, in the order of the title's moments;
    ``before`` is the table before it."""
    codes = {note.code for note in notes}
    if t.state.house_used and codes & referee.house_moments.get("turn", set()):
        t.put(house_used=())
    ruled = {each.moment for each in of(t.state)}
    for moment, at in referee.house_moments.items():
        if moment in ruled and codes & at and referee.outcome(t.state) is None:
            occur(referee, t, moment, _sides(referee, t, before, moment, notes))


def _sides(
    referee: Any, t: Any, before: Any, moment: str, notes: Sequence[Note]
) -> tuple[int, ...]:
    """Return the sides of a moment: those its notes name, or else those that act; at the end of a
    turn, and of what happens in one, those that have acted."""
    at = referee.house_moments[moment]
    named = [note.facts.get("who", "") for note in notes if note.code in at]
    sides = tuple(part.index for part in referee.parts(t.state) if part.name in named)
    begins = moment != "end" and at & referee.turns
    return sides or _acting(referee, t.state if begins else before)


def _acting(referee: Any, state: Any) -> tuple[int, ...]:
    """Return the sides that have to act; what they may do by a house rule makes no difference."""
    resting = replace(state, house_used=tuple(each.name for each in of(state)))
    acting: tuple[int, ...] = referee.parts_to_act(resting, referee.prompts(resting))
    return acting


def occur(referee: Any, t: Any, moment: str, sides: tuple[int, ...]) -> None:
    """Carry out the house rules of a moment for these sides (for all if none), and show the notes
    of the others."""
    turn = referee.turn(t.state)
    for each in of(t.state):
        if each.moment == moment and (moment == "setup" or turn >= each.since):
            _say(t, each)
            for change in changes(referee, t.state, each, sides):
                _change(referee, t, change)


def _say(t: Any, rule: HouseRule) -> None:
    if rule.text or not rule.number:
        t.note("house.note", "", name=rule.name, text=rule.text)
    else:
        t.note("house", "", name=rule.name)


def changes(
    referee: Any, state: Any, rule: HouseRule, sides: tuple[int, ...]
) -> Iterator[NumberChange]:
    """Yield what a rule changes, each number as far as it goes: of these sides, or of every side
    if none of them has such a number."""
    trackers = {each.name: each for each in referee.trackers(state)}
    split = {name: _split(name) for name in trackers}
    fitting = [
        (each, *split[name]) for name, each in trackers.items() if _is(rule.number, split[name][1])
    ]
    anyone = rule.number in referee.house_choices
    own = [each for each in fitting if anyone or each[1] in (None, *sides)]
    for tracker, side, kind in own or fitting:
        value = max(tracker.low, min(tracker.value + rule.n * tracker.step, tracker.high))
        if value == tracker.value:
            continue
        if not rule.into:
            yield NumberChange(tracker, value)
            continue
        # Its bound is another one once the first number has changed: a die comes from the cup.
        after = referee.trackers(referee.set_tracker(state, tracker.name, value))
        wanted = rule.into + kind[len(rule.number) :]
        partner = next(
            (
                each
                for each in after
                if _split(each.name) in ((side, wanted), (None, wanted), (None, rule.into))
            ),
            None,
        )
        here = trackers.get(partner.name) if partner else None
        if partner and here and partner.low <= here.value + tracker.value - value <= partner.high:
            yield NumberChange(tracker, value, here, here.value + tracker.value - value)


def _split(name: str) -> tuple[int | None, str]:
    """Return the side of a tracker, if its name has one, and its kind.

    >>> _split("hero.1.reserve"), _split("loot.blue")
    ((1, 'hero.reserve'), (None, 'loot.blue'))
    """
    parts = name.split(".")
    side = next((int(each) for each in parts if each.isdigit()), None)
    return side, ".".join(each for each in parts if not each.isdigit())


def _is(wanted: str, kind: str) -> bool:
    return kind == wanted or kind.startswith(f"{wanted}.")


def _change(referee: Any, t: Any, change: NumberChange) -> None:
    """Set the numbers of a change and let the table follow; leave what would not fit on it."""
    before, noted = t.state, len(t.notes)
    for tracker, value in ((change.tracker, change.value), (change.partner, change.gains)):
        if tracker is None:
            continue
        now = {each.name: each.value for each in referee.trackers(t.state)}
        if now.get(tracker.name) != value:
            t.state = referee.set_tracker(t.state, tracker.name, value)
        facts = {"what": tracker.label, "before": tracker.value, "after": value}
        t.note("house.number", tracker.rule, **facts)
    referee.adjusted(t, before)
    known = referee.check(before)
    if any(defect not in known for defect in referee.check(t.state)):
        t.state = before
        del t.notes[noted:]
