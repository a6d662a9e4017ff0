"""What a sparse network sees of chess, against a slow twin, and what is left of its value in endings."""

from __future__ import annotations

import numpy as np
import pytest
from sparse_networks import random_weights, write_sparse

import zermelo
import zermelo.experts.chess
from zermelo.evaluate import Vector, expert_of, fitted_opinion, opinion, written_opinion
from zermelo.evaluate.sparse.board import places_of
from zermelo.evaluate.sparse.evaluator import SparseOpinion
from zermelo.experts.chess.endings import tempered
from zermelo.experts.chess.places import NAMES
from zermelo.game import ZermeloError
from zermelo.games.chess.text import piece_at

CHESS = zermelo.load("chess")
FENS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
)
STATES = [CHESS.read_state(fen) for fen in FENS]
LETTERS = "pnbrqk"


def flipped(fen):
    """The same with the colours changed."""
    board, mover, rights, passant, clock, move = fen.split()
    ranks = "/".join(reversed(board.swapcase().split("/")))
    return f"{ranks} {'b' if mover == 'w' else 'w'} {rights.swapcase()} {passant} {clock} {move}"


def mirrored(fen):
    """The same with the wings changed."""
    board, mover, *_ = fen.split()
    return f"{'/'.join(rank[::-1] for rank in board.split('/'))} {mover} - - 0 1"


def twin(state, seat, kings=1):
    """Kind, owner and square as the seat sees them, one by one."""
    men = {square: piece_at(state, square) for square in range(64) if piece_at(state, square)}
    own_king = next(square for square, man in men.items() if man == ("k" if seat else "K"))
    turn = (56 if seat else 0) ^ (7 if own_king % 8 >= 4 else 0)
    rank, file = (own_king ^ turn) // 8, (own_king ^ turn) % 8
    bucket = 0 if kings == 1 else (0 if file < 2 else 1) if rank == 0 else 2 if rank == 1 else 3
    return sorted(
        bucket * 768 + LETTERS.index(man.lower()) * 128 + (64 if man.isupper() == bool(seat) else 0) + (square ^ turn)
        for square, man in men.items()
    )


@pytest.mark.parametrize("kings", [1, 4])
def test_each_man_is_one_input(kings):
    places = places_of(CHESS, kings=kings)
    assert places.inputs == 768 * kings
    for state in STATES:
        first, second = [0] * 32, [0] * 32
        count = places.both(state, first, second)
        assert first[:count] == places.seen(state, 0)
        assert second[:count] == places.seen(state, 1)
        for seat in (0, 1):
            assert sorted(places.seen(state, seat)) == twin(state, seat, kings)


def test_colours_and_wings_are_alike():
    places = places_of(CHESS)
    for fen, state in zip(FENS, STATES, strict=True):
        other = CHESS.read_state(flipped(fen))
        assert sorted(places.seen(state, 0)) == sorted(places.seen(other, 1))
        assert sorted(places.seen(state, 1)) == sorted(places.seen(other, 0))
        wings = CHESS.read_state(mirrored(fen))
        assert [sorted(places.seen(wings, seat)) for seat in (0, 1)] == [
            sorted(places.seen(state, seat)) for seat in (0, 1)
        ]


def test_outputs_go_by_the_men_on_the_board():
    places = places_of(CHESS)
    assert [places.bucket(state) for state in STATES] == [7, 7, 2, 5]
    assert places.bucket(CHESS.read_state("8/8/8/4k3/8/8/4K3/8 w - - 0 1")) == 0


def test_men_have_names():
    found = places_of(CHESS).pieces(STATES[2])
    assert {piece.name for piece in found if piece} >= {"White's rook on b4", "Black's pawn on f4"}
    assert sum(piece is None for piece in found) == 2  # the kings cannot be taken away
    assert all(piece is None or CHESS.describe(STATES[2]).cells[piece.row][piece.column] for piece in found)
    assert {piece.name.split()[1] for state in STATES for piece in places_of(CHESS).pieces(state) if piece} == {
        *NAMES[:5]
    }


def test_a_number_of_kings_that_is_not_served():
    with pytest.raises(ZermeloError, match="1 or 4 places of kings"):
        places_of(CHESS, kings=3)


@pytest.mark.parametrize(
    ("fen", "value", "left"),
    [
        ("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", 2.0, 2.0),
        ("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 50 40", 2.0, 1.5),
        ("4k3/pppp4/8/8/8/8/PPPP4/4K3 b - - 100 80", -2.0, -1.0),
        ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", 6.0, 0.05 * 6.0 + 0.2 * 3 + 0.1 * 0 + 0.0),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", 3.0, 0.1 * 3.0),
    ],
)
def test_what_is_left_of_a_value(fen, value, left):
    found = tempered(value, CHESS.read_state(fen))
    state = CHESS.read_state(fen)
    if state.black & ~state.kings or not state.white & ~state.kings:
        assert found == pytest.approx(left)
    else:  # a lone king, whose drive to a corner or the edge adds less than a pawn and a half
        share = 0.05 if state.knights else 0.1
        assert share * value <= found <= share * value + 1.5


def test_a_lone_king_is_driven():
    """In the middle of the board he is worth less to the stronger side than in the corner with the other king near."""
    middle, corner = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1", "k7/8/1K6/8/8/8/8/7R w - - 0 1"
    assert tempered(5.0, CHESS.read_state(corner)) > tempered(5.0, CHESS.read_state(middle)) + 0.5


def test_without_the_file_the_evaluation_is_the_old_one():
    if not expert_of(CHESS).learned.exists():
        assert isinstance(opinion(CHESS), Vector)


def test_a_file_in_its_place_is_the_default(tmp_path, monkeypatch):
    places = places_of(CHESS)
    path = write_sparse(tmp_path / "evaluation.learned", CHESS, places, random_weights(places, 16))
    monkeypatch.setattr(zermelo.experts.chess, "LEARNED", path)
    for cached in (expert_of, opinion, fitted_opinion, written_opinion):
        cached.cache_clear()
    try:
        found = opinion(CHESS)
        assert isinstance(found, SparseOpinion)
        assert found.tactics.margin == written_opinion(CHESS).tactics.margin
        assert found.units == "pawns"
        assert isinstance(fitted_opinion(CHESS), Vector)
        analysis = zermelo.engine("alphabeta:depth=1,compiled=false").analyse(CHESS, STATES[2])
        assert {"White's rook on b4", "how the pieces stand together"} <= {term.name for term in analysis.terms}
        assert np.isfinite(analysis.value)
    finally:
        found.release()
        for cached in (expert_of, opinion, fitted_opinion, written_opinion):
            cached.cache_clear()
