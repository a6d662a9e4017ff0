"""What Syzygy files say, read by python-chess too: small files with random values, written for the test."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from experts.chess.syzygy.boards import random_boards
from experts.chess.syzygy.writer import packed, single, write_table

import zermelo
from zermelo.experts.chess.syzygy.probe import Syzygy
from zermelo.experts.chess.syzygy.table import BLACK, LETTERS, LOSS_PLIES, MAPPED, WIDE, WIN_PLIES, SyzygyTable

syzygy = pytest.importorskip("chess.syzygy")
GAME = zermelo.load("chess")
THREE = 31_332  # placements of three different pieces


def shown(first, second=None):
    """The pieces in a side's order, such as KQk, and in the order of the other side."""
    code = {letter: number for number, letter in enumerate(LETTERS, 1)} | {
        letter.lower(): number for number, letter in enumerate(LETTERS, 9)
    }
    return bytes(code[one] | code[other] << 4 for one, other in zip(first, second or first, strict=True))


def results(size, seed):
    """Random results, 0 to 4, that few symbols describe: the same 64 again and again, plus a number."""
    noise = np.random.default_rng(seed)
    index, every, more = np.arange(size), noise.integers(0, 5, 64), noise.integers(0, 5, size // 64 + 1)
    return packed((every[index % 64] + more[index // 64]) % 5)


def write_results(folder, name):
    """The table of a material."""
    path = folder / f"{name}.rtbw"
    if name == "KQvK":
        write_table(path, [((0x00,), shown("KQk", "kQK"))], [results(THREE, 1), results(THREE, 2)])
    elif name == "KRNvK":  # three pieces lead, but the fourth is counted first
        write_table(path, [((0x01,), shown("KRNk", "kKNR"))], [results(THREE * 61, 1), single(1)])
    elif name == "KBBvK":  # the kings lead
        write_table(path, [((0x10,), shown("KkBB", "kKBB"))], [results(462 * comb(62, 2), 1), single(3)])
    elif name == "KPvK":
        orders = [((0x20 + file % 3,), shown("PKk", "PkK")) for file in range(4)]
        write_table(path, orders, [results(6 * 63 * 62, seed) for seed in range(8)])
    else:  # one pawn each: only one side is kept, as both have the same
        assert name == "KPvKP"
        size = 6 * 47 * 62 * 61
        parts = [results(size, 1), single(0), results(size, 2), single(4)]
        write_table(path, [((1, 0), shown("PpKk")), ((0, 2), shown("PpkK"))] * 2, parts)
    return path


def asked(table, board):
    """A position as a table is asked about it: where its pieces are, whose turn it is, which side is White there."""
    placement = [(piece.piece_type + BLACK * (not piece.color), at) for at, piece in board.piece_map().items()]
    white = sorted(LETTERS[piece - 1] for piece, _ in placement if piece < BLACK)
    return placement, int(not board.turn), white != sorted(table.path.stem.split("v")[0])


@pytest.mark.parametrize("name", ["KQvK", "KRNvK", "KBBvK", "KPvK", "KPvKP"])
def test_results_are_those_that_python_chess_reads(name, tmp_path):
    path = write_results(tmp_path, name)
    table, peer, seen = SyzygyTable(path), syzygy.WdlTable(str(path)), set()
    for board in random_boards([name], 1, 150):
        found = table.value(*asked(table, board))
        assert found == peer.probe_wdl_table(board)
        seen.add(found)
    assert seen == {-2, -1, 0, 1, 2}
    peer.close()


MAPS = [[3, 1, 4, 15], [9, 2, 6, 5], [35, 8, 97, 93], [23, 84, 62, 64]]
WIDE_MAPS = [[300 * number + 1 for number in one] for one in MAPS]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("plies", [0, WIN_PLIES, LOSS_PLIES, WIN_PLIES | LOSS_PLIES])
@pytest.mark.parametrize(("mapped", "maps"), [(0, ()), (MAPPED, MAPS), (MAPPED | WIDE, WIDE_MAPS)])
def test_distances_are_those_that_python_chess_reads(side, plies, mapped, maps, tmp_path):
    """One more than the table says: the ply that is made at once."""
    drawn = np.random.default_rng(3).integers(0, 4, THREE)
    path = tmp_path / "KQvK.rtbz"
    write_table(path, [((0,), shown("KQk"))], [packed(drawn, side | plies | mapped, maps)])
    table, peer = SyzygyTable(path), syzygy.DtzTable(str(path))
    for board in random_boards(["KQvK"], 2, 40):
        question = asked(table, board)
        for result in (-2, -1, 1, 2):
            plies, told = peer.probe_dtz_table(board, result)
            assert table.has(*question) == (told == 1)
            if told == 1:
                assert table.value(*question, result) == plies + 1
    peer.close()


def test_distances_of_pawns_are_kept_by_file(tmp_path):
    """Each file has its flags, its maps and the side to move that it is kept for."""
    drawn = [np.random.default_rng(seed).integers(0, 4, 6 * 63 * 62) for seed in range(4)]
    kept = [(MAPPED | 1, MAPS), (WIN_PLIES, ()), (MAPPED | WIDE | LOSS_PLIES, WIDE_MAPS), (MAPPED, MAPS[::-1])]
    path = tmp_path / "KPvK.rtbz"
    parts = [packed(values, flags, maps) for values, (flags, maps) in zip(drawn, kept, strict=True)]
    write_table(path, [((file % 3,), shown("PKk")) for file in range(4)], parts)
    table, peer = SyzygyTable(path), syzygy.DtzTable(str(path))
    answered = 0
    for board in random_boards(["KPvK"], 3, 100):
        question = asked(table, board)
        for result in (-2, -1, 1, 2):
            plies, told = peer.probe_dtz_table(board, result)
            assert table.has(*question) == (told == 1)
            if told == 1:
                answered += 1
                assert table.value(*question, result) == plies + 1
    assert 100 < answered < 300
    peer.close()


def test_a_folder_is_asked_as_python_chess_asks_it(tmp_path):
    """Where the distances are kept for the player to move; wins that the fifty-move rule spoils are 100 plies on."""
    write_results(tmp_path, "KQvK")
    drawn = np.random.default_rng(3).integers(0, 40, THREE)
    write_table(tmp_path / "KQvK.rtbz", [((0,), shown("kQK"))], [packed(drawn, WIN_PLIES)])
    tables, found = Syzygy(tmp_path), set()
    with syzygy.open_tablebase(str(tmp_path)) as peer:
        for board in random_boards(["KQvK"], 4, 150):
            if board.queens & board.occupied_co[board.turn]:  # who has nothing to capture
                state = GAME.read_state(board.fen())
                assert tables.result(state) == peer.probe_wdl(board)
                assert tables.distance(state) == peer.probe_dtz(board)
                found.add(tables.distance(state))
    assert len(found) > 20
