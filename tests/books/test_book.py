"""Opening books: the text format, the choice by weight, and books made from games."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from books.positions import CHESS, after, contents, shown

import zermelo
from zermelo.books.book import LineBook, make_book
from zermelo.books.files import read_book, write_book
from zermelo.games.chess.text import uci
from zermelo.records.game_record import GameRecord
from zermelo.records.pgn import read_games


def test_the_example_of_the_documentation(written):
    book = written(
        "chess",
        """
        # my openings                  from # on it is a remark
        e4 e5 Nf3 Nc6 Bb5 : 12         # every move of the line
        e4 c5 Nf3
        d4 d5 | c4 : 5
        """,
    )
    assert shown(book, CHESS.initial()) == {"e4": 13}
    assert shown(book, after("e4")) == {"e5": 12, "c5": 1}
    assert shown(book, after("d4")) == {}
    assert shown(book, after("d4 d5")) == {"c4": 5}


def test_transpositions_are_found(written):
    book = written("chess", "Nf3 d5 g3 c6 : 2\ng3 d5 Nf3 Nc6 : 3\nd4 Nf6 c4 : 1")
    for moves in ("Nf3 d5 g3", "g3 d5 Nf3"):
        assert shown(book, after(moves)) == {"c6": 2, "Nc6": 3}
    assert shown(book, after("c4 Nf6 d4")) == {}
    assert shown(book, after("Nh3 Nf6 Ng1 Ng8 d4 Nf6")) == {"c4": 1}


def test_every_way_to_write_a_line(written):
    book = written("chess", "f2f3 e7e5 g2g4 Qh4#:  4\r\n| f3 e5 : 1\nd4 d5 |\n\td4\td5\t|\tc4\t# :9\ne4 : 0\n")
    assert shown(book, after("f3 e5 g4")) == {"Qh4#": 4}
    assert shown(book, CHESS.initial()) == {"f3": 5, "e4": 0}
    assert shown(book, after("d4 d5")) == {"c4": 1}


@pytest.mark.parametrize(
    ("name", "text", "moves", "expected"),
    [
        ("connect-four", "4 4 3 : 2\n4 3", "4", {"4": 2, "3": 1}),
        ("othello", "d3 c3 c4\nd3 e3 : 4", "d3", {"c3": 1, "e3": 4}),
        ("checkers", "11-15 23-19 8-11 : 7", "11-15 23-19", {"8-11": 7}),
        ("nim:stones=7", "3 : 2\n2 2 3", "", {"3": 2, "2": 1}),
        ("tic-tac-toe", "b2 a1", "b2", {"a1": 1}),
    ],
)
def test_books_of_other_games(written, name, text, moves, expected):
    book = written(name, text)
    assert shown(book, after(moves, book.game)) == expected


def test_outcomes_of_chance_lead_on_but_are_not_chosen(written):
    pig = zermelo.load("pig")
    state = pig.initial()
    roll = pig.action_text(state, pig.legal(state)[0])
    rolled = pig.result(state, pig.legal(state)[0])
    outcomes = [pig.action_text(rolled, outcome) for outcome, _ in pig.outcomes(rolled)]
    book = written("pig", f"{roll} {outcomes[-1]} {roll} : 2")
    assert book.entries(rolled) == []
    assert shown(book, state) == {roll: 2}
    assert shown(book, after(f"{roll} {outcomes[-1]}", pig)) == {roll: 2}


def test_names_with_spaces(tmp_path):
    from dataclasses import replace

    nim = zermelo.load("nim:stones=9")
    wordy = replace(nim, format_action=lambda state, n: ["take", "take two", "take two more"][n - 1])
    path = tmp_path / "lines.txt"
    path.write_text("take two take take two more : 3\n")
    book = read_book(wordy, path)
    assert [page.path for page in book.pages()] == [(), (2,), (2, 1)]
    write_book(book, tmp_path / "again.txt")
    assert contents(read_book(wordy, tmp_path / "again.txt")) == contents(book)


def test_choice_follows_the_weights(written):
    book = written("chess", "e4 : 3\nd4 : 1\nc4 : 0")
    noise = random.Random(1)
    counts = Counter(uci(book.choose(CHESS.initial(), noise)) for _ in range(800))
    assert set(counts) == {"e2e4", "d2d4"}
    assert 550 < counts["e2e4"] < 650
    assert book.choose(after("c4"), noise) is None
    assert written("chess", "c4 : 0").choose(CHESS.initial(), noise) is None


def test_an_action_that_is_not_legal_is_never_played():
    book = LineBook(CHESS)
    state = CHESS.initial()
    book.add(state, (), CHESS.read_action(after("e4 e5"), "Nf3"), 1)  # legal here too
    book.add(state, (), CHESS.read_action(after("e4"), "e5"), 99)  # Black's
    assert shown(book, state) == {"Nf3": 1}
    assert uci(book.choose(state, random.Random(0))) == "g1f3"


def test_nothing_is_known_when_the_game_is_over(written):
    assert written("chess", "f3 e5 g4 Qh4#").entries(after("f3 e5 g4 Qh4#")) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("e4 e5\n\nd4 Zz9 : 3", r"lines\.txt, line 3: 'Zz9' is not legal here; black may play"),
        ("e4 : many", "line 1: the weight 'many' is not a whole number"),
        ("e4 : -1", "line 1: the weight '-1' is not a whole number"),
        ("e4 : 1.5", "line 1: the weight '1.5' is not a whole number"),
        ("# nothing\n\n", "has no moves: write one line of play per line"),
        ("f3 e5 g4 Qh4# a3", "line 1: 'a3' cannot be played: the game is over"),
    ],
)
def test_a_bad_text_is_told_in_one_line(written, text, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        written("chess", text)
    assert "\n" not in str(error.value)


def test_wins_count_two_and_draws_one():
    games = "1. e4 e5 2. Nf3 1-0  1. e4 e5 2. Nc3 1/2-1/2  1. e4 c5 0-1  1. d4 0-1  1. d4 d5 0-1  1. c4 *  1. c4 *"
    book = make_book(read_games(games), plies=2, least=2)
    assert contents(book) == {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -": {"e4": 3, "c4": 2},
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -": {"e5": 1},
    }
    every = contents(make_book(read_games(games), plies=20, least=1))
    assert sum(len(moves) for moves in every.values()) == 7


def test_games_from_elsewhere_and_no_games():
    games = list(read_games('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n1. e4 1-0'))
    for given in (games, list(read_games("1. e4 1-0"))):
        with pytest.raises(zermelo.ZermeloError, match="no move was played in 2 games or more"):
            make_book(given)
    with pytest.raises(zermelo.ZermeloError, match="no games to make a book from"):
        make_book([])


def test_a_book_of_any_game_that_was_played(tmp_path):
    nim = zermelo.load("nim:stones=5")
    lines = [((1, 3, 1), (1.0, -1.0)), ((1, 3, 1), (1.0, -1.0)), ((2, 3), (-1.0, 1.0)), ((2, 3), (-1.0, 1.0))]
    book = make_book([GameRecord(nim, nim.initial(), actions, None, utilities) for actions, utilities in lines])
    write_book(book, tmp_path / "nim.txt")
    again = read_book(nim, tmp_path / "nim.txt")
    assert again.entries(nim.initial()) == [(1, 4)]
    assert again.entries(after("2", nim)) == [(3, 4)]
    assert again.entries(after("1", nim)) == []
