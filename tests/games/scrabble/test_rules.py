"""Exchanges, passing, endings, scores, and what players see."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.game import CHANCE, ZermeloError
from zermelo.games.scrabble import ScrabbleState

SMALL = "scrabble:size=5,rack=2,words=AT+TA+CAT+ACT+TACT,tiles=A1x6+C3x3+T1x5+?0x1,exchange=2"
EMPTY = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15"


def played(game, state, *texts):
    for text in texts:
        state = game.result(state, game.read_action(state, text))
    return state


def test_racks_are_drawn_tile_by_tile():
    game = zermelo.load("scrabble:players=3")
    state, noise = game.initial(), random.Random(1)
    for _ in range(21):
        assert game.to_move(state) == CHANCE
        assert sum(chance for _, chance in game.outcomes(state)) == pytest.approx(1.0)
        state = game.result(state, noise.choice(game.moves(state)))
    assert game.to_move(state) == 0
    assert [len(rack) for rack in state.racks] == [7, 7, 7]
    assert len(state.bag) == 79
    assert dict(game.outcomes(game.initial()))[64] == pytest.approx(0.02)  # a blank


def test_a_play_scores_and_is_written_through_what_lies_there():
    game = zermelo.load("scrabble")
    state = game.read_state(f"{EMPTY} AEINST?/AEIOUNR 0/0")
    assert "8H GONIF" not in [game.action_text(state, action) for action in game.legal(state)]
    state = game.read_state("15/15/15/15/15/15/15/7GONIF3/15/15/15/15/15/15/15 AEINSTV/AEIOURR 26/0 0 1")
    after = played(game, state, "K5 VAN(I)TIES")
    assert after.scores == (120, 0)
    assert game.to_move(after) == CHANCE
    assert (
        played(game, state, "K5 VAN.TIES")
        == played(game, state, "K5 VANITIES")
        == played(game, state, "k5 VANITIES")
        == after
    )


@pytest.mark.parametrize("text", ["-AE", "exchange EA", "exchange AE"])
def test_what_is_given_back_is_not_drawn_again_at_once(text):
    game = zermelo.load("scrabble")
    state = game.read_state(f"{EMPTY} AEIOUUV/BCDFGHJ 0/0")
    after = played(game, state, text)
    assert (len(after.bag), game.to_move(after), after.scoreless) == (len(state.bag), CHANCE, 1)
    assert game.read_state(game.state_text(after)) == after
    drawn = played(game, after, "S", "T")
    assert (len(drawn.bag), drawn.aside, drawn.player) == (len(state.bag), b"", 1)
    assert game.state_text(drawn).split()[1] == "IOSTUUV/BCDFGHJ"
    assert sorted(drawn.bag + drawn.racks[0]) == sorted(state.bag + state.racks[0])


def test_nothing_is_exchanged_when_the_bag_is_low():
    game = zermelo.load(SMALL)
    state = game.initial()
    while game.to_move(state) == CHANCE:
        state = game.result(state, game.moves(state)[0])
    assert any(game.action_text(state, action).startswith("exchange") for action in game.legal(state))
    low = ScrabbleState(bytes(25), (b"\x01\x01", b"\x02\x02"), b"\x01", b"", (0, 0), 0, 0)
    assert [game.action_text(low, action) for action in game.legal(low)] == ["pass"]


def test_who_goes_out_gets_what_the_other_loses():
    game = zermelo.load(SMALL)
    state = ScrabbleState(bytes(25), (b"\x01\x03", b"\x02\x02"), b"", b"", (10, 20), 0, 0)
    after = played(game, state, "3B AT")
    assert game.is_terminal(after)
    assert after.scores == (10 + 4 + 50 + 6, 20 - 6)  # the square in the middle doubles the word
    assert [game.utility(after, player) for player in (0, 1)] == [56, -56]
    assert game.ending_text(after) == "Player 1 wins by points"


def test_six_turns_without_a_score_end_the_game_and_count_what_is_left():
    game = zermelo.load(SMALL)
    state = ScrabbleState(bytes(25), (b"\x01\x03", b"\x02\x02"), b"\x01", b"", (10, 20), 0, 0)
    after = played(game, state, *["pass"] * 5)
    assert not game.is_terminal(after)
    after = played(game, after, "-")
    assert game.is_terminal(after)
    assert after.scores == (8, 14)
    assert game.ending(after) == "after turns that scored nothing"


def test_the_utilities_of_three_add_up_to_nothing():
    game = zermelo.load(SMALL + ",players=3")
    state = ScrabbleState(bytes(25), (b"\x01", b"\x02\x02", b"\x01\x01"), b"", b"", (10, 20, 30), 0, 5)
    after = played(game, state, "pass")
    assert [game.utility(after, player) for player in range(3)] == [-12.0, -4.5, 16.5]


def test_a_player_sees_no_other_rack_and_not_the_bag():
    game = zermelo.load("scrabble")
    one = game.read_state(f"{EMPTY} AEINSTV/AEIOURR 0/0")
    other = game.read_state(f"{EMPTY} AEINSTV/BCDFGQZ 0/0")
    assert game.view(one, 0) == game.view(other, 0)
    assert game.view(one, 1) != game.view(other, 1)
    assert game.scene(game.view(one, 0), 0) == game.scene(game.view(other, 0), 0)
    assert "Q" not in str(game.scene(game.view(other, 0), 0).beside)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("15/15 A/B 0/0", "the board has 15 rows, not 2"),
        (EMPTY.replace("15", "16", 1) + " A/B 0/0", "'16' is no row of 15 squares"),
        (EMPTY.replace("15", "999999999999999999999", 1) + " A/B 0/0", "is no row of 15 squares"),
        (EMPTY.replace("15", "14?", 1) + " A/B 0/0", "is no row of 15 squares"),
        (EMPTY.replace("15", "14Ä", 1) + " A/B 0/0", "has a letter that no tile has"),
        (f"{EMPTY} QQ/B 0/0", "the game has 1 of the tile Q, and the position 2"),
        (f"{EMPTY} ABCDEFGH/B 0/0", "there are 2 racks of at most 7 tiles"),
        (f"{EMPTY} A/B/C 0/0", "there are 2 racks"),
        (f"{EMPTY} A/B 0", "there are 2 scores"),
        (f"{EMPTY} A/B 0/x", "must be a number from"),
        (f"{EMPTY} A/B 0/0 0 3", "'3' must be a number from 1 to 2"),
        (f"{EMPTY} ABCDEFG/ABCDEFH 0/0 0 1 A", "tiles were given back, and nothing is drawn for them"),
        (EMPTY, "give the rows of the board, the racks"),
    ],
)
def test_a_bad_position_gets_one_line(text, says):
    game = zermelo.load("scrabble")
    with pytest.raises(ZermeloError, match=says) as error:
        game.read_state(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text", ["8H GONIF", "K5 VANITIES", "3C TA(T", "9Z AT", "exchange QQ", "-Z", "99A AT", "8H", "A1 A.T"]
)
def test_what_is_not_legal_is_refused(text):
    game = zermelo.load(SMALL)
    state = ScrabbleState(bytes(25), (b"\x01\x03", b"\x02\x02"), b"\x01\x01\x01", b"", (0, 0), 0, 0)
    with pytest.raises(ZermeloError, match="is not legal here"):
        game.read_action(state, text)
