"""Othello against a slow twin, published counts and solved endgames."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

import zermelo
from zermelo.bits import count
from zermelo.show.text import text

SQUARES = 64


@pytest.fixture(scope="module")
def game():
    return zermelo.load("othello")


def drawn(game, board, side):
    """The position of a drawn board."""
    return game.read_state(f"{board} {side}")


def names(game, state):
    return {game.action_text(state, action) for action in game.legal(state)}


def play(game, moves):
    state = game.initial()
    for move in moves.split():
        assert not game.is_terminal(state), move
        state = game.result(state, game.read_action(state, move))
    return state


# --- the slow, obvious twin ------------------------------------------------------------------------------------------


def turned(rows, row, column, mover):
    """The squares that turn over when the mover puts a disc there: walk in eight directions, square by square."""
    found = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            walked, r, c = [], row + down, column + right
            while (down or right) and 0 <= r < len(rows) and 0 <= c < len(rows) and rows[r][c] not in ("-", mover):
                walked.append((r, c))
                r, c = r + down, c + right
            if walked and 0 <= r < len(rows) and 0 <= c < len(rows) and rows[r][c] == mover:
                found += walked
    return found


def moves(rows, mover):
    squares = [(r, c) for r in range(len(rows)) for c in range(len(rows)) if rows[r][c] == "-"]
    return {(r, c) for r, c in squares if turned(rows, r, c, mover)}


@pytest.mark.parametrize(("size", "games"), [(4, 60), (6, 20), (8, 10)])
def test_random_games_go_as_the_twin_says(size, games):
    game, noise = zermelo.load("othello", size=size), random.Random(size)
    passes = 0
    for _ in range(games):
        state, mover, other = game.initial(), "X", "O"
        while True:
            board, side = game.state_text(state).split()
            rows = [list(board[i : i + size]) for i in range(0, size * size, size)]
            legal = moves(rows, mover)
            assert side == mover
            assert game.is_terminal(state) == (not legal and not moves(rows, other))
            assert game.read_state(game.state_text(state)) == state
            if game.is_terminal(state):
                difference = board.count("X") - board.count("O")
                assert [game.utility(state, player) for player in (0, 1)] == [difference, -difference]
                break
            squares = {divmod(action, size) for action in game.legal(state)}
            assert squares == (legal or {(size, 0)})
            action = noise.choice(game.legal(state))
            passes += not legal
            if legal:
                row, column = divmod(action, size)
                for r, c in [*turned(rows, row, column, mover), (row, column)]:
                    rows[r][c] = mover
            state = game.result(state, action)
            mover, other = other, mover
            assert game.state_text(state) == "".join(map("".join, rows)) + f" {mover}"
    assert passes


# --- rules -----------------------------------------------------------------------------------------------------------


def test_the_start(game):
    state = game.initial()
    assert names(game, state) == {"d3", "c4", "f5", "e6"}
    assert text(game.describe(state)).splitlines()[3:5] == ["4  . . . ○ ● . . .", "5  . . . ● ○ . . ."]
    assert text(game.describe(state)).splitlines()[-1] == "● 2 ○ 2, black to move"


def test_who_has_no_move_passes():
    game = zermelo.load("othello:size=4")
    before = """
        XOXX
        XOXX
        XOXX
        -OOO
        """
    state = drawn(game, before, "O")
    assert names(game, state) == {"pass"}
    assert not game.is_terminal(state)
    state = game.result(state, game.read_action(state, "pass"))
    assert state == drawn(game, before, "X")
    assert names(game, state) == {"a4"}
    state = game.result(state, game.read_action(state, "a4"))
    after = """
        XOXX
        XOXX
        XXXX
        XOOO
        """
    assert state == drawn(game, after, "O")
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in (0, 1)] == [6, -6]


def test_the_game_ends_when_neither_can_move():
    game = zermelo.load("othello:size=4")
    after = """
        OXXX
        -XX-
        XXX-
        ---X
        """
    state = play(game, "b1 c1 d1 a1 a3 pass d4")
    assert state == drawn(game, after, "O")
    assert game.is_terminal(state)
    assert game.legal(state) == []
    assert [game.utility(state, player) for player in (0, 1)] == [8, -8]  # the six empty squares go to nobody


def test_the_shortest_wipe_out(game):
    after = """
        --------
        --------
        ----X---
        ---XXX--
        --XXXXX-
        ---XXX--
        ----X---
        --------
        """
    state = play(game, "e6 f4 e3 f6 g5 d6 e7 f5 c5")
    assert state == drawn(game, after, "O")
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in (0, 1)] == [13, -13]


def test_a_row_does_not_run_around_the_side(game):
    state = drawn(
        game,
        """
        --------
        ------XO
        O-------
        ---OX---
        ---XO---
        -------O
        OX------
        --------
        """,
        "X",
    )
    assert names(game, state) == {"d3", "c4", "f5", "e6"}


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("", "give 16 squares"),
        ("X", "give 16 squares"),
        ("-----OX--XO----? X", "give 16 squares"),
        ("-----OX--XO-----", "side to move, X or O, not ''"),
        ("-----OX--XO----- Z", "side to move, X or O, not 'Z'"),
        ("-----OX--XO------ X", "side to move, X or O, not '-X'"),
        ("XO-------------- X", "in the middle are never empty"),
    ],
)
def test_a_bad_position_is_told_in_one_line(position, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        zermelo.load("othello:size=4").read_state(position)
    assert "\n" not in str(error.value)


def test_positions_may_be_written_small_and_with_dots():
    game = zermelo.load("othello:size=4")
    assert game.read_state(".... .ox. .xo. .... x") == game.initial()


@pytest.mark.parametrize("size", [2, 5, 7, 10])
def test_a_bad_size_is_refused(size):
    with pytest.raises(zermelo.ZermeloError, match="4, 6 or 8"):
        zermelo.load("othello", size=size)


@pytest.mark.long
@pytest.mark.parametrize("size", [6, 8])
def test_compiled_and_interpreted_agree(size):
    diagnosis = zermelo.examine(zermelo.load("othello", size=size), games=3)
    assert diagnosis.healthy
    assert diagnosis.compiled


# --- counts ----------------------------------------------------------------------------------------------------------

COUNTS = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288]


def test_perft(game):
    assert [zermelo.perft(game, depth=depth).leaves for depth in range(10)] == COUNTS
    assert [zermelo.perft(game, depth=depth, compiled=False).leaves for depth in range(5)] == COUNTS[:5]


def test_228_games_are_over_after_nine_moves(game):
    assert zermelo.perft(replace(game, counts_on=None), depth=10).leaves == 24571284 - 228


@pytest.mark.parametrize(
    "depth", [10, pytest.param(11, marks=pytest.mark.slow), pytest.param(12, marks=pytest.mark.slow)]
)
def test_published_counts_have_every_ended_game_once(game, truth, depth):
    """Both go on to pass after the end."""
    published = json.loads(truth("othello/othello_perft.json").read_text())["reversi_8x8_start"]["perft"]
    assert published[:10] == COUNTS
    assert zermelo.perft(game, depth=depth).leaves == published[depth]


# --- solved ----------------------------------------------------------------------------------------------------------


def test_the_4x4_board_is_lost_by_eight():
    analysis = zermelo.AlphaBeta(evaluate="none", compiled=True).analyse(zermelo.load("othello:size=4"))
    assert (analysis.value, analysis.exact) == (-8, True)


def _tournament_score(state, player):
    """The empty squares go to the winner, as in the French federation's positions."""
    mine, theirs = count(state.mine), count(state.theirs)
    if mine > theirs:
        mine = SQUARES - theirs
    elif theirs > mine:
        theirs = SQUARES - mine
    return float(mine - theirs) if player == state.player else float(theirs - mine)


@pytest.fixture(scope="module")
def endgames(truth):
    """(position, {move: score}) of the federation's set."""
    found = []
    for file in ("fforum-1-19", "fforum-20-39", "fforum-40-49"):
        for line in truth(f"othello/{file}.obf").read_text().splitlines():
            position, *scored = (part.strip() for part in line.split(";"))
            pairs = [part.split(":") for part in scored if part]
            found.append((position, {move.lower(): int(score) for move, score in pairs}))
    assert len(found) == 49
    return found


def test_endgames_have_the_listed_moves(game, endgames):
    for position, scores in endgames:
        state = game.read_state(position)
        assert names(game, state) == set(scores)
        assert game.state_text(state) == position


@pytest.mark.long
def test_endgames_of_up_to_14_empties_have_the_listed_score(game, endgames):
    tournament = replace(game, utility=_tournament_score)
    few = [(position, scores) for position, scores in endgames if position.count("-") <= 14]
    assert len(few) == 8
    for position, scores in few:
        state = game.read_state(position)
        analysis = zermelo.AlphaBeta(evaluate="none").analyse(tournament, state)
        assert (analysis.value, analysis.exact) == (max(scores.values()), True)
        assert scores[game.action_text(state, analysis.action)] == analysis.value
