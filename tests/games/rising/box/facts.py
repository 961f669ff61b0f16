"""What a box ships and a definition bounds, a line each, so that it can be held to the book."""

from __future__ import annotations


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
    """Every fact of a box: cards, teams, dice; what is not known is left out."""
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
    """The numbers of a title, its tokens and its options."""
    tokens = (
        f"{kind.key} {kind.do} {kind.n}x{kind.cards}{' open' if kind.open_amount else ''}"
        for kind in game.tokens.kinds
    )
    options = (
        f"{each.name} {each.default} {each.low}-{each.high}"
        for each in game.every_option
        if each.kind in ("number", "numbers")
    )
    readings = (
        f"{each.name} {each.default}"
        for each in game.every_option
        if each.kind in ("flag", "choice")
    )
    supply = game.supply
    cards = (supply.heroes, supply.villains, supply.knights, supply.bosses, supply.battles)
    return [
        f"players {game.title.min_players}-{game.title.max_players}, alone {game.solo_teams}",
        f"cards {' '.join(map(str, cards))}",
        f"dice {game.dice_total}, {' '.join(f'{each.colour} {each.count}' for each in game.dice)}",
        f"tokens {game.tokens.total} same turn {game.tokens.same_turn} for {game.tokens.rewards}",
        *tokens,
        *options,
        *readings,
        f"sets {game.sets_per_turn}, allies from {game.ally_from}, spaces {game.progress}",
        f"driver {game.driver.kind} {game.driver.highest} {game.driver.cards} {game.driver.ring}",
    ]
