"""How Go positions are written, read and drawn, and what is said about bad ones."""

from __future__ import annotations

import pytest
from games.go.boards import names, play

import zermelo
from zermelo.show.text import text


def test_how_it_looks():
    game = zermelo.load("go:size=3,komi=0")
    state = game.read_state("A1 B2 pass C3")
    assert game.state_text(state) == "..O/.O./X.. X last=C3 ply=4"
    assert text(game.describe(state)).splitlines() == [
        "3  ┌─┬[○]",
        "2  ├─○─┤",
        "1  ●─┴─┘",
        "   A B C",
        "score: Black 1, White 2",
        "Black to move",
    ]
    assert game.action_text(state, game.legal(state)[-1]) == "pass"
    end = play(game, state, "pass pass")
    assert game.describe(end).caption == "score: Black 1, White 2\nWhite wins by 1"
    assert [game.utility(end, player) for player in (0, 1)] == [-1, 1]


def test_the_last_point_is_written_and_is_no_part_of_the_key():
    game = zermelo.load("go:size=5")
    played = game.read_state("C3 D4")
    assert game.touches(played, played.last) == ((1, 3),)
    typed = game.read_state("...../...O./..X../...../..... X ply=2")
    assert typed == played._replace(last=-1)
    assert game.key(typed) == game.key(played)
    assert "last" not in game.state_text(game.initial())
    assert "last" not in game.state_text(play(game, played, "pass"))


def test_what_is_said_below_the_board():
    game = zermelo.load("go:size=5,komi=2.5")
    assert game.describe(game.initial()).caption == "Black to move"
    assert game.describe(game.read_state("C3 pass")).caption == "White passed, Black to move"
    ko = game.read_state("B3 C3 A2 D2 B1 C1 C2 B2")  # White takes C2
    assert game.state_text(ko).endswith("X ko=C2 last=B2 ply=8 prisoners=0,1")
    picture = game.describe(ko)
    assert (
        picture.caption
        == "score: Black 4, White 5 + 2.5 komi; captured: 0 by Black, 1 by White\nko at C2, Black to move"
    )
    assert picture.marked == {(3, 1), (3, 2)}


@pytest.mark.parametrize(
    ("size", "stars"),
    [
        (19, "D4 K4 Q4 D10 K10 Q10 D16 K16 Q16"),
        (13, "D4 K4 G7 D10 K10"),
        (9, "C3 G3 E5 C7 G7"),
        (7, ""),
        (18, ""),
    ],
)
def test_star_points_are_where_players_expect_them(size, stars):
    game = zermelo.load(f"go:size={size}")
    picture = game.describe(game.initial())
    assert picture.shape == "crossing"
    assert {picture.columns[column] + picture.rows[row] for row, column in picture.stars} == set(stars.split())


def test_prisoners_are_counted_for_both_also_where_only_the_area_counts():
    for scoring, score in (("area", "Black 1, White 6"), ("territory", "Black 3, White 5")):
        game = zermelo.load(f"go:size=3,komi=0,scoring={scoring}")
        state = game.read_state("X.O/.OO/OO. X prisoners=3,4")
        assert game.state_text(state).endswith("prisoners=3,4")
        assert game.read_state(game.state_text(state)) == state
        told = [f"score: {score}; captured: 3 by Black, 4 by White", "Black to move"]
        assert game.describe(state).caption.splitlines() == told
    with pytest.raises(zermelo.ZermeloError, match="prisoners must be two numbers such as 3,5"):
        game.read_state("X.O/.OO/OO. X prisoners=x")
    with pytest.raises(zermelo.ZermeloError, match="prisoners must be at most"):
        game.read_state("X.O/.OO/OO. X prisoners=9999")


def test_columns_have_no_i():
    game = zermelo.load("go:size=19")
    assert names(game, game.initial()) >= {"A1", "H8", "J9", "T19"}
    assert "I9" not in names(game, game.initial())


def test_handicap():
    game = zermelo.load("go:size=9,handicap=5")
    state = game.initial()
    assert game.to_move(state) == 1
    assert {"C3", "G7", "C7", "G3", "E5"} & names(game, state) == set()
    assert game.state_text(state).count("X") == 5


def test_a_draw():
    game = zermelo.load("go:size=2,komi=0")
    state = game.read_state("pass pass")
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in (0, 1)] == [0, 0]
    assert game.describe(state).caption == "a draw"


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("", "give moves such as A2 pass, or 2 rows"),
        (".X/", "or 2 rows"),
        ("../.. Z", "side to move, X or O, not 'Z'"),
        ("XX/XX O", "the chain at A2 has no liberty"),
        ("../.. X ko=A3", "not an empty point"),
        ("../.. X last=A3", "last=A3 is not a point that the other side can have just played"),
        ("X./.. X last=A2", "last=A2 is not a point"),
        ("../.. X last=A2", "last=A2 is not a point"),
        ("../.. X moon=3", "'moon=3' should be one of ko="),
        ("../.. X passes=3", "passes must be a whole number of 0 to 2"),
        ("../.. X past=12", "only superko keeps it"),
        ("../.. X past=zz", "base 16"),
        ("A1 A1", "'A1' at move 2 is not legal"),
        ("A3", "'A3' at move 1 is not legal"),
        ("pass pass A1", "the game is over before 'A1'"),
    ],
)
def test_a_bad_position_is_told_in_one_line(position, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        zermelo.load("go:size=2").read_state(position)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ("size=20", "1 to 19 rows"),
        ("size=0", "1 to 19 rows"),
        ("ko=triple", "ko must be simple, positional or situational"),
        ("scoring=stones", "area or territory"),
        ("komi=0.3", "half points"),
        ("handicap=1", "0, or 2 to 9,"),
        ("size=5,handicap=2", "handicap must be 0 on 5 rows"),
    ],
)
def test_bad_parameters_are_refused(parameters, told):
    with pytest.raises(zermelo.ZermeloError, match=told):
        zermelo.load(f"go:{parameters}")
