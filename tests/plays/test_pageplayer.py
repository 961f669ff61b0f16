"""A whole game of Acorns through the pages, with plain forms and no JavaScript."""

import pytest

from tests.pageplayer import PagePlayer, forms_of


def test_a_whole_game_is_played_with_plain_forms(cast):
    phone = PagePlayer(cast.host, cast.at)
    phone.tap("roll", face=1)
    assert phone.status == 422
    phone.answer("CROW", "no")
    for _ in range(20):
        if "has a full store" in phone.html:
            break
        phone.stand_in()
        phone.tap("roll", face=6)
    assert "Squirrel 2 has a full store" in phone.html
    assert not phone.offers("roll")


def test_what_no_form_offers_cannot_be_tapped(cast):
    phone = PagePlayer(cast.host, cast.at)
    with pytest.raises(AssertionError, match="no form does roll"):
        phone.tap("roll", face=7)
    with pytest.raises(AssertionError):
        PagePlayer(cast.spectator, cast.watched_at).tap("roll", face=3)


def test_face_of_single_die_is_button():
    button = '<form action="/act"><button name="faces.0" value="4">4</button></form>'
    form = forms_of(button)[0]
    assert form.has_a_button_for({"faces": [4]})
    assert not form.has_a_button_for({"faces": [5]})
