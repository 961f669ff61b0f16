"""One application of one action: what rules note, refuse, ask and warn through."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from games.messages import Msg, msg
from games.vocabulary import Choice, Field, Note, Part, Question, Refusal


class RulingInterruptError(Exception):
    """Exception inside the rules that ends an application with a refusal or a question."""

    def __init__(self, answer: Refusal | Question) -> None:
        super().__init__(answer.code)
        self.answer = answer


class RulingContext:
    """One application of one action: the actor, the answers, the notes so far.

    ``actor`` is the side that acts, ``None`` for the table itself (the host's phone), which may act
    for everyone.
    """

    def __init__(self, actor: int | None = None, answers: Mapping[str, str] | None = None) -> None:
        self.actor = actor
        self.answers = answers or {}
        self.notes: list[Note] = []
        self.overrides: list[Note] = []

    def note(self, code: str, rule: str = "", /, **facts: Any) -> None:
        """Record one thing that happened.

        >>> call = RulingContext()
        >>> call.note("roll", "N-01", who="Ana", face=3)
        >>> call.notes[0].code, call.notes[0].facts
        ('note.roll', {'who': 'Ana', 'face': 3})
        """
        self.notes.append(Note(f"note.{code}", facts, rule))

    def secret(
        self, owner: int, code: str, hidden: str = "", rule: str = "", /, **facts: Any
    ) -> None:
        """Record something only ``owner`` may read; the others read ``hidden``."""
        self.notes.append(
            Note(f"note.{code}", facts, rule, owner, f"note.{hidden}" if hidden else "")
        )

    def refuse(self, code: str, rule: str, /, remedy: Msg | None = None, **facts: Any) -> None:
        """Refuse, unless the table has overruled this very refusal, which is then logged.

        >>> RulingContext().refuse("E_FULL", "N-01")
        Traceback (most recent call last):
        games.ruling.RulingInterruptError: E_FULL
        >>> insisting = RulingContext(answers={"override:E_FULL": "the card says so"})
        >>> insisting.refuse("E_FULL", "N-01")
        >>> insisting.overrides[0].facts["reason"]
        'the card says so'
        """
        reason = self.answers.get(f"override:{code}")
        if reason is None:
            raise RulingInterruptError(Refusal(code, rule, facts, remedy))
        self.overrides.append(Note("note.override", {"reason": reason, "code": code}, rule))

    def refuse_impossible(
        self,
        code: str,
        rule: str = "",
        /,
        remedy: Msg | None = None,
        about: str = "",
        **facts: Any,
    ) -> NoReturn:
        """Refuse a physical impossibility (a die face that does not exist); for a setup, ``about``
        is the field to change.
        """
        raise RulingInterruptError(
            Refusal(code, rule, facts, remedy, overridable=False, about=about)
        )

    def require_range(
        self,
        what: Msg | str,
        value: int,
        low: int,
        high: int,
        rule: str = "",
        step: int = 1,
        about: str = "",
    ) -> None:
        """Refuse a number outside its physical bounds, or between two of its steps.

        >>> RulingContext().require_range("Points", 120, 50, 200, step=50)
        Traceback (most recent call last):
        games.ruling.RulingInterruptError: E_STEP
        """
        if not low <= value <= high:
            remedy = msg("remedy.range", low=low, high=high)
            self.refuse_impossible(
                "E_RANGE", rule, remedy, about, what=what, low=low, high=high, value=value
            )
        if over := (value - low) % step:
            below = value - over
            remedy = msg("remedy.step", below=below, above=min(high, below + step))
            self.refuse_impossible("E_STEP", rule, remedy, about, what=what, step=step, value=value)

    def require_offered(self, field: Field, value: int, rule: str = "") -> None:
        """Refuse a number that ``field`` does not offer."""
        low = value if field.low is None else field.low
        high = value if field.high is None else field.high
        self.require_range(field.label, value, low, high, rule, field.step, field.name)

    def require_actor(self, part: Part, rule: str) -> None:
        """Refuse everyone but ``part`` and the table itself."""
        if self.actor is not None and self.actor != part.index:
            self.refuse(
                "E_NOT_ACTIVE",
                rule,
                remedy=msg("remedy.ask_active", active=part.name),
                active=part.name,
            )

    def ask(
        self, code: str, rule: str, /, options: tuple[Choice, ...] | None = None, **facts: Any
    ) -> str:
        """Return the table's answer to a question of fact; raises the question while unanswered.

        >>> RulingContext().ask("CROW", "N-02")
        Traceback (most recent call last):
        games.ruling.RulingInterruptError: CROW
        >>> RulingContext(answers={"CROW": "yes"}).ask("CROW", "N-02")
        'yes'
        """
        question = Question(code, rule, facts, *((options,) if options else ()))
        answer = self.answers.get(code, "")
        if answer not in {str(option.value) for option in question.options}:
            raise RulingInterruptError(question)
        return answer

    def consents(self, code: str, rule: str, part: int, /, **facts: Any) -> bool:
        """Return whether the player of another side agrees; asked unless one person plays both."""
        if self.answers.get(code) not in ("yes", "no"):
            raise RulingInterruptError(Question(code, rule, facts, consent=part))
        return self.answers[code] == "yes"

    def warn(self, code: str, rule: str, /, **facts: Any) -> None:
        """Let the move through only if the table says "do it anyway"."""
        if self.answers.get(code) != "anyway":
            anyway = (Choice("anyway", Msg("answer.anyway")),)
            raise RulingInterruptError(Question(code, rule, facts, anyway, weight="warn"))


def refusal(stop: RulingInterruptError) -> Refusal:
    """Return the refusal that stopped a set-up or a form of the box, which ask no questions."""
    assert isinstance(stop.answer, Refusal), stop.answer
    return stop.answer
