"""Dark chess: how pieces move, what players see, and how a game ends."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.game import ZermeloError
from zermelo.show.text import text


def names(game, position):
    state = game.read_state(position)
    return sorted(game.action_text(state, move) for move in game.legal(state))


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        ("...k/..../.R../...K 0", "b2a2 b2b1 b2b3 b2b4 b2c2 b2d2 d1c1 d1c2 d1d2"),
        ("...k/..../.B../...K 0", "b2a1 b2a3 b2c1 b2c3 b2d4 d1c1 d1c2 d1d2"),
        ("...k/..../.N../...K 0", "b2a4 b2c4 b2d3 d1c1 d1c2 d1d2"),
        ("..pk/.P../..../...K 0", "b3b4 b3c4 d1c1 d1c2 d1d2"),
        (".p.k/.P../..../...K 0", "d1c1 d1c2 d1d2"),
        ("...k/.p../P.../...K 1", "b3a2 b3b2 d4c3 d4c4 d4d3"),
    ],
)
def test_pieces_move_as_in_chess(position, moves):
    game = zermelo.load("dark-chess", layout="knrp/bppp/PPPP/KNRB")
    assert names(game, position) == sorted(moves.split())


def test_a_pawn_on_the_last_row_becomes_a_queen():
    game = zermelo.load("dark-chess", layout="..k/P../.../..K")
    state = game.result(game.initial(), game.read_action(game.initial(), "a3a4"))
    assert game.state_text(state) == "Q.k/.../.../..K 1"


def test_whoever_takes_the_king_wins():
    game = zermelo.load("dark-chess", layout="..k/..R/.../K..")
    state = game.result(game.initial(), game.read_action(game.initial(), "c3c4"))
    assert game.is_terminal(state)
    assert game.ending_text(state) == "White wins by taking the king"


def test_games_are_drawn_when_time_or_moves_run_out():
    game = zermelo.load("dark-chess:plies=2,layout=k../.../..K")
    state = game.initial()
    for name in ("c1c2", "a3a2"):
        state = game.result(state, game.read_action(state, name))
    assert game.ending_text(state) == "draw after 2 plies"
    game = zermelo.load("dark-chess", layout="kp/nn/.K")
    stuck = game.read_state("kp/nn/.K 1")
    assert game.is_terminal(stuck)
    assert game.ending_text(stuck) == "draw because there is no move"


def test_a_player_sees_where_its_pieces_can_go():
    game = zermelo.load("dark-chess", layout="k.r/.p./.P./K.R")
    view = game.view(game.initial(), 0)
    shown = text(game.scene(view, 0))
    # the rook sees the black rook at the end of its file, and nothing behind the pawns
    assert shown.splitlines()[:4] == [
        "4  ▒ ▒ ♜",
        "3  ▒ ▒ .",
        "2  . ♙ .",
        "1  ♔ . ♖",
    ]
    assert view.theirs == 1 << 11


@pytest.mark.parametrize("layout", ["microchess", "silverman", "gardner"])
def test_what_is_seen_decides_what_is_legal(layout):
    """Who sees the same has the same moves, also where the other's hidden pieces are elsewhere."""
    game, noise = zermelo.load("dark-chess", layout=layout, plies=40), random.Random(layout)
    for _ in range(4):
        state = game.initial()
        while not game.is_terminal(state):
            mover = game.to_move(state)
            view = game.view(state, mover)
            targets = {move >> 6 for move in game.legal(state)}
            assert view.seen == view.mine | sum(1 << cell for cell in targets)
            hidden = state._replace(
                black=state.black if mover else view.theirs, white=view.theirs if mover else state.white,
                pawns=view.pawns, knights=view.knights, diagonal=view.diagonal, straight=view.straight,
                kings=view.kings,
            )  # fmt: skip
            if (view.pawns & view.mine) == 0:  # a pawn may be blocked by what is not seen
                assert set(game.actions(hidden)) == set(game.legal(state))
            state = game.result(state, noise.choice(game.legal(state)))


@pytest.mark.parametrize(
    ("position", "error"),
    [
        ("kn/RK", "give 5 rows of 4"),
        ("knbr/p.../..../...P/RBNK -1", "how many plies"),
        ("knbr/p.../..../...P/RBNK 999", "0 to 100"),
        ("knbr/pn../..../...P/RBNK 0", "no more pieces"),
        ("kkbr/..../..../...P/RBNK 0", "at most one king"),
        ("knbP/..../..../..../RBNK 0", "become a queen"),
        ("nnbr/..../..../..../RBN. 0", "one of the kings"),
        (".nbr/..../..../..../RBNK 0", "ended before"),
    ],
)
def test_positions_that_cannot_be_are_refused(position, error):
    with pytest.raises(ZermeloError, match=error):
        zermelo.load("dark-chess").read_state(position)


@pytest.mark.parametrize(
    "spec",
    [
        "layout=kk/KK",
        "layout=k./K",
        "layout=kx/KK",
        "layout=kP/.K",
        "plies=1",
        f"layout=k.......{'/........' * 6}/K.......",
    ],
)
def test_parameters_out_of_bounds_are_refused(spec):
    with pytest.raises(ZermeloError):
        zermelo.load(f"dark-chess:{spec}")
