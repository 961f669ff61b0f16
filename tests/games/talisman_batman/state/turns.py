"""The turns of the twin: their order, movement between the floors, Batman."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from games.talisman_batman.state import Fight, Fighter
from games.talisman_batman.words import space_key
from tests.games.talisman_batman.state.goods import Goods, nameless, place


class Turns(Goods):
    """The order of turns and steps; fights are ``Twin``'s."""

    # -- turns (p.7, 11) -----------------------------------------------------------------

    def to_end(self) -> None:
        if not self.on(self.me):
            return self.next_turn()
        self.n.turn.phase, self.n.fight = "end", None
        return self.recover(self.n.active)

    def cut_short(self) -> None:
        self.n.turn.over = True
        self.to_end()

    def recover(self, seat: int) -> None:
        """Recover at the end of a turn; the one in which a villain became Insane does not count."""
        v = self.n.villains[seat]
        if v.insane and not (v.since == self.n.number and seat == self.n.active):
            v.insane -= 1

    def do_end(self, *_: object) -> None:
        if self.on(self.me) and self.n.turn.phase != "end":
            self.recover(self.n.active)
        self.next_turn()

    def next_turn(self) -> None:
        n = self.n
        self.last_one()
        if n.winner is None and all(v.status == "out" for v in n.villains):
            n.winner, n.fight = -1, None
        if n.winner is not None:
            return
        seat = (n.active + 1) % len(n.villains)
        while n.villains[seat].status == "out":
            seat = (seat + 1) % len(n.villains)
        self.start_turn(seat)

    def start_turn(self, seat: int) -> None:
        n, first, begun = self.n, self.printed.first, self.n.turn.phase != "setup"
        if begun:  # a round is over when the first player is reached or passed again
            seats = len(n.villains)
            n.round += (seat - first) % seats <= (n.active - first) % seats
            n.number += 1
        for v in n.villains:
            v.feat_used = False
        n.active, n.fight, n.resolved = seat, None, []
        n.turn = SimpleNamespace(phase="move", over=False, to_draw=0, left=0, roll=0, here="")
        n.turn.batman_due, n.turn.batman_roll = False, 0
        v = self.me
        if v.status == "waiting":
            v.status, n.turn.phase = "picking" if n.unused else "out", "arrive"
            if v.status == "out":
                n.turn.phase = "move"
                self.next_turn()
        elif v.lost_turns:
            v.lost_turns -= 1
            self.recover(seat)
            self.next_turn()
        elif v.in_control_room:
            self.call_batman(seat, "control")

    def do_insane(self, data: dict[str, Any], _: dict[str, str]) -> None:
        v = self.n.villains[data["seat"]]
        v.insane, v.since = 3, self.n.number

    def do_lose_turn(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.n.villains[data["seat"]].lost_turns += 1

    def do_change(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.points(self.n.villains[data["seat"]], data["what"], data["by"])

    # -- movement (p.7-8, 13) ------------------------------------------------------------

    def do_roll(self, data: dict[str, Any], _: dict[str, str]) -> None:
        t = self.n.turn
        t.phase, t.roll, t.batman_due = "path", data["die"], data["die"] == 1

    def put(self, seat: int, space: str, floor: int) -> None:
        v = self.n.villains[seat]
        stays = (v.space, v.floor) == (space, floor)
        v.guard_passed, v.in_control_room = v.guard_passed and stays, v.in_control_room and stays
        v.turning_back = v.turning_back and floor == 3 and space != "tower-entrance"
        v.space, v.floor = space, floor

    def do_insane_move(self, data: dict[str, Any], _: dict[str, str]) -> None:
        space = space_key(data.get("to", ""))
        self.land(space, self.floor_of(space, data.get("floor") or self.me.floor, self.n.active))

    def do_move(self, data: dict[str, Any], answers: dict[str, str]) -> None:
        v, t, forced = self.me, self.n.turn, self.printed.turn.forced
        space = space_key(data.get("to", ""))
        up = t.phase == "up" or (v.guard_passed and not forced)
        told = data.get("floor") or (2 if up else v.floor)
        floor = self.floor_of(space, told, self.n.active)
        if not forced:
            if floor > v.floor and not (up and floor == 2):
                self.wrong = f"from floor {v.floor} to {floor} without its gate"
            if not up and not answers and floor == v.floor:
                self.steps(v, space, t.roll)
        down = data.get("direction") == "down" and v.floor == 3
        if down and v.space != "tower-entrance":
            v.turning_back = True
        self.land(space, floor)

    def steps(self, v: SimpleNamespace, space: str, roll: int) -> None:
        """Move round the floor by the roll; in the tower by half of it (p.8, 13)."""
        plan = self.printed.plan
        ring = (plan.first, plan.second, plan.tower)[v.floor - 1]
        if v.floor == 3 and space in ring and v.space in ring:
            apart, half = abs(ring.index(space) - ring.index(v.space)), (roll + 1) // 2
            if apart != half and not (space in ("anteroom", "control-room") and apart < half):
                self.wrong = f"{apart} steps to {space} by half of {roll}"
        elif space in ring and v.space in ring:
            apart = (ring.index(space) - ring.index(v.space)) % len(ring)
            if apart not in {roll % len(ring), -roll % len(ring)}:
                self.wrong = f"{apart} steps to {space} by a roll of {roll}"

    def land(self, space: str, floor: int) -> None:
        """Stop; the anteroom lets in who gives up a key, and turns the others back (p.13)."""
        v, keys = self.me, [card for card in self.me.objects if card.key]
        self.wrong = "" if space != "control-room" or keys else "in without a key"
        space = "anteroom" if space == "control-room" else space or self.new_place()
        self.put(self.n.active, space, floor)
        if space != "anteroom" or v.turning_back:
            self.after_move()
        elif keys:
            v.objects.remove(keys[0])
            self.discard(keys[0])
            self.put(self.n.active, "control-room", 3)
            v.turning_back = False
            self.call_batman(self.n.active, "control")
        else:
            v.turning_back = True
            self.after_move()

    def after_move(self) -> None:
        t = self.n.turn
        if self.n.winner is None and self.on(self.me) and t.batman_due:
            self.n.fight, t.phase, t.batman_due = None, "batman-roll", False
        elif self.n.winner is None:
            self.after_batman()

    def after_batman(self) -> None:
        if not self.on(self.me):
            return self.next_turn()
        self.n.fight = None
        if self.n.turn.over:
            return self.to_end()
        self.n.turn.phase = "encounter"
        return None

    def do_turn_back(self, *_: object) -> None:
        self.me.turning_back = self.me.space != "tower-entrance"

    def do_keys(self, data: dict[str, Any], _: dict[str, str]) -> None:
        keys = next(card for card in self.me.objects if card.name == "guard-keys")
        links = dict(self.printed.plan.links) | {b: a for a, b in self.printed.plan.links}
        self.me.objects.remove(keys)
        self.discard(keys)
        space = space_key(data.get("to") or links.get(self.me.space, ""))
        self.put(self.n.active, space or self.new_place(), 2)
        self.n.turn.phase = "encounter"

    def do_search(self, *_: object) -> None:
        if not any(card.name == "lock-picks" for card in self.me.objects):
            self.wrong = "searches without Lock Picks"
        self.me.objects.append(self.bought("guard-keys"))

    def do_guard(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.put(self.n.active, "guard-post", 1)
        self.n.turn.left = self.n.turn.roll - data["used"]
        if self.n.turn.left < 0 or self.me.floor != 1:
            self.wrong = "past the Guard from elsewhere"
        self.open(Fight("guard", Fighter(self.n.active), value=9))

    def past_guard(self) -> None:
        self.n.fight = None
        if self.n.turn.left:
            self.n.turn.phase = "up"
        else:
            self.me.guard_passed = True
            self.after_move()

    def do_door(self, *_: object) -> None:
        if self.me.job:
            self.wrong = "at the door with a job to do"
        self.put(self.n.active, "security-door", 2)
        self.n.turn.phase, self.n.turn.left = "door", 0

    def do_door_result(self, data: dict[str, Any], _: dict[str, str]) -> None:
        if data["passed"]:
            self.put(self.n.active, "tower-entrance", 3)
        self.n.turn.over = True
        self.after_move()

    def do_spend_fate(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.n.turn.left = 1
        self.pay_fate(data["seat"])

    # -- Batman (p.8-9, 13) --------------------------------------------------------------

    def do_batman_roll(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.n.turn.phase, self.n.turn.batman_roll = "batman-path", data["die"]

    def do_batman_move(self, data: dict[str, Any], answers: dict[str, str]) -> None:
        n, space = self.n, space_key(data.get("to", ""))
        floor = self.floor_of(space, data.get("floor") or n.batman.floor)
        met = [i for i, v in enumerate(n.villains) if self.on(v) and v.space == space]
        if told := answers.get("BATMAN_MEETS"):
            met = [] if told == "none" else [int(told)]
            if met and place(space) != "?":
                self.rename(n.villains[met[0]].space, space)
                n.villains[met[0]].space = space
            elif met:
                space = n.villains[met[0]].space
        plan = self.printed.plan
        ring = (plan.first, plan.second, plan.tower)[floor - 1]
        if floor == n.batman.floor < 3 and not answers and {space, n.batman.space} <= {*ring}:
            apart = (ring.index(space) - ring.index(n.batman.space)) % len(ring)
            roll = n.turn.batman_roll
            if apart not in {roll % len(ring), -roll % len(ring)}:
                self.wrong = f"Batman walks {apart} by a roll of {roll}"
        n.batman = replace(n.batman, space=space, floor=floor)
        if len(met) == 1:
            self.caught(met[0])
        elif met:
            n.turn.phase = "batman-target"
        else:
            self.after_batman()

    def do_batman_target(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.caught(data["victim"])

    def caught(self, seat: int) -> None:
        top = self.n.batman.space == "control-room"
        known = top or self.n.batman.strength
        fight = Fight("batman", Fighter(seat), value=12 if top else 0)
        self.open(fight, "stand" if known else "batman-card")

    def call_batman(self, seat: int, kind: Any) -> None:
        self.n.batman = replace(self.n.batman, space="control-room", floor=3)
        self.open(Fight(kind, Fighter(seat), value=12), "stand")

    def rename(self, old: str, new: str) -> None:
        """Give a place no one named a name: whoever and whatever is there stays there."""
        if not old or not nameless(old):
            return
        if self.n.batman.space == old:
            self.n.batman = replace(self.n.batman, space=new)
        for v in self.n.villains:
            v.space = new if v.space == old else v.space
        if old in self.n.spots:
            floor, cards, coins = self.n.spots.pop(old)
            there = self.n.spots.get(new, [floor, [], 0])
            self.n.spots[new] = [floor, [*there[1], *cards], there[2] + coins]

    def do_stand(self, data: dict[str, Any], _: dict[str, str]) -> None:
        f, way = self.n.fight, data["attribute"]
        value = f.value or getattr(self.n.batman, way)
        self.open(replace(f, attribute=way, value=value))

    def do_escape(self, data: dict[str, Any], _: dict[str, str]) -> None:
        me = replace(self.n.fight.me, rerolled=False)
        self.n.fight = replace(self.n.fight, escape=data["die"], me=me)
        self.n.turn.phase = "escaped"

    def do_escaped(self, *_: object) -> None:
        self.after_batman()
