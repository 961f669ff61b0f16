"""Plays a group logged elsewhere: looked at, taken in once, counted, taken back."""

import gzip
import io
import json
from datetime import UTC, datetime, timedelta

import pytest

from companion.crews import people
from companion.crews.models import Person
from companion.plays.models import Play
from companion.stats import tallies
from companion.stats.imports import from_bgstats, from_csv, matching, past
from companion.stats.models import Import, Place, Record, StagedPlay
from companion.uploads.kinds import Broken
from companion.uploads.models import Upload
from games import registry
from tests.sending import read_all, send
from tests.stats.conftest import heists, phone_of

pytestmark = pytest.mark.django_db

DICE, RISING = "Batman: The Animated Series Dice Game", "Batman Who Laughs Rising"


def file(*plays, games=None, players=None):
    """A whole export of BG Stats with these plays."""
    games = games or {1: DICE, 2: RISING, 3: "Catan"}
    players = players or {1: "Ana", 2: "bo", 3: "Zoe"}
    return json.dumps(
        {
            "games": [{"id": i, "uuid": f"G{i}", "name": n} for i, n in games.items()],
            "players": [{"id": i, "uuid": f"P{i}", "name": n} for i, n in players.items()],
            "plays": list(plays),
            "userInfo": {"meRefId": 1},
        }
    ).encode()


def bg(uuid, game=1, date="2024-05-02 19:40:11", **more):
    """A play as the app writes it: Ana beats Bo by 12 to 9."""
    scores = more.pop("scores", [(1, "12", True), (2, "4+5", False)])
    return {
        "uuid": uuid,
        "gameRefId": game,
        "playDate": date,
        "durationMin": 35,
        "playerScores": [
            {"playerRefId": who, "score": score, "winner": won, "metaData": "{}"}
            for who, score, won in scores
        ],
        **more,
    }


FILE = file(
    bg("A1"),
    bg("A2", date="2024-06-09 20:00:00", scores=[(1, "5", False), (3, "8", True)]),
    bg("A3", game=2, date="2024-07-01 18:00:00", scores=[(1, "", True), (2, "", True)]),
    bg("A4", game=3),
)


@pytest.fixture
def ana(group):
    return group.phones["Ana"]


@pytest.fixture
def at(group):
    return f"/c/{group.crew.key}/import/"


def looked(phone, at, content=FILE, name="BGStatsExport.json"):
    """The page of a file that was sent and read."""
    answer = sent_as(phone, at, content, name)
    assert answer.status_code == 302, answer.content.decode()
    return answer["Location"]


def sent_as(phone, at, content, name):
    answer = send(phone, at, content, name)
    if answer.status_code != 302:
        return answer
    read_all()
    return phone.get(answer["Location"])


def form_of(page):
    """What the form of a page would send as it stands."""
    data = {}
    for form in page.context["questions"].forms:
        for field in form:
            value = field.value()
            if value not in (False, None):
                data[field.html_name] = value
    return data


def taken(phone, where, **changes):
    """The form of the page sent as it stands but for some changes, and its work done."""
    data = {**form_of(phone.get(where)), **changes}
    answer = phone.post(where, {k: v for k, v in data.items() if v is not None})
    if answer.status_code != 302:
        return answer
    read_all()
    return phone.get(phone.get(answer["Location"])["Location"])


def field(page, label):
    """The name of the field with a label."""
    for form in page.context["questions"].forms:
        for each in form:
            if each.label == label:
                return each.html_name
    raise AssertionError(label)


def whole(crew):
    return tallies.stored(crew)


# -- looked at ----------------------------------------------------------------------------------


def test_the_preview_matches_games_and_people_by_name_and_changes_nothing(group, ana, at):
    group.finished()
    before = whole(group.crew)
    page = ana.get(looked(ana, at))
    told = page.context["questions"].choices
    assert told.games == {DICE: "animated-dice", RISING: "batman-who-laughs", "Catan": ""}
    assert told.people == {
        "Ana": str(group.people["Ana"].pk),
        "bo": str(group.people["Bo"].pk),
        "Zoe": "new",
    }
    text = page.content.decode()
    assert "3 plays are new here" in text
    assert "1 other game stays out" in text
    assert whole(group.crew) == before
    assert not Record.objects.exclude(source_id="").exists()


def test_a_bad_play_is_named_and_the_others_can_still_be_taken(group, ana, at):
    bad = bg("B1", date="soon")
    where = looked(ana, at, file(bg("A1"), bad, bg("B2", game=9), bg("B3", scores=[(7, "", True)])))
    text = ana.get(where).content.decode()
    assert "3 lines cannot be read" in text
    assert "<b>Play 2</b>: “soon” is no date" in text
    assert "<b>Play 3</b>: its game is not in the file" in text
    assert "<b>Play 4</b>: somebody who played it is not in the file" in text
    assert "1 play out of" in taken(ana, where).content.decode()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "The file is empty."),
        (b"{", "It is no JSON file"),
        (b'{"plays": 3}', "It has no list of plays"),
        (b'{"plays": []}', "There is no play in it."),
        (b"what;ever\n1;2\n", "missing: game, date, player"),
        (b"game,date,player\nTalisman,never,Ana\n", "Line 2: “never” is no date"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "It holds a character that cannot be kept."),
        (b'{"plays": [{"uuid": "\\u0000"}]}', "It holds a character that cannot be kept."),
    ],
)
def test_a_file_that_cannot_be_read_says_why_and_leaves_nothing(group, ana, at, content, why):
    answer = sent_as(ana, at, content or b" ", "x.csv")
    assert answer.status_code == 422
    text = answer.content.decode()
    assert why in text
    assert f'href="{at}"' in text
    assert not Import.objects.exists()
    assert not StagedPlay.objects.exists()


def test_only_who_keeps_the_crew_brings_plays(group, at):
    assert send(group.phones["Bo"], at, FILE).status_code == 403
    assert send(group.stranger, at, FILE).status_code == 403
    assert not Upload.objects.exists()
    assert at not in group.phones["Bo"].get(f"/c/{group.crew.key}/").content.decode()


# -- taken in -----------------------------------------------------------------------------------


def test_plays_taken_in_stand_in_every_list_and_sum(group, ana, at):
    page = taken(ana, looked(ana, at))
    assert "3 plays out of BGStatsExport.json are in the book" in page.content.decode()
    crew = group.crew
    sums = crew.tallies.get(book="clean", kind="all")
    assert (sums.plays, sums.minutes, sums.timed) == (3, 105, 3)
    dice = crew.tallies.get(kind="person", title="animated-dice", who=group.people["Ana"].pk)
    assert (dice.plays, dice.won, dice.decided, dice.score, dice.scored) == (2, 1, 2, 17, 2)
    zoe = Person.objects.get(crew=crew, name="Zoe")
    assert crew.tallies.get(kind="person", title="", who=zoe.pk).won == 1
    rising = Record.objects.get(source_id="A3")
    assert (rising.result, rising.margin) == ("won", None)
    assert Record.objects.get(source_id="A1").margin == 3
    assert [p.winner for p in rising.places.all()] == [True, True]
    key = crew.key
    for path in ("", "plays/", "g/animated-dice/", "g/batman-who-laughs/", f"who/{zoe.pk}/"):
        assert ana.get(f"/c/{key}/{path}").status_code == 200, path
    text = ana.get(f"/c/{key}/plays/").content.decode()
    assert f"/c/{key}/past/{rising.pk}/" in text
    assert (
        "Zoe" in ana.get(f"/c/{key}/past/{Record.objects.get(source_id='A2').pk}/").content.decode()
    )


def test_sums_of_taken_plays_are_those_of_a_recount(group, ana, at):
    group.finished()
    taken(ana, looked(ana, at))
    counted = whole(group.crew)
    tallies.recount(group.crew)
    assert whole(group.crew) == counted


def test_bringing_a_file_again_changes_nothing(group, ana, at):
    taken(ana, looked(ana, at))
    before = whole(group.crew)
    where = looked(ana, at)
    assert "All of its plays are in the book already" in ana.get(where).content.decode()
    assert "0 plays out of" in taken(ana, where).content.decode()
    assert whole(group.crew) == before
    assert Record.objects.filter(crew=group.crew).count() == 3


def test_a_play_that_stands_in_a_file_twice_is_taken_once(group, ana, at):
    taken(ana, looked(ana, at, file(bg("A1"), bg("A1"))))
    assert Record.objects.filter(crew=group.crew).count() == 1


def test_our_own_plays_are_known_when_they_come_back(group, ana, at):
    heists(group, 4, 9, target=7)
    back = ana.get(f"/c/{group.crew.key}/plays.bgsplay")
    where = looked(ana, at, b"".join(back))
    assert "All of its plays are in the book already" in ana.get(where).content.decode()
    table = ana.get(f"/c/{group.crew.key}/seats.csv")
    where = looked(ana, at, b"".join(table), "x.csv")
    assert "All of its plays are in the book already" in ana.get(where).content.decode()


def test_an_evening_logged_in_two_places_counts_once_unless_somebody_wants_both(group, ana, at):
    play = heists(group, 4, 9, target=7)
    day = Record.objects.get(play=play).started_at.strftime("%Y-%m-%d %H:59:59")
    content = file(bg("A1", date=day))
    page = taken(ana, looked(ana, at, content))
    assert "1 looked like one that is there" in page.content.decode()
    assert Record.objects.filter(crew=group.crew).count() == 1
    assert "1 play out of" in taken(ana, looked(ana, at, content), alike="on").content.decode()
    assert Record.objects.filter(crew=group.crew).count() == 2


def test_what_the_book_has_answers_for_one_play_of_an_evening(group, ana, at):
    play = heists(group, 4, 9, target=7)
    start = Record.objects.get(play=play).started_at
    days = [f"{start - timedelta(hours=h):%Y-%m-%d %H:%M:%S}" for h in (1, 3, 24)]
    taken(ana, looked(ana, at, file(*(bg(f"A{n}", date=day) for n, day in enumerate(days)))))
    brought = Record.objects.filter(imported__isnull=False).values_list("source_id", flat=True)
    assert sorted(brought) == ["A1", "A2"]


def test_names_and_games_can_be_put_right(group, ana, at):
    where = looked(ana, at)
    page = ana.get(where)
    changes = {
        field(page, "Zoe"): str(group.people["Di"].pk),
        field(page, "bo"): "nobody",
        field(page, RISING): "",
    }
    taken(ana, where, **changes)
    assert group.crew.people.count() == 4
    assert group.crew.tallies.get(kind="person", title="", who=group.people["Di"].pk).won == 1
    assert not group.crew.tallies.filter(who=group.people["Bo"].pk).exists()
    assert not Record.objects.filter(title="batman-who-laughs").exists()
    nobody = Place.objects.get(record__source_id="A1", score=9)
    assert (nobody.person, nobody.name) == (None, "bo")


def test_a_game_that_is_chosen_later_asks_who_its_people_are(group, ana, at):
    content = file(bg("A1"), bg("C1", game=3, scores=[(3, "", True)]))
    where = looked(ana, at, content)
    page = ana.get(where)
    assert "Zoe" not in [f.label for f in page.context["questions"].people]
    again = taken(ana, where, **{field(page, "Catan"): "talisman-batman"})
    assert again.status_code == 422
    assert "More people came with it" in again.content.decode()
    assert not Record.objects.filter(crew=group.crew).exists()
    taken(ana, where)
    assert Record.objects.get(source_id="C1").title == "talisman-batman"


def test_nothing_chosen_is_said_and_nothing_lost(group, ana, at):
    where = looked(ana, at, file(bg("C1", game=3)))
    answer = taken(ana, where)
    assert answer.status_code == 422
    assert "No game of this file is chosen" in answer.content.decode()
    assert StagedPlay.objects.count() == 1


def test_among_rivals_without_a_winner_nobody_is_said_to_have_won_or_lost(group, ana, at):
    content = file(bg("A1", scores=[(1, "", False), (2, "", False)]))
    taken(ana, looked(ana, at, content))
    record = Record.objects.get(source_id="A1")
    assert (record.result, {p.winner for p in record.places.all()}) == ("ended", {None})


def test_plays_marked_there_as_not_to_be_counted_stay_out(group, ana, at):
    where = looked(ana, at, file(bg("A1"), bg("A2", ignored=True)))
    assert "1 is marked there as broken off or not to be counted" in ana.get(where).content.decode()
    taken(ana, where)
    assert Record.objects.filter(crew=group.crew).count() == 1


# -- taken back ---------------------------------------------------------------------------------


def test_one_tap_takes_everything_back(group, ana, at):
    group.finished()
    before, roster = whole(group.crew), set(group.crew.people.values_list("pk", flat=True))
    where = looked(ana, at)
    taken(ana, where)
    assert whole(group.crew) != before
    answer = ana.post(f"{where}back")
    assert answer["Location"] == at
    assert whole(group.crew) == before
    assert set(group.crew.people.values_list("pk", flat=True)) == roster
    assert Record.objects.count() == 1
    assert not Import.objects.exists()


def test_a_guest_who_has_played_or_has_a_phone_stays_when_a_file_is_taken_back(group, ana, at):
    where = looked(ana, at)
    taken(ana, where)
    zoe = Person.objects.get(crew=group.crew, name="Zoe")
    phone_of(zoe)
    ana.post(f"{where}back")
    assert Person.objects.filter(pk=zoe.pk).exists()
    assert not group.crew.tallies.filter(plays__gt=0).exists()


def test_a_file_nobody_took_in_can_be_dropped(group, ana, at):
    where = looked(ana, at)
    ana.post(f"{where}back")
    assert not StagedPlay.objects.exists()
    assert ana.get(where).status_code == 404


def test_another_crew_can_neither_see_nor_take_back(group, ana, at):
    where = looked(ana, at)
    taken(ana, where)
    other = people.found("Tuesday", "Eve")
    eve = phone_of(other)
    assert eve.post(f"{where}back").status_code == 403
    theirs = where.replace(group.crew.key, other.crew.key)
    assert eve.get(theirs).status_code == 404
    assert eve.post(f"{theirs}back").status_code == 404
    assert Record.objects.filter(crew=group.crew).count() == 3


# -- people who come together and go ------------------------------------------------------------


def test_earlier_plays_follow_when_two_entries_are_one_person(group, ana, at):
    taken(ana, looked(ana, at))
    zoe = Person.objects.get(crew=group.crew, name="Zoe")
    people.merge(zoe, group.people["Di"])
    assert group.crew.tallies.get(kind="person", title="", who=group.people["Di"].pk).won == 1
    counted = whole(group.crew)
    tallies.recount(group.crew)
    assert whole(group.crew) == counted


def test_who_is_forgotten_is_forgotten_in_earlier_plays_and_waiting_files(group, ana, at):
    taken(ana, looked(ana, at))
    zoe = Person.objects.get(crew=group.crew, name="Zoe")
    looked(ana, at)
    people.forget(zoe)
    assert not Place.objects.filter(name="Zoe").exists()
    assert "Zoe" not in json.dumps([each.found for each in Import.objects.all()])
    assert not StagedPlay.objects.exists()
    where = f"{at}{Import.objects.get().pk}/"
    ana.post(f"{where}back")
    assert not group.crew.tallies.filter(plays__gt=0).exists()


def one_slice(upload):
    """What a reader does with its turn; a slice is over after one piece."""
    from companion.uploads import reading

    reading.go_on(upload.pk, slice_=0.0)
    Upload.objects.filter(pk=upload.pk).update(lease=None)


# -- in slices ----------------------------------------------------------------------------------


@pytest.mark.each_database
def test_nobody_sees_a_play_before_all_are_in_and_a_stopped_file_leaves_none(
    group, ana, at, monkeypatch
):
    from companion.stats.imports import looking, taking

    monkeypatch.setattr(taking, "BATCH", 1)
    monkeypatch.setattr(looking, "BATCH", 1)
    where = looked(ana, at)
    before = whole(group.crew)
    progress = ana.post(where, form_of(ana.get(where)))["Location"]
    upload = Upload.objects.get(kind="taking")
    one_slice(upload)
    assert Record.objects.filter(imported__isnull=False).count() == 1
    assert whole(group.crew) == before
    assert not group.crew.records.exists()
    assert "The plays go into the book" in ana.get(progress).content.decode()
    ana.post(f"{progress}cancel")
    read_all()
    assert not Record.objects.exists()
    assert "Stopped. Nothing of it was kept." in ana.get(progress).content.decode()
    assert "3 plays out of" in taken(ana, where).content.decode()


@pytest.mark.each_database
def test_a_reader_that_dies_anywhere_is_followed_by_one_that_goes_on(group, ana, at, monkeypatch):
    from companion.stats.imports import looking, taking

    monkeypatch.setattr(taking, "BATCH", 1)
    monkeypatch.setattr(looking, "BATCH", 1)
    where = looked(ana, at)
    ana.post(where, form_of(ana.get(where)))
    upload = Upload.objects.get(kind="taking")
    for _turn in range(4):
        one_slice(upload)
    sums = tallies.apply

    def dies(*args):
        sums(*args)
        raise SystemExit

    with monkeypatch.context() as dying:
        dying.setattr(tallies, "apply", dies)
        with pytest.raises(SystemExit):
            one_slice(upload)
    Upload.objects.filter(pk=upload.pk).update(lease=None)
    assert not group.crew.records.exists()
    assert not group.crew.tallies.exists()
    read_all()
    assert group.crew.records.count() == 3
    assert group.crew.people.filter(name="Zoe").count() == 1
    counted = whole(group.crew)
    tallies.recount(group.crew)
    assert whole(group.crew) == counted


# -- what files hold ----------------------------------------------------------------------------


def test_a_play_of_bg_stats_is_read_field_by_field():
    score = {
        "playerRefId": 1,
        "score": "10+5-3",
        "winner": True,
        "rank": 1,
        "startPlayer": True,
        "seatOrder": 3,
        "role": "Joker／Clown",
        "metaData": "{}",
    }
    npc = {"playerRefId": 2, "winner": False, "metaData": '{"isNpc":1}'}
    row = bg("x", rounds=7, board="Hard／Night", comments=" Close. ", playerScores=[score, npc])
    (play,) = from_bgstats.read(file(row).decode()).plays
    (seat,) = play.seats
    assert (seat.name, seat.score, seat.rank, seat.role, seat.first) == (
        "Ana",
        12,
        1,
        "Joker, Clown",
        True,
    )
    assert (play.key, play.rounds, play.minutes, play.variant, play.note) == (
        "X",
        7,
        35,
        "Hard, Night",
        "Close.",
    )
    assert play.at == datetime(2024, 5, 2, 19, 40, 11, tzinfo=UTC)


def test_a_table_with_a_line_for_each_seat_is_read_in_polish_too():
    text = (
        "Gra;Data;Gracz;Wygrał;Wynik;Uwagi\r\n"
        'Talisman: Batman;2.05.2024;Ana;tak;;"było ""blisko"""\r\n'
        "Talisman: Batman;2.05.2024;Łukasz;nie;;\r\n"
        "Talisman: Batman;2.05.2024;Ana;;;\r\n"
    )
    first, second = from_csv.read(text).plays
    assert [(s.name, s.winner) for s in first.seats] == [("Ana", True), ("Łukasz", False)]
    assert first.note == 'było "blisko"'
    assert first.at == datetime(2024, 5, 2, 12, tzinfo=UTC)
    assert [s.winner for s in second.seats] == [None]


def test_a_table_with_a_line_for_each_play_holds_lists():
    text = (
        "date,game,players,winners,scores\n"
        '2024-05-02,Dice,"Ana, Bo, Cy",Bo,"3; 9; 4"\n'
        "2024-05-03,Rising,Ana; Bo,lost,\n"
    )
    dice, rising = from_csv.read(text).plays
    assert [(s.name, s.winner, s.score) for s in dice.seats] == [
        ("Ana", False, 3),
        ("Bo", True, 9),
        ("Cy", False, 4),
    ]
    assert rising.together is False


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("2024-05-02,Dice,,yes,1", "it names no player"),
        ("2024-05-02,,Ana,yes,1", "it names no game"),
        ("05/02/2024,Dice,Ana,yes,1", "“05/02/2024” is no date"),
        ("2999-05-02,Dice,Ana,yes,1", "2999-05-02 cannot be when it was played"),
        ("2024-05-02,Dice,Ana,maybe,1", "“maybe” says neither yes nor no"),
        ("2024-05-02,Dice,Ana,yes,lots", "“lots” is no number of points"),
        ("2024-05-02,Dice,Ana,yes,1,2", "it has more cells than the first line"),
    ],
)
def test_a_bad_line_of_a_table_is_named(row, why):
    good = "2024-05-01,Dice,Bo,no,2"
    found = from_csv.read(f"date,game,player,winner,score\n{good}\n\n{row}\n{good}\n")
    ((where, what),) = found.problems
    assert where == "Line 4"
    assert why in what
    assert len(found.plays) == 2


def test_the_same_evening_twice_in_a_table_is_two_plays_however_often_it_is_read():
    text = "date,game,player,winner\n" + "2024-05-01,Dice,Bo,yes\n" * 2
    keys = [play.key for play in from_csv.read(text).plays]
    assert len(set(keys)) == 2
    assert keys == [play.key for play in from_csv.read(text).plays]


def test_a_table_from_windows_or_excel_keeps_its_letters(group, ana, at):
    for n, code in enumerate(("cp1250", "utf-16", "utf-8-sig")):
        text = f"data;gra;gracz\r\n2024-05-0{n + 1};{DICE};Żółć\r\n"
        taken(ana, looked(ana, at, text.encode(code), "gry.csv"))
    assert Place.objects.filter(person__name="Żółć").count() == 3
    assert group.crew.people.filter(name="Żółć").count() == 1


def test_too_many_plays_for_one_file_are_said(monkeypatch):
    monkeypatch.setattr(past, "MOST", 1)
    with pytest.raises(Broken, match="At most 1 plays"):
        from_bgstats.read(file(bg("a"), bg("b")).decode())
    with pytest.raises(Broken, match="At most 1 plays"):
        from_csv.read("date,game,player\n2024-05-01,Dice,Bo\n2024-05-02,Dice,Bo\n")


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("The Batman Who Laughs Rising", "batman-who-laughs"),
        ("Talisman: Batman – Super-Villains Edition", "talisman-batman"),
        ("batman gotham city chronicles", "gotham-chronicles"),
        ("Talisman", ""),
    ],
)
def test_games_are_known_however_a_shop_writes_them(name, slug):
    assert matching.title_of(name) == slug


def test_a_game_is_known_by_its_number_under_any_name():
    slug = "gotham-chronicles"
    assert matching.title_of("BGCC", registry.referee(slug).title.bgg) == slug
    assert matching.title_of("BGCC", 0) == ""


@pytest.mark.parametrize(
    ("text", "value"),
    [("12", 12), ("4+5", 9), ("-3", -3), ("7.0", 7), ("", None), ("7.5", None), ("1e9", None)],
)
def test_scores_are_whole_numbers_or_sums_of_some(text, value):
    assert past.number(text) == value


def test_two_files_with_the_same_plays_taken_in_at_once_count_once(group, ana, at, monkeypatch):
    from companion.stats.imports import taking

    first, second = looked(ana, at), looked(ana, at)
    monkeypatch.setattr(taking, "BATCH", 3)
    ana.post(first, form_of(ana.get(first)))
    for _turn in range(2):
        one_slice(Upload.objects.get(kind="taking"))
    assert Record.objects.count() == 3
    Upload.objects.update(stage=Upload.Stage.DONE)
    taken(ana, second)
    Upload.objects.filter(pk=Upload.objects.filter(kind="taking").earliest("pk").pk).update(
        stage=Upload.Stage.READING
    )
    read_all()
    assert group.crew.records.count() == 3
    assert Upload.objects.filter(kind="taking").earliest("pk").stage == Upload.Stage.FAILED
    assert Record.objects.filter(crew=None).count() == 0


# -- in the archive -----------------------------------------------------------------------------


def book(crew):
    """What the crew's book says of plays logged elsewhere, without the ids of its rows."""
    return [
        {
            **{name: getattr(record, name) for name in ("title", "result", "note", "margin")},
            **{name: getattr(record, name) for name in ("minutes", "turns", "variant", "players")},
            "times": (record.started_at, record.ended_at),
            "places": [
                (p.part, p.name, p.role, p.winner, p.rank, p.score, p.person and p.person.name)
                for p in record.places.all()
            ],
        }
        for record in crew.records.filter(play=None).order_by("source_id")
    ]


def test_the_archive_of_a_crew_takes_earlier_plays_along(group, ana, at, monkeypatch):
    from companion.stats.exports import archive, unpacking
    from tests.stats.test_exports import packed

    group.finished()
    taken(ana, looked(ana, at), alike="on")
    before = book(group.crew)
    assert len(before) == 3
    monkeypatch.setattr(archive, "SLICE", 0.0)
    data = packed(group.crew)
    Play.objects.all().delete()
    group.crew.delete()
    crew = unpacking.load(io.BytesIO(data))
    assert book(crew) == before
    tallies.count(crew.plays.get().pk)
    counted = whole(crew)
    tallies.recount(crew)
    assert whole(crew) == counted
    assert Import.objects.get(crew=crew).found["taken"] == 3
    from companion.stats.imports import taking

    taking.take_back(Import.objects.get(crew=crew))
    assert book(crew) == []
    assert crew.tallies.get(book="clean", kind="all").plays == 1


def test_an_archive_with_a_bad_earlier_play_is_refused_whole(group, ana, at):
    from companion.stats.exports import unpacking
    from tests.stats.test_exports import packed

    taken(ana, looked(ana, at))
    data = packed(group.crew)
    Play.objects.all().delete()
    group.crew.delete()
    lines = gzip.decompress(data).replace(b'"animated-dice"', b'"animated-mice"')
    with pytest.raises(Broken, match="line 2: unknown title: 'animated-mice'"):
        unpacking.load(io.BytesIO(gzip.compress(lines)))
    assert not Record.objects.exists()
    assert not Import.objects.exists()
