"""A second, small referee of Batman Talisman, written from the rulebook alone.

It keeps the dials, tokens, cards, places, fights, turns and endings, and plays quick-depth games
of the printed rules beside ours. What is typed by hand it takes over, and counts.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from games import registry
from games.referee import Prompt
from games.talisman_batman.state import EncounterCard, Fight, Fighter, State
from games.talisman_batman.words import card_key, fold, space_key
from tests.beside import LENGTH, Report, compare, entered
from tests.games.talisman_batman.probe import drawn
from tests.games.talisman_batman.state.goods import nameless, ours, place, shown
from tests.games.talisman_batman.state.turns import Turns

SILENT = frozenset({"feat-name", "card-roll", "door-dice", "checked", "batman-line"})
"""What moves nothing that is kept here."""
CARDS = frozenset({"change", "insane", "lose-turn", "ambush", "feat-draw", "job-done", "sell"})
"""What cards and spaces do to a villain, drawn as often as a step of the turn."""
FEATED = frozenset({"feat-use", "evade", "save"})
"""What shows a Feat, which is read out as soon as it is used (p.11)."""
SPARES = "trade-best"
"""What only spares taps: the trade of the best set."""
ELSEWHERE = 0.1
"""How often a turn begins near a gate, so that every floor is reached."""
GATES = (("guard-post", 1), ("security-door", 2), ("tower-entrance", 3), ("anteroom", 3))
SYMBOLS = {"guard-post": 1, "open-cell": 1, "falcone": 0, "security-door": 0, "anteroom": 0}


class Twin(Turns):
    """Encounters and fights; an entry without a rule is taken over."""

    def play(self, data: dict[str, Any], answers: dict[str, str]) -> bool:
        do = data["do"]
        before, rule = self.n.turn.phase, getattr(self, "do_" + do.replace("-", "_"), None)
        if not rule and do not in SILENT:
            return False
        if rule:
            rule(data, answers)
        if do in FEATED and data.get("feat"):
            self.reads_feat(data["seat"], data["feat"])
        self.settle()
        if before != "setup":
            self.buried()
        if self.n.turn.phase == "cards" and not self.n.turn.to_draw and not self.pending():
            self.n.turn.phase = "take"
        return True

    # -- encounters (p.8-9) --------------------------------------------------------------

    def do_space(self, data: dict[str, Any], _: dict[str, str]) -> None:
        v, t = self.me, self.n.turn
        if name := space_key(data.get("name", "")):
            self.called(name)
        v.space = data.get("found") or v.space
        planned = (SYMBOLS | dict(self.printed.plan.symbols)).get(v.space)
        told = data.get("symbols", -1)
        shows = told if told >= 0 or planned is None else planned
        v.guard_passed = False
        t.to_draw = -1 if shows < 0 else max(0, shows - len(self.here[1]))
        t.phase, t.here = "cards", "space"
        self.go_on()
        if shows == 0 and not nameless(v.space) and v.space != "falcone":
            self.reads(f"space.{v.space}", self.n.active)

    def called(self, name: str) -> None:
        """Call a nameless place of the ring by its name, which no other place has (p.5)."""
        plan, floor = self.printed.plan, self.floor_of(name, self.me.floor, self.n.active)
        taken = name in (*plan.first, *plan.second, *plan.tower)
        if taken or floor != self.me.floor or not nameless(self.me.space):
            self.wrong = f"{name} is the name of another place than {self.me.space}"
        self.rename(self.me.space, name)

    def do_no_encounter(self, *_: object) -> None:
        self.to_end()

    do_done = do_no_encounter

    def go_on(self) -> None:
        t, self.n.fight = self.n.turn, None
        cards = self.pending()
        if t.here != "space":
            self.to_end()
        elif t.to_draw or self.unnumbered():
            t.phase = "cards"
        elif cards and cards[0].kind == "enemy":
            self.meet(cards)
        else:
            t.phase = "cards" if cards else "take"

    def meet(self, cards: list[EncounterCard]) -> None:
        """Meet Enemies of one number and one attribute together (p.9)."""
        first = cards[0]
        same = [
            card
            for card in cards
            if (card.kind, card.attribute) == ("enemy", first.attribute)
            and (card.number or 2) == (first.number or 2)
        ]
        value, ids = sum(card.value for card in same), tuple(card.id for card in same)
        me = Fighter(self.n.active)
        self.open(Fight("enemy", me, first.attribute, value=value, enemies=ids))

    def do_fight(self, *_: object) -> None:
        self.n.turn.to_draw = 0
        self.meet(self.pending())

    def do_draw(self, data: dict[str, Any], answers: dict[str, str]) -> None:
        t, shows = self.n.turn, data.get("shows", "")
        card = self.new_card(self.described(data, answers, shows))
        where = data.get("elsewhere", "").strip()
        if card.name == "security-key":
            self.n.key_pool -= 1
            card = replace(card, key=True, kind="object")
        if shows == "event" or where == "?":
            self.discard(card)
        elif where:
            key = space_key(where)
            self.spot(key, self.floor_of(key, self.me.floor))[1].append(card)
        else:
            self.lay(self.me, (card,))
        t.to_draw = t.to_draw - 1 if t.to_draw > 0 else -1
        if not t.to_draw:
            self.go_on()

    def described(self, data: dict[str, Any], answers: dict[str, str], shows: str) -> EncounterCard:
        name = card_key(data.get("name", ""))
        kind, way = data.get("kind", ""), data.get("attribute", "")
        value, number = data.get("value", -1), data.get("number", -1)
        if shows:
            kind, _, points = shows.partition("-")
            way, value = (kind, int(points)) if points else ("", 0)
            kind = "enemy" if points else kind
        known = self.known(name) or EncounterCard(name)
        told: dict[str, Any] = {
            "kind": kind or answers.get("CARD_KIND", known.kind),
            "attribute": way or answers.get("CARD_ATTRIBUTE", known.attribute),
            "value": value if value >= 0 else int(answers.get("CARD_VALUE", known.value)),
            "number": number if number >= 0 else known.number,
            "floor": self.me.floor,
        }
        return replace(known, purchase=False, **told)

    def do_no_draw(self, *_: object) -> None:
        self.n.turn.to_draw = 0
        self.go_on()

    def do_shuffle(self, *_: object) -> None:
        self.n.discards[self.me.floor - 1] = 0

    def do_number(self, data: dict[str, Any], _: dict[str, str]) -> None:
        one = next(card for card in self.here[1] if card.id == data["card"])
        name, like = one.name, replace(one, id=0) if data.get("alike") else None
        for lie in self.n.spots.values():
            lie[1] = [
                replace(card, number=data["number"])
                if card.id == data["card"]
                or (name and fold(card.name) == fold(name))
                or (lie is self.here and replace(card, id=0) == like)
                else card
                for card in lie[1]
            ]
        if not self.unnumbered() and not self.n.turn.to_draw:
            self.go_on()

    def do_resolve(self, data: dict[str, Any], _: dict[str, str]) -> None:
        card = next(card for card in self.here[1] if card.id == data["card"])
        if data.get("stays"):
            self.n.resolved.append(card.id)
        else:
            self.here[1].remove(card)
            self.discard(card)
        self.go_on()
        if card.name and card.kind not in ("object", "follower"):
            self.reads(f"card.{card.name}", self.n.active)

    def do_ambush(self, data: dict[str, Any], _: dict[str, str]) -> None:
        me = Fighter(self.n.active)
        self.open(Fight("ambush", me, data["attribute"], value=data["value"]))

    # -- fights (p.9-11) -----------------------------------------------------------------

    def open(self, fight: Fight, phase: str = "fight") -> None:
        self.n.turn.phase = phase
        sides = {"me": self.ready(fight.me, fight.attribute)}
        if fight.foe:
            sides["foe"] = self.ready(fight.foe, fight.attribute)
        self.n.fight = replace(fight, **sides)

    def side(self, seat: int) -> Fighter:
        f = self.n.fight
        return f.foe if f.foe and f.foe.seat == seat else f.me

    def put_side(self, side: Fighter) -> None:
        mine = side.seat == self.n.fight.me.seat
        self.n.fight = replace(self.n.fight, **{"me" if mine else "foe": side})

    def do_boost(self, data: dict[str, Any], _: dict[str, str]) -> None:
        side = self.side(data["seat"])
        cards, extra = tuple(data.get("cards", ())), data.get("extra", 0)
        v = self.n.villains[data["seat"]]
        if sum(c.weapon for c in v.objects if c.id in cards) > v.sheet.weapons:
            self.wrong = "too many Weapons in a fight"
        self.put_side(replace(side, cards=cards, extra=extra))

    def do_strike(self, data: dict[str, Any], _: dict[str, str]) -> None:
        f, dice = self.n.fight, data["dice"]
        f = replace(f, me=replace(f.me, die=dice[0]))
        if f.foe:
            f = replace(f, foe=replace(f.foe, die=dice[1]))
        elif len(dice) > 1:
            f = replace(f, die=dice[1])
        self.n.fight, self.n.turn.phase = f, "fate"
        self.weigh()

    def ahead(self) -> int:
        f = self.n.fight
        theirs = self.score(f.foe) + f.foe.die if f.foe else f.value + f.die
        return self.score(f.me) + f.me.die - theirs

    def decides(self) -> int | None:
        """Return who may still spend Fate to some use: the attacker first, then the defender
        (p.10)."""
        f, ahead = self.n.fight, self.ahead()

        def may(side: Fighter) -> bool:
            v = self.n.villains[side.seat]
            return bool(self.on(v) and v.fate and not side.rerolled and not side.passed)

        def better(lead: int, die: int) -> bool:
            most = lead + 6 - die
            return lead <= 0 and (most > 0) - (most < 0) > (lead > 0) - (lead < 0)

        answers = bool(f.foe) and may(f.foe) and better(-ahead, f.foe.die)
        if may(f.me) and (better(ahead, f.me.die) or (answers and f.me.die < 6)):
            return f.me.seat
        return f.foe.seat if answers else None

    def weigh(self) -> None:
        seat, f = self.decides(), self.n.fight
        if seat is None:
            self.result()
        elif f.foe and seat == f.foe.seat and not f.me.rerolled:
            self.put_side(replace(f.me, passed=True))

    def do_keep(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.put_side(replace(self.side(data["seat"]), passed=True))
        self.weigh()

    def do_reroll(self, data: dict[str, Any], _: dict[str, str]) -> None:
        t, die = self.n.turn, data["die"]
        self.pay_fate(data["seat"])
        if t.phase == "path":
            t.roll, t.batman_due = die, die == 1
        elif t.phase == "batman-path":
            t.batman_roll = die
        elif t.phase == "escaped":
            me = replace(self.n.fight.me, rerolled=True)
            self.n.fight = replace(self.n.fight, escape=die, me=me)
        else:
            self.put_side(replace(self.side(data["seat"]), die=die, rerolled=True))
            self.weigh()

    @property
    def at_top(self) -> bool:
        there = self.n.batman.space == "control-room"
        return self.n.fight.kind == "control" or (self.n.fight.kind == "batman" and there)

    def result(self) -> None:
        f, ahead = self.n.fight, self.ahead()
        if f.kind == "duel":
            self.duel(ahead)
        elif ahead > 0:
            self.won()
        elif ahead < 0:
            self.lost(f.me.seat)
        elif self.at_top:
            self.n.villains[f.me.seat].in_control_room = True
            self.leave_top()
        elif f.kind == "batman":
            self.after_batman()
        else:
            self.stopped()

    def stopped(self) -> None:
        """Stop the turn; past the Guard Batman may still have to move."""
        if self.n.fight.kind == "guard":
            self.n.turn.over = True
            self.after_move()
        else:
            self.cut_short()

    def leave_top(self) -> None:
        if self.n.fight.kind == "control":
            self.n.fight, self.n.turn.over = None, True
            self.after_move()
        else:
            self.after_batman()

    def won(self) -> None:
        f = self.n.fight
        if f.kind == "enemy":
            beaten, lie = self.picked(self.here[1], f.enemies), self.here
            lie[1] = [card for card in lie[1] if card not in beaten]
            self.me.trophies += beaten
        if f.kind in ("enemy", "ambush"):
            self.go_on()
        elif f.kind == "guard":
            self.past_guard()
        elif self.at_top:
            self.n.winner, self.n.fight = f.me.seat, None
        else:
            self.n.turn.phase = "escape"

    def duel(self, ahead: int) -> None:
        f = self.n.fight
        if not ahead:
            return self.cut_short()
        seats = (f.me.seat, f.foe.seat)
        winner, loser = seats if ahead > 0 else seats[::-1]
        self.n.fight, self.n.turn.phase = replace(f, winner=winner, loser=loser), "reward"
        return None

    def lost(self, seat: int) -> None:
        """Lose a Life, unless something saves it, which only a fight of Strength allows (p.9)."""
        f, v = self.n.fight, self.n.villains[seat]
        feat = v.feats and not (seat != self.n.active and v.feat_used)
        saves = v.sheet.saves_life or any(c.armour for c in (*v.objects, *v.followers)) or feat
        if f.attribute == "strength" and saves:
            self.n.fight, self.n.turn.phase = replace(f, loser=seat), "loss"
        else:
            self.points(v, "life", -1)
            self.after_loss()

    def after_loss(self) -> None:
        f = self.n.fight
        if not self.on(self.me):
            self.n.fight = None
            self.next_turn()
        elif f.kind == "batman" and not self.at_top:
            self.after_batman()
        elif self.at_top:
            if self.on(self.n.villains[f.me.seat]):
                self.put(f.me.seat, "security-door", 2)
            self.leave_top()
        else:
            self.stopped()

    def do_suffer(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.points(self.n.villains[data["seat"]], "life", -1)
        self.after_loss()

    def do_save(self, data: dict[str, Any], _: dict[str, str]) -> None:
        if self.n.fight.attribute != "strength":
            self.wrong = "a Life saved from Cunning"
        if data.get("feat"):
            self.use_feat(data["seat"])
        self.after_loss()

    def do_evade(self, data: dict[str, Any], _: dict[str, str]) -> None:
        f = self.n.fight
        if f.kind in ("batman", "control") or (f.kind != "duel" and self.me.floor == 3):
            self.wrong = f"evaded {f.kind} on floor {self.me.floor}"
        if data.get("feat"):
            self.use_feat(data["seat"])
        if f.kind == "duel":
            self.to_end()
        elif f.kind == "guard":
            self.past_guard()
        else:
            gone = (data["enemy"],) if len(f.enemies) > 1 else f.enemies
            self.n.resolved += gone
            left = [card for card in self.picked(self.here[1], f.enemies) if card.id not in gone]
            ids, value = tuple(card.id for card in left), sum(card.value for card in left)
            self.n.fight = replace(f, enemies=ids, value=value)
            if not left:
                self.go_on()

    def do_attack(self, data: dict[str, Any], answers: dict[str, str]) -> None:
        self.meets(data["target"])
        fight = Fight("duel", Fighter(self.n.active), data.get("attribute", "strength"))
        self.open(replace(fight, foe=Fighter(data["target"])))

    def meets(self, seat: int) -> None:
        """Meet another villain instead of the space (p.8); both are on one space."""
        v, other, self.n.turn.here = self.me, self.n.villains[seat], "villain"
        if place(other.space) == "?" and (place(v.space) != "?" or not other.space):
            other.space = v.space
        elif place(v.space) == "?":
            v.space = other.space

    def do_ability(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.meets(data["target"])
        self.to_end()

    def do_reward(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.prize(data)
        if data.get("end"):
            self.do_end()

    def prize(self, data: dict[str, Any]) -> None:
        f = self.n.fight
        winner, loser = self.n.villains[f.winner], self.n.villains[f.loser]
        if data["what"] == "life":
            return self.lost(f.loser)
        if data["what"] == "coin":
            loser.coins, winner.coins = loser.coins - 1, winner.coins + 1
        if data["what"] == "object":
            if any(winner.alignment in c.forbids for c in loser.objects if c.id == data["card"]):
                self.wrong = "takes what it must not have"
            winner.objects += self.lose_goods(loser, (data["card"],))
        return self.cut_short()


def plain(data: dict[str, Any]) -> dict[str, Any]:
    """Return an entry that does one thing: the encounter is entered after the move."""
    moves = data["do"] in ("move", "insane-move")
    return {key: value for key, value in data.items() if not (moves and key == "symbols")}


def played(prompt: Prompt) -> bool:
    return (prompt.group == "now" or prompt.do in CARDS) and prompt.do != SPARES


def gated(state: State, rng: Random) -> State:
    """Return a turn that begins near a gate, now and then with a Security Key card."""
    villain, villains = state.villains[state.active], list(state.villains)
    if state.turn.phase != "move" or not villain.alive or rng.random() > ELSEWHERE:
        return state
    space, floor = rng.choice(GATES)
    there = {"space": space, "floor": floor, "guard_passed": False, "turning_back": False}
    if state.key_pool and len(villain.objects) < 4:
        key = EncounterCard("security-key", id=state.next_id, key=True)
        there["objects"] = (*villain.objects, key)
        state = replace(state, key_pool=state.key_pool - 1, next_id=state.next_id + 1)
    villains[state.active] = replace(villain, **there)
    return replace(state, villains=tuple(villains))


def play(turns: int, seed: int = 0, most: int = 0) -> Report:
    """Play so many turns beside ours and tell where the two differ; ``most`` differences end it."""
    referee, rng, report = registry.referee("talisman-batman"), Random(seed), Report()
    while report.turns < turns and not (most and len(report.differences) >= most):
        state: State = drawn(referee, rng)[1]
        state = replace(state, depth="quick", options=replace(state.options, readings=()))
        for _ in range(LENGTH):
            if state.winner is not None:
                break
            twin = Twin(state)
            data, ruling, answers = entered(referee, state, rng, played, plain)
            if ruling is None:
                break
            report.entries += 1
            turned = ruling.state.turn.number != state.turn.number
            report.turns += turned
            if not twin.play(data, answers):
                report.taken[data["do"]] += 1
            elif apart := compare(twin, shown(ours(ruling.state)), data, answers):
                report.differences.append(apart)
            state = gated(ruling.state, rng) if turned else ruling.state
    return report
