"""Batman: Gotham City Chronicles, rulebook 2.0: the title as the site knows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games import clarifications
from games.counting import Check
from games.gotham_chronicles import (
    actions,
    areas,
    boxes,
    cards,
    checks,
    cites,
    clash,
    corrections,
    count,
    definitions,
    fights,
    moves,
    offers,
    opening,
    perils,
    reinforcement,
    rounds,
    samples,
    sequence,
    sheet_forms,
    table,
    tasks,
    view,
    villain,
    wizard,
)
from games.gotham_chronicles.figures import figures
from games.gotham_chronicles.messages import MESSAGES
from games.gotham_chronicles.names import NAMES
from games.gotham_chronicles.sheets import COLOURS
from games.gotham_chronicles.sheets import Box as BoxSheets
from games.gotham_chronicles.sheets import Setup as Choices
from games.gotham_chronicles.state import VILLAIN
from games.gotham_chronicles.state import State as Table
from games.messages import Msg
from games.referee import (
    Book,
    Call,
    Defect,
    Figure,
    Note,
    Outcome,
    Part,
    Prompt,
    Referee,
    Refusal,
    Rolled,
    Ruling,
    Title,
    Tracker,
)

Rule = Callable[[Table, Any, Call], Table]

RULES: dict[type, Rule] = {
    actions.Next: lambda state, action, call: rounds.next_step(state, call),
    actions.ResolveEffect: rounds.resolve,
    actions.Stance: rounds.choose_stance,
    actions.Spend: table.spend,
    actions.SpendPost: table.spend_post,
    actions.Wound: table.wound,
    actions.Transfer: table.transfer,
    actions.Recount: table.recount,
    actions.Hurt: table.hurt,
    actions.MoveMinis: table.move_minis,
    actions.PlaceTile: table.place_tile,
    actions.ReplaceTile: table.replace_tile,
    actions.Count: table.count,
    actions.Declare: table.declare,
    actions.PlaceToken: areas.place_token,
    actions.RemoveToken: areas.remove_token,
    actions.LayReinforcement: areas.lay_reinforcement,
    actions.BreakWall: areas.break_wall,
    actions.Mark: table.mark,
    actions.UnShackle: table.shackle_tile,
    actions.Activate: villain.activate,
    actions.TriggerEvent: villain.trigger,
    actions.Reinforce: reinforcement.reinforce,
    actions.EndEvent: lambda state, action, call: villain.end_event(state, call),
    actions.Dredge: villain.dredge_tile,
    actions.Demobilize: villain.demobilize,
    actions.StartMini: villain.start_mini,
    actions.EndMini: villain.end_mini,
    actions.EndActivation: villain.end_activation,
    actions.PickUp: cards.pick_up,
    actions.Give: cards.give,
    actions.Take: cards.take,
    actions.DropCards: cards.drop,
    actions.UseCard: cards.use,
    actions.GetCard: cards.gain,
    actions.Step: moves.step,
    actions.EndMove: lambda state, action, call: moves.end_move(state, call),
    actions.HeroAttack: fights.hero_attack,
    actions.MiniAttack: fights.mini_attack,
    actions.Faces: sequence.faces,
    actions.Total: sequence.total,
    actions.Reroll: sequence.again,
    actions.Misfortune: sequence.forced,
    actions.Keep: sequence.keep,
    actions.Defend: clash.defend,
    actions.Shield: clash.shield,
    actions.FollowUp: clash.follow,
    actions.Finish: lambda state, action, call: clash.finish(state, call),
    actions.Abandon: lambda state, action, call: sequence.abandon(state, call),
    actions.HeroTask: tasks.hero_task,
    actions.MiniTask: tasks.mini_task,
    actions.Throw: tasks.throw,
    actions.Automatic: tasks.automatic,
    actions.Command: tasks.command,
    actions.Tactician: tasks.tactician,
    actions.Explode: perils.explode,
    **dict.fromkeys(definitions.IN_PLAY, corrections.correct),
}


class GothamChronicles(Referee[Choices, Table, BoxSheets]):
    """The referee. Parts are the heroes in order, then the villain."""

    names = NAMES
    title = Title(
        "gotham-chronicles",
        "Batman: Gotham City Chronicles",
        2,
        4,
        120,
        Book("Batman: Gotham City Chronicles, Rulebook 2.0", 60),
        accent="#4fd8c8",
        cooperative=False,
    )
    Setup, State, Box = Choices, Table, BoxSheets
    Action = actions.ANY
    messages = MESSAGES
    clarifications = clarifications.load(__file__)

    def setup_pages(self, draft: Choices, box: BoxSheets) -> tuple[Prompt, ...]:
        return wizard.setup_pages(draft, box)

    def setup_default(self, players: int, box: BoxSheets) -> Choices:
        return wizard.setup_default(players, box)

    def begin(self, setup: Choices, box: BoxSheets) -> Ruling[Table] | Refusal:
        return opening.begin(setup, box)

    def checklist(self, state: Table) -> tuple[Msg, ...]:
        return opening.checklist(state)

    def sample_box(self) -> BoxSheets:
        return samples.sample_box()

    def box_pages(self, box: BoxSheets) -> tuple[Prompt, ...]:
        return sheet_forms.box_pages(box)

    def learn(self, box: BoxSheets, action: Any) -> BoxSheets | Refusal:
        return boxes.learn(box, action)

    def parts(self, state: Table) -> tuple[Part, ...]:
        heroes = tuple(
            Part(i, hero.sheet.name, Msg("side.heroes")) for i, hero in enumerate(state.heroes)
        )
        return (*heroes, Part(state.villain, VILLAIN, Msg("side.villain")))

    def prompts(self, state: Table) -> tuple[Prompt, ...]:
        return offers.prompts(state)

    def rule(self, state: Table, action: Any, call: Call) -> Table:
        return RULES[type(action)](state, action, call)

    def outcome(self, state: Table) -> Outcome | None:
        ended = state.ended
        if ended is None:
            return None
        winners = state.hero_parts if ended.winner == "heroes" else (state.villain,)
        facts = {
            "side": Msg(f"side.{ended.winner}"),
            "condition": ended.condition,
            "round": state.round,
        }
        return Outcome("won", "mission", cites.WINNER, winners, facts)

    def check(self, state: Table) -> tuple[Defect, ...]:
        return checks.check(state)

    def trackers(self, state: Table) -> tuple[Tracker, ...]:
        return checks.trackers(state)

    def set_tracker(self, state: Table, name: str, value: int) -> Table:
        return checks.set_tracker(state, name, value)

    def countable(self, state: Table) -> tuple[Tracker, ...]:
        return (*count.tablets(state), *self.trackers(state))

    def count_check(
        self, log: Sequence[tuple[Table, Any, Sequence[Note], Table]], where: str, counted: int
    ) -> Check:
        if where.partition(".")[0] not in ("hero", "post"):
            return super().count_check(log, where, counted)
        told = [(action, notes) for _, action, notes, _ in log]
        return count.count_check(log[-1][3], told, where, counted)

    def step(self, state: Table) -> str:
        return f"{state.round}.{state.phase}"

    def rules_step(self, state: Table) -> str:
        return state.phase

    def board(self, state: Table, viewer: int | None) -> dict[str, Any]:
        return view.board(state, viewer)

    def rolled(self, state: Table, action: Any) -> tuple[Rolled, ...]:
        return sequence.reported(state, action)

    def dice(self, state: Table) -> dict[str, dict[str, int]]:
        return {
            colour: {str(face): faces.count(face) for face in sorted(set(faces))}
            for colour, faces in zip(COLOURS, state.faces, strict=False)
            if faces
        }

    def figures(self, state: Table) -> tuple[Figure, ...]:
        return figures(state)
