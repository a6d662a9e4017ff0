"""Monopoly's rules, one position each."""

from __future__ import annotations

import pytest
from games.monopoly.positions import LOT, after, cash, load, names, phase, position, square

from zermelo.games.monopoly.layout import (
    CASH,
    EACH,
    FREE_CARDS,
    LOTS_START,
    MOVER,
    PHASE,
    ROUND,
    TURN,
    of_player,
)

GAME = load()
BROWN = ("Mediterranean Avenue", "Baltic Avenue")


def owned(player, *lots, built=0):
    return [(player, lot, built) for lot in lots]


def test_a_lot_is_bought_or_auctioned():
    offered = after(GAME, GAME.initial(), "6")
    assert (phase(offered), names(GAME, offered)) == ("buy", ["buy", "auction"])
    bought = after(GAME, offered, "buy")
    assert (cash(bought, 0), bought.row[1]) == (1400, 1)
    sold = after(GAME, offered, "auction", "bid 10", "bid 60", "bid 160", "pass")
    assert (cash(sold, 0), cash(sold, 1)) == (1500, 1340)  # the player on the left begins
    unsold = after(GAME, offered, "auction", "pass", "pass")
    assert (cash(unsold, 0), cash(unsold, 1), phase(unsold)) == (1500, 1500, "roll")


def test_a_lot_may_be_bought_with_money_to_be_raised():
    state = position(GAME, owns=owned(0, "Boardwalk"), cash={0: 50})
    state = after(GAME, state, "6", "buy")
    assert phase(state) == "owe"
    assert sorted(names(GAME, state)) == ["mortgage Boardwalk", "mortgage Oriental Avenue"]
    state = after(GAME, state, "mortgage Boardwalk")
    assert cash(state, 0) == 50 + 200 - 100
    poor = position(GAME, cash={0: 50})
    assert phase(after(GAME, poor, "6")) == "bid"  # nothing to raise money with


@pytest.mark.parametrize(
    ("owns", "start", "roll", "paid"),
    [
        (owned(1, "Oriental Avenue"), "Go", "6", 6),
        (owned(1, "Oriental Avenue", "Vermont Avenue", "Connecticut Avenue"), "Go", "6", 12),
        (owned(1, "Oriental Avenue", built=3), "Go", "6", 270),
        (owned(1, "Oriental Avenue", built=5), "Go", "6", 550),
        (owned(1, "Oriental Avenue", built=6), "Go", "6", 0),
        (owned(0, "Oriental Avenue"), "Go", "6", 0),
        (owned(1, "Reading Railroad"), "Go", "5", 25),
        (owned(1, "Reading Railroad", "Short Line", "B. & O. Railroad"), "Go", "5", 100),
        (owned(1, "Electric Company"), "Reading Railroad", "7", 28),
        (owned(1, "Electric Company", "Water Works"), "Reading Railroad", "7", 70),
    ],
)
def test_rent(owns, start, roll, paid):
    state = after(GAME, position(GAME, owns=owns, at={0: start}), roll)
    assert (cash(state, 0), cash(state, 1)) == (1500 - paid, 1500 + paid)


def test_taxes_and_the_salary():
    assert cash(after(GAME, GAME.initial(), "2+2"), 0) == 1300
    state = after(GAME, position(GAME, at={0: "Short Line"}), "3")
    assert cash(state, 0) == 1400
    state = after(GAME, position(GAME, at={0: "Short Line"}), "5")
    assert (cash(state, 0), square(state, 0)) == (1700, "Go")


def test_a_double_rolls_again_and_the_third_leads_to_jail():
    state = after(GAME, position(GAME, at={0: "Go"}), "5+5")
    assert (state.row[1], square(state, 0)) == (0, "Jail")
    state = after(GAME, state, "5+5")
    assert (state.row[1], square(state, 0)) == (0, "Free Parking")
    state = after(GAME, state, "1+1")
    assert (state.row[1], square(state, 0)) == (1, "jail")


def jailed(turns, **more):
    return position(GAME, "manage", jail={0: turns}, at={0: "Jail"}, **more)


def test_ways_out_of_jail():
    assert names(GAME, jailed(1)) == ["roll", "pay 50"]
    assert names(GAME, jailed(1, cards={0: 2})) == ["roll", "use card", "pay 50"]
    state = after(GAME, jailed(1), "pay 50", "10")
    assert (cash(state, 0), square(state, 0)) == (1450, "Free Parking")
    state = after(GAME, jailed(1, cards={0: 2}), "use card", "10")
    assert (cash(state, 0), square(state, 0)) == (1500, "Free Parking")
    state = after(GAME, jailed(1), "roll", "5+5")
    assert (cash(state, 0), square(state, 0), state.row[1]) == (1500, "Free Parking", 1)  # no second roll


def test_after_three_rolls_the_fine_is_paid():
    state = after(GAME, jailed(1), "roll", "9")
    assert (square(state, 0), state.row[1]) == ("jail", 1)
    state = after(GAME, jailed(3), "roll", "10")
    assert (cash(state, 0), square(state, 0)) == (1450, "Free Parking")


def test_a_fine_may_have_to_be_raised_before_the_move():
    state = after(GAME, jailed(3, cash={0: 20}, owns=owned(0, "Boardwalk")), "roll", "10")
    assert phase(state) == "owe"
    state = after(GAME, state, "mortgage Boardwalk")
    assert (cash(state, 0), square(state, 0)) == (170, "Free Parking")


def building(built, **more):
    owns = [(0, name, level) for name, level in zip(BROWN, built, strict=True)]
    return position(GAME, "manage", owns=owns, **more)


def test_a_whole_group_is_built_up_evenly():
    assert names(GAME, building((0, 0))) == ["roll", *(f"build on {name}" for name in BROWN)]
    assert names(GAME, building((1, 0))) == ["roll", "build on Baltic Avenue"]
    assert names(GAME, building((5, 5))) == ["roll"]
    assert names(GAME, building((0, 6))) == ["roll", "lift the mortgage on Baltic Avenue"]
    assert names(GAME, building((0, 0), cash={0: 49})) == ["roll"]
    state = after(GAME, building((0, 0)), f"build on {BROWN[0]}")
    assert cash(state, 0) == 1450


def test_the_bank_has_32_houses():
    streets = ("Oriental Avenue", "Vermont Avenue", "Connecticut Avenue", "St. Charles Place")
    full = owned(1, *streets, "States Avenue", "Virginia Avenue", "Pacific Avenue", "Park Place", built=4)
    state = position(GAME, "manage", owns=full + owned(0, *BROWN))
    assert names(GAME, state) == ["roll"]
    state = position(GAME, "manage", owns=full[:-1] + owned(0, *BROWN))
    assert "build on Baltic Avenue" in names(GAME, state)


def test_lifting_a_mortgage_costs_a_tenth_more():
    state = after(GAME, building((0, 6)), "lift the mortgage on Baltic Avenue")
    assert cash(state, 0) == 1500 - 33


def test_buildings_are_sold_evenly_for_half_before_lots_are_mortgaged():
    owns = [(0, BROWN[0], 2), (0, BROWN[1], 1), (1, "Boardwalk", 0)]
    state = after(GAME, position(GAME, owns=owns, cash={0: 0}, at={0: "Short Line"}), "4")
    assert (phase(state), state.row[5]) == ("owe", 50)
    assert names(GAME, state) == [f"sell a building on {BROWN[0]}"]
    state = after(GAME, state, f"sell a building on {BROWN[0]}", f"sell a building on {BROWN[1]}")
    assert (cash(state, 0), cash(state, 1), phase(state)) == (0, 1550, "roll")


def test_a_hotel_is_sold_into_the_houses_that_are_left():
    streets = ("Oriental Avenue", "Vermont Avenue", "Connecticut Avenue", "St. Charles Place")
    others = owned(1, *streets, "States Avenue", "Virginia Avenue", "Pacific Avenue", built=4)  # 28 houses
    others += [(1, "Park Place", 3), (1, "Boardwalk", 0)]
    state = position(GAME, owns=others + owned(0, *BROWN, built=5), cash={0: 0}, at={0: "Short Line"})
    state = after(GAME, state, "4", f"sell a building on {BROWN[0]}")
    assert state.row[14] >> 3 == 1  # one house was left in the bank
    assert (cash(state, 0), cash(state, 1)) == (4 * 25 - 100, 1600)  # both dark blue lots: twice the rent


def test_a_bankrupt_player_leaves_everything_to_the_creditor():
    game = load("monopoly:players=3")
    owns = [(1, "Boardwalk", 5), (0, BROWN[0], 6), (0, "Short Line", 0)]
    state = position(game, owns=owns, cash={0: 30}, cards={0: 1}, at={0: "Short Line"})
    state = after(game, state, "4")
    assert cash(state, 0) == -1
    assert (cash(state, 1), state.row[1]) == (1530, 1)
    assert (state.row[14], state.row[14 + 25]) == (2 + 8 * 6, 2)
    assert "out" in game.state_text(state)
    assert not game.is_terminal(state)


def test_the_bank_takes_lots_back():
    game = load("monopoly:players=3")
    state = position(game, owns=[(0, BROWN[0], 6)], cash={0: 30}, at={0: "Short Line"})
    state = after(game, state, "3")
    assert (cash(state, 0), state.row[14], cash(state, 1)) == (-1, 0, 1500)


def test_the_first_player_inherits_as_the_others_do():
    game = load("monopoly:players=3")
    owns = [(0, "Boardwalk", 5), (1, BROWN[0], 6), (1, "Short Line", 0)]
    state = position(game, turn=1, owns=owns, cash={1: 30}, cards={0: 2, 1: 1}, at={1: "Short Line"})
    state = after(game, state, "4")
    assert (cash(state, 0), cash(state, 1), cash(state, 2)) == (1530, -1, 1500)
    assert [state.row[of_player(player, FREE_CARDS)] for player in range(3)] == [3, 0, 0]
    assert (state.row[14], state.row[14 + 25]) == (1 + 8 * 6, 1)


def test_buildings_are_inherited_as_half_of_their_price():
    game = load("monopoly:players=3")
    owns = [(1, "Boardwalk", 5), (0, BROWN[0], 2), (0, BROWN[1], 3)]  # houses of 50 each
    state = after(game, position(game, owns=owns, cash={0: 30}, at={0: "Short Line"}), "4")
    assert (cash(state, 0), cash(state, 1)) == (-1, 1500 + 30 + 5 * 25)
    assert [state.row[LOTS_START + LOT[lot]] for lot in BROWN] == [2, 2]


def test_who_owes_everybody_leaves_nothing_to_anybody():
    game = load("monopoly:players=3")
    state = position(game, owns=[(0, BROWN[0], 6)], cash={0: 30}, cards={0: 1})
    state = after(game, state, "7", "elected chairman: pay each player 50")
    assert [cash(state, player) for player in range(3)] == [-1, 1500, 1500]
    assert [state.row[of_player(player, FREE_CARDS)] for player in range(3)] == [0, 0, 0]
    assert state.row[LOTS_START + LOT[BROWN[0]]] == 0


def test_who_owes_the_bank_leaves_nothing_to_anybody():
    """Only the bankrupt player's own things change, and whose turn it is."""
    game = load("monopoly:players=3")
    for player in range(3):
        owns = [(player, BROWN[0], 6), (player, "Short Line", 6), ((player + 1) % 3, "Boardwalk", 2)]
        before = position(
            game, turn=player, owns=owns, cash={player: 30}, cards={player: 1}, at={player: "North Carolina Avenue"}
        )
        row = after(game, before, "6").row  # luxury tax
        own = {of_player(player, what) for what in range(EACH)} | {LOTS_START + LOT[name] for _, name, _ in owns[:2]}
        course = {PHASE, TURN, MOVER, ROUND}
        assert {place for place in range(len(row)) if row[place] != before.row[place]} <= own | course
        assert row[of_player(player, CASH)] == -1
        assert [row[LOTS_START + LOT[name]] for _, name, _ in owns[:2]] == [0, 0]


def test_the_last_one_left_has_won():
    state = after(GAME, position(GAME, cash={0: 30}, at={0: "Short Line"}), "3")
    assert GAME.is_terminal(state)
    assert (GAME.utility(state, 0), GAME.utility(state, 1)) == (-1, 1)
    assert GAME.ending_text(state) == "Player 2 wins with 100% of all wealth"


def test_after_the_last_round_net_worth_counts():
    state = position(GAME, turn=1, rounds=49, owns=owned(0, "Boardwalk"), cash={0: 1100}, at={1: "Jail"})
    state = after(GAME, state, "10")
    assert GAME.is_terminal(state)
    assert GAME.utility(state, 0) == GAME.utility(state, 1) == 0  # 1100 and 400 are as much as 1500


CHEST, CHANCE = ("Jail", "7"), ("Go", "7")


@pytest.mark.parametrize(
    ("start", "card", "square_after", "gained"),
    [
        (CHEST, "bank error in your favour: 200", "Community Chest", 200),
        (CHEST, "hospital fees of 100", "Community Chest", -100),
        (CHEST, "birthday: 10 from every player", "Community Chest", 10),
        (CHEST, "advance to Go", "Go", 200),
        (CHEST, "go to jail", "jail", 0),
        (CHANCE, "go back three squares", "Income Tax", -200),
        (CHANCE, "elected chairman: pay each player 50", "Chance", -50),
        (CHANCE, "general repairs: 25 per house, 100 per hotel", "Chance", 0),
        (CHANCE, "go to jail", "jail", 0),
    ],
)
def test_cards(start, card, square_after, gained):
    state = after(GAME, position(GAME, at={0: start[0]}), start[1], card)
    assert (square(state, 0), cash(state, 0) - 1500) == (square_after, gained)


def test_cards_that_lead_to_lots():
    owns = [(1, "Pennsylvania Railroad", 0), (1, "Electric Company", 0), (1, "Boardwalk", 0)]
    drawing = after(GAME, position(GAME, owns=owns), "7")
    assert cash(after(GAME, drawing, "advance to the nearest railroad and pay double"), 0) == 1450
    throwing = after(GAME, drawing, "advance to the nearest utility and pay ten times a throw")
    assert phase(throwing) == "throw"
    assert cash(after(GAME, throwing, "9"), 0) == 1410
    assert cash(after(GAME, drawing, "advance to Boardwalk"), 0) == 1450
    assert phase(after(GAME, drawing, "take a trip to Reading Railroad")) == "buy"
    assert cash(after(GAME, drawing, "take a trip to Reading Railroad"), 0) == 1700  # past Go


def test_cards_are_drawn_without_putting_them_back():
    drawing = after(GAME, GAME.initial(), "7")
    assert len(names(GAME, drawing)) == 16
    state = after(GAME, drawing, "get out of jail free")
    again = position(GAME)
    row = list(again.row)
    row[12] = state.row[12]
    assert len(names(GAME, after(GAME, type(again)(tuple(row)), "7"))) == 15
    row[12] = 1 << 7  # one card is left, and somebody holds the way out of jail
    row[42 + 7] = 1
    state = after(GAME, type(again)(tuple(row)), "7", "the bank pays you 50")
    assert state.row[12] == (1 << 16) - 1 - (1 << 8)


def test_repairs_count_houses_and_hotels():
    owns = [(0, BROWN[0], 5), (0, BROWN[1], 4)]
    drawing = after(GAME, position(GAME, owns=owns), "7")
    assert cash(after(GAME, drawing, "general repairs: 25 per house, 100 per hotel"), 0) == 1300
