"""Pictures as SVG: well-formed, complete, escaped, and with the right shapes in the right number."""

import math
from xml.etree import ElementTree

import pytest

from zermelo.games.nim import nim
from zermelo.picture import Bar, Bars, Board, Cards, Hand, Lines, Node, Place, Points, Purse, Track, Tree, point_cell
from zermelo.show import Position, svg

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('&\"')</script>\x00\x1b]]>"


def parsed(picture):
    return parsed_text(svg(picture))


def parsed_text(drawn):
    root = ElementTree.fromstring(drawn)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    return root


def looks(root, look):
    """The elements of a class."""
    return [element for element in root.iter() if look in element.get("class", "").split()]


def words(root):
    return [element.text for element in root.iter(f"{SVG}text")]


def book_tree():
    def leaf(value, state=""):
        return Node("leaf", str(value), state=state)

    return Tree(
        Node(
            "max",
            "3",
            children=(
                Node("min", "3", "a1", "best", (leaf(3), leaf(12), leaf(8))),
                Node("min", "≤2", "a2", "", (leaf(2), leaf(4, "cut"), leaf(6, "cut")), note="α=3 β=2"),
                Node("min", "2", "a3", "current", (leaf(14), leaf(5), leaf(2))),
            ),
        )
    )


PICTURES = {
    "board": Board((("X", ""), ("", "O")), ("2", "1"), ("a", "b"), frozenset({(0, 0)}), caption="O to move"),
    "holes": Board((("", "●"), ("○", "Z")), columns=("1", "2"), marked=frozenset({(0, 1)}), shape="hole"),
    "crossings": Board(
        (("●", "", "○"), ("", "X", "red"), ("", "", "")),
        ("3", "2", "1"),
        ("A", "B", "C"),
        frozenset({(0, 0), (0, 2), (2, 2)}),
        "crossing",
        stars=frozenset({(1, 1)}),
    ),
    "joined": Board(
        (("●", "", ""),) * 3, shape="crossing", joined=(((0, 0), (0, 2)), ((0, 2), (2, 2)), ((2, 2), (0, 0)))
    ),
    "hexagons": Board(
        (("red", "", ""), ("", "♞", "blue")),
        ("1", "2"),
        ("a", "b", "c"),
        frozenset({(0, 0), (0, 1)}),
        "hex",
        "red to move",
        sides=("red", "blue"),
    ),
    "hexagon of hexagons": Board((("",) * 3,) * 3, ("1", "2", "3"), shape="hex", absent=frozenset({(0, 0), (2, 2)})),
    "maze": Board(
        (("", "", "", "", ""), ("", "P", ".", "G12", "odd"), ("", "g", "o", "X", ""), ("", "", "", "", "")),
        shape="maze",
        absent=frozenset({*((row, column) for row in (0, 3) for column in range(5)), (1, 0), (2, 0), (2, 4)}),
        marked=frozenset({(1, 1), (0, 0)}),
    ),
    "no crossings": Board((), shape="crossing"),
    "no hexagons": Board((), shape="hex", sides=("red", "blue")),
    "bars": Bars((Bar("stones", 3, 7, True), Bar("walls", 0.5, 3), Bar("gold", 12))),
    "tree": book_tree(),
    "cards": Cards((Hand("you", ("♠A", "♥10", "Joker"), True), Hand("they", ("", "")), Hand("table", ())), "pot 3"),
    "many cards": Cards((Hand("all", ("♣7",) * 52),)),
    "points": Points((7, 0, -2, *[0] * 20, 3), (1, 2), (4, 15), (6, 3, 9), "player 1 to move"),
    "wide caption": Board((("X",),), caption="a caption that is much wider than the board"),
    "lines": Lines(("pot   3", "", "hand K")),
    "no board": Board(()),
    "no bars": Bars(()),
    "no cards": Cards(()),
    "no points": Points(()),
    "no lines": Lines(),
    "no track": Track(()),
    "track": Track(
        tuple(Place(f"Square {n}", "sky", "$60", n % 3, "▪" * (n % 5), (1, 2)[: n % 3]) for n in range(14)),
        (Purse("you", "$5", "worth $9", (("Square 3", "sky"),) * 30, True), Purse("they", "out")),
        frozenset({3, 99}),
    ),
    "one node": Tree(Node("chance", "0.125")),
}


@pytest.mark.parametrize("name", PICTURES)
def test_everything_drawn_lies_inside_the_view(name):
    root = parsed(PICTURES[name])
    left, top, width, height = map(float, root.get("viewBox").split())
    assert (left, top) == (0, 0)
    assert root.find(f"{SVG}title").text
    group = root.find(f"{SVG}g")
    dx, dy = map(float, group.get("transform")[len("translate(") : -1].split())
    for element in group:
        x = element.get("x") or element.get("cx") or element.get("x1") or 0
        y = element.get("y") or element.get("cy") or element.get("y1") or 0
        assert 0 <= float(x) + dx <= width
        assert 0 <= float(y) + dy <= height
        assert float(x) + dx + float(element.get("width") or element.get("r") or 0) <= width
        assert float(y) + dy + float(element.get("height") or element.get("r") or 0) <= height


@pytest.mark.parametrize(
    "picture",
    [
        Board(((HOSTILE,),), (HOSTILE,), (HOSTILE,), caption=HOSTILE),
        Board(((HOSTILE,),), (HOSTILE,), (HOSTILE,), caption=HOSTILE, shape=HOSTILE),
        Board(((HOSTILE,),), shape="hole"),
        Board(((HOSTILE, "Gx", "G999999"),), shape="maze"),
        Board(((HOSTILE,),), (HOSTILE,), (HOSTILE,), caption=HOSTILE, shape="crossing"),
        Board(((HOSTILE,),), (HOSTILE,), (HOSTILE,), shape="hex", sides=(HOSTILE, HOSTILE)),
        Bars((Bar(HOSTILE, 1, 2),), caption=HOSTILE),
        Bars((Bar(HOSTILE, 1, 2),)),
        Tree(Node("max", HOSTILE, children=(Node(HOSTILE, HOSTILE, HOSTILE, HOSTILE, note=HOSTILE),)), HOSTILE),
        Cards((Hand(HOSTILE, (HOSTILE, f"♠{HOSTILE}")),), HOSTILE),
        Cards((Hand("", (f"♥{HOSTILE}",)),)),
        Points((0,) * 24, caption=HOSTILE),
        Track(
            (Place(HOSTILE, HOSTILE, HOSTILE, 1, HOSTILE),) * 9, (Purse(HOSTILE, HOSTILE, HOSTILE, ((HOSTILE,) * 2,)),)
        ),
        Lines((HOSTILE,)),
    ],
)
def test_hostile_text_stays_text(picture):
    root = parsed(picture)
    assert "<script" not in svg(picture)
    assert any("<script>alert('&\"')</script>" in (word or "") for word in words(root))
    assert not list(root.iter(f"{SVG}script"))


def test_a_board_shows_its_pieces_labels_marks_and_caption():
    root = parsed(PICTURES["board"])
    assert words(root) == ["X", "O", "2", "1", "a", "b", "O to move"]
    assert (len(looks(root, "pale")), len(looks(root, "deep")), len(looks(root, "mark"))) == (2, 2, 1)
    assert root.find(f"{SVG}title").text == "O to move"


def test_discs_in_a_frame():
    root = parsed(PICTURES["holes"])
    assert [len(looks(root, look)) for look in ("frame", "red", "yellow", "ring")] == [1, 1, 1, 1]
    assert "Z" in words(root)


def test_stones_on_crossings():
    root = parsed(PICTURES["crossings"])
    counts = {look: len(looks(root, look)) for look in ("plank", "stone", "shadow", "star", "under-letter", "pale")}
    assert counts == {"plank": 1, "stone": 3, "shadow": 3, "star": 1, "under-letter": 1, "pale": 0}
    assert {gradient.get("id") for gradient in root.iter(f"{SVG}radialGradient")} == {
        "zermelo-black-stone",
        "zermelo-white-stone",
        "zermelo-red-stone",
    }
    dark, light = looks(root, "mark-on-black"), looks(root, "mark-on-white")
    assert [mark.tag for mark in (*dark, *light)] == [f"{SVG}circle", f"{SVG}circle", f"{SVG}rect"]
    lines = looks(root, "line")[0].get("d")
    assert lines.count("M") == lines.count("L") == 3 + 3
    black, white = (
        element for element in looks(root, "stone") if element.get("cy") == looks(root, "stone")[0].get("cy")
    )
    assert lines.startswith(f"M{black.get('cx')} {black.get('cy')}L{white.get('cx')} {white.get('cy')}")


def test_every_point_is_seen_where_the_board_is_not_a_whole_grid():
    root = parsed(PICTURES["joined"])
    assert looks(root, "line")[0].get("d").count("M") == 3
    assert len(looks(root, "star")) == 3
    assert len(looks(root, "stone")) == 1  # no line ends at the other places of the first column


def test_hexagons_have_neighbours_at_one_distance_and_coloured_sides():
    root = parsed(PICTURES["hexagons"])
    assert (len(looks(root, "hexagon")), len(looks(root, "mark")), len(looks(root, "stone"))) == (6, 2, 2)
    assert [len(looks(root, look)) for look in ("side", "side-red", "side-blue")] == [4, 2, 2]
    assert words(root) == ["♞\ufe0e", "1", "2", "a", "b", "c", "red to move"]

    def middle(hexagon):
        corners = [tuple(map(float, corner.split(","))) for corner in hexagon.get("points").split()]
        return tuple(sum(corner[axis] for corner in corners) / 6 for axis in (0, 1))

    middles = [middle(hexagon) for hexagon in looks(root, "hexagon")]
    steps = [math.dist(middles[0], middles[1]), math.dist(middles[1], middles[3]), math.dist(middles[1], middles[4])]
    assert steps == pytest.approx([steps[0]] * 3, abs=0.1)


def test_a_colour_is_a_stone_a_disc_or_a_disc_in_a_hole():
    shapes = {"square": "red-disc", "hole": "red-disc", "crossing": "red-stone", "hex": "red-stone"}
    for shape, look in shapes.items():
        assert len(looks(parsed(Board((("red",),), shape=shape)), look)) == 1


def test_white_chessmen_are_filled_and_never_emoji():
    root = parsed(Board((("♙", "♟"),)))
    assert words(root) == ["♟\ufe0e", "♟\ufe0e"]
    assert len(looks(root, "white")) == 1


def test_cards_have_the_colours_of_their_suits_and_backs():
    root = parsed(PICTURES["cards"])
    assert [len(looks(root, look)) for look in ("face-up", "face-down", "no-card", "pointer")] == [3, 2, 1, 1]
    assert [element.text for element in looks(root, "red-suit")] == ["10", "♥\ufe0e", "♥\ufe0e"]
    assert [element.text for element in looks(root, "black-suit")] == ["A", "♠\ufe0e", "♠\ufe0e", "Joker"]
    assert root.find(f"{SVG}title").text == "pot 3"


def test_what_a_hand_without_caption_is_called():
    root = parsed(Cards((Hand("you", ("♠A", "")), Hand("they", ()))))
    assert root.find(f"{SVG}title").text == "you: ♠A face down; they: "


def test_backgammon_has_points_checkers_and_dice():
    root = parsed(PICTURES["points"])
    assert (len(looks(root, "spike")), len(looks(root, "dark"))) == (24, 12)
    discs = [[e for e in looks(root, look) if e.tag == f"{SVG}circle"] for look in ("black-disc", "white-disc")]
    slabs = [[e for e in looks(root, look) if e.tag == f"{SVG}rect"] for look in ("black-disc", "white-disc")]
    assert [len(found) for found in discs] == [5 + 3 + 1 + 1, 2 + 2 + 1]  # one beside each player's pips
    assert [len(found) for found in slabs] == [4, 15]
    assert [element.text for element in looks(root, "on-black")] == ["7", "9"]  # a stack of 7, a 9 that is on no die
    assert (len(looks(root, "die")), len(looks(root, "pip"))) == (3, 6 + 3)
    assert {str(number) for number in range(1, 25)} <= set(words(root))


def test_the_cube_lies_in_the_middle_or_with_its_owner():
    heights = []
    for owner in (0, -1, 1):
        root = parsed(Points((0,) * 24, cube=8, owner=owner))
        assert [element.text for element in looks(root, "on-die")] == ["8"]
        heights.append(float(looks(root, "on-die")[0].get("y")))
    assert heights == sorted(heights, reverse=True)


def test_an_offered_cube_lies_where_who_answers_would_roll():
    places = []
    for numbered in (1, 0):
        root = parsed(Points((0,) * 24, numbered=numbered, cube=2, owner=1 - numbered, offered=4))
        assert [element.text for element in looks(root, "on-die")] == ["4"]
        places.append(float(looks(root, "on-die")[0].get("x")))
    assert places == sorted(places)


def test_an_unturned_cube_shows_64():
    assert [element.text for element in looks(parsed(Points((0,) * 24, cube=1)), "on-die")] == ["64"]


def test_pips_and_the_score_of_a_match_are_told():
    picture = Points((2, *[0] * 22, -3), bar=(1, 0), score=(2, 3), length=5)
    assert {"27 pips · 2 of 5 points", "3 pips · 3 of 5 points"} <= set(words(parsed(picture)))


def test_a_turn_of_backgammon_is_an_arrow_per_move():
    start = Points((0,) * 5 + (5,) + (0,) * 18, bar=(1, 0))
    turn = [point_cell(0, place) for place in (25, 20, 6, 0)]
    root = parsed_text(svg(start, [turn, [(9, 9), (0, 0)], turn[:2]]))
    arrows = looks(root, "arrow")
    assert [arrow.get("opacity") for arrow in arrows] == ["0.38", "0.85", "0.85"]


def test_the_points_bear_the_numbers_of_one_player():
    for numbered, first in ((0, "13"), (1, "12")):  # at the top left
        assert words(parsed(Points((0,) * 24, numbered=numbered)))[0] == first


def test_player_0_is_at_home_at_the_bottom_right():
    root = parsed(Points((1, *[0] * 22, -1)))
    black, white = looks(root, "black-disc")[0], looks(root, "white-disc")[0]
    middle = float(root.get("height")) / 2
    assert float(black.get("cy")) > middle > float(white.get("cy"))
    assert float(black.get("cx")) == float(white.get("cx")) > float(root.get("width")) / 2


def test_moves_are_arrows_and_rings_the_first_one_strongest_and_on_top():
    board = Board((("X", "", ""), ("", "", "")))
    root = parsed_text(
        svg(board, [((0, 0), (1, 2)), ((0, 1),), (), ((1, 1), (1, 1)), ((0, 0), (0, 2)), ((0, 1), (1, 1))])
    )
    arrows, rings = looks(root, "arrow"), looks(root, "arrow-ring")
    assert (len(arrows), len(rings)) == (3, 2)
    strengths = [float(element.get("opacity")) for element in root.iter() if element.get("opacity")]
    assert strengths == sorted(strengths)
    assert (strengths[-1], arrows[-1].get("opacity")) == (0.85, "0.85")


@pytest.mark.parametrize("shape", ["crossing", "hex"])
def test_a_ring_is_around_its_point(shape):
    board = Board((("", "", ""), ("", "", "●")), shape=shape)
    root = parsed_text(svg(board, [((1, 2),)]))
    ring, stone = looks(root, "arrow-ring")[0], looks(root, "stone")[0]
    assert (ring.get("cx"), ring.get("cy")) == (stone.get("cx"), stone.get("cy"))


@pytest.mark.parametrize("shape", ["square", "hole"])
def test_an_arrow_begins_and_ends_in_its_cells(shape):
    board = Board(((("X",) + ("",) * 3),) * 4, rows=("10", "9", "8", "7"), shape=shape)
    root = parsed_text(svg(board, [((3, 0), (0, 3))]))
    cells = looks(root, "hole") if shape == "hole" else [*looks(root, "pale"), *looks(root, "deep")]
    corners = [tuple(map(float, corner.split(","))) for corner in looks(root, "arrow")[0].get("points").split()]
    right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
    key = "cx" if shape == "hole" else "x"
    last = max(float(cell.get(key)) for cell in cells)
    assert last - 5 <= right <= last + 56
    assert min(x for x, _ in corners) >= 0 <= min(y for _, y in corners)
    assert bottom <= 4 * 56 + 16


@pytest.mark.parametrize("cells", [((0, 0), (5, 0)), ((-1, 0),), ((0, 9),)])
def test_an_arrow_off_the_board_is_not_drawn(cells):
    board = Board((("X", ""),))
    assert svg(board, [cells]) == svg(board)


def test_other_pictures_have_no_arrows():
    assert svg(PICTURES["bars"], [((0, 0),)]) == svg(PICTURES["bars"])


def test_a_small_pile_is_drawn_stone_by_stone():
    root = parsed(Bars((Bar("stones", 3, 7, True),)))
    assert (len(looks(root, "full")), len(looks(root, "track"))) == (3, 4)
    assert len(looks(root, "pointer")) == 1


def test_the_books_tree():
    root = parsed(PICTURES["tree"])
    counts = {look: len(looks(root, look)) for look in ("max", "min", "leaf", "edge", "bar", "glow")}
    assert counts == {"max": 1, "min": 3, "leaf": 9, "edge": 12, "bar": 2, "glow": 1}
    assert [len([e for e in looks(root, "edge") if e in looks(root, state)]) for state in ("cut", "best")] == [2, 1]
    assert {"a1", "a2", "a3", "≤2", "α=3 β=2"} <= set(words(root))


def test_what_hangs_below_a_cut_is_grey_but_barred_once():
    below = Node("min", "?", state="cut", children=(Node("leaf", "1"), Node("leaf", "2")))
    root = parsed(Tree(Node("max", "3", children=(below,))))
    assert len([node for node in looks(root, "node") if node in looks(root, "cut")]) == 3
    assert len(looks(root, "bar")) == 1


def test_players_are_numbered_from_one():
    root = parsed(Tree(Node("player 2", "(1, 2, 6)")))
    assert words(root) == ["3", "(1, 2, 6)"]


def test_spaces_in_lines_are_kept():
    root = parsed(PICTURES["lines"])
    assert root.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"
    assert words(root) == ["pot   3", "hand K"]


def test_a_page_around_the_drawing_is_left_alone():
    style = parsed(PICTURES["board"]).find(f"{SVG}style").text
    light, dark = style.split("@media (prefers-color-scheme:dark){")
    rules = [rule for sheet in (light, dark[:-1]) for rule in sheet.split("}") if rule]
    assert all(selector.startswith(".zermelo ") for rule in rules for selector in rule.split("{")[0].split(","))


def test_a_position_draws_itself_in_a_notebook():
    game = nim(stones=4)
    position = Position(game, game.initial())
    assert position._repr_svg_() == svg(game.describe(game.initial()))
    assert position._repr_svg_() in position._repr_html_()


def test_a_maze_has_its_walls_and_figures():
    root = parsed(PICTURES["maze"])
    assert len(looks(root, "floor")) == len(looks(root, "wall")) == 1
    assert len(looks(root, "food")) == 2
    assert len(looks(root, "pacman")) == 2
    assert len(looks(root, "caught")) == 1
    assert [len(looks(root, look)) for look in ("ghost", "scared", "ghost-3", "eye")] == [2, 1, 1, 4]
    assert len(looks(root, "maze-mark")) == 1  # a wall is not marked
    assert "odd" in words(root)
