"""Every code said has a sentence, every rule cited exists, both languages mean one thing."""

import ast
from pathlib import Path

import games.talisman_batman as package
from games.messages import Msg, Plural, Speaker
from games.talisman_batman.rules.setup import READINGS
from games.talisman_batman.state import EncounterCard, Setup
from games.talisman_batman.words import TERMS, card_key, fold, space_key
from tests.games.talisman_batman.table import REFEREE, Table, a, begun

MESSAGES = REFEREE.catalogue()
SPOKEN = {
    "note": "note.",
    "secret": "note.",
    "refuse": "refusal.",
    "refuse_impossible": "refusal.",
    "ask": "question.",
    "warn": "question.",
    "msg": "",
    "Msg": "",
}


def codes_said():
    """Yield codes written out in the rules, with the prefix of how they are said."""
    for path in sorted(Path(package.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            at = 1 if name == "secret" else 0
            if name in SPOKEN and len(node.args) > at:
                code = node.args[at]
                if isinstance(code, ast.Constant):
                    yield SPOKEN[name] + str(code.value)


def every_message(thing):
    """Yield all messages inside of prompts, boards and trackers."""
    if isinstance(thing, Msg):
        yield thing
        thing = tuple(thing.facts.values())
    if isinstance(thing, tuple | list):
        for each in thing:
            yield from every_message(each)
    elif isinstance(thing, dict):
        yield from every_message(tuple(thing.values()))
    elif hasattr(thing, "__struct_fields__") and not isinstance(thing, Msg):
        yield from every_message(tuple(getattr(thing, f) for f in thing.__struct_fields__))


def test_every_code_in_the_rules_has_a_sentence():
    missing = {code for code in codes_said() if code not in MESSAGES}
    assert missing == set()


def test_prompts_boards_and_pages_say_nothing_unknown():
    tables = [Table(Setup(3), REFEREE.blank_box()), begun()]
    tables[1].give(
        0,
        EncounterCard("baseball-bat", strength=1, weapon=True),
        EncounterCard("Vest", armour=True),
    )
    tables[1].set(0, insane=2, lost_turns=1)
    for table in tables:
        things = (
            REFEREE.prompts(table.state),
            REFEREE.board(table.state, 0),
            REFEREE.trackers(table.state),
            REFEREE.checklist(table.state),
            REFEREE.parts(table.state),
            REFEREE.setup_pages(Setup(3), table.box),
            REFEREE.box_pages(table.box),
        )
        unknown = {m.code for m in every_message(things) if m.code not in MESSAGES}
        assert unknown == set()


def test_every_reading_names_its_rule_and_has_words():
    for name, rule in READINGS:
        assert REFEREE.clarifications[rule].setting == name
        assert f"reading.{name}" in MESSAGES
    switched = {c.setting for c in REFEREE.clarifications.values() if c.setting}
    assert switched - {name for name, _ in READINGS} <= set(Setup.__struct_fields__)


def test_sentences_can_be_filled():
    speaker = Speaker(MESSAGES)

    class Anything(dict):
        def __missing__(self, key):
            return 2

    for code, entry in MESSAGES.items():
        forms = (entry.one, entry.many) if isinstance(entry, Plural) else (entry,)
        for form in forms:
            assert form.format_map(Anything()), code
    assert speaker.say(Msg("note.takes-coins", {"who": "Bane", "n": 1})) == "Bane picks up 1 coin"


def test_one_thing_has_one_code_in_both_languages():
    codes = [code for code, _, _ in TERMS]
    assert len(codes) == len(set(codes))
    assert space_key("POSTERUNEK  straznika") == space_key("guard post") == "guard-post"
    assert card_key("Wytrychy") == card_key("lock picks") == "lock-picks"
    assert space_key("Some Ward ") == "Some Ward"
    assert fold("Łódź") == "lodz"


def test_every_step_of_rules_is_known_to_clarifications():
    known = {step for c in REFEREE.clarifications.values() for step in c.steps}
    table = begun()
    for phase in ("move", "path", "encounter", "cards", "fight", "end", "batman-roll", "arrive"):
        assert REFEREE.rules_step(table.at(phase).state) in known


def test_a_card_met_once_is_known_afterwards():
    table = begun().at("encounter").do(a.Space(2))
    drawn = a.DrawEncounter("Robin", "enemy", "cunning", 4, 2)
    table.do(drawn, a.NoDraw(), a.Strike((6, 1)), a.EndTurn()).at("encounter")
    table.do(a.Space(1), a.DrawEncounter("robin"))
    assert table.state.fight.value == 4
    assert REFEREE.remember(table.box, drawn, table.state).cards[-1].value == 4


def test_key_card_found_on_space_comes_from_pool():
    table = begun().at("encounter").do(a.Space(1), a.DrawEncounter("Karta dostępu", "object"))
    assert table.state.key_pool == 3
    (card,) = table.state.spots[0].cards
    assert table.do(a.TakeGoods((card.id,))).villain().objects[0].key


def test_no_two_prompts_look_same_to_page():
    """A page names a prompt by what it does and what is fixed in it."""
    tables = [begun(), begun().do(a.Roll(3)), begun().at("encounter").do(a.AttackVillain(1))]
    tables[2].feats(0, "Sneak")
    tables.append(
        begun().at("encounter").do(a.Space(1), a.DrawEncounter("E", "enemy", "strength", 9))
    )
    tables[3].feats(0, "Sneak")
    tables[3].give(0, EncounterCard("Vest", armour=True))
    tables.append(begun().set(0, floor=2, space="?").do(a.Roll(3), a.Door()))
    lost = begun().at("encounter").do(a.Space(1), a.DrawEncounter("E", "enemy", "strength", 9))
    lost.feats(0, "Sneak")
    tables.append(lost.do(a.Strike((1, 6))))
    for table in tables:
        names = [(p.do, *map(str, p.fixed.values())) for p in REFEREE.prompts(table.state)]
        assert len(names) == len(set(names)), table.phase
