"""The goods of the twin: what it keeps of a table, tokens, cards, limits, death and arrival."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from games.talisman_batman.state import EncounterCard, Fighter, State, VillainSheet
from games.talisman_batman.words import fold, slug, space_key
from tests.beside import Numbers

PLAIN = ("active", "round", "coin_pool", "fate_pool", "key_pool", "feat_deck", "feat_discard")
KEPT = (
    *("status", "life", "fate", "coins", "strength", "cunning", "space", "floor", "alignment"),
    *("turning_back", "guard_passed", "in_control_room", "insane", "lost_turns", "feat_used"),
)
TURN = ("phase", "over", "to_draw", "left", "roll", "batman_due", "batman_roll", "here")
SECOND = ("falcone", "security-door")
TOWER = ("tower-entrance", "anteroom", "control-room")
FLOORS = dict.fromkeys(("guard-post", "office", "darkroom"), 1)
FLOORS |= dict.fromkeys(SECOND, 2) | dict.fromkeys(TOWER, 3)
"""The floors of the spaces that the rulebook names with one (p.13)."""
ORDER = {"event": 1, "enemy": 2, "stranger": 4, "place": 5}
FEATS = (0, 0, 0, 1, 2, 2, 3)
BOTH = ("strength", "cunning")


def ours(state: State) -> SimpleNamespace:
    """Return our state as the twin keeps it."""
    n = SimpleNamespace(**{each: getattr(state, each) for each in PLAIN})
    n.discards, n.winner, n.number = list(state.discards), state.winner, state.turn.number
    n.turn = SimpleNamespace(**{each: getattr(state.turn, each) for each in TURN})
    n.resolved, n.fight, n.batman = list(state.turn.resolved), state.fight, state.batman
    n.spots = {s.space: [s.floor, list(s.cards), s.coins] for s in state.spots}
    n.stock = {fold(each.name): each.left for each in state.stock}
    n.unused, n.gone = list(state.unused), list(state.gone)
    n.owes = {(owe.seat, owe.what) for owe in state.owes}
    n.villains = []
    for villain in state.villains:
        v = SimpleNamespace(**{each: getattr(villain, each) for each in KEPT})
        v.sheet, v.raised, v.since = villain.sheet, villain.raised, villain.insane_since
        v.objects, v.followers = list(villain.objects), list(villain.followers)
        v.trophies, v.feats = list(villain.trophies), len(villain.feats)
        v.job, v.estate = villain.job.die if villain.job else 0, villain.estate
        n.villains.append(v)
    return n


def place(space: str) -> str:
    return "?" if not space or space.startswith("?") else space


def nameless(space: str) -> bool:
    """Return whether a space is known at most by its number on the ring."""
    return place(space) == "?" or bool(re.fullmatch(r"[123]-\d+", space))


def named(card: EncounterCard) -> str:
    return f"{card.name} {card.kind} {card.attribute} {card.value} {card.number}"


def listed(cards: Any) -> list[str]:
    return sorted(map(named, cards))


def shown(n: SimpleNamespace) -> Numbers:
    """Return what is compared: every number, the cards by what they show."""
    found: Numbers = {each: getattr(n, each) for each in (*PLAIN, "discards", "winner", "number")}
    found |= {"turn": vars(n.turn), "stock": n.stock, "owes": n.owes}
    found["batman"] = (place(n.batman.space), n.batman.floor)
    found["unused"] = sorted(sheet.name for sheet in n.unused)
    found["spots"] = sorted(
        (place(space), floor, [*map(named, cards)], coins)
        for space, (floor, cards, coins) in n.spots.items()
        if cards or coins
    )
    if f := n.fight:
        sides = tuple((s.seat, s.die, s.rerolled, s.passed, s.extra) for s in (f.me, f.foe) if s)
        held = [c for v in n.villains for c in (*v.objects, *v.followers)]
        held += [c for lie in n.spots.values() for c in lie[1]]
        used = [listed(c for c in held if c.id in s.cards) for s in (f.me, f.foe) if s]
        against = listed(c for c in held if c.id in f.enemies)
        found["used"] = (used, against)
        found["fight"] = (f.kind, sides, f.attribute, f.value, f.die, f.loser, f.winner, f.escape)
    for seat, v in enumerate(n.villains):
        one = {each: getattr(v, each) for each in KEPT} | {"space": place(v.space)}
        one |= {"feats": v.feats, "job": v.job, "card": v.sheet.name, "since": v.since}
        one |= {each: listed(getattr(v, each)) for each in ("objects", "followers", "trophies")}
        one["estate"] = (listed((*v.estate.objects, *v.estate.followers)), v.estate.coins)
        found[f"villain {seat}"] = one
    return found


class Goods:
    """Numbers and cards as the rulebook moves them; ``printed`` is read for what is printed."""

    def __init__(self, state: State) -> None:
        self.take_over(state)

    def take_over(self, state: State) -> None:
        self.printed, self.n, self.wrong = state, ours(state), ""
        self.fresh = 0

    def numbers(self) -> Numbers:
        return shown(self.n)

    # -- what is read off the table ------------------------------------------------------

    @property
    def me(self) -> SimpleNamespace:
        return self.n.villains[self.n.active]

    @property
    def here(self) -> list[Any]:
        return self.spot(self.me.space, self.me.floor)

    def spot(self, space: str, floor: int) -> list[Any]:
        return self.n.spots.setdefault(space, [floor, [], 0])

    def floor_of(self, space: str, told: int, mover: int = -1) -> int:
        """Return the floor of a name, which is one place: of the book, the board, or where someone
        or something is."""
        if place(space) == "?":
            return told
        rings = self.printed.plan.first, self.printed.plan.second, self.printed.plan.tower
        on = [floor for floor, ring in enumerate(rings, 1) if space in ring]
        n = self.n.villains
        on += [v.floor for i, v in enumerate(n) if v.space == space and i != mover and self.on(v)]
        on += [lie[0] for key, lie in self.n.spots.items() if key == space and (lie[1] or lie[2])]
        return FLOORS.get(space) or next(iter(on), told)

    def on(self, v: SimpleNamespace) -> bool:
        return bool(v.status == "alive")

    def total(self, v: SimpleNamespace, way: str) -> int:
        """Return the dial and what always adds to it (p.4); 1 while Insane (p.11)."""
        if v.insane:
            return 1
        goods = (*v.objects, *v.followers)
        return getattr(v, way) + sum(getattr(c, way) for c in goods if not (c.combat or c.weapon))

    def score(self, side: Fighter) -> int:
        v, way = self.n.villains[side.seat], self.n.fight.attribute
        if v.insane:
            return 1
        used = sum(getattr(c, way) for c in (*v.objects, *v.followers) if c.id in side.cards)
        return self.total(v, way) + used + side.extra

    def ready(self, side: Fighter, way: str) -> Fighter:
        """Return what helps in this fight is laid out before it: of Weapons the best it may use
        (p.11)."""
        v = self.n.villains[side.seat]
        helps = [
            c for c in (*v.objects, *v.followers) if (c.combat or c.weapon) and getattr(c, way)
        ]
        best = sorted((c for c in helps if c.weapon), key=lambda c: -getattr(c, way))
        used = [c for c in helps if not c.weapon or c in best[: v.sheet.weapons]]
        return replace(side, cards=() if v.insane else tuple(c.id for c in used))

    def pending(self) -> list[EncounterCard]:
        """Return the cards here still to be dealt with, by their numbers (p.9)."""
        goods = ("object", "follower")
        cards = [c for c in self.here[1] if c.id not in self.n.resolved and c.kind not in goods]
        return sorted(cards, key=lambda c: c.number or ORDER[c.kind])

    def unnumbered(self) -> bool:
        enemies = [card for card in self.pending() if card.kind == "enemy"]
        return len(enemies) > 1 and not all(card.number for card in enemies)

    # -- tokens, cards and limits (p.4, 11-12) -------------------------------------------

    def points(self, v: SimpleNamespace, what: str, by: int) -> None:
        """Gain or lose, between what the card, the dials and the supply allow."""
        now, most, least = getattr(v, what), self.printed.options.dial_max or 99, 0
        if what in ("life", "fate"):
            most = getattr(v.sheet, what) + 2
        if what in BOTH:
            least, most = getattr(v.sheet, what), max(most, now)
        if what in ("fate", "coins"):
            pool = f"{'coin' if what == 'coins' else 'fate'}_pool"
            most = min(now + getattr(self.n, pool), most if what == "fate" else 99)
        after = max(least, min(now + by, most) if by > 0 else now + by)
        if what in ("fate", "coins"):
            setattr(self.n, pool, getattr(self.n, pool) - after + now)
        setattr(v, what, after)
        if what == "life" and not after:
            self.kill(self.n.villains.index(v))

    def pay_fate(self, seat: int) -> None:
        v = self.n.villains[seat]
        self.wrong = "" if v.fate else f"seat {seat} has no Fate"
        self.points(v, "fate", -1)

    def discard(self, *cards: EncounterCard) -> None:
        for card in cards:
            if card.key:
                self.n.key_pool += 1
            elif card.purchase:
                if fold(card.name) in self.n.stock:
                    self.n.stock[fold(card.name)] += 1
            else:
                self.n.discards[card.floor - 1] += 1

    def lay(self, v: SimpleNamespace, cards: Any, coins: int = 0) -> None:
        v.space = v.space or self.new_place()
        lie = self.spot(v.space, v.floor)
        lie[1], lie[2] = [*lie[1], *cards], lie[2] + coins

    def new_place(self) -> str:
        self.fresh += 1
        return f"?new{self.fresh}"

    def new_card(self, card: EncounterCard) -> EncounterCard:
        self.fresh += 1
        return replace(card, id=-self.fresh)

    def draw_feat(self, v: SimpleNamespace) -> None:
        if not self.n.feat_deck:
            self.n.feat_deck, self.n.feat_discard = self.n.feat_discard, 0
        if self.n.feat_deck:
            self.n.feat_deck -= 1
            v.feats += 1

    def drop_feat(self, v: SimpleNamespace) -> None:
        v.feats -= 1
        self.n.feat_discard += 1

    def settle(self) -> None:
        """Apply limits and forbidden cards at any time; a Bloodbath leaves one (p.11, 12, 14)."""
        n = self.n
        n.owes = set()
        for seat, v in enumerate(n.villains):
            most = FEATS[min(6, max(0, self.total(v, "cunning")))] if self.on(v) else 0
            if self.on(v):
                bad = [c for c in (*v.objects, *v.followers) if v.alignment in c.forbids]
                v.objects = [c for c in v.objects if c not in bad]
                v.followers = [c for c in v.followers if c not in bad]
                if bad:
                    self.lay(v, bad)
                while v.feats and not most:
                    self.drop_feat(v)
                if v.sheet.always_feat and not v.feats and most and n.feat_deck + n.feat_discard:
                    self.draw_feat(v)
            if len(v.objects) > max(4, *(c.bag for c in v.objects), 0):
                n.owes.add((seat, "objects"))
            if v.feats > most:
                n.owes.add((seat, "feats"))
        self.last_one()

    def last_one(self) -> None:
        left = [seat for seat, v in enumerate(self.n.villains) if v.status != "out"]
        if self.printed.options.bloodbath and len(left) == 1 and self.n.winner is None:
            self.n.winner, self.n.fight = left[0], None

    # -- death and a new villain (p.12, 14) ----------------------------------------------

    def kill(self, seat: int) -> None:
        n, v, options = self.n, self.n.villains[seat], self.printed.options
        self.discard(*v.trophies)
        n.fate_pool, n.feat_discard = n.fate_pool + v.fate, n.feat_discard + v.feats
        n.gone.append(v.sheet)
        estate = type(v.estate)()
        if options.inheritance and not options.bloodbath:
            estate = type(v.estate)(tuple(v.objects), tuple(v.followers), v.coins)
        else:
            self.lay(v, (*v.objects, *v.followers), v.coins)
        for each in ("life", "fate", "coins", "strength", "cunning", "feats", "job", "insane"):
            setattr(v, each, 0)
        v.status = "out" if options.bloodbath else "waiting"
        v.turning_back = v.guard_passed = v.in_control_room = v.feat_used = False
        v.lost_turns, v.since, v.alignment, v.estate = 0, 0, "", estate
        v.objects, v.followers, v.trophies = [], [], []

    def buried(self) -> None:
        """End a dead villain's turn or fight."""
        f = self.n.fight
        if self.me.status in ("waiting", "out"):
            self.next_turn()
            self.settle()
        elif f and not all(self.on(self.n.villains[s.seat]) for s in (f.me, f.foe) if s):
            if f.kind == "batman":
                self.after_batman()
            else:
                self.n.fight = None
                self.cut_short()

    def arrive(self, seat: int, bonus: str) -> None:
        """Do steps 6 to 12 of the set-up."""
        n, v, sheet = self.n, self.n.villains[seat], self.n.villains[seat].sheet
        v.status, v.life, v.alignment = "alive", sheet.life, sheet.alignment
        v.fate, v.coins = min(sheet.fate, n.fate_pool), min(sheet.coins, n.coin_pool)
        n.fate_pool, n.coin_pool = n.fate_pool - v.fate, n.coin_pool - v.coins
        for way in BOTH:
            setattr(v, way, getattr(sheet, way) + (way == bonus))
        self.put(seat, space_key(sheet.start), self.floor_of(space_key(sheet.start), 1, seat))
        for _ in range(sheet.feats):
            self.draw_feat(v)
        for name in sheet.gear:
            if n.stock.get(fold(name), 1):
                v.objects.append(self.bought(name))
        if n.turn.phase == "arrive":
            n.turn.phase = "inherit" if v.estate != type(v.estate)() else "move"
        elif all(each.status not in ("picking", "sheet", "bonus") for each in n.villains):
            order = [(self.printed.first + i) % len(n.villains) for i in range(len(n.villains))]
            self.start_turn(next(i for i in order if n.villains[i].status != "out"))

    def bought(self, name: str) -> EncounterCard:
        """Return a Purchase card from its deck."""
        if fold(name) in self.n.stock:
            self.n.stock[fold(name)] -= 1
        return self.new_card(replace(self.known(name) or EncounterCard(name), purchase=True))

    def known(self, name: str) -> EncounterCard | None:
        return next((c for c in self.printed.library if name and fold(c.name) == fold(name)), None)

    def plays(self, seat: int, sheet: VillainSheet) -> None:
        n, v = self.n, self.n.villains[seat]
        n.unused = [each for each in n.unused if each.name != sheet.name]
        if n.turn.phase == "setup" and v.sheet.name not in ("", sheet.name):
            n.unused.append(v.sheet)
        told = sheet.strength and sheet.cunning and sheet.life and sheet.alignment
        v.sheet, v.status = sheet, "bonus" if told else "sheet"
        if told and not self.printed.options.start_bonus:
            self.arrive(seat, "")

    def do_villain(self, data: dict[str, Any], _: dict[str, str]) -> None:
        mine = self.n.villains[data["seat"]].sheet
        free = [*self.n.unused, *self.n.gone, *([mine] if mine.name else [])]
        self.plays(data["seat"], next(s for s in free if slug(s.name) == slug(data["villain"])))

    def do_draw_villain(self, *_: object) -> None:
        self.plays(self.n.active, self.n.unused[0])

    def do_ready(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.arrive(data["seat"], data.get("bonus", ""))

    def do_inherit(self, data: dict[str, Any], _: dict[str, str]) -> None:
        v, left = self.me, set(data.get("leave", ()))
        stays = [
            c
            for c in (*v.estate.objects, *v.estate.followers)
            if c.id in left or v.alignment in c.forbids
        ]
        if stays:
            self.lay(v, stays)
        v.objects += [c for c in v.estate.objects if c not in stays]
        v.followers += [c for c in v.estate.followers if c not in stays]
        v.coins, v.estate = v.coins + v.estate.coins, type(v.estate)()
        self.n.turn.phase = "move"

    # -- what changes hands (p.9-13) ------------------------------------------------------

    def picked(self, cards: list[EncounterCard], ids: Any) -> list[EncounterCard]:
        return [card for card in cards if card.id in ids]

    def do_take(self, data: dict[str, Any], _: dict[str, str]) -> None:
        v, lie = self.me, self.here
        for card in self.picked(lie[1], data.get("cards", ())):
            lie[1].remove(card)
            (v.followers if card.kind == "follower" else v.objects).append(card)
        coins = data.get("coins", 0)
        lie[2], v.coins = lie[2] - coins, v.coins + coins

    def lose_goods(self, v: SimpleNamespace, ids: Any) -> list[EncounterCard]:
        held = [*v.objects, *v.followers, *v.trophies]
        gone = [card for id in dict.fromkeys(ids) for card in held if card.id == id]
        for kind in ("objects", "followers", "trophies"):
            setattr(v, kind, [card for card in getattr(v, kind) if card not in gone])
        return gone

    def do_leave(self, data: dict[str, Any], _: dict[str, str]) -> None:
        v = self.n.villains[data["seat"]]
        v.coins -= data.get("coins", 0)
        self.lay(v, self.lose_goods(v, data.get("cards", ())), data.get("coins", 0))

    def do_trade(self, data: dict[str, Any], _: dict[str, str]) -> None:
        """Give a point for each five, or seven, of one attribute; what is over is lost (p.10)."""
        cards = self.lose_goods(self.me, data["cards"])
        for way in BOTH:
            points = sum(card.value for card in cards if card.attribute == way)
            self.points(self.me, way, points // self.printed.options.trophy_rate)
        self.discard(*cards)

    def do_job(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.rename(self.me.space, "falcone")
        if self.me.job:
            self.wrong = "a second job"
        self.me.job = data["die"]

    def do_job_done(self, data: dict[str, Any], _: dict[str, str]) -> None:
        v = self.n.villains[data["seat"]]
        v.job = 0
        if self.n.key_pool:
            self.n.key_pool -= 1
            v.objects.append(self.new_card(EncounterCard("security-key", key=True)))

    def do_card_reroll(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.pay_fate(data["seat"])
        if self.printed.thrown and self.printed.thrown.job:
            self.n.villains[data["seat"]].job = data["die"]

    def do_sell(self, data: dict[str, Any], _: dict[str, str]) -> None:
        v = self.n.villains[data["seat"]]
        sold = self.lose_goods(v, data["cards"])
        self.discard(*sold)
        self.points(v, "coins", len(sold))

    def do_heal(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.rename(self.me.space, "infirmary")
        self.points(self.me, "life", data["by"])

    def do_medic(self, *_: object) -> None:
        self.rename(self.me.space, "infirmary")
        medic = next(card for card in self.me.followers if card.name == "medic")
        self.discard(*self.lose_goods(self.me, (medic.id,)))
        self.points(self.me, "coins", 3)

    def reads(self, text: str, seat: int) -> None:
        """Do what a text says, as far as the table has told it (p.8-9)."""
        told = {each.of: each.effects for each in self.printed.lessons}
        for effect in told.get(text, ()):
            self.happens(seat, effect.what, effect.by)

    def reads_feat(self, seat: int, feat: int) -> None:
        name = next(f.name for f in self.printed.villains[seat].feats if f.id == feat)
        self.reads(f"feat.{fold(name)}", seat)

    def happens(self, seat: int, what: str, by: int) -> None:
        v = self.n.villains[seat]
        if not self.on(v):
            return
        if what == "insane":
            v.insane, v.since = 3, self.n.number
        elif what == "lose-turn":
            v.lost_turns += abs(by)
        elif what == "feat":
            for _ in range(by):
                self.draw_feat(v)
        else:
            self.points(v, what, by)

    def do_does(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.happens(self.printed.turn.reader, data["what"], data["by"])

    def do_feat_draw(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.draw_feat(self.n.villains[data["seat"]])

    def do_feat_discard(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.drop_feat(self.n.villains[data["seat"]])

    def do_feat_use(self, data: dict[str, Any], _: dict[str, str]) -> None:
        self.use_feat(data["seat"])
        if extra := data.get("extra", 0):
            side = self.side(data["seat"])
            self.put_side(replace(side, extra=side.extra + extra))

    def use_feat(self, seat: int) -> None:
        v = self.n.villains[seat]
        if seat != self.n.active and v.feat_used:
            self.wrong = f"seat {seat} uses a second Feat in another's turn"
        self.drop_feat(v)
        v.feat_used = v.feat_used or seat != self.n.active
