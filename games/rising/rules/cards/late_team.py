"""A team that joins a game under way: the rulebooks are silent, so the table decides it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.messages import Catalogue, Msg, msg, ngettext_noop
from games.messages import gettext_noop as _
from games.referee import Choice, Field, Prompt
from games.rising.box import TeamFacts
from games.rising.box.teaching import has_allies
from games.rising.definition import Definition
from games.rising.rules.setup import with_heroes
from games.rising.state import Setup, State, team_count
from games.rising.table import Act, Table


class JoinTeam(Act, tag="team.join"):
    """A team card no one has chosen (by its name) joins between two rounds, with its starting
    Heroes from the deck. It has its turn after the team before the first one."""

    named = _("Add a team")
    team: str

    @classmethod
    def ensure_allowed(cls, t: Table) -> None:
        if not between_rounds(t):
            first = t.state.teams[t.state.setup.first].name
            t.refuse_impossible("E_ROUND", "teams", msg("remedy.round", team=first))

    @classmethod
    def prompts(cls, t: Table) -> Iterable[Prompt]:
        teams = tuple(Choice(each.name, each.name, each.leader) for each in waiting(t))
        if teams:
            field = Field("team", "choice", Msg("field.team"), teams)
            yield cls.also(t, "teams", field, help=Msg("help.team.join"), group="table")

    def apply(self, t: Table) -> None:
        facts = next((each for each in waiting(t) if each.name == self.team), None)
        if facts is None:
            t.refuse_impossible("E_NO_TEAM", "teams", msg("remedy.other_team"), team=self.team)
        row = tuple(_from_deck(t, hero) for hero in heroes_of(t, facts))
        spare = tuple(each for each in t.state.spare if each.name != facts.name)
        t.put(
            teams=(*t.state.teams, with_heroes(facts, row)),
            deck=t.state.deck - len(row),
            spare=spare,
        )
        t.note("team.join", "teams", team=facts.name, heroes=t.names(row), deck=t.state.deck)


def between_rounds(t: Table) -> bool:
    """Return whether the first team's turn is about to begin, and nothing of it has been done."""
    return t.state.at == 0 and t.state.active == t.state.setup.first


def waiting(t: Table) -> tuple[TeamFacts, ...]:
    """Return the teams that may still join: their Heroes are neither on the table nor lost."""
    if len(t.state.teams) >= t.game.title.max_players:
        return ()
    seen = {*t.state.gone, *(each.card for each in t.state.pieces)}
    return tuple(
        each
        for each in t.state.spare
        if len(heroes_of(t, each)) <= t.state.deck and not seen & {*heroes_of(t, each)}
    )


def heroes_of(t: Table, facts: TeamFacts) -> tuple[str, ...]:
    """Return the Heroes a team starts with in this game."""
    return (facts.leader, facts.ally) if has_allies(t.game, t.state.setup) else (facts.leader,)


def with_every_team(game: Definition, setup: Setup, state: State) -> Setup:
    """Return the setup with every team of the game, those that came late included."""
    teams = len(state.teams)
    if teams == team_count(game, setup):
        return setup
    ends = (*setup.ally_ends, *("right",) * (teams - len(setup.ally_ends)))
    return replace(
        setup,
        players=teams,
        team_cards=tuple(each.name for each in state.teams),
        ally_ends=ends if setup.ally_ends else (),
    )


def _from_deck(t: Table, hero: str) -> str:
    """Take a Hero out of the deck and return its piece."""
    piece = t.new_piece(hero if t.known(hero).name else "")
    t.put_piece(piece, kind="hero")
    return piece


WORDS: Catalogue = {
    "prompt.team.join": _("A new team joins"),
    "help.team.join": _(
        "The rulebook is silent, so your table decides. "
        "Take the team's starting Hero out of the deck, then shuffle the deck."
    ),
    "late.team": _(
        "For a team of your own, sit down without one. Someone at the table adds it "
        "when a new round begins."
    ),
    "note.team.join": ngettext_noop(
        "{team} joins the game with {heroes}; {deck} card is left in the deck",
        "{team} joins the game with {heroes}; {deck} cards are left in the deck",
        by="deck",
    ),
    "refusal.E_ROUND": _("A new team can join only between two rounds"),
    "remedy.round": _("Add it before {team} begins a turn"),
    "refusal.E_NO_TEAM": _("{team} can't join this game"),
}
