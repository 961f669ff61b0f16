"""The pages of a box: blank forms for what is new, filled ones for what was typed."""

from __future__ import annotations

from games.gotham_chronicles.box.cards import DefineCard
from games.gotham_chronicles.box.heroes import DefineHero
from games.gotham_chronicles.box.missions import DefineMission, LoadStarter
from games.gotham_chronicles.box.post import DefineFaces, DefinePost
from games.gotham_chronicles.box.sheets import COLOURS, Box, Card, HeroSheet, TileSheet
from games.gotham_chronicles.box.tiles import DefineTile
from games.referee import Prompt

OWN = ("", "group", "rulebook")


def box_pages(box: Box) -> tuple[Prompt, ...]:
    """Blank forms for what is new, filled ones for what the group typed itself."""
    heroes = tuple(hero.name for hero in box.heroes)
    tiles = tuple(tile.name for tile in box.tiles)
    return (
        DefineHero.form(HeroSheet(""), heroes),
        *(DefineHero.form(sheet) for sheet in box.heroes if sheet.source in OWN),
        DefineTile.form(TileSheet(""), tiles),
        *(DefineTile.form(sheet) for sheet in box.tiles if sheet.source in OWN),
        DefineCard.form(Card("")),
        DefinePost.form(box.post),
        DefineMission.form(),
        *(DefineFaces.form(box.faces, colour) for colour in COLOURS),
        LoadStarter.form(),
    )
