"""A second, small referee of both Rising games, written from the rulebooks.

It keeps both tracks, the figure, cards, damage, tokens and endings, carries abilities out, and
plays quick games beside ours. What is typed about the copy it takes over, and counts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.conformance import chance
from games import registry
from games.referee import Ruling
from games.rising.box import AbilityEffect
from games.rising.state import State
from tests import beside
from tests.games.rising.probe import drawn
from tests.games.rising.rules.cards.twin import FOES, Data, numbers, told_apart
from tests.games.rising.rules.turns import Turn

LENGTH = 500
TABLE = 0.05
"""How often an entry is one of the effects or corrections by hand."""
PATIENT = 0.85
"""How often nothing is ticked as full, so that games last."""


@dataclass
class Report(beside.Report):
    """Report of a number of turns beside ours, and how the games ended."""

    games: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        ends = ", ".join(f"{how} {n}" for how, n in self.games.most_common())
        return f"{super().__str__()}\nendings: {ends}"


class Twin(Turn):
    """The table as the rulebook moves it by one entry after the other."""

    been: frozenset[str] | set[str] = frozenset()

    def play(self, data: Data, answers: dict[str, str], after: State) -> bool:
        """Move the numbers as an entry does; ``False`` if no rule says how."""
        method = getattr(self, "do_" + data["do"].replace(".", "_").replace("-", "_"), None)
        if method is None:
            return False
        self.told, self.was = answers, dict(self.kinds)
        self.learn(after)
        method(data)
        self.banish()
        if self.n["step"] == "refill":
            self.test()
        self.onward()
        return True

    # -- the villains' part of a turn ----------------------------------------------------

    def do_deal(self, data: Data) -> None:
        empty = [3 * i + j for i in range(3) for j in range(3) if not self.n["slots"][i][j]]
        cards = [*data.get("cards", ()), *[""] * (9 * bool(data.get("rest")))]
        for place, card in zip(empty, cards, strict=False):
            self.turn_up(place, card)

    def do_deploy(self, data: Data) -> None:
        self.n["location"] = data["location"]
        self.n["step"] = "doom_die" if self.batman else "fire_card"

    def do_doom(self, data: Data) -> None:
        self.track(data["n"])
        if self.n["step"] == "doom_die":
            self.n["step"] = "boss_die"
        else:
            self.done()

    def do_figure(self, data: Data) -> None:
        direction, _, ring = data["face"].partition("+")
        self.n["ring"] = bool(ring)
        self.turn(direction)
        self.n["step"] = "kinds"

    def do_fire(self, data: Data) -> None:
        self.track(int(data["card"][-1]))
        self.turn(data["card"][:-1])
        self.n["step"] = "kinds"

    def do_card_kinds(self, data: Data) -> None:
        """Move only what waited for it."""

    def do_villain_next(self, data: Data) -> None:
        self.n["pending"] = [each for each in self.n["queue"] if each[0] == data["card"]]
        self.n["queue"] = [each for each in self.n["queue"] if each[0] != data["card"]]
        self.carry_out()
        self.last_one()

    def do_villain_target(self, data: Data) -> None:
        effect = self.n["pending"][0][1][0]
        if effect.do == "heal":
            self.heal([data["card"]], effect.n)
        else:
            self.react_to(self.hurt([data["card"]], effect.n))
        self.done()

    def do_villain_done(self, data: Data) -> None:
        self.done()

    def do_villain_does(self, data: Data) -> None:
        what, n = data["what"], int(data.get("n") or self.told.get("HOW_MUCH", 1))
        said = {
            "doom": AbilityEffect("doom", n),
            "token": AbilityEffect("lose_token", n),
            "left": AbilityEffect("turn", symbol="left"),
            "right": AbilityEffect("turn", symbol="right"),
        }
        effect = said.get(what) or AbilityEffect("damage", n, what)
        self.n["pending"][0] = [data["source"], [effect], False]
        self.carry_out()
        self.last_one()

    def do_react(self, data: Data) -> None:
        mine = [each for each in self.n["reactions"] if each[0] == data["card"]]
        self.n["reactions"] = [each for each in self.n["reactions"] if each[0] != data["card"]]
        self.n["used"].append(data["card"])
        for effect in mine[0][1] if data.get("use", True) else ():
            self.perform(effect, data["card"], data.get("target", ""), "")
        self.carry_out()
        self.last_one()

    # -- the Heroes' part ----------------------------------------------------------------

    def perform(self, effect: AbilityEffect, source: str, target: str, other: str) -> None:
        if self.by_itself(effect):
            self.react_to(self.enact(effect, source, foe=False))
        elif effect.do == "damage":
            self.by_ability(target, effect.n)
        elif effect.do == "heal":
            self.heal([target], effect.n)
        elif effect.do == "move":
            self.do_damage_move({"source": target, "target": other, "n": effect.n})
        elif effect.do == "swap":
            self.do_swap({"first": target, "second": other})
        elif effect.do == "reach":
            self.n["wide"] = True

    def by_ability(self, card: str, n: int) -> None:
        struck = self.strike([card], n)
        if struck and self.kind(card) in FOES:
            self.n["struck"] = True
            self.n["acted"] = self.n["acted"] or self.n["step"] == "heroes"
        self.react_to(struck)

    def do_ability(self, data: Data) -> None:
        card, team = data["card"], self.before.teams[self.n["active"]]
        if card in self.n["used"] or card not in ("team", *self.row()):
            self.wrong = f"{card} was used, or is not of the team"
        facts = self.facts(card)
        effects = team.effects if card == "team" else facts.effects
        self.n["used"].append(card)
        if card != "team" and not (effects and all(each.do == "die" for each in effects)):
            self.n["acted"] = True
        if card != "team" and facts.pays:
            self.react_to(self.strike([card], facts.pays))
        for effect in effects:
            if not effect.when:
                self.perform(effect, card, data.get("target", ""), data.get("other", ""))

    def do_token_use(self, data: Data) -> None:
        kind = next(k for k in self.game.tokens.kinds if k.key == data["kind"])
        mine = [
            each for each in self.before.teams[data["owner"]].tokens if each.kind in ("", kind.key)
        ]
        if self.batman and all(each.turn == self.n["number"] for each in mine):
            self.wrong = f"{kind.key} on the turn it was drawn"
        elif (
            not self.batman
            and self.n["step"] != "heroes"
            and self.before.setup.token_window == "step3"
        ):
            self.wrong = f"{kind.key} in {self.n['step']}"
        held = self.n["tokens"][data["owner"]]
        n = data.get("n", 1) if kind.open_amount else kind.n
        if kind.do == "heal":
            told = [data.get("target"), data.get("other")]
            self.heal(dict.fromkeys(each for each in told if each), n)
        elif kind.do == "doom":
            self.track(-n)
        held.remove(kind.key if kind.key in held else "")
        self.n["discard"] += 1

    def do_token_look(self, data: Data) -> None:
        held = self.n["tokens"][data["owner"]]
        held[held.index("")] = data["kind"]

    def do_token_give(self, data: Data) -> None:
        kind = data.get("kind", "")
        self.n["tokens"][data["owner"]].remove(kind)
        self.n["tokens"][data["to"]].append(kind)

    def do_jump(self, data: Data) -> None:
        self.n["location"] = self.n["facing"]

    def do_progress_pay(self, data: Data) -> None:
        for team, n in Counter(data.get("owners", ())).items():
            self.lose(team, n)
        self.n["paid"] = self.before.steps[self.n["progress"]].kind

    def look(self) -> None:
        """Note what lay where the team was: dice stay on it when the team or a card moves."""
        place = self.n["location"]
        self.been |= {*self.lying(place), *self.foes(place)} if place >= 0 else set()

    def legal(self, data: Data) -> None:
        """Check that dice go to cards of the location, to a battle without Villains (p.6-9)."""
        here = self.been
        hit = [each.partition(":")[::2] for each in data.get("hits", ())]
        battle = self.n["battles"][self.n["location"]]
        battles = [battle] if battle and not self.foes(self.n["location"]) else []
        # An ability may say otherwise (p.6), and of some no one knows what they say.
        wide = self.n["wide"] or not all(self.facts(each).known for each in self.row())
        for card in (*data.get("recruited", ()), *data.get("left", ())):
            if self.kind(card) not in ("", "hero") or not (card in here or wide):
                self.wrong = f"{card} is no Hero of the location"
        for card, sets in hit:
            if card not in (*here, *battles) and not wide:
                self.wrong = f"{card} is not in the location"
            if self.kind(card) == "hero":
                self.wrong = f"{card} is a Hero"
            if self.batman and int(sets or 1) > 1 + (card in self.before.turn.extra_sets):
                self.wrong = f"{card} takes {sets} sets in a turn"

    def do_results(self, data: Data) -> None:
        self.legal(data)
        self.results, self.n["step"] = data, "recruit"
        for card in (*data.get("recruited", ()), *data.get("left", ())):
            if card in data.get("full", ()) and not self.cap(card) and self.n["damage"][card]:
                self.caps[card] = self.n["damage"][card]
        self.at_recruit()

    def do_aid(self, data: Data) -> None:
        self.n["aid"] = True
        if data["take"]:
            self.draw(self.n["active"], 1)

    def do_card_count(self, data: Data) -> None:
        card, n = data["card"], data["n"]
        rest = [each for each in self.stakes() if each != card]
        self.n["counted"] = True
        if n > 0 or n == -1:
            self.count(card, n)
        elif n:
            self.later.add(card)
        else:
            self.left_open = {card: self.n["damage"][card]}
        self.ticked(rest, data)

    def count(self, card: str, n: int) -> None:
        self.caps[card] = n if n > 0 else self.n["damage"][card]
        self.n["damage"][card] = min(self.n["damage"][card], self.caps[card])

    def ticked(self, rest: list[str], data: Data) -> None:
        """Take over what was said to be full besides, and how long that makes the track."""
        for each in rest:
            if each.startswith("section."):
                continue
            if each in data.get("full", ()):
                self.count(each, -1)
            else:
                self.left_open[each] = self.n["damage"][each]
        self.sized()

    def do_section_count(self, data: Data) -> None:
        rest = self.stakes()
        self.n["counted"] = True
        self.ticked(rest, data)

    def sized(self) -> None:
        """Take over how long the sections are; counters that no longer fit leave the track."""
        sections = tuple(
            replace(old, facts=replace(old.facts, size=new.facts.size, counted=new.facts.counted))
            for old, new in zip(self.before.sections, self.after.sections, strict=True)
        )
        checked = self.before.doom_checked or all(each.facts.counted for each in sections)
        left = self.after.doom_left
        self.before = replace(self.before, sections=sections, doom_checked=checked, doom_left=left)
        if checked and not self.n["event"]:
            length = sum(each.facts.size for each in sections)
            self.n["doom"] = min(self.n["doom"], length)

    def do_event(self, data: Data) -> None:
        side = self.topped()
        kind = {"progress": "villain", "doom": "hero"}[side]
        gone = [each for each in data.get("marked", ()) if self.kind(each) == kind]
        for card in gone:
            self.n["defeated"] += side == "doom"
            self.remove(card)
        self.n |= {"event": self.n["number"], "event_side": side}
        for place, name in enumerate(data["battles"]):
            piece = f"p{self.next}"
            self.next += 1
            self.names[piece] = self.n["names"][piece] = name
            self.kinds[piece] = "battle"
            self.n["battles"][place], self.n["damage"][piece] = piece, 0

    def do_reward(self, data: Data) -> None:
        self.remove(data["battle"])

    def do_refill(self, data: Data) -> None:
        self.turn_up(data["place"], data.get("card", ""))
        while data.get("rest") and self.n["deck"] and not self.n["judging"]:
            empty = [3 * i + j for i in range(3) for j in range(3) if not self.n["slots"][i][j]]
            if not empty:
                return
            self.turn_up(empty[0], "")

    def do_icon(self, data: Data) -> None:
        card = data["card"]
        self.n["judging"].remove(card)
        kind = self.was.get(card) or data.get("kind") or self.told.get("KIND", "")
        self.kinds[card] = self.kinds.get(card) or kind
        if data["marked"] and kind == self.banned():
            self.leave(card)

    # -- effects of cards by hand --------------------------------------------------------

    def do_damage(self, data: Data) -> None:
        self.by_ability(data["card"], data.get("n", 1))

    def do_heal(self, data: Data) -> None:
        self.heal([data["card"]], data.get("n", 1))

    def do_damage_move(self, data: Data) -> None:
        source, target = data["source"], data["target"]
        n = min(data.get("n", 1), self.n["damage"][source], self.room(target))
        self.n["damage"][source] -= n
        self.n["damage"][target] += n
        if self.kind(target) in FOES:
            self.draw(self.n["active"], n)
            self.n["struck"] = self.n["struck"] or (self.before.setup.moved_damage_counts and n > 0)

    def do_doom_shift(self, data: Data) -> None:
        self.track(data["n"])

    def do_token_draw(self, data: Data) -> None:
        self.draw(data["team"], data.get("n", 1))

    def do_token_lose(self, data: Data) -> None:
        self.lose(data["team"], data.get("n", 1))

    def do_token_block(self, data: Data) -> None:
        self.n["blocked"] = True

    def do_turn(self, data: Data) -> None:
        self.turn(data["direction"])

    def do_swap(self, data: Data) -> None:
        other = {data["first"]: data["second"], data["second"]: data["first"]}
        for cards in self.n["slots"]:
            cards[:] = [other.get(each, each) for each in cards]

    def do_row(self, data: Data) -> None:
        for row in self.n["rows"]:
            if data["card"] in row:
                row.remove(data["card"])
                row.insert(data["place"], data["card"])

    def do_join(self, data: Data) -> None:
        acted = self.n["acted"]
        self.join(data["card"], data["team"], data.get("left", False))
        self.n["acted"] = acted  # no dice matched its symbols (p.8)

    def do_leave(self, data: Data) -> None:
        self.remove(data["card"])

    def do_set_extra(self, data: Data) -> None:
        """Do nothing: nothing moves yet."""

    def do_note(self, data: Data) -> None:
        """Do nothing: nothing moves."""


def entered(referee: Any, state: State, rng: Random) -> tuple[Data, Any, dict[str, str]]:
    """Return an offered entry that is accepted, the ruling and the answers; by hand only rarely."""
    prompts = referee.prompts(state)
    expected = [each for each in prompts if each.expected]
    game = [each for each in prompts if each.group != "table" and each.tone != "check"]
    data: Data = {}
    for _ in range(80):
        offers = prompts if rng.random() < TABLE else expected if rng.random() < 0.8 else game
        prompt = rng.choice(offers or prompts)
        data = chance.action(prompt, rng)
        if rng.random() < PATIENT:
            data.pop("full", None)
        actor = rng.choice(prompt.actors) if prompt.actors else None
        ruling, answers = chance.answered(referee, state, data, actor, rng)
        if isinstance(ruling, Ruling):
            return data, ruling, answers
    return data, None, {}


def play(slug: str, turns: int, seed: int = 0) -> Report:
    """Play so many turns of quick games beside ours, and tell where the two differ."""
    referee, rng, report = registry.referee(slug), Random(seed), Report()
    while report.turns < turns:
        state: State = replace(drawn(referee, rng)[1], depth="quick")
        twin = Twin(state, slug == "batman-who-laughs")
        twin.game = referee.definition
        for _ in range(LENGTH):
            if state.endings or report.turns >= turns:
                report.games[state.endings[0] if state.endings else "broken off"] += 1
                break
            data, ruling, answers = entered(referee, state, rng)
            if ruling is None:
                break
            report.entries += 1
            report.turns += ruling.state.number - state.number
            if not twin.play(data, answers, ruling.state):
                report.taken[data["do"]] += 1
            else:
                ours, mine = told_apart(numbers(ruling.state)), told_apart(twin.n)
                apart = {k: (v, mine.get(k)) for k, v in ours.items() if v != mine.get(k)}
                if twin.wrong or apart:
                    report.differences.append(f"{data} {answers}: {twin.wrong} {apart}")
            if ruling.state.number != state.number:
                twin.results, twin.been = {}, set()
            state = ruling.state
            twin.take_over(state)
            twin.look()
    return report
