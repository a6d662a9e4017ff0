"""Polyglot's books against its published keys, python-chess and Debian's books."""

from __future__ import annotations

import random
import shutil
import struct
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from books.positions import CHESS, after, contents, shown
from patience import PATIENCE

import zermelo
from zermelo.books.book import LineBook, make_book
from zermelo.books.files import read_book, write_book
from zermelo.books.polyglot import PolyglotBook, move_name, move_number, polyglot_key, random_numbers
from zermelo.games.chess.text import uci
from zermelo.records.pgn import PgnGame, write_game

DEBIAN = Path("/usr/share/games/gnuchess/book.bin")
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("moves", "key"),
    [  # the examples of the format's description
        ("", 0x463B96181691FC9C),
        ("e4", 0x823C9B50FD114196),
        ("e4 d5", 0x0756B94461C50FB0),
        ("e4 d5 e5", 0x662FAFB965DB29D4),
        ("e4 d5 e5 f5", 0x22A48B5A8E47FF78),
        ("e4 d5 e5 f5 Ke2", 0x652A607CA3F242C1),
        ("e4 d5 e5 f5 Ke2 Kf7", 0x00FDD303C946BDD9),
        ("a4 b5 h4 b4 c4", 0x3C8123EA7B067637),
        ("a4 b5 h4 b4 c4 bxc3 Ra3", 0x5C3F9B829B279560),
    ],
)
def test_published_keys(moves, key):
    assert polyglot_key(after(moves)) == key


def test_there_are_781_numbers():
    numbers = random_numbers()
    assert len(set(numbers)) == len(numbers) == 781
    assert numbers[780] == 0xF8D626AAAF278509  # the last one of the description


@pytest.mark.parametrize(
    "fen", [None, KIWIPETE, "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1", "8/8/8/K2Pp2q/8/8/8/7k w - e6 0 1"]
)
def test_python_chess_agrees_on_keys_and_moves(fen):
    chess = pytest.importorskip("chess", reason="python-chess is not installed")
    polyglot = pytest.importorskip("chess.polyglot")
    noise = random.Random(fen)
    for _ in range(3):
        board = chess.Board(fen) if fen else chess.Board()
        state = CHESS.read_state(fen) if fen else CHESS.initial()
        for _ in range(60):
            assert polyglot_key(state) == polyglot.zobrist_hash(board)
            if CHESS.is_terminal(state):
                break
            legal = CHESS.legal(state)
            for action in legal:
                assert move_name(state, move_number(state, action)) == uci(action)
            action = noise.choice(legal)
            board.push_uci(uci(action))
            state = CHESS.result(state, action)


@pytest.mark.parametrize(
    ("fen", "move", "number"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1h1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "e1a1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", "e8h8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "e8a8"),
        ("8/8/8/8/3k4/8/K7/4R3 w - - 0 1", "e1g1", "e1g1"),
        ("8/8/8/8/3k4/8/K7/4R3 w - - 0 1", "e1h1", "e1h1"),
        ("8/8/8/8/3k4/8/K7/4R3 w - - 0 1", "e1a1", "e1a1"),
    ],
)
def test_castling_is_the_king_taking_its_rook(fen, move, number):
    state = CHESS.read_state(fen)
    action = CHESS.read_action(state, move)
    squares = [ord(file) - ord("a") + 8 * int(rank) - 8 for file, rank in (number[:2], number[2:])]
    assert move_number(state, action) == squares[0] << 6 | squares[1]
    assert move_name(state, move_number(state, action)) == move


def test_promotions():
    state = CHESS.read_state("3r4/2P4k/8/8/8/8/K7/8 w - - 0 1")
    for code, name in enumerate("nbrq", 1):
        assert move_number(state, CHESS.read_action(state, f"c7d8{name}")) == 50 << 6 | 59 | code << 12


def test_debians_book_as_python_chess_reads_it():
    if not DEBIAN.exists():
        pytest.skip(f"there is no {DEBIAN}: install gnuchess-book")
    chess = pytest.importorskip("chess", reason="python-chess is not installed")
    polyglot = pytest.importorskip("chess.polyglot")
    book, noise, lengths = read_book(CHESS, DEBIAN), random.Random(3), []
    with polyglot.open_reader(DEBIAN) as reader:
        for _ in range(40):
            board, state = chess.Board(), CHESS.initial()
            while True:
                theirs = Counter()
                for entry in reader.find_all(board, minimum_weight=0):
                    theirs[entry.move.uci()] += entry.weight
                assert {uci(action): weight for action, weight in book.entries(state)} == theirs
                action = noise.choice([action for action, _ in book.entries(state)] or [None])
                if action is None:
                    break
                board.push_uci(uci(action))
                state = CHESS.result(state, action)
            lengths.append(len(board.move_stack))
            assert book.choose(state, noise) is None
    assert max(lengths) > 8


def test_python_chess_reads_what_we_write(written, tmp_path):
    chess = pytest.importorskip("chess", reason="python-chess is not installed")
    polyglot = pytest.importorskip("chess.polyglot")
    italian = "e4 e5 Nf3 Nc6 Bc4 Nf6"
    lines = f"{italian} O-O : 70000\n{italian} d3 : 3\nd4 : 12\nNf3 : 0\ne4 c5 Nf3\n"
    write_book(written("chess", lines), tmp_path / "book.bin")
    with polyglot.open_reader(tmp_path / "book.bin") as reader:
        keys = [entry.key for entry in reader]
        assert keys == sorted(keys)
        start = {entry.move.uci(): entry.weight for entry in reader.find_all(chess.Board())}
        assert start == {"e2e4": 65535, "d2d4": 11}
        board = chess.Board()
        for move in italian.split():
            board.push_san(move)
        assert {entry.move.uci(): entry.weight for entry in reader.find_all(board)} == {"e1g1": 65535, "d2d3": 2}


def test_a_book_goes_from_format_to_format(written, tmp_path):
    lines = "e4 e5 Nf3 : 12\nNf3 e5 e4 Nc6 : 3\nd4 d5 c4 dxc4 e4 b5 a4 : 2\ne4 Nf6 e5 d5 exd6\n"
    text = written("chess", lines)
    write_book(text, tmp_path / "one.bin")
    binary = read_book(CHESS, tmp_path / "one.bin")
    assert isinstance(binary, PolyglotBook)
    write_book(binary, tmp_path / "two.txt")
    again = read_book(CHESS, tmp_path / "two.txt")
    assert contents(text) == contents(binary) == contents(again)
    write_book(again, tmp_path / "three.bin")
    assert (tmp_path / "one.bin").read_bytes() == (tmp_path / "three.bin").read_bytes()


def entry(key, move, weight=1):
    return struct.pack(">QHHI", key, move, weight, 0)


START = 0x463B96181691FC9C
E4 = 12 << 6 | 28


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "0 bytes are not a number of entries of 16 bytes"),
        (entry(START, E4)[:-1], "15 bytes are not a number of entries"),
        (entry(START, E4) + b"\n", "17 bytes are not a number of entries"),
        (entry(START, E4) + entry(START - 1, E4), "not sorted by their keys"),
        (entry(START, 27 << 6 | 28) + entry(START, 7 << 6 | 63), "its moves are not legal"),
        (b"".join(entry(key, 0x7FFF) for key in range(9)), "its moves are not legal"),
        (random.Random(1).randbytes(16 * 100), "not sorted by their keys"),
        (b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O ", "is not a Polyglot book"),
    ],
)
def test_a_corrupt_book_is_told_in_one_line(tmp_path, data, told):
    path = tmp_path / "bad.bin"
    path.write_bytes(data)
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        read_book(CHESS, path)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_an_entry_that_is_not_legal_is_never_played(tmp_path):
    path = tmp_path / "half.bin"
    wrong = [7 << 6 | 63, 12 << 6 | 60 | 4 << 12, 0, 0xFFFF, 4 << 6 | 7]  # among them castling that is not possible yet
    path.write_bytes(b"".join(entry(START, move, 100) for move in [E4] * 6 + wrong))
    assert shown(read_book(CHESS, path), CHESS.initial()) == {"e4": 600}


def test_files_that_cannot_be_read_or_written(tmp_path):
    nim = zermelo.load("nim")
    (tmp_path / "data").write_bytes(b"\xff\xfe\x00")
    book = LineBook(nim)
    book.add(nim.initial(), (), 1, 1)
    for told, attempt in {
        "none.bin cannot be read": lambda: read_book(CHESS, tmp_path / "none.bin"),
        "none.txt cannot be read": lambda: read_book(CHESS, tmp_path / "none.txt"),
        "cannot be read: Is a directory": lambda: read_book(CHESS, tmp_path),
        "data is not a text": lambda: read_book(CHESS, tmp_path / "data"),
        r"Polyglot books \(\.bin\) are for chess": lambda: read_book(nim, tmp_path / "none.bin"),
        "for chess: write a book of nim as a text": lambda: write_book(book, tmp_path / "nim.bin"),
        "book.txt cannot be written": lambda: write_book(book, tmp_path / "none" / "book.txt"),
    }.items():
        with pytest.raises(zermelo.ZermeloError, match=told):
            attempt()


def test_polyglot_makes_the_same_book(tmp_path):
    program = shutil.which("polyglot") or shutil.which("polyglot", path="/usr/games")
    if program is None:
        pytest.skip("Debian's polyglot is not installed")
    noise, games = random.Random(4), []
    for _ in range(60):
        state, actions = CHESS.initial(), []
        for _ in range(noise.randrange(30)):
            legal = CHESS.legal(state)
            rare = [a for a in legal if uci(a) in ("e1g1", "e1c1", "e8g8", "e8c8") or len(uci(a)) == 5]
            actions.append(rare[0] if rare else legal[min(int(noise.expovariate(0.7)), len(legal) - 1)])
            state = CHESS.result(state, actions[-1])
            if CHESS.is_terminal(state):
                break
        games.append(PgnGame(tuple(actions), noise.choice(["1-0", "0-1", "1/2-1/2", "*"])))
    (tmp_path / "games.pgn").write_text("\n".join(map(write_game, games)))
    command = [program, "make-book", "-pgn", "games.pgn", "-bin", "theirs.bin", "-max-ply", "25", "-min-game", "2"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=PATIENCE)
    write_book(make_book(games, plies=25, least=2), tmp_path / "ours.bin")
    ours, theirs = (PolyglotBook(CHESS, tmp_path / name) for name in ("ours.bin", "theirs.bin"))
    assert len(ours) == len(theirs) > 50
    assert {ours[i] for i in range(len(ours))} == {theirs[i] for i in range(len(theirs))}
