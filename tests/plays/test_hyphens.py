"""Tests of hyphens for long words, and of labels that end with a whole word."""

import pytest

from companion.plays.pages.drawing.hyphens import SHORT, shortened, soft, whole


@pytest.mark.parametrize(
    ("word", "parted"),
    [
        ("Catwoman", "Cat-wo-man"),
        ("Dawnbreaker", "Dawn-brea-ker"),
        ("NIEPOCZYTALNY", "NIE-PO-CZY-TALNY"),
        ("Złoczyńców", "Zło-czyń-ców"),
        ("The Constantine", "The Con-stan-tine"),
        ("Batman", "Batman"),
        ("", ""),
    ],
)
def test_long_words_get_soft_hyphens_between_syllables(word, parted):
    assert soft(word).replace("\u00ad", "-") == parted
    assert soft(word).replace("\u00ad", "") == word


def test_long_label_ends_after_a_whole_word():
    said = "The Riddler rolls gray Alarm, gray Loot, blue Loot and yellow Loot"
    assert shortened(said) == "The Riddler rolls gray Alarm, gray Loot …"
    assert shortened(said[:SHORT]) == said[:SHORT]


def test_long_word_of_button_is_not_broken_early():
    assert whole("Active <stance>") == "Active &lt;stance&gt;"
    assert whole("Postawa & neutralna").replace("\u00ad", "-") == (
        '<span class="w">Po-stawa</span> &amp; <span class="w">neu-tralna</span>'
    )
