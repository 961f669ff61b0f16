"""List what a title lacks compared with bundled ones, a sentence each."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.conformance import chance
from companion.scaffold import words
from games import registry
from games.clarifications import LANGUAGES
from games.referee import AnyReferee, Referee

ANSWERS = {
    "checklist": "Nobody is told what to lay out: answer checklist().",
    "sample_box": "Without owning the game nobody can try it with cards: answer sample_box().",
    "scene": "The big screen shows the pieces of a phone: answer scene(), and draw it in tv.jinja.",
    "pieces": "The board is a list of numbers: answer pieces(), and lay them out in board.jinja.",
    "possible_rolls": (
        "There are no forecasts of rolls: answer possible_rolls(), figure_changes()"
        " and risk_figures."
    ),
    "threats": "Nobody sees how far away each end is: answer threats().",
    "text": "Golden games show bare numbers: answer text().",
}
"""What has an answer of the contract's own, by the question, until a title gives a better one."""

DRAWN = {
    "palette.css": "It has no colours of its own",
    "icons.svg": "It has no signs of its own",
    "style.css": "It has no style sheet",
    "screen.css": "Its big screen has no style sheet",
}
SHOWN = 8
GAMES, STEPS = 30, 300
"""First games that are played at random to see what their people are asked."""


def lacks(referee: AnyReferee, folder: Path) -> Iterator[str]:
    """Yield what is missing, the rules first, then the words, then the look."""
    yield from _rules(referee)
    yield from _words(referee, folder)
    kind, title = type(referee), referee.title
    for name, sentence in ANSWERS.items():
        if getattr(kind, name) is getattr(Referee, name):
            yield sentence
    if not referee.highlights:
        yield "No moment is great: name some of its notes in peaks."
    places = [folder / "static" / "games" / title.slug]
    if engine := registry.engine(title.family):
        places.append(engine / "static" / "games" / title.family)
    for name, sentence in DRAWN.items():
        if not any((place / name).exists() for place in places):
            yield f"{sentence}: write static/games/{title.slug}/{name}."
    if not title.art:
        yield "It is listed with a die: name a sign in Title.art."


def _rules(referee: AnyReferee) -> Iterator[str]:
    if not referee.clarifications:
        yield "No rule can be looked up: write rulings/clarifications.json."
    for entry in referee.clarifications.values():
        for language in LANGUAGES:
            if not entry.asked.get(language):
                yield f'Nobody asks about {entry.id} in {language!r}: add to its "asked".'


def _words(referee: AnyReferee, folder: Path) -> Iterator[str]:
    voice = words.of_title(referee, folder)
    for language in LANGUAGES:
        if language == "en":
            continue
        for text in words.waiting(words.kept(voice, language))[:SHOWN]:
            yield f"Not said in {language!r} yet: {text}"
    said = referee.catalogue()
    try:
        steps = lesson(referee)
    except Exception as error:  # whatever a title under construction raises
        yield f"A first game cannot be played on: {_cause(error, folder)}."
        return
    for step in sorted(steps):
        if f"coach.{step}" not in said and f"help.{step}" not in said:
            yield f"A first game is not told what one does for {step}: say coach.{step}."


def _cause(error: Exception, folder: Path) -> str:
    """Return what was raised, and by which line of the title's own."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if folder in Path(frame.filename).parents]
    said = str(error) or type(error).__name__
    if not own:
        return said
    return f"{said} ({Path(own[-1].filename).relative_to(folder)}, line {own[-1].lineno})"


def lesson(referee: AnyReferee) -> set[str]:
    """Return what first games are led through: the step that is expected first, again and again,
    until everyone has had a turn."""
    met = set()
    for seed in range(GAMES):
        rng = Random(seed)
        state = chance.begin(referee, rng.choice(chance.startable(referee)), sample=seed % 2 == 0)
        until = max(referee.turn(state), 1) + referee.lesson(state)
        for _ in range(STEPS):
            over = referee.outcome(state) is not None or referee.turn(state) >= until
            asked = None if over else next((p for p in referee.prompts(state) if p.expected), None)
            after = None if asked is None else chance.onward(referee, state, rng, due=1)
            if asked is None or after is None:
                break
            met.add(asked.do)
            state = after
    return met
