"""Whole random games of Monopoly: money and lots add up, positions are read as written, engines play it."""

from __future__ import annotations

import random

import pytest
from conftest import random_position

import zermelo
from zermelo.arena.doctor import examine
from zermelo.evaluate import advice, opinion
from zermelo.game import CHANCE, ZermeloError
from zermelo.games.monopoly.board import ALL_LOTS, GROUP, HOTEL, HOTELS, HOUSES, LOTS, MORTGAGED


def read(game, state):
    """A position from its text: (owner, level) of the lots, and the cash of the players."""
    words = game.state_text(state).split()
    pairs = [words[2][place : place + 2] for place in range(0, 2 * ALL_LOTS, 2)]
    lots = [(int(owner), MORTGAGED if level == "m" else int(level)) for owner, level in pairs]
    return lots, [0 if word == "out" else int(word.split(":")[0]) for word in words[3:]]


def fortune(lots, cash, player):
    """Net worth, slowly."""
    total = cash[player]
    for lot, (owner, level) in zip(LOTS, lots, strict=True):
        if owner == player + 1:
            total += lot.price // 2 if level == MORTGAGED else lot.price + level * lot.house
    return total


@pytest.mark.parametrize("players", [2, 3, 6])
def test_money_and_buildings_add_up(players):
    game, noise = zermelo.load("monopoly", players=players, rounds=25), random.Random(players)
    state = game.initial()
    while not game.is_terminal(state):
        lots, cash = read(game, state)
        assert min(cash) >= 0
        assert sum(level for _, level in lots if level < HOTEL) <= HOUSES
        assert sum(level == HOTEL for _, level in lots) <= HOTELS
        for group in range(10):
            levels = [lots[lot][1] for lot in range(ALL_LOTS) if GROUP[lot] == group]
            owners = {lots[lot][0] for lot in range(ALL_LOTS) if GROUP[lot] == group}
            if any(0 < level <= HOTEL for level in levels):
                assert len(owners) == 1
                assert MORTGAGED not in levels
        move = noise.choice(game.moves(state))
        after = game.result(state, move)
        if game.action_text(state, move).startswith("build"):  # a house is worth its price
            assert [fortune(*read(game, after), p) for p in range(players)] == [
                fortune(lots, cash, p) for p in range(players)
            ]
        state = after
    lots, cash = read(game, state)
    fortunes = [fortune(lots, cash, player) for player in range(players)]
    for player in range(players):
        wanted = players * fortunes[player] / sum(fortunes) - 1
        assert game.utility(state, player) == pytest.approx(wanted)


@pytest.mark.parametrize("players", [2, 6])
def test_positions_are_read_as_they_are_written(players):
    game = zermelo.load("monopoly", players=players)
    for seed in range(15):
        state = random_position(game, seed, most=200, choice=False)
        assert game.read_state(game.state_text(state)) == state


START = "roll 0,0,0,0,0,0,0,0,0,0,0,65535,65535 " + "00" * 28


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("roll", "give the phase, 13 numbers, 28 lots and 2 players"),
        (f"fly{START[4:]} 1500:0:0:0 1500:0:0:0", "the phase is manage, roll"),
        (f"{START[:-2]}30 1500:0:0:0 1500:0:0:0", "the 28 lots are an owner, 0 to 2"),
        (f"{START[:-2]}03 1500:0:0:0 1500:0:0:0", "Boardwalk cannot be 03"),
        (f"{START} 1500:0:0 1500:0:0:0", "a player is cash:square:jail:cards or out"),
        (f"{START} 1500:40:0:0 1500:0:0:0", "squares are 0 to 39"),
        (f"{START} out 1500:0:0:0", "a player who is out is not to move"),
        (f"{START} 1500:0:0:0 out", "with one player left the game is over"),
        (f"{START.replace('65535', '0')} 1500:0:0:0 1500:0:0:0", "a deck is 1 to 65535"),
    ],
)
def test_a_bad_position_is_told_in_one_line(text, said):
    with pytest.raises(ZermeloError) as error:
        zermelo.load("monopoly").read_state(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


BANK, TWO = "00" * 28, "1500:12:0:0 1500:0:0:0"  # player 1 is on the Electric Company, lot 7
DECKS = "65535,65535"
BROWN = "10" * 2 + "00" * 26


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"bid 0,1,1,0,0,0,0,7,0,0,0,{DECKS} {BANK} {TWO}", "who may still bid is a bit each, 1 to 3"),
        (f"bid 0,1,0,0,0,0,0,7,0,0,5,{DECKS} {BANK} {TWO}", "who may still bid is a bit each, 1 to 3"),
        (f"bid 0,1,0,0,0,0,0,7,10,0,3,{DECKS} {BANK} {TWO}", "a bid is a multiple of 10, and somebody's"),
        (f"bid 0,1,0,0,0,0,0,7,15,1,3,{DECKS} {BANK} {TWO}", "a bid is a multiple of 10, and somebody's"),
        (f"bid 0,1,0,0,0,0,0,7,10,2,3,{DECKS} {BANK} {TWO}", "the highest bid is another bidder's"),
        (f"bid 0,1,0,0,0,0,0,7,10,1,2,{DECKS} {BANK} {TWO}", "the highest bid is another bidder's"),
        (f"bid 0,1,0,0,0,0,0,7,1500,1,3,{DECKS} {BANK} {TWO}", "only who has the money may bid"),
        (f"bid 0,1,0,0,0,0,0,8,0,0,3,{DECKS} {BANK} {TWO}", "on offer is the bank's lot on whose square"),
        (f"bid 0,1,0,0,0,0,0,7,0,0,3,{DECKS} {'00' * 7}20{'00' * 20} {TWO}", "on offer is the bank's lot"),
        (f"buy 0,0,0,0,0,0,0,7,0,0,0,{DECKS} {BANK} 149:12:0:0 1500:0:0:0", "cannot raise the price may not buy"),
        (f"buy 0,1,0,0,0,0,0,7,0,0,0,{DECKS} {BANK} {TWO}", "only in an auction does a player decide"),
        (f"chance 0,0,0,0,0,0,0,0,0,0,0,{DECKS} {BANK} {TWO}", "cards are drawn on squares of their kind"),
        (f"chest 0,0,0,0,0,0,0,0,0,0,0,{DECKS} {BANK} 9:7:0:0 9:0:0:0", "cards are drawn on squares of their kind"),
        (f"throw 0,0,0,0,0,2,0,0,0,0,0,{DECKS} {BANK} {TWO}", "the dice decide the rent of another player's utility"),
        (f"throw 0,0,0,0,0,2,0,0,0,0,0,{DECKS} {'00' * 7}2m{'00' * 20} {TWO}", "a mortgaged utility has no rent"),
        (f"owe 0,0,0,0,100,0,0,0,0,0,0,{DECKS} {BANK} {TWO}", "who owes has less in cash, and can raise it"),
        (f"owe 0,0,0,0,60,0,0,0,0,0,0,{DECKS} {BROWN} 0:4:0:0 9:0:0:0", None),
        (f"owe 0,0,0,0,61,0,0,0,0,0,0,{DECKS} {BROWN} 0:4:0:0 9:0:0:0", "who owes has less in cash, and can raise it"),
        (f"owe 0,0,0,0,60,1,0,0,0,0,0,{DECKS} {BROWN} 0:4:0:0 9:0:0:0", "a debt is to the bank (0), another player"),
        (f"owe 0,0,0,0,60,4,0,0,0,0,0,{DECKS} {BROWN} 0:4:0:0 9:0:0:0", "a debt is to the bank (0), another player"),
        (f"owe 0,0,0,0,50,0,7,0,0,0,0,{DECKS} {BROWN} 0:4:0:0 9:0:0:0", "a throw waits only for the fine of 50"),
        (f"owe 0,0,0,0,50,0,7,0,0,0,0,{DECKS} {BROWN} 0:10:0:0 9:0:0:0", None),
        (f"roll 0,0,0,0,60,0,0,0,0,0,0,{DECKS} {BANK} {TWO}", "debts, offers and bids are 0 but while"),
        (f"roll 0,0,3,0,0,0,0,0,0,0,0,{DECKS} {BANK} {TWO}", "at most two doubles come in a row"),
        (f"roll 0,0,0,50,0,0,0,0,0,0,0,{DECKS} {BANK} {TWO}", "with one player left the game is over, and after 50"),
        (f"over 0,0,0,49,0,0,0,0,0,0,0,{DECKS} {BANK} {TWO}", "with several players left the game is not over before"),
        (f"roll 0,0,0,0,0,0,0,0,0,0,0,{DECKS} {BANK} 9:12:1:0 9:0:0:0", "a player in jail is on square 10"),
        (f"roll 0,0,1,0,0,0,0,0,0,0,0,{DECKS} {BANK} 9:10:1:0 9:0:0:0", "a player in jail has not rolled a double"),
        (f"roll 0,0,0,0,0,0,0,0,0,0,0,{DECKS} {BANK} 9:1:0:1 9:0:0:0", "there is one card out of jail in a deck"),
        (f"roll 0,0,0,0,0,0,0,0,0,0,0,1,1 {BANK} 9:1:0:1 9:0:0:1", "there is one card out of jail in a deck"),
        (f"roll 0,0,0,0,0,0,0,0,0,0,0,{DECKS} 11{'00' * 27} {TWO}", "nothing is built on Mediterranean Avenue unless"),
        (
            f"roll 0,0,0,0,0,0,0,0,0,0,0,{DECKS} 111m{'00' * 26} {TWO}",
            "nothing is built on Mediterranean Avenue unless",
        ),
    ],
)
def test_a_position_that_cannot_come_about_is_refused(text, said):
    if said is None:
        zermelo.load("monopoly").read_state(text)
        return
    with pytest.raises(ZermeloError) as error:
        zermelo.load("monopoly").read_state(text)
    assert said in str(error.value)


def test_where_nobody_has_anything_nobody_has_won():
    game = zermelo.load("monopoly")
    state = game.read_state(f"over 0,0,0,50,0,0,0,0,0,0,0,{DECKS} {BANK} 0:0:0:0 0:0:0:0")
    assert [game.utility(state, player) for player in range(2)] == [0.0, 0.0]
    assert game.ending_text(state)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("monopoly:players=7", "players must be 2 to 6, not 7"),
        ("monopoly:rounds=0", "rounds must be 1 to 1000, not 0"),
    ],
)
def test_bad_parameters_are_told(spec, said):
    with pytest.raises(ZermeloError) as error:
        zermelo.load(spec)
    assert said in str(error.value)


def test_the_evaluation_adds_up_and_playouts_are_legal():
    game = zermelo.load("monopoly:players=3,rounds=20")
    worth, playout = opinion(game).function, advice(game).playout
    noise = random.Random(1)
    for seed in range(4):
        state = random_position(game, seed)
        for _ in range(100):
            if game.is_terminal(state):
                break
            assert sum(worth(state, player) for player in range(3)) == pytest.approx(0)
            if game.to_move(state) == CHANCE:
                state = game.result(state, noise.choice(game.moves(state)))
            else:
                action = playout(state, noise.random())
                assert action in game.legal(state)
                state = game.result(state, action)


@pytest.mark.parametrize("engine", ["maxn:depth=2,compiled=false", "mcts:sims=10,seed=1,compiled=false"])
def test_engines_play_it(engine):
    game = zermelo.load("monopoly:players=3,rounds=2")
    state = random_position(game, 5)
    analysis = zermelo.engine(engine).analyse(game, state)
    assert analysis.action in game.legal(state)
    assert sum(analysis.values) == pytest.approx(0)


@pytest.mark.slow
def test_compiled_and_interpreted_agree():
    diagnosis = examine(zermelo.load("monopoly:players=3,rounds=8"), games=1)
    assert (diagnosis.healthy, diagnosis.compiled) == (True, True)
