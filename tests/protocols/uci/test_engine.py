"""`zermelo uci`: every command over pipes, real programs as its clients, and lines that make no sense."""

from __future__ import annotations

import queue
import random
import re
import shutil
import subprocess
import sys
import threading
import time

import chess
import chess.engine
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.arena.strength import MATE, STRONGEST, WEAKEST, strength
from zermelo.protocols.uci.engine import UciEngine
from zermelo.protocols.uci.go import read_go
from zermelo.protocols.uci.options import OPTIONS, Options
from zermelo.search.time.clock import Clock, Lag

COMMAND = [sys.executable, "-m", "zermelo", "uci"]
PATIENCE = 300.0  # seconds: the first test compiles, perhaps on a busy machine
MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"  # Morphy's problem
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"


def stockfish() -> str:
    path = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    if not path:
        pytest.skip("no stockfish (Debian: apt install stockfish)")
    return path


class Pipe:
    """The engine as a program, and the lines that it wrote."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, *lines: str) -> None:
        for line in lines:
            self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def until(self, word: str, patience: float = PATIENCE) -> list[str]:
        """The lines up to the one that begins with the word."""
        seen: list[str] = []
        while not seen or not seen[-1].startswith(word):
            line = self.lines.get(timeout=patience)
            assert line is not None, f"the engine ended after {seen}"
            seen.append(line)
        return seen

    def ask(self, *lines: str) -> list[str]:
        """What it says to lines of which the last is `go`."""
        self.send(*lines)
        return self.until("bestmove")

    def rest(self) -> list[str]:
        """What it has to say before readyok: nothing else is on its way then."""
        self.send("isready")
        return self.until("readyok")[:-1]


@pytest.fixture(scope="module")
def running():
    pipe = Pipe()
    pipe.send("uci")
    pipe.until("uciok")
    yield pipe
    pipe.send("quit")
    assert pipe.process.wait(PATIENCE) == 0


@pytest.fixture
def pipe(running):
    """The engine with its usual options, at the start of a game."""
    running.send("stop", "debug off", "ucinewgame", "position startpos")
    for option in OPTIONS:
        if option.kind != "button":
            value = str(option.default).lower() if option.kind == "check" else option.default or "<empty>"
            running.send(f"setoption name {option.name} value {value}")
    running.rest()
    return running


def field(line: str, name: str) -> str:
    return re.search(rf" {name} (\S+(?: -?\d+)?)" if name == "score" else rf" {name} (\S+)", line)[1]


# --- commands over pipes --------------------------------------------------------------------------------------------


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
    assert pipe.process.wait(60) == 0
    assert pipe.lines.get(timeout=60) is None


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
    assert min(delays) < 0.1  # the best of five: this machine may be busy


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


def test_limited_strength_looks_at_few_nodes(pipe):
    pipe.send("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1000")
    infos = pipe.ask("go movetime 600000")
    assert all(field(line, "multipv") == "1" for line in infos[:-1])
    assert int(field(infos[-2], "nodes")) <= strength(1000).nodes + 10
    assert pipe.ask(f"position fen {MATE_IN_1}", "go movetime 600000")[-1] == "bestmove a1a8"


@pytest.mark.parametrize(
    ("line", "remark"),
    [
        ("hello", "'hello' is no command"),
        ("position", "position is startpos or fen"),
        ("position fen 8/8/8 w", "8 ranks"),
        ("position fen 8/8/8/8/8/8/8/K6k x - - 0 1", "the side to move"),
        ("position startpos moves e2e4 e2e4", "move 2: 'e2e4' is not legal"),
        ("go depth", "go depth needs a whole number"),
        ("go depth -4", "go depth needs a whole number"),
        ("go wtime 1e3", "go wtime needs a whole number"),
        ("go sideways", "go has no 'sideways'"),
        ("setoption name Hash value many", "Hash is a whole number"),
        ("setoption name Hash value 0", "Hash is a whole number from 1"),
        ("setoption name Ponder value 1", "Ponder is true or false"),
        ("setoption name Colour value red", "there is no option 'Colour'"),
        ("setoption Hash 3", "setoption name NAME value VALUE"),
        ("debug perhaps", "is no command"),
    ],
)
def test_a_malformed_line_is_ignored_with_a_remark(pipe, line, remark):
    pipe.send("position startpos moves e2e4", line)
    remarks = pipe.rest()
    assert len(remarks) == 1
    assert remarks[0].startswith("info string ")
    assert remark in remarks[0]
    pipe.send("d")
    assert "/4P3/" in pipe.rest()[0]  # the old position stays


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
    assert pipe.process.wait(60) == 0


# --- python-chess as the client -------------------------------------------------------------------------------------


@pytest.fixture
def client(running):
    running.rest()
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE, stderr=subprocess.DEVNULL) as engine:
        engine.ping()
        yield engine


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


def play(white, black, seconds=1.0, increment=0.01, opening=()):
    """A whole game with a clock of our own; gives the board and what was left on both clocks at worst."""
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
        begin = time.perf_counter()
        move = (white, black)[side].play(board, limit, game=game).move  # raises where it is illegal
        left[side] -= time.perf_counter() - begin
        least[side] = min(least[side], left[side])
        left[side] += increment
        board.push(move)
    return board, least


def against_stockfish(client, games):
    with chess.engine.SimpleEngine.popen_uci(stockfish(), timeout=60) as other:
        other.configure({"Threads": 1, "Hash": 16, "UCI_LimitStrength": True, "UCI_Elo": other.options["UCI_Elo"].min})
        for number in range(games):
            sides = (client, other) if number % 2 == 0 else (other, client)
            board, least = play(*sides, opening=[("e2e4", "d2d4", "c2c4", "g1f3")[number // 2 % 4]])
            assert least[number % 2] > 0, f"time was lost in game {number}: {board.fen()}"
            assert board.is_game_over(claim_draw=True) or board.ply() >= 300


def test_whole_games_against_stockfish_lose_no_time(client):
    against_stockfish(client, 2)


@pytest.mark.slow
def test_many_games_against_stockfish_lose_no_time(client):
    against_stockfish(client, 20)


def test_our_own_match_can_use_it(running, zermelo):
    running.rest()
    spec = f'uci:"{sys.executable}" -m zermelo uci,time=0.02'
    code, out, errors = zermelo("match", "chess", spec, "random", "--games", "2", "--json")
    assert code == 0, errors
    assert '"wins": 2' in out


# --- lines that make no sense ---------------------------------------------------------------------------------------

WORDS = re.findall(
    r"\S+",
    """
    uci isready ucinewgame position startpos fen moves e2e4 e7e5 e7e8q 0000 go stop ponderhit setoption name value Hash
    MultiPV UCI_Elo OwnBook true false debug on off register d 1 -1 99999999999999999999 8/8/8/8/8/8/8/K6k w b - KQkq
    depth nodes movetime searchmoves wtime infinite ponder mate x é
    """,
)


class Deaf:
    """Stands in for the search, so that thousands of lines are heard in a moment."""

    is_ready = True

    def __init__(self, engine):
        self.game, self.book, self.options = zermelo.load("chess"), None, engine._options

    def forget(self):
        pass

    def choose(self, thinking, legal):
        return legal[:1]


def engine_without_search():
    said: list[str] = []
    engine = UciEngine(said.append)
    engine._known = Deaf(engine)
    return engine, said


@given(st.lists(st.lists(st.sampled_from(WORDS) | st.text(max_size=6), max_size=8).map(" ".join), max_size=20))
def test_no_line_makes_it_fail(lines):
    engine, said = engine_without_search()
    for line in lines:
        assert engine.hear(line) == (line.split()[:1] != ["quit"])
    assert engine.close()
    assert not [line for line in said if "failed" in line]
    assert all(
        re.match(r"info string |info depth 0 |bestmove |readyok$|uciok$|id |option name ", line) for line in said
    )


def test_ten_thousand_random_lines(pipe):
    noise = random.Random(3)
    words = [word for word in WORDS if word not in ("go", "Hash")]
    for _ in range(20):
        pipe.send(*(" ".join(noise.choices(words, k=noise.randint(1, 8))) for _ in range(500)))
        pipe.rest()
    pipe.send("position startpos", "setoption name MultiPV value 1")
    assert pipe.ask("go depth 2")[-1].startswith("bestmove ")


def test_a_failing_search_still_brings_a_move():
    engine, said = engine_without_search()

    def fail(thinking, legal):
        raise RuntimeError("no luck")

    engine._known.choose = fail
    engine.hear("go depth 3")
    assert engine.close()
    assert said[0] == "info string the search failed: no luck"
    assert said[1].startswith("bestmove ")


def test_counters_beyond_any_game_are_refused():
    engine, said = engine_without_search()
    engine.hear(f"position fen 8/8/8/8/8/8/8/K6k w - - {10**30} {10**30}")
    engine.hear("go depth 1")
    assert engine.close()
    assert "the counters are at most 9999" in said[0]
    assert said[1].startswith("bestmove ")


# --- the parts ------------------------------------------------------------------------------------------------------


def test_go_is_read():
    go = read_go(["wtime", "1000", "btime", "-5", "searchmoves", "e2e4", "d2d4", "movestogo", "3", "ponder"])
    assert (go.get("wtime"), go.get("btime"), go.get("movestogo")) == (1000, -5, 3)
    assert go.seconds("btime") == 0
    assert (go.moves, go.ponder, go.waits) == (("e2e4", "d2d4"), True, True)
    assert read_go([]).waits
    assert read_go(["infinite", "depth", "3"]).waits
    assert not read_go(["depth", "3"]).waits


def test_options_are_read():
    options = Options()
    options.set("setoption name move   overhead value 25")
    options.set("setoption name BookFile value my books/book.bin")
    options.set("setoption name Ponder value TRUE")
    assert (options.number("Move Overhead"), options.is_on("Ponder")) == (25, True)
    assert options.text("BookFile") == "my books/book.bin"
    options.set("setoption name BookFile value <empty>")
    assert options.text("BookFile") == ""


@given(st.integers(WEAKEST, STRONGEST), st.integers(WEAKEST, STRONGEST))
def test_the_stronger_sees_more_and_strays_less(one, other):
    weak, strong = strength(min(one, other)), strength(max(one, other))
    assert weak.nodes <= strong.nodes
    assert weak.temperature >= strong.temperature


def test_a_limited_player_strays_but_not_blindly():
    values, noise = [0.3, 0.2, -0.1, -3.0], random.Random(1)
    share = {
        elo: [[strength(elo).choose(values, noise) for _ in range(2000)].count(i) / 2000 for i in range(4)]
        for elo in (800, 1600, 2400)
    }
    assert all(best >= second >= third >= last for best, second, third, last in share.values())
    assert share[800][0] < share[1600][0] < share[2400][0]
    assert share[800][3] > 0 == share[1600][3]
    assert all(strength(800).choose([5.0, MATE + 0.5, 4.9], noise) == 1 for _ in range(200))
    assert strength(1200).choose(values, random.Random(7)) == strength(1200).choose(values, random.Random(7))


@given(
    st.floats(0, 10000),
    st.floats(0, 60),
    st.none() | st.integers(1, 100),
    st.floats(0, 1),
)
def test_no_clock_allots_more_than_it_has(left, increment, to_go, overhead):
    soft, hard = Clock((left, 0.0), (increment, 0.0), to_go, overhead).allot(0)
    assert 0 <= soft <= max(hard, 0.001)
    assert hard <= max(0.85 * left, 0.001)


@pytest.mark.parametrize(("lag", "moves"), [(0.002, 400), (0.008, 400), (0.015, 75), (0.02, 60)])
def test_a_game_at_1_second_and_10_milliseconds_a_move_is_not_lost_on_time(lag, moves):
    """Although it uses all it may every time, and loses more with each move than the increment brings."""
    left = 1.0
    for _ in range(moves):
        _, hard = Clock((left,), (0.01,), None, max(0.01, lag)).allot(0)
        left -= hard + lag
        assert left > 0
        left += 0.01


def test_lag_is_learnt():
    lag = Lag()
    lag.see(1.0)
    assert lag.seconds == 0
    for _ in range(20):
        lag.spend(1.0, 0.01, 0.05)
        lag.see(0.93)
    assert lag.seconds == pytest.approx(0.03, abs=0.001)
