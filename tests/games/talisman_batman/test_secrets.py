"""No other seat ever receives the name of a Feat that has not been used."""

import msgspec

from games.messages import Msg
from games.talisman_batman import actions as a
from tests.games.talisman_batman.table import REFEREE, begun, box, sheet

NAME = "Midnight Masquerade"


def everything(table, viewer):
    """All the site may send to a viewer, as one text."""
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
    """Each action, and that it tells the others nothing."""
    for action in actions:
        table.do(action)
        for viewer in (None, 1, 2):
            assert NAME not in everything(table, viewer), action
    return table


def clever():
    sheets = [sheet(name, 3, 6) for name in ("Bane", "Scarecrow", "Clayface")]
    return begun("Bane", "Scarecrow", "Clayface", own_box=box(*sheets))


def test_a_feat_drawn_named_held_and_discarded_stays_secret():
    table = watched(clever(), a.DrawFeat(0, NAME), a.Roll(3), a.Move("Ward"))
    assert NAME in everything(table, 0)
    feat = table.villain().feats[0].id
    watched(table, a.NameFeat(0, feat, NAME + "!"), a.Space(1), a.Draw("A", "enemy", "strength", 1))
    watched(table, a.Strike((6, 1)), a.EndTurn(), a.GoInsane(0))
    assert table.villain().feats == ()


def test_a_feat_over_the_limit_is_discarded_by_number():
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


def test_only_the_owner_or_the_host_touches_a_hand():
    table = clever().do(a.DrawFeat(0, NAME))
    feat = table.villain().feats[0].id
    for action in (a.NameFeat(0, feat, "x"), a.UseFeat(0, feat), a.DrawFeat(0, "y")):
        table.refused(action, "E_NOT_ACTIVE", 1)
        table.refused(action, "E_NOT_ACTIVE", 1, **{"override:E_NOT_ACTIVE": "let me see"})
