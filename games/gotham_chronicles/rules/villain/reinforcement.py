"""Reinforcements: who comes back, for how many points, and where there is room (p.31-32)."""

from __future__ import annotations

from collections.abc import Iterable

from games.gotham_chronicles.box.sheets import ReinforcementArea
from games.gotham_chronicles.rules.common.forms import MORE, NOW, TABLE, Sizes, characters, choice
from games.gotham_chronicles.rules.villain.river import arrive, eventful
from games.gotham_chronicles.state import VILLAIN_PHASES, State, Tile
from games.gotham_chronicles.table import Act, Table, in_phase, known_tile, side_only
from games.messages import Catalogue, Msg, msg
from games.messages import gettext_noop as _
from games.messages import ngettext_noop as _n
from games.referee import Choice, Field, Prompt

ROOM = (
    Choice("token", Msg("answer.token")),
    Choice("adjacent", Msg("answer.adjacent")),
    Choice("none", Msg("answer.full")),
)
BESIDE = "beside"
REINFORCEMENTS_IN_BOX = 6
SIDES_UP = ("active", "inactive", "gone")


class Reinforce(Act, tag="reinforce"):
    """A miniature comes back from the character pool for reinforcement points.

    ``area`` is one with an active reinforcement token; with ``beside`` it is next to one, because
    all of them are full. ``present`` and ``limit`` are the sizes in the area entered and its
    occupation limit, where the table wants them counted.
    """

    named = _("Bring back a miniature")

    tile: str
    area: str = ""
    beside: bool = False
    present: Sizes = None
    limit: Sizes = None

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        side_only(t, "villain", "G-095")
        in_phase(t, VILLAIN_PHASES, "G-095")

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        """Offer the miniatures of the pool the points can bring back, in full depth area by
        area."""
        choices = _affordable(t.state) if eventful(t.state) else ()
        if not choices:
            return
        tile = choice("tile", choices, "G-095")
        full = t.state.depth == "full"
        areas = active_areas(t.state) if full else ()
        if full and t.state.reinforcements and not areas:
            return
        if not areas:
            yield cls._prompt(t, "reinforce", (tile,))
            return
        for area in areas:
            yield cls._prompt(t, "reinforce_in", (tile,), {"area": area})
        yield cls._prompt(t, "reinforce_beside", (tile,), {"beside": True}, expected=False)
        here = tuple(Choice(area, area) for area in areas)
        sized = (
            tile,
            choice("area", here, "G-097"),
            cls.field("present", default=0, optional=False),
            cls.field("limit", default=0, optional=False),
        )
        yield cls._prompt(t, "reinforce_sizes", sized, expected=False, group=MORE)

    @classmethod
    def _prompt(
        cls,
        t: Table,
        label: str,
        fields: tuple[Field, ...],
        fixed: dict[str, str | bool] | None = None,
        expected: bool = True,
        group: str = NOW,
    ) -> Prompt:
        fixed = fixed or {}
        return cls.prompt(
            msg(f"prompt.{label}", n=t.state.points, area=fixed.get("area", "")),
            *fields,
            fixed=fixed,
            rule="G-098" if "beside" in fixed else "G-095",
            expected=expected,
            actors=(t.state.villain,),
            group=group,
        )

    def apply(self, t: Table) -> None:
        """Bring one miniature of the pool back for its printed cost (p.31)."""
        self.bounded(t)
        tile = known_tile(t, self.tile)
        price = tile.sheet.reinforcement
        if price is None:
            t.refuse("E_REINF_NONE", "G-096", tile=tile.name)
            price = 0
        if tile.name not in t.state.river:
            t.refuse("E_NOT_IN_RIVER", "G-100", tile=tile.name)
        if not tile.pool:
            t.refuse_impossible("E_REINF_POOL", "G-100", tile=tile.name)
        points = t.state.points
        if price > points:
            t.refuse("E_REINF_POINTS", "G-095", tile=tile.name, cost=price, points=points)
        code, area = _where(t, tile, self)
        rule = "G-099" if tile.down else "G-095"
        if code == "reinforced-beside":
            rule = "G-098"
        left = max(0, points - price)
        t.note(code, rule, tile=tile.name, n=price, left=left, area=area)
        t.put_tile(tile.name, pool=tile.pool - 1)
        t.state = arrive(t.state, tile.name)
        t.put(points=left)


class LayReinforcement(Act, tag="reinforcement"):
    """A reinforcement token in an area: ``side`` is active, inactive or gone."""

    named = _("Place a reinforcement token")

    area: str
    side: str = "active"

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        known = tuple(Choice(token.area, token.area) for token in t.state.reinforcements)
        laid = (side for side in SIDES_UP if side != "gone")
        sides = tuple(Choice(side, Msg(f"reinforcement.{side}")) for side in laid)
        yield cls.prompt(
            "",
            Field("area", "text", Msg("field.area"), known, high=30),
            choice("side", sides),
            rule="G-097",
            group=TABLE,
        )
        for token in t.state.reinforcements:
            for side in ("inactive" if token.active else "active", "gone"):
                label = msg(f"prompt.reinforcement.{side}", area=token.area)
                fixed = {"area": token.area, "side": side}
                yield cls.prompt(label, fixed=fixed, rule="G-097", group=TABLE)

    def apply(self, t: Table) -> None:
        """Lay, turn or take away the token as the mission says (p.31)."""
        area = self.area.strip()
        if not area or self.side not in SIDES_UP:
            t.refuse_impossible("E_NO_SPACE", "G-097", space=area or self.side)
        known = [token.area for token in t.state.reinforcements]
        if self.side == "gone" and area not in known:
            t.refuse_impossible("E_NO_TOKEN", "G-097", area=area)
        if area not in known and len(known) >= REINFORCEMENTS_IN_BOX:
            kind = Msg("token.reinforcement")
            t.warn("SUPPLY", "G-097", kind=kind, n=REINFORCEMENTS_IN_BOX)
        side = Msg(f"reinforcement.{self.side}")
        t.note("reinforcement-token", "G-097", area=area, side=side)
        tokens = {token.area: token.active for token in t.state.reinforcements}
        tokens[area] = self.side == "active"
        kept = (item for item in tokens.items() if self.side != "gone" or item[0] != area)
        t.put(reinforcements=tuple(ReinforcementArea(*item) for item in kept))


def _affordable(state: State) -> tuple[Choice, ...]:
    return tuple(
        Choice(tile.name, tile.name, msg("hint.reinforce", n=price, pool=tile.pool))
        for tile in characters(state)
        if tile.name in state.river
        and tile.pool
        and (price := tile.sheet.reinforcement) is not None
        and price <= state.points
    )


def active_areas(state: State) -> tuple[str, ...]:
    """Return the areas where a miniature may appear if it finds room."""
    return tuple(token.area for token in state.reinforcements if token.active)


def _where(t: Table, tile: Tile, action: Reinforce) -> tuple[str, str | tuple[str, ...]]:
    """Return the note of the area and its name; ask in full depth what no one has said."""
    areas = active_areas(t.state)
    area = BESIDE if action.beside else action.area
    if not area and t.state.depth == "full":
        if not t.state.reinforcements:
            _room(t, tile)
        else:
            area = _asked(t, tile, areas)
    if not area:
        return "reinforced", ""
    if area == BESIDE:
        return _beside(t, tile, areas, action)
    if area not in areas:
        t.refuse("E_REINF_AREA", "G-097", remedy=_others(areas, ""), area=area)
    _fits(t, tile, area, areas, action)
    return "reinforced-at", area


def _room(t: Table, tile: Tile) -> None:
    where = t.ask("REINFORCEMENT_ROOM", "G-097", options=ROOM, tile=tile.name)
    if where == "none":
        t.refuse(
            "E_OCCUPATION",
            "G-098",
            remedy=msg("remedy.other_area"),
            who=tile.name,
            size=tile.sheet.size,
        )


def _asked(t: Table, tile: Tile, areas: tuple[str, ...]) -> str:
    if not areas:
        t.refuse("E_REINF_AREA", "G-097", area="–")
        return ""
    options = (*(Choice(area, area) for area in areas), Choice(BESIDE, Msg("answer.adjacent")))
    return t.ask("REINFORCEMENT_AREA", "G-097", options=options, tile=tile.name)


def _beside(
    t: Table, tile: Tile, areas: tuple[str, ...], action: Reinforce
) -> tuple[str, str | tuple[str, ...]]:
    """Return whether next to an area with a token, only if none of those has room (p.32)."""
    size = tile.sheet.size
    if not areas:
        t.refuse("E_REINF_AREA", "G-097", area="–")
    full = t.ask("REINFORCEMENT_FULL", "G-098", areas=areas, tile=tile.name, size=size)
    if full != "yes":
        t.refuse("E_REINF_ROOM", "G-098", remedy=_others(areas, ""), tile=tile.name)
    _fits(t, tile, "", (), action)
    return "reinforced-beside", areas


def _fits(t: Table, tile: Tile, area: str, areas: tuple[str, ...], action: Reinforce) -> None:
    """Refuse an area whose sizes, if they were told, leave no room (p.34)."""
    present, size = action.present or 0, tile.sheet.size
    if action.limit is None:
        return
    if present + size > action.limit:
        t.refuse(
            "E_OCCUPATION",
            "G-098",
            remedy=_others(areas, area),
            who=tile.name,
            size=size,
        )


def _others(areas: tuple[str, ...], area: str) -> Msg:
    """Return where the miniature may go instead: other token areas, then next to one of them."""
    others = tuple(each for each in areas if each != area)
    return msg("remedy.reinforce_in", areas=others) if others else msg("remedy.reinforce_beside")


WORDS: Catalogue = {
    "prompt.reinforcement.active": _("{area}: turn the reinforcement token to its active side"),
    "prompt.reinforcement.inactive": _("{area}: turn the reinforcement token to its inactive side"),
    "prompt.reinforcement.gone": _("{area}: remove the reinforcement token"),
    "note.reinforced": _n(
        "{tile} returns for {n} ({left} point left)",
        "{tile} returns for {n} ({left} points left)",
        by="left",
    ),
    "note.reinforced-at": _n(
        "{tile} returns to {area} for {n} ({left} point left)",
        "{tile} returns to {area} for {n} ({left} points left)",
        by="left",
    ),
    "note.reinforced-beside": _n(
        "{tile} returns for {n} next to {area}, which are full ({left} point left)",
        "{tile} returns for {n} next to {area}, which are full ({left} points left)",
        by="left",
    ),
    "note.reinforcement-token": _("Reinforcement token in {area}: {side}"),
    "refusal.E_REINF_NONE": _("{tile} has no reinforcement cost"),
    "refusal.E_REINF_POOL": _("{tile} has no miniature in the pool"),
    "refusal.E_REINF_POINTS": _n(
        "{tile} costs {cost}; only {points} point is left",
        "{tile} costs {cost}; only {points} points are left",
        by="points",
    ),
    "refusal.E_REINF_AREA": _("There is no active reinforcement token in {area}"),
    "refusal.E_REINF_ROOM": _("One of these areas still has room: {tile} appears there"),
    "remedy.reinforce_in": _("Check for room in {areas}"),
    "remedy.reinforce_beside": _("If every area with a token is full: next to one of them"),
    "question.REINFORCEMENT_ROOM": _("Is there room for {tile}?"),
    "question.REINFORCEMENT_AREA": _("Where does {tile} appear?"),
    "question.REINFORCEMENT_FULL": _(
        "Are all of these too full for {tile} (size {size}): {areas}?"
    ),
    "token.reinforcement": _("Reinforcement token"),
    "reinforcement.active": _("active"),
    "reinforcement.inactive": _("inactive"),
    "reinforcement.gone": _("removed"),
    "answer.token": _("An area with an active token has room"),
    "answer.adjacent": _("Those are full, but an adjacent one has room"),
    "answer.full": _("No room anywhere"),
    "hint.reinforce": _("costs {n}, {pool} in the pool"),
    "prompt.reinforce": _n("Reinforcement ({n} point)", "Reinforcement ({n} points)"),
    "prompt.reinforce_in": _n(
        "{area}: reinforcement ({n} point)", "{area}: reinforcement ({n} points)"
    ),
    "prompt.reinforce_beside": _n(
        "Next to one of them, because all are full ({n} point)",
        "Next to one of them, because all are full ({n} points)",
    ),
    "prompt.reinforce_sizes": _("Reinforcements, counting sizes"),
    "prompt.reinforcement": _("Place or turn over a reinforcement token"),
}
