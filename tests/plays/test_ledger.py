"""The ledger: what is acknowledged is in the log once, and the state is the fold of the log."""

import threading
import time

import pytest
from django.db import OperationalError, connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.boxes.models import Box
from companion.plays import ledger, playlog, repair, replay, store
from companion.plays.answers import (
    GameOverError,
    GameStartedError,
    NothingToUndoError,
    Recorded,
    StaleRevisionError,
    TableClosedError,
)
from companion.plays.models import Entry, Play, make_code
from companion.plays.repair import LogChange
from games import registry
from games.referee import MalformedError, Question, Refusal
from tests.sample_game import Acorns, Setup

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]


@pytest.fixture
def play(acorns):
    return ledger.begin(acorns, Setup(2, 50))


def test_an_acknowledged_entry_is_on_the_disk(play):
    """Both wait for the disk with every commit: SQLite as FULL (2), PostgreSQL by itself."""
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous" if sqlite else "SHOW synchronous_commit")
        assert cursor.fetchone() == ((2,) if sqlite else ("on",))


def roll(play, face, key, **how):
    return ledger.record(play.pk, {"do": "roll", "face": face}, key=key, **how)


def stores(play):
    return Acorns().decode_state(Play.objects.get(pk=play.pk).state).stores


def test_action_becomes_entry_and_new_state(play):
    done = roll(play, 4, "k1")
    assert (done.fresh, done.entry.seq, done.play.revision) == (True, 1, 1)
    assert stores(play) == (4, 0)


def test_same_key_twice_is_one_entry_one_answer(play):
    first, again = roll(play, 4, "k1"), roll(play, 4, "k1")
    assert (again.fresh, again.entry.pk) == (False, first.entry.pk)
    assert stores(play) == (4, 0)


def test_a_refusal_and_a_question_write_nothing(play):
    assert isinstance(roll(play, 9, "k1"), Refusal)
    assert isinstance(roll(play, 1, "k2"), Question)
    assert isinstance(roll(play, 4, "k3", actor=1), Refusal)
    assert not Entry.objects.exists()
    assert stores(play) == (0, 0)


def test_answered_question_keeps_its_answer_with_entry(play):
    roll(play, 1, "k1", answers={"CROW": "yes"})
    assert Entry.objects.get().answers == {"CROW": "yes"}
    assert stores(play) == (0, 0)


def test_what_is_not_an_action_writes_nothing(play):
    with pytest.raises(MalformedError):
        ledger.record(play.pk, {"do": "fly"}, key="k1")
    assert not Entry.objects.exists()


def test_action_decided_on_old_revision_is_stale(play):
    roll(play, 4, "k1", seen=0)
    with pytest.raises(StaleRevisionError) as stale:
        roll(play, 5, "k2", seen=0)
    assert [entry.seq for entry in stale.value.since] == [1]
    assert stores(play) == (4, 0)


def test_small_independent_taps_rebase_within_their_step(play):
    find = {"do": "find", "squirrel": 1}
    ledger.record(play.pk, find, key="k1", seen=0)
    ledger.record(play.pk, find, key="k2", seen=0)
    assert stores(play) == (0, 2)
    roll(play, 4, "k3")
    with pytest.raises(StaleRevisionError):
        ledger.record(play.pk, find, key="k4", seen=2)


def test_undo_takes_back_and_redo_brings_back(play):
    roll(play, 4, "k1")
    roll(play, 5, "k2")
    ledger.undo(play.pk, key="u1")
    assert stores(play) == (4, 0)
    ledger.undo(play.pk, key="u2")
    assert stores(play) == (0, 0)
    ledger.redo(play.pk, key="r1")
    assert stores(play) == (4, 0)
    ledger.redo(play.pk, key="r2")
    assert stores(play) == (4, 5)
    with pytest.raises(NothingToUndoError):
        ledger.redo(play.pk, key="r3")
    assert list(Entry.objects.values_list("kind", flat=True)) == [
        "action",
        "action",
        "undo",
        "undo",
        "redo",
        "redo",
    ]


def test_a_repeated_undo_takes_back_only_once(play):
    roll(play, 4, "k1")
    roll(play, 5, "k2")
    ledger.undo(play.pk, key="u1")
    ledger.undo(play.pk, key="u1")
    assert stores(play) == (4, 0)


def test_new_action_after_undo_ends_possible_redo(play):
    roll(play, 4, "k1")
    ledger.undo(play.pk, key="u1")
    roll(play, 2, "k2")
    with pytest.raises(NothingToUndoError):
        ledger.redo(play.pk, key="r1")
    assert stores(play) == (2, 0)


def test_nothing_to_undo_at_the_start(play):
    with pytest.raises(NothingToUndoError):
        ledger.undo(play.pk, key="u1")


def test_go_back_to_an_entry_and_forward_again(play):
    for n, face in enumerate([2, 3, 4, 5], 1):
        roll(play, face, f"k{n}")
    ledger.go_back(play.pk, 1, key="b1")
    assert stores(play) == (2, 0)
    for n in range(3):
        ledger.redo(play.pk, key=f"r{n}")
    assert stores(play) == (6, 8)
    ledger.go_back(play.pk, 0, key="b2")
    assert stores(play) == (0, 0)


def test_going_back_to_an_undone_entry_is_refused(play):
    roll(play, 2, "k1")
    ledger.undo(play.pk, key="u1")
    roll(play, 3, "k2")
    with pytest.raises(NothingToUndoError):
        ledger.go_back(play.pk, 1, key="b1")
    with pytest.raises(NothingToUndoError):
        ledger.go_back(play.pk, 3, key="b2")


def test_undo_deep_in_long_log_folds_from_snapshot(play, django_assert_max_num_queries):
    for n in range(store.SNAPSHOT_EVERY * 2 + 5):
        ledger.record(play.pk, {"do": "paint", "colour": str(n)}, key=f"k{n}")
    roll(play, 3, "k-roll")
    with django_assert_max_num_queries(14):
        ledger.undo(play.pk, key="u1")
    assert stores(play) == (0, 0)
    assert play.snapshots.count() == 3


def test_undo_passes_by_snapshots_of_what_was_undone(play, monkeypatch):
    monkeypatch.setattr(store, "SNAPSHOT_EVERY", 2)
    monkeypatch.setattr(replay, "WINDOW", 3)

    for branch in (10, 20, 30):
        for n in range(7):
            data = {"do": "adjust", "tracker": "store.0", "value": branch + n}
            ledger.record(play.pk, data, key=f"{branch + n}")
        for n in range(6 if branch < 30 else 0):
            ledger.undo(play.pk, key=f"undo-{branch + n}")
    held = [*range(36, 29, -1), 20, 10]
    chain = replay.live_entries(Play.objects.get(pk=play.pk))
    assert [entry.action["value"] for entry in chain] == held
    for n, value in enumerate([*held[1:], 0]):
        ledger.undo(play.pk, key=f"undo-{n}")
        assert stores(play)[0] == value


def test_the_outcome_is_kept_and_taken_back(play):
    ledger.record(play.pk, {"do": "adjust", "tracker": "store.0", "value": 50}, key="k1")
    play.refresh_from_db()
    assert play.outcome["condition"] == "full"
    assert play.ended_at
    ledger.undo(play.pk, key="u1")
    play.refresh_from_db()
    assert (play.outcome, play.ended_at) == (None, None)


def test_a_teaching_action_is_remembered_in_the_box(acorns):
    box = Box.objects.create(title=acorns, name="Ours", owner="o", facts='{"colour": "brown"}')
    play = ledger.begin(acorns, Setup(2, 50), box=box)
    ledger.record(play.pk, {"do": "paint", "colour": "red"}, key="k1")
    box.refresh_from_db()
    assert box.facts == '{"colour":"red"}'


def test_box_stays_when_nothing_is_learnt_or_keepable(acorns, monkeypatch):
    box = Box.objects.create(title=acorns, name="Ours", owner="o", facts='{"colour": "red"}')
    play = ledger.begin(acorns, Setup(2, 50), box=box)
    monkeypatch.setattr(Acorns, "keepable", lambda self, facts: False)
    ledger.record(play.pk, {"do": "paint", "colour": "blue"}, key="k1")
    monkeypatch.setattr(Acorns, "keepable", lambda self, facts: True)
    monkeypatch.setattr(Acorns, "remember", lambda self, facts, action, state: facts)
    ledger.record(play.pk, {"do": "paint", "colour": "blue"}, key="k2")
    kept = Box.objects.get()
    assert (kept.facts, kept.updated_at) == (box.facts, box.updated_at)


def test_the_set_up_can_change_until_somebody_acts(play):
    ledger.set_up_again(play.pk, Setup(3, 30))
    play.refresh_from_db()
    assert stores(play) == (0, 0, 0)
    roll(play, 3, "k1")
    with pytest.raises(GameStartedError):
        ledger.set_up_again(play.pk, Setup(2, 30))
    ledger.undo(play.pk, key="u1")
    assert stores(play) == (0, 0, 0)


def test_closed_table_takes_no_action_but_can_reopen(play):
    ledger.abandon(play.pk)
    with pytest.raises(TableClosedError):
        roll(play, 3, "k1")
    with pytest.raises(TableClosedError):
        ledger.undo(play.pk, key="u1")
    ledger.abandon(play.pk)
    ledger.abandon(play.pk, closed=False)
    roll(play, 3, "k2")
    assert stores(play) == (3, 0)
    assert list(play.entries.values_list("kind", flat=True)) == ["close", "open", "action"]
    again = playlog.load(playlog.export(Play.objects.get(pk=play.pk)))
    assert (again.revision, again.abandoned, stores(again)) == (3, False, (3, 0))


def test_game_with_ending_is_not_closed_again(play):
    ledger.record(play.pk, {"do": "adjust", "tracker": "store.0", "value": 50}, key="k1")
    with pytest.raises(GameOverError):
        ledger.abandon(play.pk)
    play.refresh_from_db()
    assert (play.abandoned, play.over) == (False, True)


def test_code_that_is_taken_is_not_given_again(play, monkeypatch):
    letters = iter(play.code + "ABCDEF")
    monkeypatch.setattr("companion.plays.models.secrets.choice", lambda _: next(letters))
    assert make_code() == "ABCDEF"


class LedgerMachine(RuleBasedStateMachine):
    """Random actions, repairs, undos, redos and jumps against plain lists of states."""

    @initialize()
    def begin(self):
        registry.TITLES["acorns"] = "tests.sample_game:Acorns"
        self.play = ledger.begin("acorns", Setup(2, 50))
        self.referee = Acorns()
        self.live = [(0, self.referee.decode_state(self.play.state))]
        self.undone = []
        self.repaired = self.whole = None
        self.n = 0

    def teardown(self):
        registry.TITLES.pop("acorns", None)

    def key(self):
        self.n += 1
        return f"k{self.n}"

    def after(self, state, action):
        action = self.referee.decode_action(action)
        return self.referee.apply(state, action, None, {"CROW": "yes"}).state

    @rule(face=st.integers(-1, 8))
    def roll(self, face):
        action = {"do": "roll", "face": face}
        done = ledger.record(self.play.pk, action, key=self.key(), answers={"CROW": "yes"})
        if not isinstance(done, Refusal):
            self.live = [*self.live, (done.entry.seq, self.after(self.live[-1][1], action))]
            self.undone, self.whole = [], None

    @rule(data=st.data(), kind=st.sampled_from(["replace", "insert", "remove"]))
    def repair(self, data, kind):
        first = 0 if kind == "insert" else 1
        if len(self.live) > first:
            place = data.draw(st.integers(first, len(self.live) - 1))
            face = {"do": "roll", "face": data.draw(st.integers(2, 6))}
            change = LogChange(kind, self.live[place][0], None if kind == "remove" else face)
            done = repair.carry_out(self.play.pk, change, key=self.key())
            if isinstance(done, Recorded):
                live = self.live[: place + (kind == "insert")]
                for entry in replay.oldest_first(Play.objects.get(pk=self.play.pk), live[-1][0]):
                    live.append((entry.seq, self.after(live[-1][1], entry.action)))
                self.repaired = self.whole = self.live, live
                self.live, self.undone = live, []

    @rule()
    def undo(self):
        if len(self.live) > 1 or self.whole:
            ledger.undo(self.play.pk, key=self.key())
            self.undone.append(self.live)
            self.live, self.whole = self.whole[0] if self.whole else self.live[:-1], None

    @rule()
    def redo(self):
        if self.undone:
            ledger.redo(self.play.pk, key=self.key())
            moved = self.live, self.undone.pop()
            self.live, self.whole = moved[1], moved if moved == self.repaired else None

    @rule(data=st.data())
    def jump(self, data):
        if len(self.live) > 1:
            target = data.draw(st.integers(0, len(self.live) - 2))
            ledger.go_back(self.play.pk, self.live[target][0], key=self.key())
            while len(self.live) > target + 1:
                self.undone.append(self.live)
                self.live = self.live[:-1]
            self.whole = None

    @invariant()
    def the_state_is_the_fold_of_the_live_log(self):
        if hasattr(self, "play"):
            play = Play.objects.get(pk=self.play.pk)
            assert self.referee.decode_state(play.state) == self.live[-1][1]
            live = [entry.seq for entry in replay.oldest_first(play)]
            assert live == [seq for seq, _state in self.live[1:]]
            assert play.ordinal == len(self.live) - 1
            assert replay.state_at(play, play.head) == self.live[-1][1]

    @invariant()
    def the_playlog_leads_to_the_same_table(self):
        if hasattr(self, "play"):
            play = Play.objects.get(pk=self.play.pk)
            done = playlog.replay(playlog.decode(playlog.encode(playlog.export(play))))
            assert (done.head, done.state) == self.live[-1]
            assert list(done.future) == play.future == [live[-1][0] for live in self.undone]


class TestLedgerMachine(LedgerMachine.TestCase, TestCase):
    settings = settings(
        max_examples=15,
        stateful_step_count=25,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def test_chances_decision_is_drawn_when_recorded_and_kept(monkeypatch):
    asked = []
    monkeypatch.setattr(ledger.secrets, "randbelow", lambda below: asked.append(below) or below - 1)
    talisman = registry.referee("talisman-batman")
    play = ledger.begin("talisman-batman", talisman.setup_default(2, talisman.blank_box()))
    deal = {"do": "deal", "seat": 1, "luck": 0}
    first = ledger.record(play.pk, deal, key="deal")
    assert first.entry.action["luck"] == asked[0] - 1 > 0
    again = ledger.record(play.pk, deal, key="deal")
    assert (again.fresh, again.entry.pk, len(asked)) == (False, first.entry.pk, 1)
    kept = talisman.decode_state(Play.objects.get(pk=play.pk).state)
    assert playlog.replay(playlog.export(play)).state == kept


def test_an_action_without_chance_draws_nothing(play, monkeypatch):
    monkeypatch.delattr(ledger.secrets, "randbelow")
    assert roll(play, 3, "k").fresh


def held(play_id, taken, seconds):
    """Keep a play to oneself for a while, from another connection."""
    try:
        with transaction.atomic():
            store.locked(play_id)
            taken.set()
            time.sleep(seconds)
    finally:
        connection.close()


def test_tap_waits_its_turn_at_busy_table(transactional_db, acorns):
    play = ledger.begin("acorns", Setup(2, 20))
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '200ms'")
    taken = threading.Event()
    other = threading.Thread(target=held, args=(play.pk, taken, 0.3))
    other.start()
    try:
        assert taken.wait(5)
        assert isinstance(roll(play, 3, "k1"), Recorded)
    finally:
        other.join()
        connection.close()


@pytest.mark.parametrize(("state", "tries"), [("40P01", 3), ("55P03", 3), ("57P01", 1)])
def test_only_change_that_was_blocked_is_begun_again(db, state, tries):
    begun = []

    @store.in_turn
    def always():
        begun.append(state)
        cause = Exception()
        cause.sqlstate = state
        raise OperationalError from cause

    with pytest.raises(OperationalError):
        always()
    assert len(begun) == tries
