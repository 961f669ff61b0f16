"""A whole recorded game as people at the table hear it: what is asked, then what happened.

``python -m tests.transcript SLUG LANG`` prints the title's first golden game in a language; a third
word names another (``won``).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import django

from games.messages import Msg


def lines(slug: str, language: str, ending: str = "") -> Iterator[str]:
    """Yield each expected prompt once (``?``), and every sentence of the log below the turn it is
    in."""
    from companion.plays import playlog
    from companion.plays.pages.drawing.engine import speaker_for
    from tests import golden

    paths = {path.stem: path for path in golden.games(slug)}
    done = playlog.replay(golden.read(paths[ending] if ending else next(iter(paths.values()))))
    speaker, turn, asked = speaker_for(language, slug), None, ""
    for n, state in sorted(done.states.items()):
        for note in done.notes.get(n, ()):
            yield f"  {speaker.say(Msg(note.code, note.facts))}"
        if (now := done.referee.turn(state)) != turn:
            turn = now
            yield ""
        due = [each for each in done.referee.prompts(state) if each.expected]
        labels = " / ".join(dict.fromkeys(speaker.say(each.label) for each in due))
        if labels and labels != asked:
            yield f"? {labels}"
        asked = labels
    if done.outcome:
        yield f"  {speaker.say(done.outcome.message)}"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    print(*lines(*sys.argv[1:4]), sep="\n")


if __name__ == "__main__":
    main()
