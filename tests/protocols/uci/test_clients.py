"""`zermelo uci` with real programs as its clients: python-chess, Stockfish's games, our own match."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time

import chess
import chess.engine
import pytest
from patience import PATIENCE
from protocols.uci.pipe import COMMAND, MATE_IN_2


def stockfish() -> str:
    path = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    if not path:
        pytest.skip("no stockfish (Debian: apt install stockfish)")
    return path


@pytest.fixture
def client(running):
    running.rest()
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE, stderr=subprocess.DEVNULL) as engine:
        engine.ping()
        yield engine


@pytest.mark.long
def test_python_chess_analyses_with_it(client):
    infos = client.analyse(chess.Board(), chess.engine.Limit(depth=5), multipv=4)
    assert len(infos) == 4
    assert {info["multipv"] for info in infos} == {1, 2, 3, 4}
    assert all(info["pv"] and info["depth"] == 5 and info["score"] for info in infos)
    chosen = [chess.Move.from_uci(text) for text in ("a2a3", "h2h4")]
    info = client.analyse(chess.Board(), chess.engine.Limit(nodes=500), root_moves=chosen)
    assert info["pv"][0] in chosen
    info = client.analyse(chess.Board(MATE_IN_2), chess.engine.Limit(mate=2))
    assert info["score"].relative == chess.engine.Mate(2)


@pytest.mark.long
def test_python_chess_ponders_with_it(client):
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=0.5, black_clock=0.5, white_inc=0.01, black_inc=0.01)
    for _ in range(3):
        played = client.play(board, limit, ponder=True)
        board.push(played.move)
        if played.ponder:
            board.push(played.ponder)
    assert board.is_valid()


def test_python_chess_sets_its_options(client):
    client.configure({"Hash": 2, "Threads": 1, "UCI_LimitStrength": True, "UCI_Elo": 900})
    with pytest.raises(chess.engine.EngineError):
        client.configure({"UCI_Elo": 99})
    assert client.play(chess.Board(), chess.engine.Limit(time=0.1)).move in chess.Board().legal_moves


def spent(engine):
    """The processor seconds of an engine's process, which are the same however busy the machine is (Linux only)."""
    process = engine.transport.get_pid()
    return time.clock_gettime((~process << 3) | 2)  # the clock of a process by its number: see clock_getcpuclockid


def play(white, black, seconds=1.0, increment=0.03, opening=()):
    """A whole game with a clock of our own; gives the board and what was left on both clocks at worst.

    The clock counts what the engines themselves used: time in which others had the processor costs them nothing.
    """
    board = chess.Board()
    for move in opening:
        board.push_uci(move)
    left, least = [seconds, seconds], [seconds, seconds]
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < 300:
        side = 0 if board.turn else 1
        limit = chess.engine.Limit(
            white_clock=max(left[0], 0), black_clock=max(left[1], 0), white_inc=increment, black_inc=increment
        )
        engine = (white, black)[side]
        begin, used = time.perf_counter(), spent(engine)
        move = engine.play(board, limit, game=game).move  # raises where it is illegal
        left[side] -= min(time.perf_counter() - begin, spent(engine) - used)
        least[side] = min(least[side], left[side])
        left[side] += increment
        board.push(move)
    return board, least


def against_stockfish(client, games):
    with chess.engine.SimpleEngine.popen_uci(stockfish(), timeout=PATIENCE) as other:
        other.configure({"Threads": 1, "Hash": 16, "UCI_LimitStrength": True, "UCI_Elo": other.options["UCI_Elo"].min})
        for number in range(games):
            sides = (client, other) if number % 2 == 0 else (other, client)
            board, least = play(*sides, opening=[("e2e4", "d2d4", "c2c4", "g1f3")[number // 2 % 4]])
            assert least[number % 2] > 0, f"time was lost in game {number}: {board.fen()}"
            assert board.is_game_over(claim_draw=True) or board.ply() >= 300


@pytest.mark.long
def test_whole_games_against_stockfish_lose_no_time(client):
    against_stockfish(client, 2)


@pytest.mark.slow
def test_many_games_against_stockfish_lose_no_time(client):
    against_stockfish(client, 20)


@pytest.mark.slow
def test_our_own_match_can_use_it(running, zermelo):
    running.rest()
    spec = f'uci:"{sys.executable}" -m zermelo uci,time=0.02'
    code, out, errors = zermelo("match", "chess", spec, "random", "--games", "2", "--json")
    assert code == 0, errors
    assert '"wins": 2' in out
