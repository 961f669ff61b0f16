"""Bonus tokens: drawn, kept, used."""

from msgspec.structs import replace

from tests.games.batman_who_laughs.table import (
    LAUGHS,
    ROBIN,
    STOCK,
    game_piece,
    in_full,
    table,
    to_heroes,
    tokens,
    with_lines,
)
from tests.games.rising.text import Text, a


def test_an_empty_supply_is_refilled_from_the_discards():
    game = table(with_lines("deck 27, lost 0, supply 0, discard 6"), supply=0)
    game.state = Text(LAUGHS).read(
        with_lines(
            "Ana: +Wonder Woman 0/5 | tokens " + "heal " * 24,
            "deck 27, lost 0, supply 0, discard 6",
        )
    )
    to_heroes(game).do(a.Results((), (), (game.id("Court of Owls"),)))
    assert "token.flip" in game.codes()
    assert (game.state.supply, game.state.discard) == (5, 0)


def test_no_token_is_left_at_all():
    text = with_lines(
        "Ana: +Wonder Woman 0/5 | tokens " + "heal " * 30, "deck 27, lost 0, supply 0, discard 0"
    )
    game = to_heroes(table(text)).do(a.Results((), (), ("p9",)))
    assert "token.none" in game.codes()


def test_a_fresh_token_waits_for_the_next_turn():
    game = to_heroes(table()).do(a.DrawToken(0))
    use = a.UseToken(0, "counters")
    assert game.refused(use) == ("E_TOKEN_FRESH", "A-63")
    game.do(a.Results())
    assert game.refused(use) == ("E_TOKEN_PHASE", "A-Q10")
    to_heroes(game, 0, 3).do(use)
    assert (game.state.doom, game.state.discard) == (2, 1)


def test_symbol_token_completes_card_without_being_assigned_die():
    rows = ("Ana: +Wonder Woman 0/5 | tokens symbol-W",)
    game = in_full(table(with_lines(*rows), supply=29), "2W", "J", "J", "J")
    plastic = game.id("Plastic Man")
    game.do(a.UseToken(1, "symbol-W", plastic))
    assert game.refused(a.Roll(("W",) * 4)) == ("E_MUST_ASSIGN", "A-33")
    game.do(a.Assign(game.dice("2W"), plastic)).do(a.Finish(), W_DICE_LEFT="anyway")
    assert plastic in game.state.teams[0].row


def test_token_earned_by_hit_is_ready_next_turn():
    game = to_heroes(table()).do(a.Results(hits=(game_piece("Court of Owls"),)))
    to_heroes(game, 0, 2, "stay").do(a.UseToken(0, "counters"), actor=0)
    assert (game.state.doom, tokens(game), game.state.discard) == (1, 0, 1)


def test_fresh_token_stays_fresh_when_handed_over():
    game = to_heroes(table()).do(a.DrawToken(0)).do(a.GiveToken(0, 1))
    assert game.refused(a.UseToken(1, "counters")) == ("E_TOKEN_FRESH", "A-63")


def test_ability_damage_on_villain_earns_tokens_beyond_dice():
    game = to_heroes(table())
    owls = game.id("Court of Owls")
    game.do(a.Damage(owls, 2))
    assert (game.damage("Court of Owls"), tokens(game)) == (2, 2)
    assert game.asked(a.Results(hits=(owls,))) == ("W_NO_ROOM", "warn")
    game.do(a.Results(hits=(owls,)), W_NO_ROOM="anyway")
    assert tokens(game) == 2


def test_symbol_token_may_pay_ability_of_own_hero():
    rows = (
        "Ben [red red red purple]: +Batman 0/5, +Robin 0/3",
        "Ana: +Wonder Woman 0/5 | tokens symbol-D symbol-W",
    )
    game = in_full(table(with_lines(*rows), (ROBIN,), supply=28), "W", "W", "W", "W")
    robin = game.id("Robin")
    assert game.refused(a.UseToken(1, "symbol-W", robin))[0] == "E_SYMBOL"
    game.do(a.UseToken(1, "symbol-D", robin)).do(a.Ability(robin))
    assert tokens(game) == 1
    assert game.refused(a.UseToken(1, "symbol-W", robin)) == ("E_ONCE", "A-38")


def test_die_token_adds_die_even_to_empty_pool():
    rows = ("Ana: +Wonder Woman 0/5 | tokens die",)
    game = in_full(table(with_lines(*rows), supply=29, **STOCK), "2W", "2W", "J", "J")
    game.do(a.Assign(game.dice("2W", "2W"), game.id("Plastic Man")))
    game.do(a.Assign(game.dice("J", "J"), game.id("Constantine")))
    game.do(a.UseToken(1, "die", colour="blue")).do(a.Roll(("P",)))
    game.do(a.Assign(game.dice("P"), game.id("Constantine"))).do(a.Finish())
    assert len(game.state.teams[0].row) == 3


def test_token_before_hero_dice_is_out_of_step():
    rows = ("Ana: +Wonder Woman 0/5 | tokens heal",)
    game = table(with_lines(*rows), supply=29).do(a.Deploy(0))
    assert game.refused(a.UseToken(1, "heal", game.id("Batman"))) == ("E_TOKEN_PHASE", "A-Q10")
    game.state = replace(game.state, setup=replace(game.state.setup, token_window="turn"))
    game.do(a.Damage(game.id("Batman"))).do(a.UseToken(1, "heal", game.id("Batman")))
    assert game.damage("Batman") == 0
