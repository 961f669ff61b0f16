"""Threads that decode the same type for the first time in the same moment."""

import subprocess
import sys

import msgspec

from companion import warm_types

AT_ONCE = """
import sys, threading
import companion.asgi
from games import registry

def decode(referee, text, at_once):
    at_once.wait()
    referee.decode_state(text)

sys.setswitchinterval(1e-6)
for referee in registry.referees():
    box = referee.sample_box()
    begun = referee.begin(referee.setup_default(referee.title.min_players, box), box)
    given = referee, referee.encode_state(begun.state), threading.Barrier(4)
    threads = [threading.Thread(target=decode, args=given) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
"""


def test_server_outlives_four_phones_opening_game_at_once(tmp_path, monkeypatch):
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "companion.settings")
    monkeypatch.setenv("SIDEKICK_VAR", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", "")
    command = [sys.executable, "-c", AT_ONCE]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, "Error" in done.stderr) == (0, False), done.stderr


def test_kinds_are_all_structs_down_to_last_heir():
    class One(msgspec.Struct):
        pass

    class Other(One):
        pass

    assert {One, Other} <= set(warm_types.kinds())
