"""Cards, damage, tokens and abilities as the rulebooks have them, written from those alone."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from msgspec.structs import replace

from games.rising.box import AbilityEffect, CardFacts
from games.rising.state import State

Numbers = dict[str, Any]
Data = dict[str, Any]

FOES = ("villain", "knight", "boss")
COUNTED = ("damage", "heal", "doom", "token", "lose_token", "block", "turn")
TURN = ("location", "blocked", "wide", "acted", "struck", "paid", "ring", "doom_topped")
TURN += ("aid", "counted")
TURNED = {"left": 2, "right": 1, "stay": 0}


def numbers(state: State) -> Numbers:
    """Return everything of ours that the twin keeps too."""
    turn = state.turn
    plain = ("number", "active", "facing", "doom", "deck", "supply", "discard", "defeated")
    plain += ("beaten", "progress", "event", "event_side", "battles_done", "boss_revealed")
    found: Numbers = {name: getattr(state, name) for name in (*plain, "step", "newest", "endings")}
    found |= {name: getattr(turn, name) for name in TURN}
    found["waiting"] = list(state.waiting)
    found["rows"] = [list(team.row) for team in state.teams]
    found["slots"] = [list(cards) for cards in state.slots]
    found["battles"] = list(state.battles)
    found["damage"] = {each.id: each.damage for each in state.pieces}
    found["names"] = {each.id: each.card for each in state.pieces}
    found["tokens"] = [[token.kind for token in team.tokens] for team in state.teams]
    found["judging"], found["used"] = list(turn.judging), list(turn.used)
    for name in ("pending", "queue", "reactions"):
        acting = getattr(turn, name)
        found[name] = [[each.source, list(each.effects), each.unknown] for each in acting]
    return found


def told_apart(found: Numbers) -> Numbers:
    """Return the numbers as two referees are compared: tokens without their order."""
    return found | {"tokens": [sorted(held) for held in found["tokens"]]}


class Cards:
    """The cards of a table. Of ours it reads what is printed, and what is open."""

    def __init__(self, state: State, batman: bool) -> None:
        self.batman = batman
        self.take_over(state)

    def take_over(self, state: State) -> None:
        self.before, self.n = state, deepcopy(numbers(state))
        self.library = {each.name: each for each in state.library}
        self.names = {each.id: each.card for each in state.pieces}
        self.kinds = {each.id: self.facts(each.id).kind or each.kind for each in state.pieces}
        self.caps = {each.id: each.capacity for each in state.pieces}
        self.brims = {each.id: each.filled for each in state.pieces}
        self.next = state.next_piece
        self.left_open = dict[str, int]()
        self.later = {each.id for each in state.pieces if each.later}
        self.told: dict[str, str] = {}
        self.wrong = ""

    def learn(self, after: State) -> None:
        """Learn facts the table told with this entry: kinds, types and what is printed on new
        cards."""
        self.after = after
        self.library = {each.name: each for each in after.library}
        for each in after.pieces:
            self.names.setdefault(each.id, each.card)
            kind = self.kinds.get(each.id) or self.facts(each.id).kind or each.kind
            self.kinds[each.id] = kind
        for piece in self.kinds:
            self.kinds[piece] = self.kinds[piece] or self.facts(piece).kind
        places = [each for cards in self.before.slots for each in cards]
        for code, said in self.told.items():
            if code.startswith("KIND_") and said in ("hero", "villain"):
                self.kinds[places[int(code[5:])]] = said

    # -- cards ---------------------------------------------------------------------------

    def facts(self, piece: str) -> CardFacts:
        return self.library.get(self.names.get(piece, ""), CardFacts(""))

    def kind(self, piece: str) -> str:
        return self.kinds.get(piece, "")

    def cap(self, piece: str) -> int:
        if self.kind(piece) == "boss" and self.before.setup.boss_damage:
            return self.before.setup.boss_damage
        printed = {each.name: each.capacity for each in self.before.library}
        late = 0 if piece in self.n["damage"] and piece in self.caps else self.facts(piece).capacity
        known = self.caps.get(piece, 0) or printed.get(self.names.get(piece, ""), 0) or late
        brim = self.brims.get(piece, 0)
        return known or (brim if brim == self.n["damage"].get(piece) else 0)

    def lying(self, place: int) -> list[str]:
        return [each for each in self.n["slots"][place] if each]

    def row(self) -> list[str]:
        row: list[str] = self.n["rows"][self.n["active"]]
        return row

    def lift(self, piece: str) -> None:
        for cards in (*self.n["slots"], self.n["battles"]):
            cards[:] = ["" if each == piece else each for each in cards]
        for row in self.n["rows"]:
            row[:] = [each for each in row if each != piece]

    def remove(self, piece: str) -> None:
        self.lift(piece)
        del self.n["damage"][piece], self.n["names"][piece]
        for name in ("pending", "queue", "reactions"):
            self.n[name] = [each for each in self.n[name] if each[0] != piece]
        for name in ("judging", "used"):
            self.n[name] = [each for each in self.n[name] if each != piece]

    def fall(self, hero: str) -> None:
        self.n["defeated"] += 1
        self.remove(hero)

    def room(self, piece: str) -> int:
        cap = self.cap(piece)
        return max(cap - self.n["damage"][piece], 0) if cap else 99

    # -- what cards do -------------------------------------------------------------------

    def hurt(self, pieces: Iterable[str], n: int) -> list[str]:
        """Deal damage as far as there are spaces (p.10); return the cards that took some."""
        struck = []
        for piece in pieces:
            taken = min(n, self.room(piece))
            self.n["damage"][piece] += taken
            struck += [piece] * bool(taken)
        return struck

    def heal(self, pieces: Iterable[str], n: int) -> None:
        for piece in pieces:
            self.n["damage"][piece] -= min(n, self.n["damage"][piece])

    def strike(self, pieces: Iterable[str], n: int, reward: bool = True) -> list[str]:
        """Deal damage by the players: each counter on a Villain earns a token."""
        struck = []
        for piece in pieces:
            before = self.n["damage"][piece]
            struck += self.hurt((piece,), n)
            if reward and self.kind(piece) in FOES:
                self.draw(self.n["active"], self.n["damage"][piece] - before)
        return struck

    def track(self, by: int) -> None:
        """Move counters on the track; both tracks are out of play after the event (p.9)."""
        length = 99 if self.guessed() else sum(each.facts.size for each in self.before.sections)
        if not self.n["event"]:
            was, self.n["doom"] = self.n["doom"], max(0, min(self.n["doom"] + by, length))
            self.n["doom_topped"] = self.n["doom_topped"] or was < self.n["doom"] == length

    def guessed(self) -> bool:
        """Return whether no one knows where the track ends."""
        left = self.before.doom_checked or self.n["event"]
        return not left and not self.before.sections[-1].facts.counted

    def draw(self, team: int, n: int) -> None:
        for _ in range(0 if self.n["blocked"] else n):
            if not self.n["supply"]:
                self.n["supply"], self.n["discard"] = self.n["discard"], 0
            if self.n["supply"]:
                self.n["supply"] -= 1
                self.n["tokens"][team].append("")

    def lose(self, team: int, n: int) -> None:
        held = self.n["tokens"][team]
        said = self.told.get(f"WHICH_TOKENS_{team}")
        lost = [each.replace("unknown", "") for each in said.split("+")] if said else held[:n]
        for each in [*lost]:
            held.remove(each)
            self.n["discard"] += 1

    def struck_by(self, effect: AbilityEffect, source: str) -> list[str]:
        """Return whom an effect strikes, of Heroes those of its affiliation."""
        facing, row, who = self.n["facing"], self.row(), effect.who
        rows = self.n["rows"] if effect.each else [row]
        rows = [[each for each in team if self.fits(each, effect.type)] for team in rows]
        there = row if self.n["location"] == facing else []
        places = {
            "location": [*self.lying(facing), *there],
            "next": self.lying((facing + 1) % 3),
            "here": [*self.lying(max(self.n["location"], 0)), *row],
            "team": row,
            "teams": [each for team in self.n["rows"] for each in team],
        }
        if who in places:
            return [each for each in places[who] if self.fits(each, effect.type)]
        if who == "villains":
            return self.foes(facing)
        if who in ("most", "least"):
            edge = max if who == "most" else min
            damage = self.n["damage"]
            return [h for r in rows for h in r if damage[h] == edge(damage[each] for each in r)]
        if who in ("leftmost", "rightmost"):
            part = slice(effect.count) if who == "leftmost" else slice(-effect.count, None)
            return [hero for team in rows for hero in team[part]]
        if who == "adjacent":
            return self.beside(source)
        return [source] if who == "self" and source in self.n["damage"] else []

    def fits(self, piece: str, kind: str) -> bool:
        return self.kind(piece) == "hero" and kind in ("", self.facts(piece).type)

    def foes(self, place: int) -> list[str]:
        boss = ["boss"] if self.n["boss_revealed"] and place == self.n["facing"] else []
        here = [each for each in self.lying(place) if self.kind(each) in FOES]
        return here + [each for each in boss if each in self.n["damage"]]

    def beside(self, hero: str) -> list[str]:
        for row in self.n["rows"]:
            if hero in row:
                at = row.index(hero)
                return [*row[max(at - 1, 0) : at], *row[at + 1 : at + 2]]
        return []

    def enact(self, effect: AbilityEffect, source: str, foe: bool) -> list[str]:
        match effect.do:
            case "damage":
                return self.strike(self.struck_by(effect, source), effect.n, not foe)
            case "heal":
                self.heal(self.struck_by(effect, source), effect.n)
            case "doom":
                self.track(effect.n)
            case "token":
                self.draw(self.n["active"], effect.n)
            case "lose_token":
                for team in self.losers(effect):
                    self.lose(team, effect.n)
            case "block":
                self.n["blocked"] = True
            case "turn":
                self.turn(effect.symbol or "stay")
        return []

    def losers(self, effect: AbilityEffect) -> Iterable[int]:
        return range(len(self.n["rows"])) if effect.each else (self.n["active"],)

    def turn(self, direction: str) -> None:
        self.n["facing"] = (self.n["facing"] + TURNED[direction]) % 3

    def by_itself(self, effect: AbilityEffect) -> bool:
        """Return whether no one chooses anything for this effect."""
        return effect.do in COUNTED and effect.who not in ("choice", "random")

    def open(self, effect: AbilityEffect, source: str) -> bool:
        """Return whether an effect needs the table: a choice, an unknown card, or which tokens."""
        if not self.by_itself(effect):
            return True
        if effect.do == "lose_token":
            held = [self.n["tokens"][team] for team in self.losers(effect)]
            return any(len(set(each)) > 1 and len(each) > effect.n for each in held)
        facing, here = self.n["facing"], self.n["location"]
        places = {"location": facing, "next": (facing + 1) % 3, "here": here}
        place = places.get(effect.who, -1)
        if place >= 0 and not all(map(self.kind, self.lying(place))):
            return True
        struck = self.struck_by(replace(effect, type=""), source) if effect.type else []
        return any(self.kind(each) == "hero" and not self.facts(each).type for each in struck)

    # -- abilities waiting for their turn ------------------------------------------------

    def ability(self, source: str) -> list[Any]:
        facts = self.facts(source)
        if source.startswith("section."):
            section = self.before.sections[int(source[8:])].facts
            return [source, list(section.effects), not section.known]
        gone = "doom_roll" if self.n["event"] else ""
        effects = [each for each in facts.effects if not each.when and each.do != gone]
        return [source, effects, not facts.known]

    def carry_out(self) -> None:
        """Carry out abilities one after the other as far as the table is not needed."""
        while self.n["pending"] and not self.n["pending"][0][2] and not self.n["reactions"]:
            source, effects, _unknown = self.n["pending"][0]
            if effects and self.open(effects[0], source):
                return
            if not effects:
                self.n["pending"].pop(0)
                continue
            self.react_to(self.enact(effects.pop(0), source, foe=True))

    def done(self) -> None:
        """Finish one effect that waited for the table."""
        pending = self.n["pending"]
        if pending and len(pending[0][1]) > 1 and not pending[0][2]:
            pending[0][1].pop(0)
        elif pending:
            pending.pop(0)
        self.carry_out()
        self.last_one()

    def last_one(self) -> None:
        if len(self.n["queue"]) == 1 and not self.n["pending"]:
            self.n["pending"], self.n["queue"] = self.n["queue"], []
            self.carry_out()

    def react_to(self, struck: Iterable[str]) -> None:
        """Queue Heroes of the active team that answer damage to them or beside them, once a turn
        (p.10)."""
        hit = set() if self.batman else set(struck)
        for hero in [*self.row()] if hit else ():
            waits = [each[0] for each in self.n["reactions"]]
            near = bool(hit & set(self.beside(hero)))
            whens = {"damaged"} if hero in hit else set()
            whens |= {"beside"} if near else set()
            whens |= {"near"} if whens else set()
            effects = [each for each in self.facts(hero).effects if each.when in whens]
            if not effects or hero in self.n["used"] or hero in waits:
                continue
            if not all(map(self.by_itself, effects)):
                self.n["reactions"].append([hero, effects, False])
                continue
            self.n["used"].append(hero)
            for effect in effects:
                self.react_to(self.enact(effect, hero, foe=False))

    def passive(self, when: str) -> None:
        for hero in self.row():
            effects = [each for each in self.facts(hero).effects if each.when == when]
            if effects and hero not in self.n["used"]:
                self.n["used"].append(hero)
                for effect in filter(self.by_itself, effects):
                    self.enact(effect, hero, foe=False)
