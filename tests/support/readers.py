"""Everything that reads what a person or a program wrote, with samples that it accepts."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from conftest import random_position

import zermelo
from zermelo.arena.openings import read_moves, read_openings
from zermelo.books.polyglot import PolyglotBook, polyglot_bytes
from zermelo.books.text import read_text
from zermelo.cli.match import read_clock
from zermelo.experts.backgammon.pubeval import INPUTS, read_weights
from zermelo.experts.bridge.bidding.table import NATURAL, system_of
from zermelo.hidden.matrix.report import solve_matrix
from zermelo.hidden.matrix.table import read_table
from zermelo.lessons.reading import TEXTS, read_lesson
from zermelo.players.engines import engine
from zermelo.protocols.external import read_spec
from zermelo.protocols.gtp.engine import COMMANDS, GtpEngine
from zermelo.protocols.uci.engine import UciEngine
from zermelo.protocols.uci.go import read_go
from zermelo.records.deals import lin, pbn
from zermelo.records.game_record import GameRecord
from zermelo.records.gcg import read_gcg
from zermelo.records.mat import match_of, read_match, write_match
from zermelo.records.papers import read_papers
from zermelo.records.pgn import pgn_of, read_games
from zermelo.records.sgf import read_game, read_sgf, record_node, write_sgf
from zermelo.search.textbook.opponents import read_opponent
from zermelo.web.messages import read_message
from zermelo.web.worker.debugging.trace_report import trace_game

GAMES = [name for name in zermelo.game_names() if name != "tree"]
ANSWERING = ("gtp", "uci")  # readers that answer whatever they hear, also refusals


def _skip(text, words):
    return any(word in text for word in words)


SMALL_SCRABBLE = {"size": 5, "rack": 3, "words": "AT+CAT+BAT+TAB", "tiles": "A1x6+B3x3+C3x3+T1x5+?0x2", "exchange": 3}


@dataclass(frozen=True)
class Reader:
    """Something that reads text: valid samples, and a function that raises ZermeloError where it refuses."""

    samples: Callable[[], list[str]]
    read: Callable[[str], Any]
    share: float = 1.0  # of the inputs; less where one takes long


def _game(name):
    return zermelo.load({"go": "go:size=7", "amazons": "amazons:size=6"}.get(name, name))


@lru_cache
def _played(name, seed=5, most=60):
    """The states and actions of a random game."""
    game, noise = _game(name), random.Random(seed)
    states, actions = [game.initial()], []
    while len(actions) < most and not game.is_terminal(states[-1]):
        actions.append(noise.choice(game.moves(states[-1])))
        states.append(game.result(states[-1], actions[-1]))
    return states, actions


def _positions(name):
    game = _game(name)
    return [game.state_text(state) for state in _played(name)[0]]


def _actions(name):
    game = _game(name)
    state = random_position(game, 3, most=8)
    return [game.action_text(state, action) for action in game.moves(state)]


def _read_action(name):
    game = _game(name)
    state = random_position(game, 3, most=8)

    def read(text):
        action = game.read_action(state, text)
        assert action in game.moves(state)

    return read


def _record(name):
    states, actions = _played(name)
    return GameRecord(_game(name), states[0], tuple(actions), states[-1], (0.0, 0.0))


def _moves(name):
    game = _game(name)
    states, actions = _played(name, most=12)
    return [" ".join(game.action_text(s, a) for s, a in zip(states, actions, strict=False))]


def _read_moves(name, text):
    game = _game(name)
    read_moves(game, game.initial(), text)


def _read_sgf(text):
    for root in read_sgf(text):
        if len(text) < 2_000:
            read_game(root)


def _read_game(text):
    """A game by its name; files are left alone."""
    return None if Path(text.partition(":")[0]).suffix in (".json", ".mmd") or _is_file(text) else zermelo.load(text)


def _is_file(text):
    return os.path.isfile(text.partition(":")[0])


@lru_cache
def _folder():
    return TemporaryDirectory()


def _polyglot():
    """A small book; its bytes as text, one character for each."""
    game = _game("chess")
    return [polyglot_bytes(read_text(game, "e4 e5 Nf3 Nc6 : 10\nd4 d5 c4 : 3", "book.txt")).decode("latin-1")]


def _read_polyglot(text):
    path = Path(_folder().name, "book.bin")
    path.write_bytes(text.encode("latin-1", "replace"))
    book = PolyglotBook(_game("chess"), path)
    assert len(list(book.pages())) <= len(book)
    book.entries(_game("chess").initial())


def _protocol(hear, lines):
    """Reads a line by an engine of a protocol, which answers errors instead of raising them."""

    def read(text):
        lines.clear()
        assert hear(text) or text.split()[-1:] != []
        for line in lines:
            assert " failed: " not in line, line

    return read


@lru_cache
def _gtp():
    lines = []
    return _protocol(GtpEngine(lines.append, zermelo.load("go:size=7"), "random").hear, lines)


@lru_cache
def _uci():
    lines = []
    return _protocol(UciEngine(lines.append).hear, lines)


def _read_from_file(name, read):
    """Reads a text from a file of this name."""

    def look(text):
        path = Path(_folder().name, name)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return read(path)

    return look


def _read_matrix(text):
    table = read_table(text)
    if len(table.rows) * len(table.columns) <= 9:
        solve_matrix(table)


def _read_layout(text):
    return None if text.strip().endswith(".lay") else zermelo.load("pacman", layout=text)


SEARCHES = ("genmove", "analyze", "final", "loadsgf", "quit")
GTP_WORDS = ["B", "white", "C3", "pass", "7", "6.5", "A1 B2 C3", "30 10 5", "byoyomi 60 10 3", "w D4", "2"]
UCI_LINES = [
    "position startpos moves e2e4 e7e5 g1f3",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1",
    "setoption name Hash value 16",
    "setoption name MultiPV value 3",
    "setoption name UCI_Elo value 1500",
    "debug on",
    "d",
    "stop",
    "ponderhit",
    "register later",
]


PBN = """[North "Ann"]
[Dealer "N"]
[Vulnerable "NS"]
[Deal "N:AK95.T2.QJ98.AQ4 T62.K4.652.T9876 QJ.QJ9763.T7.K52 8743.A85.AK43.J3"]
[Auction "N"]
1NT Pass 4H X XX AP
[Play "W"]
DA D8 D2 DT
"""


def _gtp_lines():
    return [f"{name} {words}" for name in COMMANDS for words in GTP_WORDS if not any(s in name for s in SEARCHES)]


READERS = {
    **{f"position of {name}": Reader(lambda n=name: _positions(n), _game(name).read_state, 2) for name in GAMES},
    **{
        f"action of {name}": Reader(lambda n=name: _actions(n), _read_action(name), 0.05 if name == "chess" else 1)
        for name in GAMES
    },
    **{
        f"moves of {name}": Reader(lambda n=name: _moves(n), lambda text, n=name: _read_moves(n, text), 0.02)
        for name in ("chess", "go", "checkers", "othello")
    },
    "pgn": Reader(
        lambda: [pgn_of(_record("chess"), ("a", "b"), {"Event": "x"}), "1. e4 {best} e5 $1 (1... c5 2. Nf3) 1-0"],
        lambda text: list(read_games(text)),
        0.2,
    ),
    "papers": Reader(
        lambda: [
            '[Event "x"]\n1. e4 {best} e5 (1... c5 2. Nf3) 1-0',
            '[GameType "21"]\n1. 11-15 23-19 (1... 22-18 2. 15x22) 1-1',
            "(;GM[1]SZ[5]KM[5.5];B[cc](;W[bb]C[a])(;W[cb]))",
            "b2, a1 c3",
        ],
        lambda text: read_papers(text, zermelo.load("tic-tac-toe")),
        0.2,
    ),
    "gcg": Reader(
        lambda: ["#player1 a A\n#player2 b B\n>a: ACT 3B CAT +60 60\n>b: BTT -BT +0 0\n>a: ABT - +0 60\n"],
        lambda text: read_gcg(text, zermelo.load("scrabble", **SMALL_SCRABBLE)),
        0.2,
    ),
    "mat": Reader(lambda: [write_match(match_of(_record("backgammon")))], read_match, 0.05),
    "pbn": Reader(lambda: [PBN], pbn.read_games, 0.1),
    "lin": Reader(lambda: [lin.write_games(pbn.read_games(PBN))], lin.read_games, 0.1),
    "bidding system": Reader(lambda: [NATURAL.read_text()[:6000] + "\notherwise\nPass\n"], system_of, 0.1),
    "xgid": Reader(
        lambda: [
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10",
            "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:2:3:0:5:10",
        ],
        zermelo.load("backgammon", cube=True, length=5).read_state,
    ),
    "sgf": Reader(
        lambda: [write_sgf([record_node(_record("go"))]), "(;GM[1]SZ[7]KM[5.5]AB[aa][bb:cc];B[dd](;W[ee])(;W[ff]))"],
        _read_sgf,
        2,
    ),
    "lesson": Reader(
        lambda: [path.read_text() for path in sorted(TEXTS.glob("*.md"))[1:6:2]],
        lambda text: read_lesson("sample", 1, text),
        0.3,
    ),
    "tree": Reader(
        lambda: [
            "[[3,12,8],[2,4,6],[14,5,2]]",
            '{"player": "max", "children": [1, {"player": "chance", "probabilities": [0.5, 0.5], "children": [2, 3]}]}',
            "graph TD\nA[max] -->|left| B((3))\nA -->|right| C{min}\nC --> D(1)\nC --> E(2)",
            "(3,12),(2,4)",
        ],
        lambda text: zermelo.load("tree", text=text),
        4,
    ),
    "tree of the page": Reader(lambda: ["[[3,12,8],[2,4,6]]", "(3,12),(2,4)"], trace_game),
    "game": Reader(
        lambda: ["nim:stones=9,most=4", "othello:size=6", "gomoku:size=6,rule=exact,swap=true", "pig:goal=5", "[1,2]"],
        _read_game,
        2,
    ),
    "parameters of a game": Reader(lambda: ["stones=9", "most=2,stones=5"], lambda text: zermelo.load(f"nim:{text}")),
    "parameter of a game": Reader(lambda: ["simple", "positional"], lambda text: zermelo.load("go", ko=text)),
    "name of a parameter": Reader(lambda: ["size"], lambda text: zermelo.load("othello", **{text[:100]: 6})),
    "engine": Reader(
        lambda: [
            "alphabeta:depth=3,table=16,null_move=false",
            "mcts:time=0.1,sims=100,urgency=0.5",
            "minimax:nodes=10",
            "random:seed=4",
            "expectiminimax:depth=2",
        ],
        lambda text: None if "book" in text else engine(text),
        4,
    ),
    "options of an engine": Reader(lambda: ["depth=3", "time=0.5,lines=2"], lambda text: engine(f"alphabeta:{text}")),
    "external engine": Reader(lambda: ["stockfish,time=0.1,UCI_Elo=1800", "gnugo -l 5,name='a, b'"], read_spec),
    "opponent": Reader(lambda: ["random", "0.8*minimax2+0.2*random"], lambda text: read_opponent(text, engine)),
    "clock": Reader(lambda: ["10+0.1", "40/60", "60"], lambda text: read_clock(text, 2), 4),
    "book": Reader(
        lambda: ["# openings\ne4 e5 Nf3 Nc6 : 10\nd4 d5 | c4 : 3\n", "e4 c5\ne4 e6 d4\n"],
        lambda text: read_text(_game("chess"), text, "book.txt"),
        0.1,
    ),
    "openings of a match": Reader(
        lambda: [
            "# openings\nmoves 1. e4 e5 2. Nf3\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n",
            'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O; id "one";\nd4 d5\n',
        ],
        _read_from_file("openings.epd", lambda path: read_openings(_game("chess"), path)),
        0.05,
    ),
    "matrix": Reader(
        lambda: ["[[3,3],[0,5]],[[5,0],[1,1]]", "[[1,-1],[-1,1]]", "[[[3,3],[0,5]]]", "[[1/2,0.25],[-3,400]]"],
        _read_matrix,
        0.5,
    ),
    "layout": Reader(
        lambda: ["%%%%%/%P.G%/%%%%%", "%%%%%%%/%P.o.G%/%.%%%.%/%.....%/%%%%%%%"],
        _read_layout,
    ),
    "weights of pubeval": Reader(
        lambda: ["# weights\n" + " ".join(f"{n / 7:.5f}" for n in range(2 * INPUTS)) + "\n"],
        _read_from_file("pubeval.txt", read_weights),
        0.2,
    ),
    "polyglot": Reader(_polyglot, _read_polyglot, 0.5),
    "gtp": Reader(_gtp_lines, lambda text: _skip(text, SEARCHES) or _gtp()(text), 4),
    "uci": Reader(lambda: UCI_LINES, lambda text: _skip(text, ("go", "isready", "quit", "File")) or _uci()(text), 2),
    "uci go": Reader(
        lambda: ["wtime 1000 btime 1000 winc 10 movestogo 40", "infinite", "depth 5 searchmoves e2e4 d2d4"],
        lambda text: read_go(text.split()),
    ),
    "message of the page": Reader(
        lambda: [json.dumps({"type": "play", "action": "e4", "id": 7}), json.dumps({"a": [1, {"b": None}]})],
        read_message,
        4,
    ),
}
