"""A seeded walk through two versions of a title: do they offer, rule, refuse and draw alike?

``python -m tests.walk SLUG --against REV`` plays random games by the rules of a commit and by the
rules of this tree, choosing by a seed among what is offered, now and then spoiled, in a wrong name
or overruled, and compares byte by byte what both say: prompts, rulings, refusals, questions,
states, boards, box forms, the catalogue. It is the net under a change that must change nothing.

``--games`` and ``--steps`` say how far, ``--seed`` where it begins. The first difference is shown
as a diff and ends it with an error.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

ROOT = Path(__file__).parents[1]
DRAWN = 7
"""Every so many steps the boards are compared as well."""


# -- what one version says ----------------------------------------------------------------


def tell(slug: str, seed: int, steps: int) -> Iterator[str]:
    """Yield everything one game says, a line each; game 0 also tells of boxes and sentences."""
    from games import registry
    from games.referee import Ruling

    referee = registry.referee(slug)
    if seed == 0:
        for box in (referee.blank_box(), referee.sample_box()):
            yield f"box {said(box)} {said(referee.box_pages(box))}"
            yield from taught(referee, box)
        for code, sentence in sorted(referee.catalogue().items()):
            yield f"says {code} {said(sentence)}"
    rng = Random(f"{slug} {seed}")
    title = referee.title
    players = rng.randint(title.min_players, title.max_players)
    box = referee.sample_box() if rng.random() < 0.6 else referee.blank_box()
    setup = referee.draw(referee.setup_default(players, box), box, rng.randrange)
    setup = varied(referee, setup, box, rng)
    yield f"set-up {said(setup)} {said(referee.setup_pages(setup, box))}"
    begun = referee.begin(setup, box)
    yield f"begun {said(begun)}"
    if isinstance(begun, Ruling):
        yield f"lay out {said(referee.checklist(begun.state))}"
        yield from played(referee, begun.state, rng, steps)


def taught(referee: Any, box: Any) -> Iterator[str]:
    """Yield what the forms of a box teach it, filled in at random, sound and spoiled."""
    from companion.conformance import chance
    from games.referee import MalformedError

    rng = Random(1)
    for prompt in referee.box_pages(box)[:60]:
        data = chance.action(prompt, rng)
        for told in (data, chance.spoil(data, rng)):
            try:
                yield f"learns {said(told)} {said(referee.learn(box, referee.decode_action(told)))}"
            except MalformedError as error:
                yield f"learns {said(told)} {error}"


def varied(referee: Any, setup: Any, box: Any, rng: Random) -> Any:
    """Return the set-up with some of the wizard's other choices taken, in half of the games."""
    from companion.conformance import chance
    from games.referee import MalformedError

    data = msgspec.to_builtins(setup)
    for page in referee.setup_pages(setup, box) if rng.random() < 0.5 else ():
        for field in page.fields:
            if field.kind in ("choice", "flag") and field.name in data and rng.random() < 0.4:
                data[field.name] = chance.value(field, rng)
    try:
        return referee.decode_setup(data)
    except MalformedError:
        return setup


def played(referee: Any, state: Any, rng: Random, steps: int) -> Iterator[str]:
    """Yield a game of that many steps from a first state."""
    from games.referee import MalformedError, Ruling

    for n in range(steps):
        prompts = referee.prompts(state)
        yield f"{n} offers {said(prompts)}"
        yield f"{n} stands {looked(referee, state)}"
        if n % DRAWN == 0:
            yield from drawn(referee, state, prompts, n)
        before = referee.encode_state(state)
        for data, actor, overrule in tries(referee, state, prompts, rng):
            try:
                action = referee.decode_action(data)
            except MalformedError as error:
                yield f"{n} malformed {said(data)} {error}"
                continue
            yield f"{n} threw {said(referee.rolled(state, action))}"
            ruling, answers, asked = answered(referee, state, action, actor, overrule, rng)
            yield from (f"{n} asks {said(question)}" for question in asked)
            yield f"{n} does {said(data)} as {actor} told {said(answers)}: {said(ruling)}"
            if isinstance(ruling, Ruling):
                state = ruling.state
                break
        yield f"{n} kept {before == referee.encode_state(state)}"


def looked(referee: Any, state: Any) -> str:
    parts = [referee.step(state), referee.rules_step(state), referee.turn(state)]
    parts += [referee.outcome(state), referee.check(state), referee.text(state)]
    parts += [referee.trackers(state), referee.countable(state), referee.figures(state)]
    return said([*parts, referee.dice(state), referee.parts(state)])


def drawn(referee: Any, state: Any, prompts: Any, n: int) -> Iterator[str]:
    """Yield what everyone may see of a state."""
    for viewer in (None, *[part.index for part in referee.parts(state)][:2]):
        seen = referee.view(state, viewer)
        offered = referee.prompts_for(state, viewer, prompts)
        yield f"{n} seen by {viewer} {said(seen)} {said(offered)}"
        yield f"{n} drawn for {viewer} {said(referee.board(seen, viewer))}"


def tries(
    referee: Any, state: Any, prompts: Any, rng: Random
) -> Iterator[tuple[dict[str, Any], int | None, bool]]:
    """Yield actions until one holds: as plain data, in whose name, and whether refusals are
    overruled."""
    from companion.conformance import chance

    expected = [prompt for prompt in prompts if prompt.expected]
    if rng.random() < 0.1 or not prompts:
        yield adjusted(referee, state, rng), None, False
    for n in range(12 if prompts else 0):
        prompt = rng.choice(expected if expected and rng.random() < 0.7 else prompts)
        data = chance.action(prompt, rng)
        spoilt = n < 2 and rng.random() < 0.2
        actor = rng.choice(prompt.actors) if prompt.actors else None
        if rng.random() < 0.1:
            actor = rng.choice((None, 0, 1, 2))
        yield chance.spoil(data, rng) if spoilt else data, actor, rng.random() < 0.1


def adjusted(referee: Any, state: Any, rng: Random) -> dict[str, Any]:
    trackers = referee.trackers(state)
    if rng.random() < 0.2 or not trackers:
        return {"do": "depth", "depth": rng.choice(("quick", "full"))}
    tracker = rng.choice(trackers)
    value = rng.randint(tracker.low - 1, tracker.high + 1)
    return {"do": "adjust", "tracker": tracker.name, "value": value, "reason": ""}


def answered(
    referee: Any, state: Any, action: Any, actor: int | None, overrule: bool, rng: Random
) -> tuple[Any, dict[str, str], list[Any]]:
    """Return the ruling with every question answered at random, and refusals overruled if wished;
    the answers, and what was asked or refused on the way."""
    from games.referee import Question, Refusal

    answers: dict[str, str] = {}
    asked: list[Any] = []
    while True:
        ruling = referee.apply(state, action, actor, answers)
        if isinstance(ruling, Question):
            answers[ruling.code] = str(rng.choice(ruling.options).value)
            asked.append(ruling)
        elif isinstance(ruling, Refusal) and ruling.overridable and overrule:
            answers[f"override:{ruling.code}"] = "house rule"
            asked.append(ruling)
        else:
            return ruling, answers, asked


def said(value: Any) -> str:
    """Return a value as text that is the same wherever it is said."""
    return msgspec.json.encode(value, enc_hook=str, order="deterministic").decode()


# -- two versions side by side ------------------------------------------------------------


def released(revision: str, into: Path) -> None:
    """Unpack the referees of a commit in a folder."""
    command = ["git", "archive", revision, "games"]
    packed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(into)


def voice(rules: Path, *words: str) -> subprocess.Popen[str]:
    """Return this program as it speaks by the rules in a folder."""
    path = os.pathsep.join((str(rules), str(ROOT)))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "tests.walk", *words],
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"},
        cwd=rules,
        stdout=subprocess.PIPE,
        text=True,
    )


def spoken(slug: str, seed: int, steps: int, rules: Path) -> list[str]:
    with voice(rules, slug, "--tell", str(seed), "--steps", str(steps)) as one:
        return one.communicate()[0].splitlines()


def digests(slug: str, games: range, steps: int, both: tuple[Path, Path]) -> Iterator[list[str]]:
    """Yield one line of each version per game, as they come."""
    words = (slug, "--seed", str(games.start), "--games", str(len(games)), "--steps", str(steps))
    voices = [voice(rules, *words) for rules in both]
    try:
        for _ in games:
            yield [(one.stdout.readline() if one.stdout else "").strip() for one in voices]
    finally:
        for one in voices:
            one.terminate()
            one.communicate()


def compare(slug: str, revision: str, games: range, steps: int) -> str:
    """Return the first difference as a diff, empty if there is none."""
    with tempfile.TemporaryDirectory() as folder:
        released(revision, Path(folder))
        both = (Path(folder), ROOT)
        told = 0
        for seed, (old, new) in zip(games, digests(slug, games, steps, both), strict=True):
            if not old or old != new:
                return differing(*(spoken(slug, seed, steps, rules) for rules in both), seed)
            told += int(old.split()[1])
        print(f"{slug}: {len(games)} games, {told} lines alike", flush=True)
    return ""


def differing(old: list[str], new: list[str], seed: int) -> str:
    """Return the first lines of a game that differ, cut into pieces a reader can compare."""
    for n, (one, other) in enumerate(zip([*old, ""], [*new, ""], strict=False)):
        if one != other:
            pieces = (each.replace("},{", "},\n{").splitlines() for each in (one, other))
            names = (f"game {seed} line {n} before", f"game {seed} line {n} after")
            return "\n".join(difflib.unified_diff(*pieces, *names, n=1, lineterm=""))
    return f"game {seed} differs in its digest alone"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("slug")
    parser.add_argument("--against", metavar="REV")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--steps", type=int, default=120)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tell", type=int, metavar="GAME", help="say all of one game")
    given = parser.parse_args()
    games = range(given.seed, given.seed + given.games)
    if given.against:
        found = compare(given.slug, given.against, games, given.steps)
        print(found[:20_000], end="")
        return bool(found)
    if given.tell is not None:
        for line in tell(given.slug, given.tell, given.steps):
            print(line)
        return 0
    for seed in games:
        lines = list(tell(given.slug, seed, given.steps))
        text = "\n".join(lines).encode()
        print(hashlib.sha256(text).hexdigest(), len(lines), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
