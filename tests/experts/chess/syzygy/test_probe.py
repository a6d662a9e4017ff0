"""Syzygy tables against python-chess, on the files that come with its source.

ZERMELO_SYZYGY names a folder of tables (data/syzygy/regular of python-chess's source distribution).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from experts.chess.syzygy.boards import random_boards

import zermelo
from zermelo.experts.chess.syzygy.probe import Syzygy
from zermelo.game import ZermeloError
from zermelo.search.alphabeta import AlphaBeta

GAME = zermelo.load("chess")


@pytest.fixture(scope="module")
def folder():
    path = os.environ.get("ZERMELO_SYZYGY")
    if not path:
        pytest.skip("no Syzygy tables (ZERMELO_SYZYGY)")
    return Path(path)


def test_results_and_distances_are_those_of_python_chess(folder):
    syzygy = pytest.importorskip("chess.syzygy")
    tables = Syzygy(folder)
    names = sorted({name.split(".")[0] for name in tables.files})
    with syzygy.open_tablebase(str(folder)) as peer:
        for board in random_boards(names, 1, 150):
            state = GAME.read_state(board.fen())
            assert (tables.result(state), tables.distance(state)) == (peer.probe_wdl(board), peer.probe_dtz(board))


@pytest.mark.slow
def test_many_more_positions(folder):
    syzygy = pytest.importorskip("chess.syzygy")
    tables = Syzygy(folder)
    names = sorted({name.split(".")[0] for name in tables.files})
    with syzygy.open_tablebase(str(folder)) as peer:
        for board in random_boards(names, 2, 20_000):
            state = GAME.read_state(board.fen())
            assert (tables.result(state), tables.distance(state)) == (peer.probe_wdl(board), peer.probe_dtz(board))


def test_a_missing_table_and_castling_are_unknown(folder):
    tables = Syzygy(folder)
    assert tables.result(GAME.initial()) is None
    assert tables.distance(GAME.read_state("4k3/8/8/8/8/8/8/4K2R w K - 0 1")) is None


def test_a_search_plays_by_the_tables(folder):
    session = AlphaBeta(depth=1, compiled=False, syzygy=str(folder)).open(GAME)
    state = GAME.read_state("8/8/8/8/8/k7/7R/K7 w - - 0 1")
    found = session.analyse(state)
    assert (found.value, found.exact) == (1.0, True)
    assert found.stopped == "the position is in the Syzygy tables"


def test_what_is_no_table_is_refused(tmp_path):
    with pytest.raises(ZermeloError, match="has no Syzygy tables"):
        Syzygy(tmp_path)
    (tmp_path / "KQvK.rtbw").write_bytes(b"no table")
    with pytest.raises(ZermeloError, match=r"KQvK\.rtbw is no Syzygy table"):
        Syzygy(tmp_path).result(GAME.read_state("8/8/8/8/8/k7/7Q/K7 b - - 0 1"))
