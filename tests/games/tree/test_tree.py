import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.game import CHANCE, ZermeloError
from zermelo.games.tree.rules import TreeState, tree, tree_game
from zermelo.loading import load
from zermelo.search.alphabeta import AlphaBeta
from zermelo.search.expectiminimax import Expectiminimax
from zermelo.search.textbook.maxn import MaxN
from zermelo.search.textbook.minimax import Minimax, value

BOOK = "[[3,12,8],[2,4,6],[14,5,2]]"
BOOK_JSON = """
{"player": "max", "name": "A", "children": {
    "a1": {"player": "min", "name": "B", "children": {"b1": 3, "b2": 12, "b3": 8}},
    "a2": {"player": 1, "children": [2, {"value": 4, "name": "four"}, 6]},
    "a3": [14, 5, 2]
}}
"""
BOOK_MERMAID = """
%% the book's first tree
flowchart TD
    A[/MAX\\] -->|a1| B(MIN)
    A -- a2 --> C{{MIN}}; A ==> |a3| D>min]
    classDef leaf fill:#fff
    B --> b1[3] & b2((12)) & b3{8}
    C --> c1["2"]
    C -.-> c2:::leaf  %% a label may come later
    c2([4])
    C --- c3[6]
    D --> 14 & 5 & d3[2]
"""
LECTURE = """
graph TD
    A[MAX] -->|left| L((CHANCE))
    A -->|right| R((CHANCE))
    L -->|0.5| LL[MIN]
    L -->|50%| LR[MIN]
    R -->|heads 1/2| RL[MIN]
    R -->|tails: 0.5| RR[MIN]
    LL --> l1[2] & l2[4]
    LR --> l3[7] & l4[4]
    RL --> r1[6] & r2[0]
    RR --> r3[5] & r4["−2"]
"""


def naive(node, player=0):
    """The minimax value of nested lists."""
    if not isinstance(node, list):
        return node
    return (max, min)[player](naive(child, 1 - player) for child in node)


# --- values ---


@pytest.mark.parametrize(
    "text", [BOOK, "(3,12,8),(2,4,6),(14,5,2)", "([3, 12, 8], [2, 4, 6], [14, 5, 2])", BOOK_JSON, BOOK_MERMAID]
)
@pytest.mark.parametrize("search", [Minimax, AlphaBeta])
def test_the_book_s_tree_is_worth_3_by_its_first_action(text, search):
    found = search().analyse(tree(text))
    assert (found.value, found.action) == (3, 0)
    assert found.exact


def test_sixteen_leaves():
    leaves = [84, -29, -37, -25, 1, -43, -75, 49, -21, -51, 58, -46, -3, -13, 26, 79]
    while len(leaves) > 2:
        leaves = [leaves[i : i + 2] for i in range(0, len(leaves), 2)]
    assert Minimax().analyse(tree(json.dumps(leaves))).value == -43
    assert AlphaBeta().analyse(tree_game(leaves)).value == -43


def test_uneven_tree():
    assert value(tree("[[[2,3],[5,9]],[[0],[7,4]],[[2,1],[5,6]]]")) == 3


def test_min_may_begin():
    game = tree("[[3,12],[2,4]]", first="min")
    found = Minimax().analyse(game)
    assert game.to_move(game.initial()) == 1
    assert (found.value, found.action) == (-4, 1)  # for MIN


def test_travel_times():
    times = {"player": "chance", "children": [20, 30, 60], "probabilities": [0.25, 0.5, 0.25]}
    assert Expectiminimax().analyse(tree_game([times])).value == 35


def test_chance_nodes_of_the_lecture():
    game = tree(LECTURE)
    found = Expectiminimax().analyse(game)
    assert (found.value, game.action_text(game.initial(), found.action)) == (3, "left")
    assert [candidate.value for candidate in found.candidates] == [3, -1]
    chance = game.read_state("right")
    assert game.to_move(chance) == CHANCE
    assert game.outcomes(chance) == [(0, 0.5), (1, 0.5)]
    assert [game.action_text(chance, outcome) for outcome in (0, 1)] == ["heads", "tails"]
    assert game.to_move(game.read_state("left.1")) == 1


def test_a_list_below_chance_belongs_to_the_next_player():
    chance = {"player": "chance", "children": {"heads": ["1/2", [2, 4]], "tails": [0.5, [7, 4]]}}
    assert Expectiminimax().analyse(tree_game([chance])).value == 3
    assert Expectiminimax().analyse(tree_game({"player": "min", "children": [chance]})).value == -5.5


def test_chance_may_begin_and_is_fair_unless_told():
    game = tree("[[3,12],[2,4]]", first="chance")
    assert game.outcomes(game.initial()) == [(0, 0.5), (1, 0.5)]
    assert game.legal(game.initial()) == []
    assert game.to_move(game.read_state("1")) == 0


def test_three_players_each_for_itself():
    text = "[[[1,2,6],[4,3,3]],[[6,1,2],[7,4,1]]],[[[5,1,1],[1,5,2]],[[7,7,1],[5,4,5]]]"
    game = tree(text, players=3)
    found = MaxN().analyse(game)
    assert (found.action, found.values) == (0, (1, 2, 6))
    assert not game.zero_sum
    assert [game.to_move(game.read_state(path)) for path in ("root", "1", "1.2", "1.2.1")] == [0, 1, 2, 0]


def test_three_players_in_json_and_mermaid():
    drawn = tree('graph TD; A[P3] --> B["(1,-2,1)"] & C(0,0,0)\nA --> D[player 2] --> E[(1,1,-2)]', players=3)
    written = tree(
        '{"player": 2, "children": [[1,-2,1], {"value": [0,0,0]}, {"player": 1, "children": [[1,1,-2]]}]}', players=3
    )
    for game in (drawn, written):
        assert game.zero_sum
        assert game.players == 3
        assert MaxN().analyse(game).values == (1, -2, 1)


def nested(leaves):
    return st.recursive(leaves, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=25)


@given(nested(st.integers(-99, 99)).filter(lambda node: isinstance(node, list)), st.booleans())
def test_random_trees_are_worth_what_a_naive_recursion_says(node, rounded):
    text = json.dumps(node)
    game = tree(text.replace("[", "(").replace("]", ")") if rounded else text)
    assert Minimax().analyse(game).value == naive(node)
    assert AlphaBeta().analyse(game).value == naive(node)


@given(nested(st.integers(-9, 9)))
def test_every_node_is_read_as_it_is_written(node):
    game = tree_game(node)
    waiting = [game.initial()]
    while waiting:
        state = waiting.pop()
        assert game.read_state(game.state_text(state)) == state
        waiting += [game.result(state, action) for action in game.legal(state)]


@given(st.text('[](){}:,-+.0123456789 "\\e\n\u2212x', max_size=20) | st.text(max_size=12))
def test_any_text_is_a_tree_or_one_line_of_explanation(text):
    assert len(complaint(text).splitlines()) == 1


@given(
    st.lists(
        st.sampled_from(["A", "B[3]", "C((CHANCE))", "D[MIN]", "-->", "-->|0.5|", "--", "&", ";", "\n", "[", '"', "%%"])
    )
)
def test_any_graph_is_a_tree_or_one_line_of_explanation(words):
    assert len(complaint("graph TD\n" + " ".join(words)).splitlines()) == 1


def complaint(text):
    try:
        tree(text)
    except ValueError as error:
        return str(error)
    return "none"


# --- traits, text and picture ---


def test_traits():
    game = tree("[[3,12,8],[2,4],5]")
    assert (game.max_plies, game.max_actions, game.best_utility) == (2, 3, 12)
    assert game.zero_sum
    assert not game.has_chance
    assert not game.compiles
    assert game.player_name(1) == "MIN"
    end = game.read_state("2.1")
    assert (game.utility(end, 0), game.utility(end, 1)) == (2, -2)


def test_a_leaf_alone_is_over_at_once():
    game = tree("5")
    assert game.is_terminal(game.initial())
    assert game.legal(game.initial()) == []
    assert value(game) == 5
    assert game.describe(game.initial()).root.kind == "leaf"


def test_actions_have_names_or_numbers():
    game = tree(BOOK_JSON)
    assert [game.action_text(game.initial(), action) for action in range(3)] == ["a1", "a2", "a3"]
    assert game.read_state("a3.2") == game.result(game.result(game.initial(), 2), 1)
    assert game.state_text(game.initial()) == "root"
    assert game.read_state("root") == TreeState(0)
    with pytest.raises(ZermeloError, match=r"below a3 there is a3\.1, a3\.2, a3\.3"):
        game.read_state("a3.9")


def test_picture_marks_the_current_node():
    game = tree(BOOK_JSON)
    root = game.describe(game.read_state("a2.2")).root
    assert (root.kind, root.label, root.state) == ("max", "A", "")
    assert [child.edge for child in root.children] == ["a1", "a2", "a3"]
    assert [child.label for child in root.children] == ["B", "MIN", "MIN"]
    four = root.children[1].children[1]
    assert (four.kind, four.label, four.note, four.state) == ("leaf", "4", "four", "current")


def test_picture_of_chance_and_of_players():
    chances = tree(LECTURE).describe(TreeState(0)).root.children
    assert [child.edge for node in chances for child in node.children] == ["0.5", "0.5", "heads 0.5", "tails 0.5"]
    assert chances[0].kind == "chance"
    three = tree("[[1,2,3]],[[4,5.5,6]]", players=3).describe(TreeState(0)).root
    assert (three.kind, three.label) == ("player 0", "player 1")
    assert three.children[1].children[0].label == "(4, 5.5, 6)"


def test_the_loader_knows_a_tree_by_its_look(tmp_path):
    drawn = tmp_path / "book.mmd"
    drawn.write_text(BOOK_MERMAID)
    written = tmp_path / "book.json"
    written.write_text(BOOK_JSON)
    for spec in ("tree", BOOK, str(drawn), str(written), "graph TD; A[MAX] --> B[3]"):
        assert value(load(spec)) == 3
    with pytest.raises(ZermeloError, match="tree: character 1: the '\\[' is never closed"):
        load("[3,4")


# --- mistakes ---


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the tree is empty"),
        ("[]", "character 1: the list of children is empty; a leaf is a number"),
        ("[[1],[]]", "character 6: the list of children is empty"),
        ("[[1,2]", "character 1: the '[' is never closed; write ']'"),
        ("[1,2]]", "character 6: ']' closes nothing"),
        ("[1,2)", "character 5: ')' cannot close the '[' at character 1"),
        ("[1 2]", "character 4: found '2' where ',' or ']' should stand"),
        ("[1,,2]", "character 4: found ',' where a number or a bracket should stand"),
        ("[1],", "the tree ends where a number or a bracket should follow"),
        ("[1] 2", "character 5: found '2' after the end of the tree"),
        ("[1,x]", "character 4: found 'x'"),
        ("[1,\n2,\n?]", "line 3, character 1: found '?'"),
        ('[1,"two"]', "character 4: a leaf is worth a number such as 3, not 'two'"),
        ("[1,1e999]", "character 4: a leaf is worth a number such as 3, not 'inf'"),
        (f"{'[' * 200}1{']' * 200}", "the tree is too high: at most 100 levels"),
        (f"{'[' * 5000}1", "the tree is too high: at most 100 levels"),
        ("hello", "line 1, character 1: 'hello' is no tree; write [[3,12,8],[2,4,6]], JSON, mermaid"),
        ("nowhere.json", "there is no file nowhere.json"),
        ('{"children": [1], "colour": 2}', "character 29: 'colour' is unknown; a node has player, name, children"),
        ('{"player": "max"}', "character 1: a node has children, a leaf has a value; here are both or neither"),
        (
            '{"children": [1], "value": 2}',
            "here are both or neither; what an inner node is worth where a search is cut off",
        ),
        ('{"children": 7}', "children are a list, or an object with the names of the actions, not '7'"),
        ('{"player": "mox", "children": [1]}', "character 12: 'mox' is not a player; write max, min, chance or P1"),
        ('{"player": 2, "children": [1]}', "character 28: a leaf for 3 players is 3 numbers, not 1, as in (1,2,3)"),
        ('{"player" 2}', "character 2: a ':' should follow \"player\", not '2'"),
        ("{player: 2}", "character 2: found 'player' where a name"),
        ('{"children": {"a": 1, "a": 2}}', 'character 23: "a" is there twice'),
        ('{"na\\qme": 2}', "is not a text as JSON writes it"),
        ('[{"value": [1, 2, 3]}, 4]', "character 24: a leaf for 3 players is 3 numbers, not 4, as in (1,2,3)"),
        ('{"children": {"1": [5], "1.1": 6}}', "two nodes are called '1.1'"),
        ('{"children": [1, 2], "probabilities": [0.5, 0.5]}', "probabilities belong to a chance node"),
        (
            '[{"player": "chance", "children": [1, 2], "probabilities": [0.5, 0.4]}]',
            "character 2: the probabilities add up to 0.9, not 1",
        ),
        ('{"player": "chance", "children": [1, 2], "probabilities": [1]}', "2 children need 2 probabilities, not 1"),
        ('{"player": "chance", "children": [1, 2], "probabilities": 1}', "2 children need 2 probabilities, not '1'"),
        (
            '{"player": "chance", "children": [1, 2], "probabilities": [2, -1]}',
            'a number from 0 to 1, "1/4" or "25%", not \'2\'',
        ),
        (
            '{"player": "chance", "children": [1], "probabilities": ["1/0"]}',
            'a number from 0 to 1, "1/4" or "25%", not \'1/0\'',
        ),
        ('{"player": "chance", "children": {"heads": 3}}', "'heads' of chance should be [0.5, child]"),
    ],
)
def test_mistakes_in_lists_and_json_are_told_in_one_line(text, says):
    with pytest.raises(ValueError, match=r"^[^\n]+$") as caught:
        tree(text)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("", "the graph is empty"),
        ("A[MAX] --> B[3]\nB --> A", "line 3, character 3: B --> A closes a circle"),
        ("A[MAX] --> A", "line 2, character 8: A --> A closes a circle"),
        ("A[MAX] --> B[3]\nC[MAX] --> B", "line 3, character 8: B has two parents, A and C"),
        (
            "A[MAX] --> B[3]\n%% hm\nC[MAX] --> D[4]",
            "line 4, character 1: C has no parent, nor has A; a tree has one root",
        ),
        ("A[MAX] --> B[MIN]", "line 2, character 12: the leaf B is 'MIN', not a number as in B[3]"),
        ("A[MAX] --> B", "line 2, character 12: the leaf B is 'B', not a number"),
        ("A[MUX] --> B[3]", "line 2, character 1: 'MUX' is not a player, but nearly MAX"),
        ("A[P3] --> B[3]", "line 2, character 11: a leaf for 3 players is 3 numbers, not 3"),
        ("A[MAX] --> B[3]\nA[MIN] --> C[4]", "line 3, character 1: A is labelled MIN, and MAX before"),
        ("A[MAX --> B[3]", "line 2, character 2: the '[' of '[MAX --> B[3]' is never closed by ']'"),
        ("A(MAX --> B[3]", "line 2, character 2: the '(' of '(MAX --> B[3]' is never closed by ')'"),
        ("A[MAX] -> B[3]", "line 2, character 8: found '-> B[3]' where an arrow"),
        ("A[MAX] --> ", "line 2, character 11: found '' where a node such as A[MAX] should stand"),
        ("A[MAX] -->|a| B[3]\nA -->|a| C[4]", "line 3, character 3: there are two actions 'a'"),
        (
            "A[MAX] --> B[1,2,3]",
            "line 2, character 1: 'MAX' is not a player; a tree for 3 players has chance or P1 to P3",
        ),
        ("A[CHANCE] -->|0.5| B[1]\nA -->|1/4| C[2]", "line 2, character 1: the probabilities add up to 0.75, not 1"),
        ("A[CHANCE] -->|0.5| B[1]\nA --> C[2]", "line 3, character 3: '' below chance node A should be a probability"),
        ("A[CHANCE] -->|often| B[1]", "line 2, character 11: 'often' below chance node A should be a probability"),
        (
            "A[CHANCE] -->|150%| B[1]",
            "line 2, character 11: a probability is a number from 0 to 1, 1/4 or 25%, not '150%'",
        ),
        ("\n".join(f"n{i}[MAX] --> n{i + 1}" for i in range(150)), "the tree is too high"),
    ],
)
def test_mistakes_in_mermaid_name_the_line(lines, says):
    with pytest.raises(ValueError, match=r"^[^\n]+$") as caught:
        tree(f"graph TD\n{lines}")
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[1,2,3],[1,2]]", "character 10: a leaf for 3 players is 3 numbers, not (1, 2), as in (1,2,3)"),
        ("[[1,2,3],4]", "character 10: a leaf for 3 players is 3 numbers, not 4"),
        ("[1,2,3,4]", "a leaf for 3 players is 3 numbers, not (1, 2, 3, 4); did you mean players=4?"),
        (
            "graph TD\nA[MIN] --> B(1,2,3)",
            "line 2, character 1: 'MIN' is not a player; a tree for 3 players has chance or P1 to P3",
        ),
        ("graph TD\nA[P4] --> B(1,2,3)", "line 2, character 1: 'P4' is not a player of this tree"),
    ],
)
def test_mistakes_with_three_players(text, says):
    with pytest.raises(ValueError, match=r"^[^\n]+$") as caught:
        tree(text, players=3)
    assert says in str(caught.value)


def test_wrong_parameters():
    with pytest.raises(ValueError, match="first must be max, min or chance, not 'both'"):
        tree(first="both")
    with pytest.raises(ValueError, match="players must be 2 to 16, or 0 for as many as the leaves say, not 1"):
        tree(players=1)
    with pytest.raises(ValueError, match="line 1, character 1: found 'graph XX' where 'graph TD' should stand"):
        tree("graph XX\nA --> B")


def test_unreadable_files(tmp_path):
    folder, garbage, wrong = tmp_path / "a.json", tmp_path / "b.json", tmp_path / "c.mmd"
    folder.mkdir()
    garbage.write_bytes(b"\xff\xfe\xff")
    wrong.write_text("\n\ngraph TD\n  A[MAX] -> B[3]\n")
    for path, says in (
        (folder, "cannot be read"),
        (garbage, "not text in UTF-8"),
        (wrong, "c.mmd: line 4, character 10: found"),
    ):
        with pytest.raises(ValueError, match=says):
            tree(str(path))
