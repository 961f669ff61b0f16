"""Names can be read, and no one passes for someone else."""

import pytest
from django.test import Client

from companion import names
from companion.plays.models import Seat


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ana \t Maria\n", "Ana Maria"),
        ("A\u200bn\u2060a\ufeff", "Ana"),
        ("Ana\u202eoB", "AnaoB"),
        ("\u2066Ana\u2069", "Ana"),
        ("Z" + "\u0335" * 30, "Z" + "\u0335" * names.MARKS),
        ("\u200b\u3164\u2800", ""),
        ("\u0301\u0302", ""),
        ("\u200d", ""),
        ("e\u0301va", "\u00e9va"),
        ("x" * 50, "x" * 40),
        (
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        ),
        ("नमस्ते", "नमस्ते"),
        ("Łukasz", "Łukasz"),
        ("?!", "?!"),
    ],
)
def test_name_keeps_what_can_be_read(typed, kept):
    assert names.clean(typed) == kept
    assert names.clean(kept) == kept


@pytest.mark.parametrize("other", ["ana", "ANA", "Ａna", "A\u200bna", " Ana "])
def test_same_name_in_other_signs_is_taken(other):
    assert names.taken(other, ["Bo", "Ana"])
    assert not names.taken("Anna", ["Bo", "Ana"])


def test_seated_name_is_refused_to_newcomer(cast):
    answer = Client().post(f"/j/{cast.play.code}/", {"name": "\u200bana"})
    assert answer.status_code == 422
    assert "ana is already at this table" in answer.content.decode()
    assert Seat.objects.filter(name__iexact="ana").count() == 1


def test_seated_name_is_refused_to_another_seat(cast):
    cast.player.post(f"{cast.at}seat", {"name": "ANA", "parts": "1"})
    assert Seat.objects.filter(name__iexact="ana").count() == 1


def test_own_name_is_kept_with_other_parts(cast):
    cast.player.post(f"{cast.at}seat", {"name": "Bo", "parts": ["0", "1"]})
    assert Seat.objects.get(name="Bo").parts == [0, 1]


def test_name_of_freed_seat_is_free(cast):
    Seat.objects.filter(name="Bo").update(gone=True)
    Client().post(f"/j/{cast.play.code}/", {"name": "Bo"})
    assert Seat.objects.filter(name="Bo", gone=False).count() == 1


def test_invisible_name_gets_number_at_join(cast):
    Client().post(f"/j/{cast.play.code}/", {"name": "\u3164\u200b"})
    assert Seat.objects.latest("pk").name.startswith("Player ")


def test_unnamed_newcomer_beside_namesake_gets_number(cast):
    Seat.objects.filter(name="Bo").update(name="Squirrel 2")
    Client().post(f"/j/{cast.play.code}/", {"parts": "1"})
    assert Seat.objects.latest("pk").name.startswith("Player ")
