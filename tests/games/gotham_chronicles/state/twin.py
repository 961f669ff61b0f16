"""A second, small referee of Gotham City Chronicles, written from the rulebook alone.

It keeps the cubes, the river, the miniatures, the rounds and the endings that are watched, and
plays cubes-only games beside ours. What is typed by hand it takes over, and counts.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from games import registry
from games.gotham_chronicles.box.sheets import SPACES
from games.gotham_chronicles.state import State
from games.referee import Prompt
from tests.beside import LENGTH, Numbers, Report, entered
from tests.games.gotham_chronicles.probe import draws

BY_HAND = frozenset(
    {"hero.define", "tile.define", "post.define", "mission.add"}
    | {"recount", "minis", "minis.count", "tile-form", "tile-place"}
)
"""What the table sets itself: no rule says what comes of it."""
HANDS = frozenset({"pick", "give", "take"})
POST = ("movement", "defence", "reroll")


def numbers(state: State) -> Numbers:
    """Return every number of ours that the twin keeps too."""
    found: Numbers = {"round": state.round, "phase": state.phase, "points": state.points}
    found["ended"] = state.ended.winner if state.ended else ""
    for n, hero in enumerate(state.heroes):
        zones = dict(zip(SPACES, hero.spaces, strict=True))
        zones |= {"reserve": hero.reserve, "fatigue": hero.fatigue, "wounds": hero.wounds}
        zones["stance"] = hero.stance
        found[f"hero {n}"] = zones
    post = state.post
    zones = {space: post.on(space) for space in POST}
    found["post"] = {"reserve": post.reserve, "fatigue": post.fatigue, **zones}
    found["activations"], found["demobilized"] = post.activations, post.demobilized
    found["river"] = list(state.river)
    for tile in state.tiles:
        lives = {mini.number: mini.life for mini in tile.minis}
        out = {"pool": tile.pool, "down": tile.down and tile.place == "river", "place": tile.place}
        found[f"tile {tile.name}"] = {"lives": lives, **out}
    found["counters"] = {counter.name: counter.value for counter in state.counters}
    return found


class Twin:
    """The numbers as the rulebook moves them; ``state`` is read for what is printed only."""

    def __init__(self, state: State) -> None:
        self.chosen: dict[int, tuple[str, int]] = {}
        self.denied: set[str] = set()
        self.told: dict[str, str] = {}
        self.done: set[str] = set()
        self.take_over(state)

    def take_over(self, state: State) -> None:
        self.printed, self.n = state, numbers(state)
        self.chosen = {n: c for n, c in self.chosen.items() if state.phase == "H3"}
        self.wrong = ""

    def play(self, data: dict[str, Any], answers: dict[str, str]) -> bool:
        """Move the numbers as an entry does; ``False`` if no rule says how."""
        do, self.told = data["do"], answers
        if do in BY_HAND:
            return False
        if do in HANDS:
            self.acts(data["hero"], free=False)
            self.move(f"hero {data['hero']}", "reserve", "manipulation", 1)
        method = getattr(self, "do_" + do.replace(".", "_").replace("-", "_"), None)
        if method and method(data, answers) is False:
            return False
        self.watch("any")
        return not any(key.startswith("VICTORY") and v == "yes" for key, v in answers.items())

    def move(self, who: str, take: str, put: str, n: int) -> None:
        zones = self.n[who]
        if zones[take] < n:
            self.wrong = f"{who} has {zones[take]} cubes on {take}, not {n}"
        zones[take] -= n
        zones[put] += n

    # -- heroes (p.20-21, 49) ------------------------------------------------------------

    def sweep(self, who: str, spaces: tuple[str, ...]) -> None:
        for space in spaces:
            self.move(who, space, "fatigue", self.n[who][space])

    def do_spend(self, data: dict[str, Any], answers: dict[str, str]) -> None:
        n, space = data["hero"], data["space"]
        if self.n["phase"] == "H3" and space not in ("defence", "reroll"):
            self.do_stance({"hero": n, "stance": "active"}, answers)  # only an Active hero acts
        self.acts(n, space in ("defence", "reroll"))
        self.move(f"hero {n}", "reserve", space, data["cubes"])
        if self.n[f"hero {n}"][space] > self.printed.heroes[n].sheet.limit(space):
            self.wrong = f"hero {n}: too many cubes on {space}"

    def acts(self, hero: int, free: bool) -> None:
        """Check that an Active hero acts, not all of whose cubes are wounds (p.21, 49)."""
        mine, sheet = self.n[f"hero {hero}"], self.printed.heroes[hero].sheet
        if mine["wounds"] == sheet.total or not (free or mine["stance"] == "active"):
            self.wrong = f"hero {hero} acts {mine['stance']} with {mine['wounds']} wounds"

    def do_stance(self, data: dict[str, Any], answers: dict[str, str]) -> None:
        hero, stance = data["hero"], data["stance"]
        sheet = self.printed.heroes[hero].sheet
        if stance == "active" and self.n[f"hero {hero}"]["wounds"] == sheet.total:
            self.wrong = f"hero {hero} is neutralized and has to rest"
        told = data.get("regenerate")
        if told is None:  # a hero gains all that the line of a card says (p.23)
            told = sum(
                skill.level
                for card in self.printed.heroes[hero].cards
                if card.name == data.get("card")
                for line in card.lines
                for skill in line.skills
                if skill.name == "Regeneration"
            )
        self.chosen[hero] = (stance, told)
        self.recovers(answers)

    def recovers(self, answers: dict[str, str]) -> None:
        if len(self.chosen) == len(self.printed.heroes):
            asked = iter([answers[key] for key in sorted(answers) if key.startswith("RECOVERY")])
            for who, (each, grown) in sorted(self.chosen.items()):
                self.regrow(who, grown)
                sheet = self.printed.heroes[who].sheet
                n = sheet.resting if each == "resting" else sheet.active
                n = int(next(asked, 0)) if n is None else n
                self.recover(f"hero {who}", n + ("E1" in self.printed.variants))
                self.n[f"hero {who}"]["stance"] = each
            self.chosen = {}
            self.n["phase"] = "H4"

    def regrow(self, hero: int, n: int) -> None:
        self.move(f"hero {hero}", "wounds", "fatigue", min(n, self.n[f"hero {hero}"]["wounds"]))

    def recover(self, who: str, n: int) -> None:
        """Take what fatigue lacks from the wounds, and only as far as fatigue (p.21)."""
        zones = self.n[who]
        ready = min(n, zones["fatigue"])
        self.move(who, "fatigue", "reserve", ready)
        if "wounds" in zones:
            self.move(who, "wounds", "fatigue", min(n - ready, zones["wounds"]))

    def do_wound(self, data: dict[str, Any], _: dict[str, str]) -> bool:
        who, left = f"hero {data['hero']}", data["wounds"]
        zones = self.n[who]
        first = min(left, zones["fatigue"])
        self.move(who, "fatigue", "wounds", first)
        left -= first
        lying = [space for space in SPACES if zones[space]]
        if 0 < left < sum(zones[space] for space in lying) and len(lying) > 1:
            return False
        for space in (*lying, "reserve"):
            n = min(left, zones[space])
            self.move(who, space, "wounds", n)
            left -= n
        return True

    def do_cubes(self, data: dict[str, Any], _: dict[str, str]) -> None:
        part = data["part"]
        who = "post" if part == len(self.printed.heroes) else f"hero {part}"
        self.move(who, data["take"], data["put"], data["cubes"])

    # -- villain (p.29-32, 49) -----------------------------------------------------------

    def do_spend_post(self, data: dict[str, Any], answers: dict[str, str]) -> None:
        space = data["space"]
        self.move("post", "reserve", space, data["cubes"])
        limit = self.printed.post.limit(space)
        if self.n["post"][space] > limit and "REROLL_LIMIT" not in answers:
            self.wrong = f"too many cubes on the post's {space}"

    def cost(self, name: str) -> int:
        place = 0
        for each in self.n["river"]:
            tile = self.printed.tile(each)
            assert tile
            if each == name:
                cost = self.printed.post.costs[place + tile.sheet.indicator]
                cheap = "H1" in self.printed.variants and tile.sheet.kind == "event"
                return max(0, cost - cheap)
            place += tile.sheet.width
        self.wrong = f"{name} is not in the river"
        return 0

    def do_activate(self, data: dict[str, Any], _: dict[str, str]) -> None:
        name = data["tile"]
        cost = self.cost(name)
        if self.printed.assumes("reserve"):
            # No one has counted the cubes: what is paid was there.
            self.n["post"]["reserve"] = max(cost, self.n["post"]["reserve"])
        self.move("post", "reserve", "fatigue", cost)
        self.last(name)
        self.n["activations"] += 1
        if self.n["activations"] > 2 or self.n["phase"] != "V3":
            self.wrong = f"activation {self.n['activations']} in {self.n['phase']}"

    def last(self, name: str) -> None:
        self.n["river"] = [each for each in self.n["river"] if each != name] + [name]

    def do_event(self, data: dict[str, Any], _: dict[str, str]) -> None:
        known = {event.name: event.points for event in self.printed.events}
        self.n["points"] = known.get(data["name"], data.get("points", 0))

    def do_event_end(self, *_: object) -> None:
        self.n["points"] = 0

    def do_reinforce(self, data: dict[str, Any], _: dict[str, str]) -> None:
        sheet, tile = self.printed.tile(data["tile"]), self.n[f"tile {data['tile']}"]
        assert sheet
        self.n["points"] -= sheet.sheet.reinforcement or 0
        tile["pool"] -= 1
        number = next(n for n in range(1, 99) if n not in tile["lives"])
        tile["lives"][number] = sheet.sheet.life
        tile["down"] = False
        if self.n["points"] < 0 or tile["pool"] < 0:
            self.wrong = f"{data['tile']}: reinforced beyond points or pool"

    def do_hurt(self, data: dict[str, Any], answers: dict[str, str]) -> bool:
        tile, sheet = self.n[f"tile {data['tile']}"], self.printed.tile(data["tile"])
        assert sheet
        if sheet.side == "neutral" or sheet.place not in ("river", "ally"):
            return False
        if "MINIS" in answers:
            there = range(1, int(answers["MINIS"]) + 1)
            tile["lives"] = dict.fromkeys(there, sheet.sheet.life)
        asked = next((int(v) for k, v in answers.items() if k.startswith("WHICH_MINI")), 0)
        number = asked or data.get("mini") or min(tile["lives"])
        tile["lives"][number] -= data.get("wounds", 1)
        if tile["lives"][number] <= 0:
            del tile["lives"][number]
            tile["pool"] += sheet.side == "villain"
            if not tile["lives"] and sheet.place == "river":
                self.last(data["tile"])
                tile["down"] = True
        return True

    def do_dredge(self, data: dict[str, Any], _: dict[str, str]) -> bool:
        tile, post, left = self.n[f"tile {data['tile']}"], self.n["post"], 2
        if tile["lives"] and data["do"] == "dredge":
            self.wrong = f"{data['tile']} is not neutralized"
        lying = [space for space in POST if post[space]]
        if post["fatigue"] < 2 and len(lying) > 1:
            return False
        for zone in ("fatigue", *lying, "reserve"):
            n = min(left, post[zone])
            post[zone] -= n
            left -= n
        tile |= {"lives": {}, "pool": 0, "place": "box", "down": False}
        self.n["river"].remove(data["tile"])
        if left:
            self.wrong = f"{left} cubes short for {data['tile']}"
        return True

    def do_demobilize(self, data: dict[str, Any], answers: dict[str, str]) -> bool:
        if self.n["demobilized"]:
            self.wrong = "demobilized twice"
        sheet = self.printed.tile(data["tile"])
        if sheet and sheet.sheet.kind not in ("elite", "henchman"):
            self.wrong = f"{data['tile']} is a {sheet.sheet.kind}"
        self.n["demobilized"] = True
        return self.do_dredge(data, answers)

    # -- rounds and endings (p.15) -------------------------------------------------------

    def do_count(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.n["counters"][data["counter"]] += data["by"]

    def do_victory(self, data: dict[str, Any], _: dict[str, str]) -> bool:
        sides = {each.text: each.side for each in self.printed.conditions}
        self.n["ended"] = data.get("winner") or sides.get(data["condition"], "")
        return bool(self.n["ended"])

    def do_effect(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.done.add(data["text"])
        self.onward()

    def do_mission_first(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.printed = replace(self.printed, initiative=data["side"])
        self.leave()

    def do_mission_cubes(self, data: dict[str, Any], _: dict[str, str]) -> None:
        heroes = range(len(self.printed.heroes))
        asked = [n for n in heroes if f"cubes.{n}" in self.printed.unread]
        for hero, n in zip(asked, data["cubes"], strict=True):
            self.move(f"hero {hero}", "reserve", "fatigue", max(0, n))

    def do_mission_post(self, data: dict[str, Any], _: dict[str, str]) -> None:
        """Lay what was read in place of 8 and 2, as if the villain's turn began with it."""
        what, n, post = data["what"], data["n"], self.n["post"]
        if n < 0 or what == "recovery":
            return
        if what == "reserve":
            post["reserve"] = max(0, post["reserve"] + n - 8)
            return
        back = self.printed.post.recovery if self.n["phase"] == "V3" else 0
        post["reserve"] = max(0, post["reserve"] + min(back, n) - min(back, 2))
        tired = n - min(back, n) - (2 - min(back, 2))
        post["fatigue"] = max(0, post["fatigue"] + tired)

    def do_mission_place(self, data: dict[str, Any], _: dict[str, str]) -> None:
        known, rest = self.n["river"][: self.printed.placed], self.n["river"][self.printed.placed :]
        if data["tile"]:
            rest.remove(data["tile"])
            self.n["river"] = [*known, data["tile"], *rest]
            return
        self.n["river"] = known
        for name in rest:
            self.n[f"tile {name}"] |= {"place": "aside", "down": False}

    def do_next(self, *_: object) -> None:
        self.leave()

    def onward(self) -> None:
        """Leave a step once nothing of the mission waits in it."""
        if not self.waiting():
            self.leave()

    def waiting(self) -> bool:
        now = self.n["round"]
        return any(
            each.step == self.n["phase"] and each.text not in self.done
            for each in self.printed.effects
            if not each.rounds or now in each.rounds
        )

    def leave(self) -> None:
        phase = self.n["phase"]
        first = self.printed.initiative
        if phase in ("upkeep", "H2", "H5", "V2", "V4"):
            self.watch(phase)
        self.done = set()
        if phase == "V3":
            self.n["points"] = 0
        if self.n["ended"]:
            return
        ahead = {"H2": "H3", "H3": "H4", "H4": "H5", "V2": "V3", "V3": "V4"}
        if phase == "setup":
            self.upkeep()
        elif phase == "upkeep":
            self.turn(first)
        elif phase in ahead:
            self.enter(ahead[phase])
        else:
            self.turned("heroes" if phase == "H5" else "villain")

    def enter(self, phase: str) -> None:
        self.n["phase"] = phase
        if phase == "H3":
            for n, hero in enumerate(self.printed.heroes):
                if self.n[f"hero {n}"]["wounds"] == hero.sheet.total:
                    self.chosen[n] = ("resting", 0)  # the only stance left (p.21)
            self.recovers(self.told)
        if phase not in ("H3", "H4", "V3"):
            self.onward()

    def upkeep(self) -> None:
        self.n["round"] += 1
        self.enter("upkeep")

    def turned(self, side: str) -> None:
        """Go on after a side's turn: to the other one, or to the next round."""
        if side == "heroes":
            for n in range(len(self.printed.heroes)):
                self.sweep(f"hero {n}", SPACES)
        self.n["points"] = 0
        if side == self.printed.initiative:
            self.turn("villain" if side == "heroes" else "heroes")
            return
        self.watch("round")
        last = not self.printed.endless and self.n["round"] >= self.printed.rounds
        if not self.n["ended"] and last:
            self.n["phase"] = "end"  # who has won is for the table to say
        elif not self.n["ended"]:
            self.upkeep()

    def turn(self, side: str) -> None:
        if side == "heroes":
            for n in range(len(self.printed.heroes)):
                self.sweep(f"hero {n}", SPACES)
        else:
            self.sweep("post", POST)
            self.recover("post", self.printed.post.recovery)
            self.n["activations"] = 0
        self.enter("H2" if side == "heroes" else "V2")

    def watch(self, when: str) -> None:
        """End the mission if a condition that can be watched holds now, and no one denies it."""
        no = any(k.startswith("VICTORY") and v == "no" for k, v in self.told.items())
        for each in self.printed.conditions:
            due = each.when == when and (not each.rounds or self.n["round"] in each.rounds)
            held = due and self.holds(each)
            if held and no:
                self.denied.add(each.text)
            elif due and not held:
                self.denied.discard(each.text)
            if held and not self.n["ended"] and each.text not in self.denied:
                self.n["ended"] = each.side

    def holds(self, each: Any) -> bool:
        bounds = [one for one in (each, *each.also) if one.counter]
        if not (bounds or each.falls or each.heroes_fall):
            return False
        for one in bounds:
            value = self.n["counters"].get(one.counter, 0)
            low = one.at_least is None or value >= one.at_least
            if not low or (one.at_most is not None and value > one.at_most):
                return False
        heroes = self.printed.heroes
        fallen = sum(self.n[f"hero {n}"]["wounds"] == h.sheet.total for n, h in enumerate(heroes))
        if fallen < min(each.heroes_fall, len(heroes)):
            return False
        return all(self.fell(name) for name in each.falls)

    def fell(self, name: str) -> bool:
        """Return whether all of its miniatures were neutralized; a demobilized tile's were not
        (p.32)."""
        tile, now = self.printed.tile(name), self.n.get(f"tile {name}")
        return bool(tile and now and not now["lives"] and (now["down"] or tile.down))


def played(prompt: Prompt) -> bool:
    return prompt.group != "table" and prompt.do != "victory"


def play(turns: int, seed: int = 0) -> Report:
    """Play so many turns of both sides beside ours, and tell where the two differ."""
    referee, rng, report = registry.referee("gotham-chronicles"), Random(seed), Report()
    while report.turns < turns:
        state: State = replace(draws(referee, rng)[1], depth="quick")
        twin = Twin(state)
        for _ in range(LENGTH):
            if state.ended:
                break
            data, ruling, answers = entered(referee, state, rng, played)
            if ruling is None:
                break
            report.entries += 1
            report.turns += ruling.state.side != state.side and bool(state.side)
            known = twin.play(data, answers)
            ours = numbers(ruling.state)
            if not known:
                report.taken[data["do"]] += 1
            elif twin.wrong or ours != twin.n:
                apart = {k: (v, twin.n.get(k)) for k, v in ours.items() if v != twin.n.get(k)}
                report.differences.append(f"{data} {answers}: {twin.wrong} {apart}")
            state = ruling.state
            twin.take_over(state)
    return report
