"""Sentences about what may come: chances, warnings, the consequences of an entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from companion.plays.forecast_text import Foresight, OutcomeChance
from companion.plays.pages.forms import Side
from games.messages import Msg, Speaker
from games.odds.loss_warnings import BadOutcome
from games.odds.preview import Consequence
from games.referee import Note


def option(speaker: Speaker, label: Msg | str, chosen: Iterable[Msg | str]) -> str:
    """Return one way to answer a prompt: its label, and what is chosen in it."""
    name = speaker.say(label)
    what = speaker.join([speaker.say(each) for each in chosen])
    if not name or not what:
        return name or what
    return f"{name} ({what})"


# -- forecasts -------------------------------------------------------------------------------


def chances(speaker: Speaker, found: Foresight, everything: bool) -> list[dict[str, str]]:
    """Return the chances of a roll and of the rest of the turn; without ``everything`` its
    dangers alone."""
    said = [_chance(speaker, each) for each in found.chances if everything or each.danger]
    turn = [_chance(speaker, each) for each in found.turn]
    if turn:
        turn[0]["head"] = _("This turn:")
    if turn and found.turn_open:
        turn[-1]["again"] = _("up to {n} % depends on what only the table knows").format(
            n=found.turn_open
        )
    return said + turn


def _chance(speaker: Speaker, chance: OutcomeChance) -> dict[str, str]:
    """Return a chance, what lowers it and to how much, and how likely it is once dice are thrown
    again."""
    again = (
        _condition(speaker.join([speaker.say(each) for each in what]), n)
        for what, n in chance.again
    )
    return {
        "text": speaker.say(chance.text),
        "chance": chance.percent,
        "again": ", ".join(again),
        "less": _less(speaker, chance),
    }


def _condition(what: str, n: str) -> str:
    """Return what is assumed, with how likely something is then, unless a range says it."""
    return _("{n}\u00a0% {what}").format(what=what, n=n) if n else what


def _less(speaker: Speaker, chance: OutcomeChance) -> str:
    less = chance.less
    if less is None:
        return ""
    what = option(speaker, less.label, less.chosen)
    return _("{n}\u00a0%: {what}").format(n=less.percent, what=what) if less.label else what


def remarks(found: Foresight) -> list[str]:
    """Return how far the chances hold."""
    said = []
    if found.late:
        said.append(_("Too many possible results to work out the odds"))
    if found.error:
        said.append(_("estimated, ±{n}").format(n=found.error))
    if found.open:
        said.append(_("{n} % depends on what only the table knows").format(n=found.open))
    if found.alone:
        said.append(_("if no one reacts to the dice"))
    if found.assumed:
        said.append(_("assuming standard dice faces"))
    return said


# -- warnings --------------------------------------------------------------------------------


def bad_outcome(
    speaker: Speaker, parts: Sequence[Side], found: BadOutcome, name: str
) -> tuple[str, list[str]]:
    """Return what an entry called ``name`` would bring about, and why."""
    why = [speaker.say(Msg(note.code, note.facts)) for note in found.falls]
    if found.outcome:
        why = [speaker.say(found.outcome.message), *why]
    return _head(speaker, parts, found, name), why


def _head(speaker: Speaker, parts: Sequence[Side], found: BadOutcome, name: str) -> str:
    outcome = found.outcome
    if outcome is None:
        text = _("If you enter “{entry}” now:") if name else _("Right now:")
        return text.format(entry=name)
    if outcome.result == "lost":
        lost = _("“{entry}” loses the game now")
        return lost.format(entry=name) if name else _("At this rate the game is lost")
    winners = [part.name for part in parts if part.index in outcome.winners]
    ends = _("“{entry}” ends the game now: {who} wins") if name else _("Then {who} wins")
    return ends.format(entry=name, who=speaker.join(winners))


def aloud(said: Mapping[str, Any]) -> str:
    """Return a warning as it is read out: one sentence after the other."""
    sentences = [said["head"], *said["why"]]
    return " ".join(each if each[-1:] in ".:!?" else f"{each}." for each in sentences)


# -- what-if ---------------------------------------------------------------------------------


def consequence(
    speaker: Speaker, say_notes: Callable[[list[Note]], list[str]], found: Consequence
) -> dict[str, Any]:
    """Return what an entry would bring; each note once, as ``say_notes`` lets this phone read
    it."""
    say, notes = speaker.say, found.certain
    return {
        "certain": say_notes([note for n, note in enumerate(notes) if note not in notes[:n]]),
        "outcome": say(found.outcome.message) if found.outcome else "",
        "refused": say(found.refusal.message) if found.refusal else "",
        "remedy": say(found.refusal.remedy) if found.refusal and found.refusal.remedy else "",
        "question": say(found.question.message) if found.question else "",
        "lacks": speaker.join([say(each) for each in found.lacks]),
        "luck": found.luck,
    }
