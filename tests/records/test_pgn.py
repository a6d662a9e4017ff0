"""PGN: what we write is read back by us and by python-chess, and what python-chess writes is read by us."""

from __future__ import annotations

import io
import random
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import zermelo
from zermelo.games.chess.text import uci
from zermelo.records.game_record import GameRecord
from zermelo.records.pgn import PgnGame, pgn_of, read_file, read_games, whole_length, write_game

GAME = zermelo.load("chess")
RESULTS = ["1-0", "0-1", "1/2-1/2", "*"]
ENDING = "8/2P1k3/8/3Pp3/8/8/1p2K3/8 w - e6 0 40"  # promotions and en passant are near


def random_game(seed, plies=60, fen=None):
    """Legal actions from a start, with a liking for rare kinds of move."""
    noise = random.Random(seed)
    start = state = GAME.read_state(fen) if fen else GAME.initial()
    actions = []
    for _ in range(noise.randrange(plies + 1)):
        if GAME.is_terminal(state):
            break
        legal = GAME.legal(state)
        rare = [a for a in legal if len(uci(a)) == 5 or uci(a) in ("e1g1", "e1c1", "e8g8", "e8c8", "d5e6")]
        actions.append(noise.choice(rare if rare and noise.random() < 0.5 else legal))
        state = GAME.result(state, actions[-1])
    return start, tuple(actions)


def engine_moves(game):
    return [uci(action) for action in game.actions]


def moves(text):
    """The moves of a text with one game, as engines write them."""
    (game,) = read_games(text)
    return " ".join(engine_moves(game))


# --- round trips ----------------------------------------------------------------------------------------------------

words = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=12)
remarks = st.dictionaries(st.integers(0, 60), st.lists(words, max_size=9).map(" ".join), max_size=6)


@settings(max_examples=25)
@given(
    seed=st.integers(0, 10**6),
    fen=st.sampled_from([None, ENDING]),
    result=st.sampled_from(RESULTS),
    comments=remarks,
    nags=st.dictionaries(st.integers(1, 60), st.tuples(st.integers(0, 139)), max_size=4),
    name=words,
)
@example(seed=1, fen=None, result="1-0", comments={1: "% (not [this] ;nor $this}"}, nags={}, name='"\\"]')
def test_what_is_written_is_read_back(seed, fen, result, comments, nags, name):
    start, actions = random_game(seed, fen=fen)
    kept = {ply: " ".join(text.split()).replace("}", ")") for ply, text in comments.items() if ply <= len(actions)}
    kept = {ply: text for ply, text in kept.items() if text}
    nags = {ply: numbers for ply, numbers in nags.items() if ply <= len(actions)}
    text = write_game(PgnGame(actions, result, {"Annotator": name, "White": name}, start, kept, nags))
    assert all(len(line) < 80 or " " not in line for line in text.splitlines() if not line.startswith("["))
    (back,) = read_games(text)
    assert (back.start, back.actions, back.result) == (start, actions, result)
    assert (back.comments, back.nags) == (kept, nags)
    assert back.tags["Annotator"] == back.tags["White"] == name

    pgn = pytest.importorskip("chess.pgn", reason="python-chess is not installed")
    theirs = pgn.read_game(io.StringIO(text))
    assert theirs.errors == []
    assert [move.uci() for move in theirs.mainline_moves()] == engine_moves(back)
    assert theirs.headers["Result"] == result


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), columns=st.sampled_from([None, 40, 80]))
def test_games_of_python_chess_with_variations_and_comments(seed, columns):
    pgn = pytest.importorskip("chess.pgn", reason="python-chess is not installed")
    noise = random.Random(seed)
    games = [_decorated(pgn, noise) for _ in range(noise.randrange(1, 4))]
    text = "\n\n".join(str(g.accept(pgn.StringExporter(columns=columns))) for g in games)
    ours = list(read_games(text))
    assert len(ours) == len(games)
    for mine, theirs in zip(ours, games, strict=True):
        assert engine_moves(mine) == [move.uci() for move in theirs.mainline_moves()]
        assert mine.result == theirs.headers["Result"]
        assert mine.tags == dict(theirs.headers)
        for ply, node in enumerate([theirs, *theirs.mainline()]):
            written = " ".join(node.comment.split()) if isinstance(node.comment, str) else node.comment
            assert mine.comments.get(ply, "") == written
            assert set(mine.nags.get(ply, ())) == set(node.nags)


def _decorated(pgn, noise):
    """A random game with nested variations, comments and NAGs everywhere."""
    game = pgn.Game()
    game.headers["Result"] = noise.choice(RESULTS)
    remarks = ["why not (this)?", "[%clk 0:01:02]", "1. e4 ; $1 1-0", "", "so ( he said", "two\nlines"]

    def grow(node, plies, depth):
        for _ in range(plies):
            legal = sorted(node.board().legal_moves, key=str)
            if not legal:
                return
            here, node = node, node.add_variation(noise.choice(legal))
            if noise.random() < 0.3:
                node.comment = noise.choice(remarks)
            if noise.random() < 0.2:
                node.nags.add(noise.randrange(1, 20))
            if depth < 3 and noise.random() < 0.15:
                others = [move for move in legal if move != node.move]
                if others:
                    grow(here.add_variation(noise.choice(others)), noise.randrange(4), depth + 1)

    game.comment = noise.choice(remarks)
    grow(game, noise.randrange(40), 0)
    return game


# --- the habits of writers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 *",
        "1.e4 e5 2.Nf3 Nc6 3.Bb5",
        "e4 e5 Nf3 Nc6 Bb5 *",
        "1 e4 e5 2 Nf3 Nc6 3 Bb5 *",
        "1. e4 1... e5 2. Nf3 2...Nc6 3 . Bb5 *",
        "1. e4 ... e5 2. Nf3 … Nc6 3. Bb5 *",
        "e2e4 e7e5 g1f3 b8c6 f1b5",
        "1. e2-e4 Pe7-e5 2. Ng1-f3 Nb8-c6 3. Bf1b5",
        "1. Pe4! e5?! 2. Ngf3!! Nbc6?? 3. Bfb5 !? *",
        "1.e4{best}e5;by test\n2.Nf3(2.f4(2.d4 {)}exd4) exf4;)\n)Nc6 3.Bb5$1*",
        "1. e4 e5 2. Nf3 +- Nc6 = 3. Bb5 ∞ *",
        "% a line for programs only: Nf6\n1. e4 e5\n%(\n2. Nf3 Nc6 3. Bb5",
        "\ufeff{a game without tags} 1. e4 e5\r\n2. Nf3 Nc6\r\n3. Bb5\r\n*\r\n",
    ],
)
def test_the_same_opening_in_many_hands(text):
    assert moves(text) == "e2e4 e7e5 g1f3 b8c6 f1b5"


@pytest.mark.parametrize(
    ("fen", "text", "expected"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1. O-O O-O-O", "e1g1 e8c8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1. 0-0-0 0-0", "e1c1 e8g8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1. e1g1 Kd7", "e1g1 e8d7"),
        ("4k2r/7p/8/8/8/8/P7/R3K3 b Qk - 0 7", "7... 0-0+ 8. o-o-o", "e8g8 e1c1"),
        ("3r4/2P4k/8/8/8/8/K7/8 w - - 0 1", "1. c8=Q", "c7c8q"),
        ("3r4/2P4k/8/8/8/8/K7/8 w - - 0 1", "1. cxd8Q!", "c7d8q"),
        ("3r4/2P4k/8/8/8/8/K7/8 w - - 0 1", "1. c7xd8=N", "c7d8n"),
        ("3r4/2P4k/8/8/8/8/K7/8 w - - 0 1", "1. c8/R", "c7c8r"),
        ("3r4/2P4k/8/8/8/8/K7/8 w - - 0 1", "1. c7c8b", "c7c8b"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "1. exd6e.p.+", "e5d6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "1. exd6 e.p. Kd7", "e5d6 e8d7"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "1. e:d6 ep Kd7", "e5d6 e8d7"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "1. Rad1 Ke7", "a1d1 e8e7"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "1. R1a7 Kd8", "a1a7 e8d8"),
        ("R3k3/8/8/8/8/8/8/R3K3 b - - 0 1", "1... Kd7 2. R1a7+ Kd6 3. R7a6+", "e8d7 a1a7 d7d6 a7a6"),
        ("6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "1. Qh4e1 Kg7 2. Qee5+", "h4e1 g8g7 e1e5"),
        ("8/8/4k3/8/8/3K1R2/8/8 w - - 99 90", "90. Rf1 Ke7 91. Rf2 Kd7 1/2-1/2", "f3f1 e6e7 f1f2 e7d7"),
    ],
)
def test_moves_that_are_written_in_many_ways(fen, text, expected):
    assert moves(f'[SetUp "1"]\n[FEN "{fen}"]\n\n{text}') == expected


def test_suffixes_and_nags_stand_by_their_moves():
    (game,) = read_games("{first} $10 1. e4! {one} {two} e5 ?! ; three\n 2. Nf3 $1$14 Nc6!!! *")
    assert game.comments == {0: "first", 1: "one two", 2: "three"}
    assert game.nags == {0: (10,), 1: (1,), 2: (6,), 3: (1, 14)}


@pytest.mark.parametrize(("suffix", "nag"), [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)])
def test_a_suffix_is_a_nag(suffix, nag):
    for text in (f"1. e4{suffix}", f"1. e4 {suffix}", f"1. e4 ${nag}"):
        assert next(read_games(text)).nags == {1: (nag,)}


def test_comments_of_both_kinds():
    (game,) = read_games("{one} 1. e4 ;two words\n{three} e5 {} *")
    assert game.comments == {0: "one", 1: "two words three"}
    assert game.game.name == GAME.name


def test_tags_are_kept_in_their_order():
    tags = r"""[Event "The \"Big\" One"] [Site "a\\b"]
[White  "O"Hara"]
[Black"x"]
[Result "0-1"]"""
    (game,) = read_games(f"{tags}\n\n1. e4 *")
    assert list(game.tags.items()) == [
        ("Event", 'The "Big" One'),
        ("Site", "a\\b"),
        ("White", 'O"Hara'),
        ("Black", "x"),
        ("Result", "0-1"),
    ]
    assert (game.result, game.utilities) == ("0-1", (-1, 1))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("\n  \n% nothing\n{nothing}\n", []),
        ("*", [(0, "*")]),
        ('[Event "a"]\n', [(0, "*")]),
        ("1. e4 1-0 {over} 1. d4 d5 1/2-1/2 ; over\n", [(1, "1-0"), (2, "1/2-1/2")]),
        ('[Event "a"]\n1. e4\n[Event "b"]\n\n[Event "c"]\n1. d4 d5 1/2', [(1, "*"), (0, "*"), (2, "1/2-1/2")]),
        ('[White "a"]\n1. e4 e5\n[White "b"]\n\n1. d4', [(2, "*"), (1, "*")]),
        ('[Event "a"]\n[Result "1-0"]\n\n1. e4', [(1, "1-0")]),
        ('[Event "a"]\n[Result "White won"]\n\n1. e4 1-0', [(1, "1-0")]),
        ('[Event "a"]\n[Result "0-1"]\n\n1. e4 1-0', [(1, "0-1")]),
        ('[Event "a"]\n[Result "0-1"]\n\n1. e4 *', [(1, "0-1")]),
        ('[Event "a"]\n[Result "*"]\n\n1. e4 1-0', [(1, "1-0")]),
    ],
)
def test_where_one_game_ends_and_the_next_begins(text, found):
    assert [(len(game.actions), game.result) for game in read_games(text)] == found


@pytest.mark.parametrize(("result", "got"), [("1-0", (1, -1)), ("0-1", (-1, 1)), ("1/2-1/2", (0, 0)), ("*", None)])
def test_what_the_players_got(result, got):
    (game,) = read_games(f"1. e4 {result}")
    assert (game.result, game.utilities) == (result, got)


def test_the_result_after_the_moves_is_kept_beside_the_tag():
    games = read_games('[Result "0-1"]\n1. e4 1-0\n[Event "b"]\n[Result "1-0"]\n1. d4\n[Event "c"]\n*')
    assert [(game.result, game.terminator) for game in games] == [("0-1", "1-0"), ("1-0", ""), ("*", "*")]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("", ""),
        ("1. e4", ""),
        ("1. e4 1-0", "1. e4 1-0"),
        ("1. e4 1-0\n\n1. d4 d5 2. c4", "1. e4 1-0"),
        ("1. e4 (1. d4 0-1) 1/2-1/2 1. d4 (1. c4 0-1) d5", "1. e4 (1. d4 0-1) 1/2-1/2"),
        ("1. e4 * 1. d4 1/2", "1. e4 *"),  # cut within 1/2-1/2
        ("1. e4 * 1. d4 1/2\n", "1. e4 * 1. d4 1/2"),
        ('1. e4 0-1 [White "1-0"]', "1. e4 0-1"),
        ('1. e4 0-1 [White "a 1-0', "1. e4 0-1"),
        ("1. e4 0-1 {then 1-0} ; 1-0", "1. e4 0-1"),
    ],
)
def test_how_much_of_a_text_is_whole_games(text, whole):
    assert text[: whole_length(text)] == whole


def test_only_the_first_plies():
    (game, other) = read_games("1. e4 e5 {here} 2. Nf3 {there} Zz9 ! 1-0 1. d4 *", plies=2)
    assert engine_moves(game) == ["e2e4", "e7e5"]
    assert (game.comments, game.nags, game.result) == ({2: "here"}, {}, "1-0")
    assert engine_moves(other) == ["d2d4"]


# --- mistakes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. e4 e5 2. Nf4", r"game 1, move 2\.: 'Nf4' is not legal here; white may play"),
        ("1. e4 * 1. d4 d5 2. c4 xyzzy", r"game 2, move 2\.\.\.: 'xyzzy' is not legal here; black may play"),
        ('1. e4\n[Event "b"]\n1. d4\n[Event "c"]\n1. c5', r"game 3, move 1\.: 'c5' is not legal here"),
        ("1. e4 e5 2. -- d6", r"game 1, move 2\.: '--' is not legal"),
        ("1. d4 d5 2. Nf3 Nf6 3. Nd2", r"game 1, move 3\.: 'Nd2' could be Nbd2 or Nfd2"),
        ("1. f3 e5 2. g4 Qh4# 3. a3", r"game 1, move 3\.: 'a3' cannot be played: the game is over"),
        ("1. e4 {never", r"game 1, move 1\.\.\.: the comment '{never' is never closed"),
        ("1. e4 (1. d4 (1. c4 c5) e5 2. d5", r"game 1, move 1\.\.\.: a variation '\(' is never closed"),
        ('1. e4 (1. d4\n\n[Event "x"]\n\n1. e4', r"game 1, move 1\.\.\.: a variation '\(' is never closed"),
        ('1. e4 (1. d4\n\n[Event "x"]\n\n1. e4) *', r"game 1, move 1\.\.\.: a variation '\(' is never closed"),
        ("1. e4 e5) 2. d4", r"game 1, move 2\.: '\)' closes no variation"),
        ("[Event Casual]\n1. e4", r"game 1, move 1\.: '\[Event Casual\]' is not a tag"),
        ("1. e4 }", r"game 1, move 1\.\.\.: '}' has no meaning"),
        ('* [FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]\n*', r"game 2: '8/8/8/8/8/8/8/K7 w - - 0 1' is not a position"),
        (
            '[FEN "8/2P1k3/8/8/8/8/4K3/8 b - - 0 40"]\nKd6 c8',
            r"game 1, move 41\.: 'c8' is not legal here; white may play .*c8=Q",
        ),
    ],
)
def test_a_bad_file_is_told_in_one_line(text, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        list(read_games(text))
    assert "\n" not in str(error.value)


def test_files(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_bytes('[White "Réti"]\n1. Nf3 d5 *'.encode("latin-1"))
    assert next(read_file(path)).tags["White"] == "Réti"
    path.write_text('[White "Réti ♘"]\n1. Nf3 d5 *', encoding="utf-8")
    assert next(read_file(path)).tags["White"] == "Réti ♘"
    path.write_text("1. Nf3 Nf3")
    with pytest.raises(zermelo.ZermeloError, match=r"games\.pgn: game 1, move 1\.\.\.: 'Nf3'"):
        list(read_file(path))
    with pytest.raises(zermelo.ZermeloError, match=r"none\.pgn cannot be read"):
        list(read_file(tmp_path / "none.pgn"))


# --- what is written ------------------------------------------------------------------------------------------------


def record(text, utilities, fen=None):
    start = GAME.read_state(fen) if fen else GAME.initial()
    end, actions = start, []
    for word in text.split():
        actions.append(GAME.read_action(end, word))
        end = GAME.result(end, actions[-1])
    return GameRecord(GAME, start, tuple(actions), end, utilities)


def test_a_game_that_was_played():
    played = record("f3 e5 g4 Qh4#", (-1.0, 1.0))
    assert pgn_of(played, ("Fool", "Scholar"), {"Round": "3", "Opening": "Barnes"}, "normal") == (
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "3"]\n[White "Fool"]\n[Black "Scholar"]\n'
        '[Result "0-1"]\n[Opening "Barnes"]\n[Termination "normal"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
    )


def test_a_game_from_another_position():
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 17"
    text = pgn_of(record("Kd7 e4 Kd6", (0.0, 0.0), fen))
    assert f'[SetUp "1"]\n[FEN "{fen}"]' in text
    assert text.endswith("\n17... Kd7 18. e4 Kd6 1/2-1/2\n")
    assert next(read_games(text)).start == GAME.read_state(fen)


def test_long_words_stay_whole():
    comments = {0: "x" * 100, 1: "well-known-" * 12}
    (game,) = read_games(write_game(PgnGame(random_game(3)[1][:1], "*", {}, comments=comments)))
    assert game.comments == comments


def test_a_termination_replaces_the_tag():
    game = PgnGame(tags={"Termination": "adjudication", "Annotator": "x"})
    assert '[Termination "adjudication"]\n[Annotator "x"]\n\n*' in write_game(game)
    assert '[Annotator "x"]\n[Termination "normal"]\n\n*' in write_game(game, "normal")
    assert write_game(game, "normal").count("Termination") == 1


def test_black_gets_the_number_after_a_comment():
    start, actions = GAME.initial(), record("e4 e5", (0, 0)).actions
    text = write_game(PgnGame(actions, "*", {}, start, {0: "so", 1: "it"}, {1: (3,), 2: (1,)}))
    assert text.splitlines()[-1] == "{so} 1. e4 $3 {it} 1... e5 $1 *"
    assert write_game(PgnGame(actions, "*", {}, start, {1: "it"}, {})).splitlines()[-1] == "1. e4 {it} 1... e5 *"
    assert write_game(PgnGame(actions, "*", {}, start, {0: "so"}, {})).splitlines()[-1] == "{so} 1. e4 e5 *"


def test_several_games_in_one_text():
    games = [PgnGame(random_game(seed)[1], "1-0") for seed in range(3)]
    text = "\n".join(write_game(game) for game in games)
    assert [game.actions for game in read_games(text)] == [game.actions for game in games]
    assert not re.search(r"\n\n\n", text)


def test_what_cannot_be_written():
    other = zermelo.play(zermelo.load("nim"), [zermelo.Random(1), zermelo.Random(2)])
    with pytest.raises(zermelo.ZermeloError, match="PGN is for chess, not for nim"):
        pgn_of(other)
    with pytest.raises(zermelo.ZermeloError, match="'Bad tag' cannot be the name"):
        write_game(PgnGame(tags={"Bad tag": "x"}))
