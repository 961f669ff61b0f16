"""No other seat ever receives the name of a Feat that has not been used."""

import msgspec

from games.messages import Msg
from tests.games.talisman_batman.table import REFEREE, SAY, a, begun, box, sheet

NAME = "Midnight Masquerade"


def everything(table, viewer):
    """Return all the site may send to a viewer, as one text."""
    view = REFEREE.view(table.state, viewer)
    told = [
        Msg(n.code, n.facts) if n.owner in (None, viewer) else Msg(n.hidden) for n in table.notes
    ]
    parts = (
        REFEREE.encode_state(view),
        msgspec.json.encode(REFEREE.board(table.state, viewer)).decode(),
        msgspec.json.encode(REFEREE.prompts_for(table.state, viewer)).decode(),
        msgspec.json.encode(REFEREE.trackers(table.state)).decode(),
        msgspec.json.encode([p.name for p in REFEREE.parts(table.state)]).decode(),
        msgspec.json.encode(told).decode(),
    )
    return "\n".join(parts)


def watched(table, *actions):
    """Return each action, and that it tells the others nothing."""
    for action in actions:
        table.do(action)
        for viewer in (None, 1, 2):
            assert NAME not in everything(table, viewer), action
    return table


def clever():
    sheets = [sheet(name, 3, 6) for name in ("Bane", "Scarecrow", "Clayface")]
    return begun("Bane", "Scarecrow", "Clayface", own_box=box(*sheets))


def test_feat_drawn_named_held_and_discarded_stays_secret():
    table = watched(clever(), a.DrawFeat(0, NAME), a.Roll(3), a.MoveFigure("Ward"))
    assert NAME in everything(table, 0)
    feat = table.villain().feats[0].id
    watched(
        table,
        a.NameFeat(0, feat, NAME + "!"),
        a.Space(1),
        a.DrawEncounter("A", "enemy", "strength", 1),
    )
    watched(table, a.Strike((6, 1)), a.EndTurn(), a.GoInsane(0))
    assert table.villain().feats == ()


def test_feat_over_limit_is_discarded_by_number():
    table = clever()
    watched(table, *(a.DrawFeat(0, f"{NAME} {n}") for n in range(4)))
    ask = REFEREE.prompts_for(table.state, 0)[0]
    assert {c.label for c in ask.fields[0].choices} == {f"{NAME} {n}" for n in range(4)}
    for viewer in (None, 1):
        others = REFEREE.prompts_for(table.state, viewer)[0]
        assert {c.label.code for c in others.fields[0].choices} == {"feat.number"}
    watched(table, a.DiscardFeat(0, table.villain().feats[0].id))


def test_a_secret_dies_with_its_villain():
    table = clever().set(0, life=1)
    watched(table, a.DrawFeat(0, NAME), a.Change(0, "life", -1))
    assert NAME not in REFEREE.encode_state(table.state)


def test_a_feat_used_is_public():
    table = clever().do(a.DrawFeat(0, NAME))
    table.do(a.UseFeat(0, table.villain().feats[0].id))
    assert NAME in table.log()


def test_the_others_see_how_many_feats_there_are():
    table = clever().do(a.DrawFeat(0, NAME), a.DrawFeat(0))
    for viewer in (None, 0, 1):
        standing = REFEREE.board(table.state, viewer).standings[0]
        assert standing.feat_count == 2
        assert len(standing.feats) == (2 if viewer == 0 else 0)


def test_the_box_learns_no_secret():
    table = clever()
    drawn = a.DrawFeat(0, NAME)
    table.do(drawn)
    assert REFEREE.remember(table.box, drawn, table.state) == table.box
    assert NAME not in msgspec.json.encode(REFEREE.box_pages(table.box)).decode()


def test_only_owner_or_host_touches_hand():
    table = clever().do(a.DrawFeat(0, NAME))
    feat = table.villain().feats[0].id
    for action in (a.NameFeat(0, feat, "x"), a.UseFeat(0, feat), a.DrawFeat(0, "y")):
        table.refused(action, "T-HAND", 1)
        table.refused(action, "T-HAND", 1, **{"override:E_NOT_ACTIVE": "let me see"})


def test_hand_of_another_says_so_and_no_more():
    table = clever().do(a.DrawFeat(0, NAME))
    held, missing = table.villain().feats[0].id, 999
    said = {
        SAY(table.refused(action, "T-HAND", 1).message)
        for feat in (held, missing)
        for action in (a.UseFeat(0, feat), a.NameFeat(0, feat, "x"), a.DiscardFeat(0, feat))
    }
    assert said == {"Bane holds these Feats"}


def losing():
    """Return a table where a Life of the second villain is at stake in the first one's turn."""
    table = clever().set(0, fate=0).set(1, fate=0, space="morgue")
    table.feats(1, NAME, "Other")
    table.at("encounter").do(a.AttackVillain(1), a.Strike((6, 1)), a.TakePrize("life"))
    assert table.phase == "loss"
    return table


def ways(table, viewer=None):
    return [p for p in REFEREE.prompts_for(table.state, viewer) if p.group == "now"]


def test_saving_by_feat_is_offered_only_while_possible():
    table = losing()
    saving = [p for p in ways(table) if p.do == "save" and p.fixed.get("card") == 0]
    assert [p.label.code for p in saving] == ["prompt.save-feat"]
    table.set(1, feat_used=True)
    assert [p.label.code for p in ways(table)] == ["prompt.save", "prompt.suffer"]
    nothing = clever().set(0, fate=0).set(1, fate=0, space="morgue")
    (feat,) = nothing.feats(1, NAME)
    nothing.at("encounter").do(a.AttackVillain(1), a.UseFeat(1, feat))
    nothing.do(a.Strike((6, 1)), a.TakePrize("life"))
    assert (nothing.phase, nothing.villain(1).life) == ("end", 3)


def test_waiting_players_hear_no_rescue_before_it_happens():
    table = losing()
    first = ways(table)[0]
    assert SAY(first.label) == "Scarecrow: does anything save the Life at stake?"
    assert [c.value for c in first.fields[0].choices] == [0]


def test_feat_unusable_this_turn_is_not_offered():
    table = clever()
    table.feats(1, NAME, "Other")
    assert [p.fixed for p in REFEREE.prompts(table.state) if p.do == "feat-use"] == [{"seat": 1}]
    table.set(1, feat_used=True)
    assert not [p for p in REFEREE.prompts(table.state) if p.do == "feat-use"]
    table.at("encounter").do(a.AttackVillain(1))
    evade = next(p for p in REFEREE.prompts(table.state) if p.do == "evade")
    assert evade.fields == ()
