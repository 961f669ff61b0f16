"""A turn of both Rising games, step by step, as the rulebooks have it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import permutations
from typing import Any

from tests.games.rising.rules.cards.twin import Cards, Data, told_apart

BATMAN = (
    *("deploy", "doom_die", "boss_die", "kinds", "crown", "kinds", "attack", "villains", "heroes"),
    *("recruit", "hit", "track", "spaces", "defeated", "test", "refill", "next"),
)
AVATAR = (
    *("deploy", "fire_card", "kinds", "attack", "villains", "battle", "heroes", "recruit", "hit"),
    *("progress", "event", "battles", "aid", "spaces", "defeated", "test", "refill", "next"),
)
OPENED = {"aid": False, "counted": False}
SECOND_KINDS = 5
"""The place of the second time Batman's players say who is a Hero, after the crown."""


class Turn(Cards):
    """The numbers as a turn moves them."""

    results: Data = {}

    def onward(self) -> None:
        """Leave a step that waits for no one any more."""
        crowned = False
        while not self.n["endings"] and not self.waits():
            order, step = BATMAN if self.batman else AVATAR, self.n["step"]
            at = order.index(step) if step in order else -1
            if step == "kinds" and (crowned or self.before.at >= SECOND_KINDS):
                at = SECOND_KINDS if self.batman else at
            crowned = crowned or step == "crown"
            self.n["step"] = order[at + 1]
            getattr(self, "at_" + self.n["step"], lambda: None)()

    def waits(self) -> bool:
        step = self.n["step"]
        if step in ("crown", "attack", "villains", "battle", "battles"):
            busy = step != "battles" and bool(self.n["queue"] or self.n["reactions"])
            return busy or bool(self.n["pending"])
        if step == "refill":
            empty = any(not each for cards in self.n["slots"] for each in cards)
            return bool(self.n["judging"]) or (empty and self.n["deck"] > 0)
        waiting = {
            "deal": any(not each for cards in self.n["slots"] for each in cards),
            "deploy": self.n["location"] < 0,
            "kinds": not all(map(self.kind, self.lying(self.n["facing"]))),
            "event": bool(self.topped()),
            "aid": self.consoled(),
            "hit": bool(self.stakes()),
            "spaces": bool(self.stakes() if self.results else self.uncounted()),
        }
        return waiting.get(step, step in ("doom_die", "boss_die", "fire_card", "heroes"))

    def at_crown(self) -> None:
        newest = self.n["newest"]
        if self.n["ring"] and newest >= 0:
            self.n["pending"] = [self.ability(f"section.{newest}")]
            self.carry_out()

    def at_attack(self) -> None:
        """Strike the Heroes the figure faces, then the active team if it is there."""
        facing = self.n["facing"]
        there = self.row() if self.n["location"] == facing else []
        heroes = [each for each in self.lying(facing) if self.kind(each) == "hero"]
        self.react_to([*self.hurt(heroes, 1), *self.hurt(there, 1)])

    def at_villains(self) -> None:
        acting = [self.ability(each) for each in self.foes(self.n["facing"])]
        acting = [each for each in acting if each[1] or each[2]]
        self.n["pending"] = acting
        if len(acting) > 1 and {each.source for each in self.after.turn.queue}:
            self.n["pending"], self.n["queue"] = [], acting  # the players choose the order
        elif self.before.setup.villain_order == "players" and self.order_matters(acting):
            self.wrong = "the order of the Villains matters and was not asked"
        self.carry_out()

    def order_matters(self, acting: list[Any]) -> bool:
        """Return whether known abilities that need no one end differently in another order."""
        kept, ends = self.n, []
        for order in permutations(acting):
            self.n = deepcopy(kept) | {"pending": deepcopy([*order])}
            self.carry_out()
            ends.append(told_apart(self.n))
            if self.n["pending"] or self.n["reactions"]:
                ends = []  # someone has to say something anyway
                break
        self.n = kept
        return any(each != ends[0] for each in ends)

    def at_battle(self) -> None:
        """Let a battle act from the turn after the event on (p.6)."""
        battle = self.n["battles"][self.n["facing"]]
        if battle and 0 < self.n["event"] < self.n["number"]:
            self.n["pending"] = [self.ability(battle)]
            self.carry_out()

    def at_recruit(self) -> None:
        data = self.results
        left = list(dict.fromkeys(data.get("left", ())))
        for hero in left:
            self.join(hero, self.n["active"], left=True)
        for hero in dict.fromkeys(data.get("recruited", ())):
            if hero not in left:
                self.join(hero, self.n["active"], left=False)

    def join(self, hero: str, team: int, left: bool) -> None:
        self.lift(hero)
        row = self.n["rows"][team]
        row.insert(0 if left else len(row), hero)
        self.n["damage"][hero] = 0
        self.n["acted"] = True

    def hits(self, battles: bool) -> Iterator[tuple[str, int]]:
        most: dict[str, int] = {}
        for told in self.results.get("hits", ()):
            card, _, sets = told.partition(":")
            most[card] = max(most.get(card, 0), int(sets or 1))
        for card, sets in most.items():
            if (self.kind(card) == "battle") == battles and card in self.n["damage"]:
                yield card, sets

    def at_hit(self) -> None:
        for card, sets in self.hits(battles=False):
            self.dice_on(card, sets)

    def dice_on(self, card: str, sets: int) -> None:
        """Count a set of symbols as a counter, and each counter as a token (p.8, p.11)."""
        before = self.n["damage"][card]
        self.hurt((card,), sets)
        if done := self.n["damage"][card] - before:
            self.n["acted"] = self.n["struck"] = True
            self.draw(self.n["active"], done)
            self.passive("hit")

    def at_progress(self) -> None:
        price = self.before.steps[self.n["progress"] :] if not self.n["event"] else ()
        told = self.results.get("advance") or self.told.get("PROGRESS_MET") == "yes"
        if not told or not price:
            return
        if price[0].kind == "hit" and not self.n["struck"]:
            self.wrong = "Balance rises without a damaged Villain"
        if price[0].kind == "tokens" and self.n["paid"] != "tokens":
            self.wrong = "Balance rises without its tokens"
        self.n["progress"] += 1
        self.n["acted"] = True
        self.passive("progress")

    def topped(self) -> str:
        """Return what topped out: Balance counts before Ruin (p.9)."""
        if self.n["event"]:
            return ""
        if self.before.steps and self.n["progress"] >= len(self.before.steps):
            return "progress"
        length = sum(each.facts.size for each in self.before.sections)
        reached = self.before.setup.event_test == "reached" and self.n["doom_topped"]
        full = self.n["doom"] >= length and not self.guessed()
        return "doom" if reached or full else ""

    def at_battles(self) -> None:
        for card, sets in self.hits(battles=True):
            self.dice_on(card, sets)
        for battle in [each for each in self.n["battles"] if each and not self.room(each)]:
            self.n["battles_done"] += 1
            rewards = self.facts(battle).rewards
            if not rewards or not all(map(self.by_itself, rewards)):
                self.n["pending"].append([battle, list(rewards), True])
                continue
            for effect in rewards:
                self.enact(effect, battle, foe=False)
            self.remove(battle)

    def consoled(self) -> bool:
        """Give the Aid to a team that could do nothing; an ability that costs nothing could be
        used."""
        free = any(
            self.facts(each).known and not any(self.facts(each).cost) and each not in self.n["used"]
            for each in self.row()
            if any(e.do != "die" and not e.when for e in self.facts(each).effects)
        )
        return not (self.n["acted"] or self.n["blocked"] or self.n["aid"] or free)

    def at_track(self) -> None:
        """Release the card of a full section, which uncovers an ability (p.11)."""
        left, gone = self.n["doom"], {*self.n["waiting"]}
        for i, each in enumerate(self.before.sections):
            if self.before.doom_left and not each.facts.counted:
                return  # no one knows whether it is full
            full = left >= each.facts.size
            left = max(0, left - each.facts.size)
            if not full or not each.holding or i in gone:
                continue
            if each.facts.holds == "boss":
                self.n["boss_revealed"] = True
                told = not each.facts.known and self.told.get("BOSS_ABILITY") == "yes"
                if each.facts.effects or each.facts.ability or told:
                    self.n["newest"] = i
            else:
                self.n["waiting"].append(i)
                self.n["deck"] += 1
                self.n["newest"] = i

    def at_spaces(self) -> None:
        for card in self.results.get("full", ()):
            if card in self.n["damage"] and not self.cap(card):
                self.caps[card] = self.n["damage"][card]

    def uncounted(self) -> list[str]:
        """Return cards damaged since they were asked about, of which no one has counted the
        spaces."""
        asked = {each.id: each.asked for each in self.before.pieces} | self.left_open
        return [
            card
            for card, n in self.n["damage"].items()
            if n > asked.get(card, 0) and not self.cap(card)
        ]

    def stakes(self) -> list[str]:
        """Return what is asked about in a quick turn, once, in no order: cards and sections."""
        if self.n["counted"] or self.before.depth != "quick":
            return []
        known = {*self.later, *self.results.get("full", ())}
        cards = [each for each in self.uncounted() if each not in known]
        track = self.n["step"] == "hit" and self.reached_unknown()
        return [*cards, "section."] if track else cards

    def reached_unknown(self) -> bool:
        """Return whether counters are on a section of the track that no one has counted."""
        if self.before.doom_left or not self.guessed():
            return False
        left = self.n["doom"]
        for i, each in enumerate(self.before.sections):
            if not each.facts.counted:
                return left > 0 or (left == 0 < i and not each.facts.holds)
            left -= each.facts.size
        return False

    def at_defeated(self) -> None:
        full = [each for each, n in self.n["damage"].items() if self.cap(each) <= n]
        full = [each for each in full if self.cap(each)]
        heroes = [each for each in full if self.kind(each) == "hero"]
        for card in full:
            if card not in heroes and self.kind(card) not in ("boss", "battle"):
                self.n["beaten"] += 1
                self.remove(card)
        for hero in heroes:
            self.fall(hero)

    def at_test(self) -> None:
        self.test()

    def test(self) -> None:
        """Test the end: a win beats every loss (p.9, p.10)."""
        boss = self.n["damage"].get("boss")
        won = self.n["battles_done"] >= 3
        if self.batman:
            won = boss is not None and 0 < self.cap("boss") <= boss
        length = sum(each.facts.size for each in self.before.sections)
        met = {
            "won": won,
            "track": self.batman and self.n["doom"] >= length,
            "heroes": self.n["defeated"] >= self.before.setup.hero_limit,
            "team": not all(self.n["rows"]),
        }
        self.n["endings"] = tuple(how for how, now in met.items() if now)
        if self.n["endings"]:
            self.n |= {"step": "over", "acted": False, "blocked": False, "wide": False, "used": []}
            self.n |= {"struck": False, "paid": "", "ring": False, "doom_topped": False} | OPENED

    def at_next(self) -> None:
        teams = len(self.n["rows"])
        self.n |= {"active": (self.n["active"] + 1) % teams, "number": self.n["number"] + 1}
        self.n |= {"location": -1, "blocked": False, "wide": False, "acted": False, "used": []}
        self.n |= {"struck": False, "paid": "", "ring": False, "doom_topped": False} | OPENED
        self.n["step"] = "deploy"

    # -- the event and what is banned after it -------------------------------------------

    def banned(self) -> str:
        return {"progress": "villain", "doom": "hero"}.get(self.n["event_side"], "")

    def leave(self, card: str) -> None:
        """Count a Hero as lost; one turned up later only where the table reads it so (p.9)."""
        mine = any(card in row for row in self.n["rows"])
        if self.kind(card) == "hero" and (mine or self.before.setup.later_heroes_count):
            self.n["defeated"] += 1
        self.remove(card)

    def banish(self) -> None:
        for card in [*self.n["damage"]] if self.banned() else ():
            if self.kind(card) == self.banned() and self.facts(card).icon == "yes":
                self.leave(card)

    def turn_up(self, place: int, card: str) -> None:
        piece = f"p{self.next}"
        self.next += 1
        knight = "knight" if self.n["waiting"] else ""
        self.names[piece] = self.n["names"][piece] = card
        self.kinds[piece] = self.facts(piece).kind or knight or self.kinds.get(piece, "")
        self.n["slots"][place // 3][place % 3] = piece
        self.n["damage"][piece] = 0
        self.n["deck"] -= 1
        self.n["waiting"] = self.n["waiting"][:-1]
        kind, icon, banned = self.kind(piece), self.facts(piece).icon, self.banned()
        if banned and icon != "no" and kind in ("", banned):
            if icon and kind:
                self.leave(piece)
            else:
                self.n["judging"].append(piece)
