"""`zermelo book`: books shown and made."""

from __future__ import annotations

import json

import pytest

GAMES = """
[Event "one"]
[Result "1-0"]

1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 3. Bb5 1-0

[Event "two"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nf6 {the Russian} 1/2-1/2

[Event "three"]
[Result "0-1"]

1. d4 Nf6 2. c4 0-1
"""


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.pgn").write_text(GAMES)
    (tmp_path / "lines.txt").write_text("e4 e5 Nf3 : 3\nd4 d5 : 1\n")


def test_show(zermelo):
    code, out, _ = zermelo("book", "show", "chess", "lines.txt")
    assert code == 0
    assert [line.split() for line in out.splitlines()] == [
        ["move", "weight", "share"],
        ["e4", "3", "75.0%"],
        ["d4", "1", "25.0%"],
    ]


def test_show_as_json_after_moves_and_at_a_position(zermelo):
    code, out, _ = zermelo("book", "show", "chess", "lines.txt", "--moves", "d4", "--json")
    assert code == 0
    assert json.loads(out) == {
        "game": "chess",
        "position": "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
        "book": "lines.txt",
        "moves": [{"action": "d5", "weight": 1, "share": 1.0}],
    }
    position = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 9"
    code, out, _ = zermelo("book", "show", "chess", "lines.txt", "--position", position)
    assert (code, out.split()[3:]) == (0, ["Nf3", "3", "100.0%"])


def test_no_move_is_an_answer(zermelo):
    assert zermelo("book", "show", "chess", "lines.txt", "--moves", "a3") == (1, "lines.txt has no move here\n", "")
    code, out, _ = zermelo("book", "show", "chess", "lines.txt", "--moves", "a3", "--json")
    assert (code, json.loads(out)["moves"]) == (1, [])


def test_books_of_other_games(zermelo, tmp_path):
    (tmp_path / "nim.txt").write_text("1 2 : 5\n")
    code, out, _ = zermelo("book", "show", "nim", "nim.txt", "--moves", "1", "--json")
    assert (code, json.loads(out)["moves"]) == (0, [{"action": "2", "weight": 5, "share": 1.0}])


@pytest.mark.parametrize("out_file", ["book.bin", "book.txt"])
def test_make(zermelo, out_file):
    assert zermelo("book", "make", "chess", "games.pgn", out_file) == (
        0,
        f"{out_file}: 3 games, 3 positions, 3 moves\n",
        "",
    )
    assert json.loads(zermelo("book", "show", "chess", out_file, "--json")[1])["moves"] == [
        {"action": "e4", "weight": 3, "share": 1.0}
    ]
    code, out, _ = zermelo("book", "make", "chess", "games.pgn", out_file, "--least", "1", "--plies", "2", "--json")
    assert code == 0
    assert json.loads(out) == {"game": "chess", "book": out_file, "games": 3, "positions": 3, "moves": 3}
    moves = json.loads(zermelo("book", "show", "chess", out_file, "--moves", "d4", "--json")[1])["moves"]
    assert moves == [{"action": "Nf6", "weight": 2, "share": 1.0}]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["show", "chess", "none.bin"], "the book none.bin cannot be read: No such file or directory"),
        (["show", "chess", "none.txt"], "the book none.txt cannot be read: No such file or directory"),
        (["show", "chess", "short.bin"], "short.bin is not a Polyglot book: 40 bytes are not a number of entries"),
        (["show", "chess", "games.pgn"], "games.pgn, line 2: '[Event' is not legal here"),
        (["show", "nim", "short.bin"], "Polyglot books (.bin) are for chess: write a book of nim as a text"),
        (["show", "chess", "lines.txt", "other.txt"], "show takes one file, not 'other.txt' as well"),
        (["show", "chess", "lines.txt", "--moves", "e5"], "--moves, move 1: 'e5' is not legal here"),
        (["make", "chess", "games.pgn"], "name the book to write: zermelo book make chess GAMES.pgn OUT.bin"),
        (["make", "nim", "games.pgn", "out.txt"], "books are made from chess games in PGN"),
        (["make", "chess", "none.pgn", "out.bin"], "none.pgn cannot be read: No such file or directory"),
        (["make", "chess", "bad.pgn", "out.bin"], "bad.pgn: game 1, move 2...: 'Nf3' is not legal here"),
        (["make", "chess", "games.pgn", "out.bin", "--least", "3"], "no move was played in 3 games or more"),
        (["make", "chess", "games.pgn", "none/out.bin"], "none/out.bin cannot be written: there is no folder none"),
        (["make", "chess", "games.pgn", "out.bin", "--plies", "0"], "'--plies'"),
        (["sell", "chess", "lines.txt"], "'sell' is not one of"),
        (["show", "chess"], "Missing argument"),
    ],
)
def test_mistakes(zermelo, tmp_path, words, told):
    (tmp_path / "short.bin").write_bytes(b"0123456789" * 4)
    (tmp_path / "bad.pgn").write_text("1. e4 e5 2. Nf3 Nf3")
    code, out, err = zermelo("book", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err
