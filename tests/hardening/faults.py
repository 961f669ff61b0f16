"""The fault run: tables play on while processes and services die under them.

``python -m tests.hardening.faults 600`` plays 20 tables for that many seconds against several
server processes, a worker, a PostgreSQL and a Redis of this run's own, all on loopback. Web
processes are killed every few seconds, PostgreSQL and Redis restarted twice each, the worker
killed once. All the while others make trouble (``troublemakers``), one table has thousands of
entries, and the title of another raises now and then. In the middle nothing is killed: first
strangers read long logs without a pause (``greedy``), then a crowd presses on one board.

Afterwards every acknowledged action must be in its log exactly once, every log must replay to the
stored state, every phone must be shown the final revision, every file that was taken must have
become one crew or none, nothing that opens a table or a crew stands in the site's own log, and no
tap of a table that makes no trouble took over a second but during a kill (``judging``).
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from games import registry
from tests.hardening import greedy, judging
from tests.hardening import troublemakers as trouble
from tests.hardening.judging import RECOVERY, Phase
from tests.hardening.services import Services
from tests.hardening.tables import Crowd, FullLog, Raised, Table
from tests.hardening.troublemakers import Guesser, Sender, Thief, Troublemaker
from tests.titles import raising

TABLES = 20
MIDDLE = (0.4, 0.6)
"""The part of the run in which nothing is killed, but long logs are read, and a crowd plays."""


def verify(tables: list[Table], makers: list[Troublemaker], services: Services) -> list[str]:
    """Check that everything that was acknowledged is there once, and everything there replays."""
    os.environ.update(services.environment)
    os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
    import django

    django.setup()
    registry.TITLES["raising"] = "tests.titles.raising:Raising"
    from companion.plays import playlog, seats
    from companion.plays.models import Play
    from companion.plays.pages import forms

    wrong = [each for maker in makers for each in maker.wrong]
    for table in tables:
        wrong += [f"{table.code or table.name}: {fault}" for fault in table.faults]
        if not table.phones:
            wrong.append(f"{table.name} never sat down")
            continue
        play = Play.objects.get(code=table.code)
        keys = dict(play.entries.values_list("key", "seq"))
        for phone in table.phones:
            seat = seats.of_token(phone.token)
            assert seat is not None
            for key, seq in phone.acknowledged.items():
                if keys.get(forms.entry_key(seat.pk, key)) != seq:
                    wrong.append(f"{table.code}: entry {seq} was acknowledged and is not there")
            _, shown = table.call(f"/api/plays/{table.code}", None, phone.token)
            if shown["revision"] != play.revision:
                wrong.append(f"{table.code}: a phone shows {shown['revision']} of {play.revision}")
        if sorted(keys.values()) != list(range(1, play.revision + 1)):
            wrong.append(f"{table.code}: the log has gaps")
        done = playlog.replay(playlog.export(play))
        if done.referee.encode_state(done.state) != play.state:
            wrong.append(f"{table.code}: the log does not replay to the stored state")
    return [*wrong, *files_wrong(makers), *told_by_the_log(tables, makers, services)]


def files_wrong(makers: list[Troublemaker]) -> list[str]:
    """Return, of the files that were taken, those that are not one whole crew, or nothing at
    all."""
    from companion.crews.models import Crew
    from companion.uploads.models import Upload

    wrong = []
    accepted = {key for maker in makers if isinstance(maker, Sender) for key in maker.accepted}
    end = time.monotonic() + 400
    while under_way := Upload.objects.exclude(stage__in=Upload.OVER).exclude(stage="arriving"):
        if time.monotonic() > end:
            wrong += [f"{each} is {each.stage} after {each.spent} s" for each in under_way]
            break
        time.sleep(1)
    uploads = {each.key: each for each in Upload.objects.filter(kind="archive")}
    wrong += [f"a file that was taken is gone: {key}" for key in accepted - uploads.keys()]
    done = [each for each in uploads.values() if each.stage == Upload.Stage.DONE]
    wrong += [f"{each}: {each.problem}" for each in uploads.values() if each.problem]
    if {each.notebook["crew"] for each in done} != set(Crew.objects.values_list("pk", flat=True)):
        wrong.append(f"{len(done)} files have become {Crew.objects.count()} crews")
    for crew in Crew.objects.all():
        sizes = sorted({play.entries.filter(kind="action").count() for play in crew.plays.all()})
        if (crew.plays.count(), sizes) != (trouble.PLAYS, [trouble.ENTRIES]):
            wrong.append(f"crew {crew.pk} has {crew.plays.count()} plays of {sizes} entries")
    return wrong


def told_by_the_log(
    tables: list[Table], makers: list[Troublemaker], services: Services
) -> list[str]:
    """Return whatever opens a table, a crew or a file and is in the site's own log."""
    from companion.crews.models import Crew
    from companion.plays.models import Play
    from companion.uploads.models import Upload

    written = services.log.read_text(errors="replace")
    opens = {phone.token for table in tables for phone in table.phones} | {trouble.SECRET}
    # No one was ever told the codes of plays that came in with an archive.
    for codes in Play.objects.filter(crew=None).values_list("code", "watch_code", "share"):
        opens |= set(codes)
    for keys in Crew.objects.values_list("key", "invitation"):
        opens |= set(keys)
    opens |= set(Upload.objects.values_list("key", flat=True))
    wrong = [] if '"event": "request"' in written else ["the site wrote no log"]
    opens.discard("")  # A crew that is still being read has no invitation yet.
    wrong += [f"{each} stands in the site's log" for each in sorted(opens) if each in written]
    words = set(re.findall(r"[0-9A-Z]+", written))
    for maker in makers:
        if isinstance(maker, Thief):
            opens_too = [each for each in maker.tokens.values() if each in written]
            wrong += [f"{each} stands in the site's log" for each in opens_too]
        if isinstance(maker, Guesser):
            found = sorted(maker.codes & words)
            wrong += [f"the guess {each} stands in the site's log" for each in found]
    return wrong


def wait_for(condition: Callable[[], bool], seconds: float) -> None:
    """Wait until something is so; whether it ever was is said by what follows."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.1)


def plan(seconds: float) -> list[tuple[float, str]]:
    """Return when which blow falls; none in the middle, where others make trouble."""
    blows = [(at, "web process killed") for at in range(5, int(seconds) - 5, 7)]
    blows += [(seconds * share, "PostgreSQL restarted") for share in (0.3, 0.7)]
    blows += [(seconds * share, "Redis restarted") for share in (0.2, 0.65)]
    blows.append((seconds * 0.35, "worker killed"))
    first, last = (seconds * share for share in MIDDLE)
    return sorted((at, what) for at, what in blows if not first - RECOVERY < at < last)


def middle(begun: float, seconds: float) -> tuple[Phase, Phase]:
    """Return the two parts of the middle: the readers', and the crowd's."""
    first, last = (begun + seconds * share for share in MIDDLE)
    half = (first + last) / 2
    return Phase("beside greedy readers", first, half), Phase("beside a crowd", half, last)


def main(seconds: float) -> int:
    with tempfile.TemporaryDirectory(prefix="sidekick-faults-") as name:
        folder = Path(name)
        services = Services(folder, **raising.install(folder / "titles"))
        try:
            services.start()
            long = greedy.filled(**services.environment)
            machine = judging.Machine(lambda: [os.getpid(), *services.postmaster()])
            machine.start()
            threading.Thread(target=services.keep_worker, daemon=True).start()
            tables, makers, phases = endured(services, folder, long, seconds)
            time.sleep(3)
            wrong = verify(tables, makers, services)
        finally:
            services.stop()
    taps = [tap for table in tables if table.innocent for tap in table.taps]
    said, slow = judging.judged(taps, phases, services.blows, machine.others)
    wrong += slow
    seen = sum((maker.seen for maker in makers), tables[0].seen)
    for what, n in [*services.counts.most_common(), *seen.most_common()]:
        print(f"{n:6} {what}")
    print("\n".join(said))
    acknowledged = sum(len(p.acknowledged) for t in tables for p in t.phones)
    print(f"{acknowledged:6} entries acknowledged on {len(tables)} tables, {len(wrong)} faults")
    for line in wrong[:20]:
        print("   ", line)
    return 1 if wrong else 0


def endured(
    services: Services, folder: Path, long: dict[str, str], seconds: float
) -> tuple[list[Table], list[Troublemaker], tuple[Phase, Phase]]:
    """Run it: everyone who takes part, and its phases."""
    begun = time.monotonic()
    until = begun + seconds
    reading, crowding = middle(begun, seconds)
    rest = (services, TABLES, until, Counter[str]())
    tables = [Table(services, n, until, rest[-1]) for n in range(TABLES)]
    tables += [Crowd(crowding, *rest), Raised(folder / "titles" / "raising", *rest)]
    tables.append(FullLog(*rest))
    for table in tables:
        table.start()
    # Whoever guesses uses up what strangers of the network may try: all sit down first.
    wait_for(lambda: all(len(each.phones) == each.seats for each in tables[:-1]), 60)
    makers = [
        *(kind(services, until) for kind in (Guesser, trouble.Dawdler, Thief)),
        # What was sent last is read while the tables still play.
        Sender(services, until - seconds * 0.2),
        trouble.Readers(services, reading.begun, reading.ended, long),
    ]
    for maker in makers:
        maker.start()
    for at, what in plan(seconds):
        time.sleep(max(0.0, begun + at - time.monotonic()))
        services.blow(what)
    for each in (*tables, *makers):
        each.join(timeout=240)
    return tables, makers, (reading, crowding)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 120.0))
