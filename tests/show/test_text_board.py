"""Boards in characters: crossings, points joined by lines, hexagons, and boards with gaps."""

from textwrap import dedent

from hypothesis import given
from hypothesis import strategies as st

from zermelo.picture import Board
from zermelo.show import text


def drawing(lines: str) -> str:
    return dedent(lines).strip("\n")


def cells(*rows: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple("" if cell == "." else cell for cell in row) for row in rows)


def test_stones_stand_where_lines_cross():
    board = Board(
        cells("○.....", "......", ".●..○.", "......"),
        rows=("4", "3", "2", "1"),
        columns=tuple("ABCDEF"),
        marked=frozenset({(2, 1), (3, 4)}),
        shape="crossing",
        stars=frozenset({(1, 1)}),
        caption="Black to move",
    )
    assert text(board) == drawing("""
        4  ○─┬─┬─┬─┬─┐
        3  ├─╋─┼─┼─┼─┤
        2  ├[●]┼─┼─○─┤
        1  └─┴─┴─┴[┴]┘
           A B C D E F
        Black to move
    """)


def test_marked_neighbours_on_a_line_share_their_brackets():
    board = Board(cells(".●●●."), marked=frozenset({(0, 1), (0, 2), (0, 3)}), shape="crossing")
    assert text(board) == " •[●─●─●]•"


def test_a_board_of_one_point_and_a_line_of_points():
    assert text(Board(cells("."), shape="crossing")) == " •"
    assert text(Board(cells(".●."), shape="crossing")) == " •─●─•"


def test_wide_pieces_keep_their_columns():
    board = Board((("12", "", "将"), ("", "red", "")), columns=("a", "b", "c"), shape="crossing")
    assert text(board) == " 12──┬───将\n └───R───┘\n a   b   c"


def test_points_joined_by_lines():
    square = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)]
    ring = tuple(zip(square, [*square[1:], square[0]], strict=True))
    board = Board(cells("●..", "..○", "..."), marked=frozenset({(1, 2)}), shape="crossing", joined=ring)
    assert text(board) == "\n".join(
        [
            " ●───•───┐",
            " │       │",
            " •      [○]",
            " │       │",
            " └───•───┘",
        ]
    )


def test_lines_in_every_direction():
    joined = (((0, 0), (2, 2)), ((0, 2), (2, 0)), ((0, 2), (0, 0)), ((0, 0), (2, 0)), ((0, 0), (1, 2)))
    board = Board(cells("...", "..●", "..."), shape="crossing", joined=joined)
    assert text(board) == "\n".join(
        [
            " ┌───────•",
            " │ ╲ · ╱",
            " │   ╳ · ●",
            " │ ╱   ╲",
            " •       •",
        ]
    )


def test_hexagons_lean_to_the_right():
    board = Board(
        (("red", "", ""), ("", "blue", "♞")),
        rows=("1", "10"),
        columns=tuple("abc"),
        marked=frozenset({(0, 0), (0, 2)}),
        shape="hex",
        caption="red to move",
    )
    assert text(board) == drawing("""
            ╱ ╲ ╱ ╲ ╱ ╲
         1 │[R]│   │[ ]│
            ╲ ╱ ╲ ╱ ╲ ╱ ╲
          10 │   │ B │ ♞ │
              ╲ ╱ ╲ ╱ ╲ ╱
               a   b   c
        red to move
    """)


def test_a_hexagon_of_hexagons():
    gaps = frozenset({(0, 0), (2, 2)})
    assert text(Board((("", "long", ""),) * 3, shape="hex", absent=gaps)) == "\n".join(
        [
            "   ╱ ╲ ╱ ╲",
            "  │lon│   │",
            " ╱ ╲ ╱ ╲ ╱ ╲",
            "│   │lon│   │",
            " ╲ ╱ ╲ ╱ ╲ ╱",
            "  │   │lon│",
            "   ╲ ╱ ╲ ╱",
        ]
    )


def test_squares_and_crossings_with_gaps():
    gaps = frozenset({(0, 0), (2, 2)})
    board = cells("...", ".X.", "...")
    assert text(Board(board, absent=gaps)) == "   . .\n . X .\n . ."
    assert text(Board(board, absent=gaps, shape="crossing")) == "   ┌─┐\n ┌─X─┘\n └─┘"


@given(
    st.lists(st.lists(st.text(max_size=3), min_size=1, max_size=4).map(tuple), max_size=4).map(tuple),
    st.sampled_from(["square", "hole", "crossing", "hex", "other"]),
    st.frozensets(st.tuples(st.integers(0, 4), st.integers(0, 4))),
    st.lists(st.tuples(*[st.tuples(st.integers(0, 4), st.integers(0, 4))] * 2), max_size=6).map(tuple),
)
def test_any_board_can_be_drawn(board, shape, some, joined):
    for absent in (frozenset(), some):
        text(Board(board, shape=shape, absent=absent, marked=some, stars=some, joined=joined))


def test_a_maze_has_solid_walls_and_room_for_two_characters():
    board = Board(
        (("", "", "", "", ""), ("", "P", "", "G2", "")),
        shape="maze",
        absent=frozenset({*((0, c) for c in range(5)), (1, 0)}),
    )
    assert text(board) == "██████████\n██P   G2"
