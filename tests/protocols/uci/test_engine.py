"""`zermelo uci`: every command over pipes."""

from __future__ import annotations

import re
import time

import chess
import chess.engine
import pytest
from patience import PATIENCE
from protocols.uci.pipe import MATE_IN_1, MATE_IN_2, MATED, STALEMATE, Pipe, field

from zermelo.arena.strength import strength


@pytest.mark.long
def test_the_introduction_comes_before_anything_is_compiled():
    pipe = Pipe()
    pipe.send("uci", "quit")
    lines = pipe.until("uciok")
    assert lines[0].startswith("id name Zermelo")
    assert lines[1].startswith("id author ")
    assert "option name UCI_Elo type spin default 1600 min 800 max 2400" in lines
    assert "option name OwnBook type check default false" in lines
    assert "option name BookFile type string default <empty>" in lines
    assert "option name Clear Hash type button" in lines
    assert pipe.process.wait(PATIENCE) == 0
    assert pipe.lines.get(timeout=PATIENCE) is None


def test_depth(pipe):
    *infos, best = pipe.ask("position startpos moves e2e4 e7e5 g1f3", "go depth 5")
    assert [field(line, "depth") for line in infos if " depth " in line] == ["1", "2", "3", "4", "5"]
    numbers = r"depth \d+ seldepth \d+ multipv 1 score cp -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+"
    pattern = rf"info {numbers} pv( [a-h1-8]{{4}})+"
    assert all(re.fullmatch(pattern, line) for line in infos)
    line = infos[-1].split(" pv ")[1].split()
    assert best == f"bestmove {line[0]} ponder {line[1]}"
    board = chess.Board()
    for move in ["e2e4", "e7e5", "g1f3", *line]:
        board.push_uci(move)


def test_nodes_and_movetime(pipe):
    infos = pipe.ask("go nodes 3000")
    assert int(field(infos[-2], "nodes")) <= 3010
    assert pipe.ask("go movetime 50")[-1].startswith("bestmove ")
    assert pipe.ask("go movetime 0")[-1].startswith("bestmove ")


def test_scores_are_for_the_side_to_move(pipe):
    for fen, sign in (("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", 1), ("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", -1)):
        kind, value = field(pipe.ask(f"position fen {fen}", "go depth 3")[-2], "score").split()
        assert kind in ("cp", "mate")
        assert int(value) * sign > 0


def test_mates_are_counted_in_moves(pipe):
    *_, info, best = pipe.ask(f"position fen {MATE_IN_1}", "go depth 6")
    assert (field(info, "score"), best) == ("mate 1", "bestmove a1a8")
    *_, info, best = pipe.ask(f"position fen {MATE_IN_2}", "go mate 2")
    assert (field(info, "score"), best[:13]) == ("mate 2", "bestmove a1a6")
    *_, info, best = pipe.ask(f"position fen {MATE_IN_2} moves a1a6", "go depth 8")
    assert field(info, "score") == "mate -1"


def test_the_end_of_the_game(pipe):
    assert pipe.ask(f"position fen {MATED}", "go depth 3") == ["info depth 0 score mate 0", "bestmove (none)"]
    assert pipe.ask(f"position fen {STALEMATE}", "go depth 3") == ["info depth 0 score cp 0", "bestmove (none)"]


def test_a_program_may_play_on_in_a_drawn_position(pipe):
    assert pipe.ask("position fen 8/8/8/8/8/5k2/8/5K2 w - - 0 1", "go depth 3")[-1].startswith("bestmove f1")
    *_, info, best = pipe.ask(f"position fen {MATE_IN_1.replace('- 0 1', '- 120 90')}", "go depth 3")
    assert (field(info, "score"), best) == ("mate 1", "bestmove a1a8")


def test_the_third_time_of_a_position_is_a_draw(pipe):
    """White is a queen down and takes the perpetual: the moves before the position are known."""
    shuffle = "h5e8 g8h7 e8h5 h7g8 "
    *infos, best = pipe.ask(
        f"position fen 6k1/6p1/8/7Q/8/8/1q3q2/7K w - - 0 1 moves {shuffle * 2}".strip(), "go depth 8"
    )
    assert field(infos[-1], "score") == "cp 0"
    assert best.startswith("bestmove h5e8")


def test_searchmoves(pipe):
    *infos, best = pipe.ask(f"position fen {MATE_IN_1}", "go depth 3 searchmoves h1g1 h1g2")
    assert best.split()[1] in ("h1g1", "h1g2")
    assert all(line.split(" pv ")[1].split()[0] in ("h1g1", "h1g2") for line in infos)
    pipe.send("go depth 3 searchmoves e2e4")
    assert "not legal" in pipe.rest()[0]


def test_several_lines(pipe):
    infos = pipe.ask("setoption name MultiPV value 3", "position startpos", "go depth 4")[:-1]
    assert [field(line, "multipv") for line in infos] == ["1", "2", "3"] * 4
    last = infos[-3:]
    assert len({line.split(" pv ")[1].split()[0] for line in last}) == 3
    values = [int(field(line, "score").split()[1]) for line in last]
    assert values == sorted(values, reverse=True)
    assert len(pipe.ask(f"position fen {MATED.replace('Q', '1').replace('61', '7')}", "go depth 2")) >= 2


def test_threads_and_hash(pipe):
    infos = pipe.ask("setoption name Threads value 2", "setoption name Hash value 8", "go depth 6")
    assert infos[-1].startswith("bestmove")
    pipe.send("setoption name Clear Hash")
    assert pipe.rest() == []


def test_infinite_waits_for_stop_even_when_there_is_nothing_left_to_find(pipe):
    for fen in (MATED, MATE_IN_1, "8/8/8/8/8/5k2/8/5K2 w - - 0 1"):
        pipe.send(f"position fen {fen}", "go infinite")
        time.sleep(0.2)
        assert not any(line.startswith("bestmove") for line in pipe.rest())
        pipe.send("stop")
        pipe.until("bestmove")


def test_stop_is_answered_at_once(pipe):
    pipe.send("go infinite")
    time.sleep(0.1)
    delays = []
    for _ in range(5):
        begin = time.perf_counter()
        pipe.send("stop")
        pipe.until("bestmove")
        delays.append(time.perf_counter() - begin)
        pipe.send("go infinite")
    pipe.send("stop")
    pipe.until("bestmove")
    assert min(delays) < 1.0  # the best of five: this machine may be busy


def test_a_stop_before_the_search_began_still_brings_a_legal_move(pipe):
    for _ in range(5):
        pipe.send("position startpos", "go infinite", "stop")
        assert chess.Move.from_uci(pipe.until("bestmove")[-1].split()[1]) in chess.Board().legal_moves
    pipe.send("stop", "ponderhit")
    assert pipe.rest() == []


def test_ponder(pipe):
    pipe.send("position startpos moves e2e4", "go ponder wtime 100 btime 100 winc 0 binc 0")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in pipe.rest())
    pipe.send("ponderhit")
    assert pipe.until("bestmove")[-1].split()[2:3] in ([], ["ponder"])
    pipe.send(f"position fen {MATE_IN_1}", "go ponder movetime 10")
    time.sleep(0.1)
    assert not any(line.startswith("bestmove") for line in pipe.rest())
    pipe.send("stop")
    assert pipe.until("bestmove")[-1] == "bestmove a1a8"


def test_a_second_go_ends_the_first(pipe):
    pipe.send("go infinite", "go depth 2")
    pipe.until("bestmove")
    pipe.until("bestmove")


def test_clock(pipe):
    for go in (
        "go wtime 300 btime 1 winc 10 binc 10",
        "go wtime 300 btime 300 movestogo 1",
        "go wtime 1 btime 1",
        "go wtime -20 btime 5000",
        "go btime 200",
    ):
        assert pipe.ask("position startpos", go)[-1].startswith("bestmove ")
    assert "info string 1.000 s left" in pipe.ask("debug on", "go wtime 1000 btime 1000")[0]


def test_book(pipe, tmp_path):
    book = tmp_path / "book.txt"
    book.write_text("a3 a6\n")
    infos = pipe.ask("setoption name OwnBook value true", f"setoption name BookFile value {book}", "go depth 3")
    assert infos[-2:] == ["info string from the book", "bestmove a2a3"]
    assert pipe.ask("position startpos moves e2e4", "go depth 2")[-2].startswith("info depth 2")
    pipe.send(f"setoption name BookFile value {tmp_path / 'none.bin'}")
    assert "cannot be read" in pipe.rest()[0]


def test_a_learned_file_that_does_not_fit_is_told(pipe, tmp_path):
    import zermelo
    from zermelo.evaluate.learned.file import new_header, write_learned

    write_learned(tmp_path / "nim.learned", new_header(zermelo.load("nim"), "samuel", {}, 0), {})
    pipe.send(f"setoption name EvalFile value {tmp_path / 'nim.learned'}")
    assert "was learned for nim, not for chess" in pipe.rest()[0]


def test_limited_strength_looks_at_few_nodes(pipe):
    pipe.send("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1000")
    infos = pipe.ask("go movetime 600000")
    assert all(field(line, "multipv") == "1" for line in infos[:-1])
    assert int(field(infos[-2], "nodes")) <= strength(1000).nodes + 10
    assert pipe.ask(f"position fen {MATE_IN_1}", "go movetime 600000")[-1] == "bestmove a1a8"


@pytest.mark.parametrize("ending", ["quit", "end of input"])
def test_the_process_ends_while_it_thinks(running, ending):
    running.rest()  # compiled by now
    pipe = Pipe()
    pipe.send("isready", "go infinite")
    pipe.until("readyok")
    pipe.until("info depth")
    if ending == "quit":
        pipe.send("quit")
    else:
        pipe.process.stdin.close()
    assert pipe.process.wait(PATIENCE) == 0
