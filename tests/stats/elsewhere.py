"""Files of plays a group logged elsewhere, and the pages that take them in."""

import json

from companion.stats import tallies
from tests.sending import read_all, send

DICE, RISING = "Batman: The Animated Series Dice Game", "Batman Who Laughs Rising"


def file(*plays, games=None, players=None):
    """Return a whole export of BG Stats with these plays."""
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
    """Return a play as the app writes it: Ana beats Bo by 12 to 9."""
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


def looked(phone, at, content=FILE, name="BGStatsExport.json"):
    """Return the page of a file that was sent and read."""
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
    """Return what the form of a page would send as it is."""
    data = {}
    for form in page.context["questions"].forms:
        for field in form:
            value = field.value()
            if value not in (False, None):
                data[field.html_name] = value
    return data


def taken(phone, where, others="", **changes):
    """Return the form of the page sent as it stands but for some changes, and its work done; games
    that aren't ours are left out unless they are to be kept."""
    told = form_of(phone.get(where))
    data = {**{k: others if v == "*" else v for k, v in told.items()}, **changes}
    answer = phone.post(where, {k: v for k, v in data.items() if v is not None})
    if answer.status_code != 302:
        return answer
    read_all()
    return phone.get(phone.get(answer["Location"])["Location"])


def field(page, label):
    """Return the name of the field with a label."""
    for form in page.context["questions"].forms:
        for each in form:
            if each.label == label:
                return each.html_name
    raise AssertionError(label)


def whole(crew):
    return tallies.stored(crew)
