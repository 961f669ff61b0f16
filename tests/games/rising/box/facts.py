"""Facts a box ships and a definition bounds, a line each, to be compared with the book.

``python -m tests.games.rising.box.facts`` writes them down; each changed line is read again.
"""

from __future__ import annotations

from pathlib import Path

from games import registry

TITLES = ("batman-who-laughs", "fire-nation")


def kept(title: str) -> Path:
    return Path(__file__).parent / "shipped" / f"{title}.txt"


def facts(title: str) -> list[str]:
    """Return what is shipped with a title and bounded by it."""
    referee = registry.referee(title)
    return [*told(referee.blank_box()), *bounds(referee.definition)]


def shown(effects) -> str:
    return ", ".join(
        " ".join(
            str(part)
            for part in (
                each.do,
                each.n,
                each.who,
                each.count if each.count > 1 else "",
                "each" if each.each else "",
                each.colour,
                f"when {each.when}" if each.when else "",
            )
            if part != ""
        )
        for each in effects
    )


def told(box) -> list[str]:
    """Return every fact of a box: cards, teams, dice; what is not known is left out."""
    lines = []
    for each in box.cards:
        prices = " or ".join("".join(map(str, price)) for price in each.prices)
        facts = (
            f"{each.kind}",
            f"{each.capacity} spaces" if each.capacity else "",
            f"asks {prices}" if prices else "",
            f"costs {''.join(map(str, each.cost))}" if each.cost else "",
            f"does {shown(each.effects)}" if each.effects else "",
            "known" if each.known else "",
            each.confidence,
        )
        lines.append(f"{each.name}: " + "; ".join(filter(None, facts)))
    for each in box.teams:
        facts = (each.leader, each.ally, " ".join(each.dice), shown(each.effects))
        known = "known" if each.known else ""
        lines.append(f"team {each.name}: " + "; ".join(filter(None, (*facts, known))))
    for each in box.dice:
        checked = "checked" if each.checked else "open"
        lines.append(f"{each.colour} {each.count}: {' '.join(each.faces)} {checked}")
    return lines


def bounds(game) -> list[str]:
    """Return the numbers and tokens of a title; offers.txt has its options."""
    tokens = (
        f"{kind.key} {kind.do} {kind.n}x{kind.cards}{' open' if kind.open_amount else ''}"
        for kind in game.tokens.kinds
    )
    supply = game.supply
    cards = (supply.heroes, supply.villains, supply.knights, supply.bosses, supply.battles)
    return [
        f"players {game.title.min_players}-{game.title.max_players}, alone {game.solo_teams}",
        f"cards {' '.join(map(str, cards))}",
        f"dice {game.dice_total}, {' '.join(f'{each.colour} {each.count}' for each in game.dice)}",
        f"tokens {game.tokens.total} same turn {game.tokens.same_turn} for {game.tokens.rewards}",
        *tokens,
        f"sets {game.sets_per_turn}, allies from {game.ally_from}, spaces {game.progress}",
        f"driver {game.driver.kind} {game.driver.highest} {game.driver.cards} {game.driver.ring}",
    ]


if __name__ == "__main__":
    for title in TITLES:
        kept(title).write_text("".join(f"{line}\n" for line in facts(title)))
