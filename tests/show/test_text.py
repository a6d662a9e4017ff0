"""Pictures as text, each drawn out in full."""

from textwrap import dedent

from zermelo.games.nim import nim
from zermelo.picture import Bar, Bars, Board, Cards, Hand, Lines, Node, Points, Tree
from zermelo.show import Position, text


def drawing(lines: str) -> str:
    return dedent(lines).strip("\n")


def test_a_board_with_labels_marks_and_a_caption():
    board = Board(
        (("X", "O", "X"), ("", "X", "O"), ("O", "", "X")),
        rows=("3", "2", "1"),
        columns=("a", "b", "c"),
        marked=frozenset({(0, 0), (1, 1), (2, 2)}),
        caption="X has won",
    )
    assert text(board) == drawing("""
        3 [X]O X
        2  .[X]O
        1  O .[X]
           a b c
        X has won
    """)


def test_marked_neighbours_share_their_brackets():
    board = Board((("", "O", "O", ""), ("X", "X", "X", "")), marked=frozenset({(1, 0), (1, 1), (1, 2)}))
    assert text(board).split("\n") == [" . O O .", "[X X X]."]


def test_columns_are_as_wide_as_their_widest_cell():
    board = Board((("12", "", "3"), ("", "将", "")), rows=("10", "9"), columns=("a", "b", "c"))
    assert text(board) == "10  12  . 3\n 9   . 将 .\n     a  b c"


def test_bars_count_small_piles_and_scale_large_ones():
    bars = Bars(
        (Bar("first", 3, 7), Bar("second", 5, 5, active=True), Bar("castle", 312.5, 1000), Bar("gold", 12)),
        caption="player 2 to move",
    )
    assert text(bars).split("\n") == [
        "  first       3  ▇▇▇····",
        "▸ second      5  ▇▇▇▇▇",
        "  castle  312.5  ▇▇▇▇▇▇··············",
        "  gold       12",
        "player 2 to move",
    ]


def test_a_bar_stops_at_its_ends():
    assert text(Bars((Bar("a", 9, 4), Bar("b", -1, 4)))) == "  a   9  ▇▇▇▇\n  b  -1  ····"


def test_the_books_tree_with_two_cut_leaves():
    def leaf(value, state="", edge=""):
        return Node("leaf", str(value), edge, state)

    root = Node(
        "max",
        "3",
        children=(
            Node("min", "3", "a1", "best", (leaf(3, "best", "b1"), leaf(12), leaf(8))),
            Node("min", "≤2", "a2", "", (leaf(2), leaf(4, "cut"), leaf(6, "cut")), note="α=3 β=2"),
            Node("min", "2", "a3", "current", (leaf(14), leaf(5), leaf(2))),
        ),
    )
    assert text(Tree(root, caption="alpha-beta")) == drawing("""
        ▲ 3
        ┝━ a1 → ▼ 3 ★ best
        │  ┝━ b1 → 3 ★ best
        │  ├─ 12
        │  └─ 8
        ├─ a2 → ▼ ≤2 (α=3 β=2)
        │  ├─ 2
        │  ├╌ 4 ✂ cut
        │  └╌ 6 ✂ cut
        └─ a3 → ▼ 2 ◀ current
           ├─ 14
           ├─ 5
           └─ 2
        alpha-beta
    """)


def test_chance_and_many_players():
    same = Node("leaf", "(1, 2, 6)")
    root = Node("player 0", "(1, 2, 6)", children=(Node("chance", "0.5", "roll", children=(same, same)),))
    assert text(Tree(root)) == drawing("""
        ① (1, 2, 6)
        └─ roll → ● 0.5
           ├─ (1, 2, 6)
           └─ (1, 2, 6)
    """)
    assert text(Tree(Node("player 24", "0"))) == "(25) 0"


def test_a_line_break_in_a_label_stays_inside_its_line():
    assert text(Tree(Node("max", "a\nb\x1b[2J"))) == "▲ a b [2J"


def test_a_tree_deeper_than_pythons_stack():
    chain = Node("leaf", "0")
    for _ in range(2000):
        chain = Node("max", "0", children=(chain,))
    assert text(Tree(chain)).count("\n") == 2000


def test_hands_of_cards():
    hands = (Hand("you", ("♠A", "♥10"), active=True), Hand("player 2", ("", "")), Hand("table", ()))
    assert text(Cards(hands, caption="pot 3")) == drawing("""
        ▸ you       ♠A ♥10
          player 2  ▒▒ ▒▒
          table     –
        pot 3
    """)


BACKGAMMON = (-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2)


def test_the_start_of_backgammon():
    assert text(Points(BACKGAMMON, dice=(3, 1), caption="player 1 to move")) == drawing("""
         13 14 15 16 17 18 │   │ 19 20 21 22 23 24
          ●           ○    │   │  ○              ●
          ●           ○    │   │  ○              ●
          ●           ○    │   │  ○
          ●                │   │  ○
          ●                │   │  ○
                           │   │
          ○                │   │  ●
          ○                │   │  ●
          ○           ●    │   │  ●
          ○           ●    │   │  ●              ○
          ○           ●    │   │  ●              ○
         12 11 10  9  8  7 │   │  6  5  4  3  2  1
        dice: 3 1
        player 1 to move
    """)


def test_tall_stacks_are_counted_and_the_bar_and_those_off_are_shown():
    points = (7, *[0] * 22, -11)
    assert text(Points(points, bar=(1, 2), off=(6, 3))) == "\n".join(
        [
            " 13 14 15 16 17 18 │   │ 19 20 21 22 23 24",
            "                   │ ● │                 ○",
            *["                   │   │                 ○"] * 3,
            "                   │   │                11",
            "                   │   │",
            "                   │   │                 7",
            *["                   │   │                 ●"] * 2,
            *["                   │ ○ │                 ●"] * 2,
            " 12 11 10  9  8  7 │   │  6  5  4  3  2  1",
            "off: ● 6, ○ 3",
        ]
    )


def test_each_player_counts_the_points_from_home_and_the_cube_is_told():
    drawn = text(Points(BACKGAMMON, numbered=1, cube=4, owner=1)).splitlines()
    assert drawn[0] == " 12 11 10  9  8  7 │   │  6  5  4  3  2  1"
    assert drawn[-2] == " 13 14 15 16 17 18 │   │ 19 20 21 22 23 24"
    assert drawn[-1] == "cube: 4 of ○"
    assert text(Points(BACKGAMMON, cube=1)).endswith("\ncube: 1")


def test_details_of_backgammon_stand_above_the_caption():
    drawn = text(Points(BACKGAMMON, dice=(3, 1), details=("pips: 167, 167",), caption="player 1 to move"))
    assert drawn.splitlines()[-3:] == ["dice: 3 1", "pips: 167, 167", "player 1 to move"]


def test_lines_are_joined():
    assert text(Lines(("pot 3", "hand K"))) == "pot 3\nhand K"


def test_pictures_of_nothing():
    assert [text(picture) for picture in (Board(()), Bars(()), Cards(()), Lines())] == [""] * 4


def test_a_position_prints_itself():
    game = nim(stones=4)
    assert str(Position(game, game.initial())) == text(game.describe(game.initial()))
