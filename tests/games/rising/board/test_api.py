"""Both Rising titles over HTTP: set-ups, turns and refusals as a script sees them."""

import pytest

from tests.plays.test_api import Script, act

CARDS = (
    *("Superman", "Cyborg", "The Flash"),
    *("Harley Quinn", "", ""),
    *("Plastic Man", "Constantine", "Court of Owls"),
)


def started(title, players, **setup):
    """Return a script with a seat at a new table, its address, and what the table showed."""
    body = {"title": title, "players": players, "setup": setup}
    made = Script().post("/api/plays", body)
    assert made.status_code == 201, made.json()
    shown = made.json()
    return Script(shown["token"]), f"/api/plays/{shown['code']}", shown


def done(script, at, action, **more):
    answer = act(script, at, action, **more)
    assert answer.status_code == 200, answer.json()
    return answer.json()


def piece(shown, name):
    return next(each["id"] for each in shown["state"]["pieces"] if each.get("card") == name)


def damage(shown, name):
    return next(p.get("damage", 0) for p in shown["state"]["pieces"] if p.get("card") == name)


@pytest.mark.django_db
def test_a_set_up_names_teams_and_options():
    _, _, shown = started(
        "batman-who-laughs",
        3,
        team_cards=["Power", "Justice", "Purpose"],
        first=1,
        facing=2,
        villains=4,
        extra_spaces=3,
    )
    state = shown["state"]
    assert [team["name"] for team in state["teams"]] == ["Power", "Justice", "Purpose"]
    assert (state["active"], state["facing"], state["deck"]) == (1, 2, 33)
    assert (state["setup"]["side"], sum(s["facts"]["size"] for s in state["sections"])) == (
        "purple",
        35,
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("setup", "code"),
    [({"villains": 7}, "E_RANGE"), ({"team_cards": ["Power", "Power"]}, "E_TEAM_TWICE")],
)
def test_set_up_no_table_can_hold_is_refused(setup, code):
    body = {"title": "batman-who-laughs", "players": 2, "setup": setup}
    answer = Script().post("/api/plays", body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


@pytest.mark.django_db
def test_script_takes_turn_by_state_ids_despite_refusals():
    script, at, _ = started("batman-who-laughs", 2, team_cards=["Determination", "Power"])
    done(script, at, {"do": "deal", "cards": list(CARDS)})
    early = act(script, at, {"do": "figure", "face": "left"}).json()
    assert (early["code"], early["rule"], early["page"]) == ("E_PHASE", "A-13", "6")
    assert early["remedy"]
    for action in (
        {"do": "deploy", "location": 2},
        {"do": "doom", "n": 1},
        {"do": "figure", "face": "left"},
    ):
        shown = done(script, at, action)
    assert (shown["state"]["doom"], shown["state"]["facing"]) == (1, 2)
    expected = {each["do"] for each in shown["prompts"] if each.get("expected")}
    assert expected == {"villain.does", "villain.done"}
    assert damage(shown, "Plastic Man") == damage(shown, "Batman") == 1
    shown = done(script, at, {"do": "villain.done", "source": piece(shown, "Court of Owls")})
    owls, far = piece(shown, "Court of Owls"), piece(shown, "Cyborg")
    refusal = act(script, at, {"do": "results", "recruited": [far]}).json()
    assert (refusal["code"], refusal["rule"], refusal["overridable"]) == (
        "E_LOCATION",
        "A-15",
        True,
    )
    shown = done(script, at, {"do": "results", "recruited": [piece(shown, "Plastic Man")]})
    assert shown["state"]["teams"][0]["row"] == ["p1", piece(shown, "Plastic Man")]
    assert damage(shown, "Plastic Man") == 0
    assert owls in shown["state"]["slots"][2]


@pytest.mark.django_db
@pytest.mark.parametrize("title", ["batman-who-laughs", "fire-nation"])
def test_three_turns_without_ever_naming_a_card(title):
    script, at, shown = started(title, 2)
    for _ in range(60):
        if shown["state"].get("number", 1) > 3:
            return
        expected = [each for each in shown["prompts"] if each.get("expected")]
        left_open = (each for each in expected if each.get("fixed", {}).get("n") == 0)
        prompt = next(left_open, expected[0])
        values = {field["name"]: plain(field) for field in prompt.get("fields", [])}
        action = {"do": prompt["do"], **prompt.get("fixed", {}), **values}
        answer = act(script, at, action)
        if answer.status_code == 422 and answer.json()["kind"] == "question":
            asked = answer.json()
            answer = act(script, at, action, answers={asked["code"]: asked["options"][-1]})
        assert answer.status_code == 200, answer.json()
        shown = answer.json()
    raise AssertionError(f"still turn {shown['state'].get('number', 1)}")


def plain(field):
    """Return the answer of someone who tells nothing but what is asked."""
    if field.get("default") is not None:
        return field["default"]
    if field["kind"] in ("choices", "sequence"):
        return []
    if field["kind"] == "flag":
        return False
    return field["choices"][0]["value"] if field.get("choices") else 0
