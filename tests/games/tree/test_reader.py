"""Trees as people write them: labels, indented lines, Markdown, tuples, evaluations and counts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from games.tree_figures import LUGER, slide

from zermelo.game import ZermeloError
from zermelo.games.tree.labels import Label, read_label
from zermelo.games.tree.rules import tree, tree_game
from zermelo.games.tree.text import read_tree
from zermelo.loading import load
from zermelo.search.expectiminimax import Expectiminimax
from zermelo.search.textbook.maxn import MaxN
from zermelo.search.textbook.minimax import Minimax, value
from zermelo.search.trace.mcts import trace_mcts
from zermelo.search.trace.trace import trace
from zermelo.show.svg import svg
from zermelo.show.text import text as drawn
from zermelo.show.trees.dot import dot

DOCS = Path(__file__).parents[3] / "docs"


def test_the_figure_of_a_slide_is_read_as_it_is_pasted(tmp_path):
    file = tmp_path / "slides.md"
    file.write_text(slide())
    for game in (tree(slide()), load(slide()), load(str(file)), load(f"{file}#1")):
        shown = trace(game, "alphabeta")
        assert (shown.value, shown.leaves, shown.skipped) == (-43, 10, 6)
    assert [remark.split(",")[0] for remark in game.annotations.remarks] == [
        "a number in the label of a node with children",
        "bounds in labels (α",
    ]


@pytest.mark.parametrize(
    ("text", "player", "name", "numbers"),
    [
        ("max 0 α=-∞ β=∞", "max", "", (0,)),
        ("min 0 α=-∞ β=84", "min", "", (0,)),
        ("△", "max", "", ()),
        ("▽ C", "min", "C", ()),
        ("▼", "min", "", ()),
        ("A (MAX)", "max", "A", ()),
        ("A\n(MAX)", "max", "A", ()),
        ("A<br/>MIN", "min", "A", ()),
        ("MIN: 3", "min", "", (3,)),
        ("MIN B: −2.5", "min", "B", (-2.5,)),
        ("**B** = 3", "", "B", (3,)),
        ("MAX [-∞, +∞]", "max", "", ()),
        ("MIN ≤ 2", "min", "", ()),
        ("B >= 5", "", "B", ()),
        ("max alpha=3 beta=inf", "max", "", ()),
        ("$\\alpha=3$ MAX", "max", "", ()),
        ("player 2", "P2", "", ()),
        ("P3 (1, 2, -6)", "P3", "", (1, 2, -6)),
        ("1, 2, 6", "", "", (1, 2, 6)),
        ("E value = 4", "", "E", (4,)),
        ("eval 4", "", "", (4,)),
        ("H 4", "", "H", (4,)),
        ("v=4", "", "", (4,)),
        ("P 4", "", "P", (4,)),
        ("node a1", "", "a1", ()),
        ("b-1", "", "b-1", ()),
        ("3.5e2", "", "", (350,)),
        ("&lt;left&gt;", "", "<left>", ()),
        ("chance ○", "chance", "", ()),
    ],
)
def test_labels(text, player, name, numbers):
    found = read_label(text)
    assert (found.player, found.name, found.numbers) == (player, name, numbers)


def test_counts_in_a_label():
    assert read_label("37/100") == Label(counts=(37, 100))
    assert read_label("MAX A 60/79") == Label("max", "A", counts=(60, 79))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("MAX MIN", "names two players, max and min"),
        ("A 3 4", "has several numbers"),
        ("MXA", "nearly MAX; write MAX, or 'MXA (MAX)' if it is the node's name"),
        ("chnace", "nearly CHANCE"),
    ],
)
def test_labels_that_say_too_much(text, says):
    with pytest.raises(ValueError, match=re.escape(says)):
        read_label(text)


# --- mermaid ---


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: A tree\n---\nflowchart LR\n  A[MAX] --> B[3] & C[4]",
        "%%{init: {'theme': 'dark'}}%%\ngraph BT\n  A([MAX]) --> B{{3}}\n  A --> C[[4]]",
        "graph\nA{MAX} --x B[(3)]\nA o-.->|x| C((4))".replace("o-.->", "-.->"),
        'graph TD\nsubgraph one\n direction LR\n A@{ shape: tri, label: "MAX" } --> B@{label: "3"}\nend\nA ~~~ C[4]',
        "graph TD\nA(((MAX))) <--> B[/3/]\nA e1@==> C>4]\nlinkStyle 0 stroke:red\nclick A href",
        "graph TD\nA[A (MAX)] -- left --> B(B (MIN) = 3)\nA == right ==> C[\\4\\]\nclass A,B big\nstyle C fill:#fff",
        "```mermaid\ngraph TD;A[△]-->B[3];A-->C[4];\n```",
        "Look:\n\n> ```mermaid\n> graph TD\n> ```\n".replace("> ", "") + "~~~\ngraph TD\nA --> 3 & 4\n~~~",
    ],
)
def test_any_shape_arrow_and_ornament(text):
    if text.startswith("Look"):
        with pytest.raises(ValueError, match="it has 2 figures, at lines 4, 7"):
            tree(text)
        return
    game = tree(text)
    assert value(game) == 4
    assert len(game.legal(game.initial())) == 2


def test_names_come_from_labels_and_else_from_ids():
    game = tree("graph TD\nA[MAX] --> X[Bea 3]\nA --> n1[4]\nA -->|left| Left[5]\nA --> 7")
    assert [game.action_text(game.initial(), action) for action in range(4)] == ["Bea", "2", "left", "4"]
    assert game.annotations.name(game.initial()) == "A"
    assert [game.annotations.name(game.read_state(path)) for path in ("1", "2", "left", "4")] == ["Bea", "", "Left", ""]


# --- indented lines ---


@pytest.mark.parametrize(
    "text",
    [
        "MAX A\n  a1: MIN B\n    3\n    12\n    8\n  a2: MIN C\n    2\n    4\n    6\n  a3: MIN D\n    14\n    5\n    2",
        "- MAX A\n  - a1 -> ▽ B\n    - 3\n    - 12\n    - 8\n  - a2 → MIN\n    - 2\n    - 4\n    - 6\n"
        "  - a3:\n    - 14\n    - 5\n    - 2",
        "△\n├── a1: ▽\n│   ├── 3\n│   ├── 12\n│   └── 8\n├── a2: ▽\n│   ├── 2\n│   ├── 4\n│   └── 6\n"
        "└── a3: ▽\n    ├── 14\n    ├── 5\n    └── 2",
        "# the book's\nA: MAX\n\ta1: MIN: 3\n\t\t3\n\t\t12\n\t\t8\n\ta2: MIN: 2\n\t\t2\n\t\t4\n\t\t6\n\n"
        "\ta3: MIN: 2\n\t\t14\n\t\t5\n\t\t2",
    ],
)
def test_indented_lines(text):
    game = tree(text)
    found = Minimax().analyse(game)
    assert (found.value, game.action_text(game.initial(), found.action)) == (3, "a1")
    assert len(read_tree(text).root.branches) == 3


def test_chances_in_indented_lines():
    game = tree("MAX\n  left: chance\n    1/3: 3\n    heads 2/3: 6\n  right: 4")
    found = Expectiminimax().analyse(game)
    assert (found.value, found.action) == (5, 0)
    assert [game.action_text(game.read_state("left"), outcome) for outcome in (0, 1)] == ["1", "heads"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("MAX\n  3\n4", "line 3, character 1: '4' stands as far to the left as 'MAX'"),
        (
            "MAX\n    3\n  4",
            "line 3, character 3: '4' begins in no line with its neighbours, at character 3 instead of 5",
        ),
        (
            "MAX\n  MIN B\n  4",
            "line 2, character 3: 'MIN B' has nothing below it, so it is a leaf, and a leaf is a number",
        ),
        ("MAX\n  MNI\n    3\n  4", "line 2, character 3: 'MNI' is not a player, but nearly MIN"),
        ("chance\n  0.5: 3\n  rain: 4", "line 3, character 3: 'rain' below chance node there should be a probability"),
        ("chance\n  0.5: 3\n  0.6: 4", "line 1, character 1: the probabilities add up to 1.1, not 1"),
        ("MAX\n  3 4\n  5", "line 2, character 3: '3 4' has several numbers"),
        ("\n".join("  " * level + "x" for level in range(150)), "the tree is too high"),
        ("MAX\n  1/0\n  3", "line 2, character 3: '1/0' divides by zero"),
    ],
)
def test_mistakes_in_indented_lines(text, says):
    with pytest.raises(ValueError, match=r"^[^\n]+$") as caught:
        tree(text)
    assert says in str(caught.value)


# --- Markdown ---


def test_one_of_several_figures(tmp_path):
    file = tmp_path / "two.md"
    file.write_text(
        "# Two\n```mermaid\ngraph TD\nA --> 3\n```\n```python\nprint()\n```\n```mermaid\ngraph TD\nA --> 4 & x[5\n```\n"
    )
    assert value(load(f"{file}#1")) == 3
    for spec, says in (
        (str(file), "it has 2 figures, at lines 3, 10"),
        (f"{file}#3", "it has 2 figures, so there is no figure 3; give 1 to 2"),
        (f"{file}#2", "line 11, character 12: the '[' of '[5' is never closed"),
    ):
        with pytest.raises(ZermeloError, match=re.escape(says)):
            load(spec)
    file.write_text("no figure\n```python\nx = 1\n```\n")
    with pytest.raises(ZermeloError, match="there is no tree between its fences"):
        load(str(file))


def test_the_examples_of_the_page_on_trees_are_trees():
    page = (DOCS / "trees.md").read_text()
    for language in ("json", "mermaid", "tree"):
        (block,) = re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)
        assert Expectiminimax().analyse(tree(block)).value == {"json": 9.5, "mermaid": 4, "tree": 3}[language]


# --- tuples ---


def test_three_players_as_tuples():
    text = "[[(1,2,6),(4,3,3)],[(6,1,2),(7,4,1)]],[[(5,1,1),(1,5,2)],[(7,7,1),(5,4,5)]]"
    for game in (load(text), tree_game([[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (7, 4, 1)]])):
        assert game.players == 3
        assert game.annotations.remarks == ()
    assert MaxN().analyse(load(text)).values == (1, 2, 6)


def test_two_players_of_whom_none_loses_what_the_other_wins():
    game = load("[[(3,1),(0,2)],[(2,2),(1,5)]]")
    assert (game.players, game.zero_sum) == (2, False)
    assert MaxN().analyse(game).values == (1, 5)
    shared = load("[[(3,1),(0,4)],[(2,2),(1,3)]]")
    assert (shared.zero_sum, shared.total) == (True, 4)
    assert value(shared) == 1


def test_what_could_be_meant_otherwise_is_told():
    def told(text, **parameters):
        return tree(text, **parameters).annotations.remarks

    lists = "[[[1,2,6],[4,3,3]],[[6,1,2],[7,4,1]]]"
    assert "if these are the utilities of 3 players, write (1,2,6)" in told(lists)[0]
    assert told(lists, players=3) == ()
    assert told("[[3,12,8],[2,4,6],[14,5,2]]") == told("[[[3,5],[6,9]],[[1,2],[0,-1]]]") == told("[3,4]") == ()
    assert "round brackets alone are read as lists" in told("(3,12,8),(2,4,6),(14,5,2)")[0]
    assert "the utilities of 3 players; for a tree for two write square brackets" in told("[(3,12,8),(2,4,6)]")[0]
    assert "B does not say who moves: MIN" in told("graph TD\nA[MAX] --> B --> C[MAX] --> 3")[0]
    assert "named like probabilities" in told("graph TD\nA -->|0.5| B[3]\nA -->|1/2| C[4]")[0]
    assert "C has no evaluation: where" in told("MAX 1\n  MIN B 4\n    3\n  MIN C\n    5")[1]
    assert "C, D have no evaluation" in told("MAX 1\n  MIN B 4\n    3\n  MIN C\n    5\n  MIN D\n    6")[1]
    assert "2W/N - 1" in told("37/100\n  60/79\n  1/10")[0]


# --- names, evaluations, counts ---


def test_names_are_in_traces_drawings_and_answers():
    game = load(LUGER)
    shown = trace(game, "alphabeta")
    lines = str(shown).splitlines()
    assert lines[0].endswith("MAX A  α -∞  β +∞")
    assert any(
        line.endswith("✂ MIN C cut at 1: MIN can force ≤ 1 here, MAX already has 3 (α-cut-off): the rest is skipped")
        for line in lines
    )
    assert "best action B" in lines[-1]
    assert shown.to_json()["steps"][0]["name"] == "A"
    assert drawn(shown.picture()).splitlines()[1].startswith("┝━ ▼ B 3")
    assert 'label="C\\n' in dot(shown.picture())
    assert ">G</text>" in svg(shown.picture())
    assert shown.why("G").startswith(
        "G was cut: MIN can force ≤ 1 at C by playing F, and MAX has 3 already by playing B at A"
    )
    assert shown.why("C.G.1").startswith("C.G.1 lies below G, which was cut")
    found = Minimax().analyse(game)
    assert [game.action_text(game.initial(), found.action), found.value] == ["B", 3]
    assert ">E</text>" in game._repr_svg_()
    grown = trace_mcts(game, simulations=6)
    assert grown.picture().root.name == "A"
    assert {node.name for node in grown.picture().root.children} == {"B", "C"}


def test_a_position_is_found_by_name_by_path_and_by_numbers():
    game = load(LUGER)
    assert game.read_state("G") == game.read_state("C.G") == game.read_state("2.2") == game.read_state("C.2")
    assert game.read_action(game.initial(), "2") == game.read_action(game.initial(), "C") == 1
    with pytest.raises(ZermeloError, match="below root there is B, C"):
        game.read_state("H")


@pytest.mark.parametrize(
    "text",
    [
        "MAX\n  safe: MIN 1\n    1\n    2\n  greedy: MIN 9\n    9\n    -5",
        'graph TD\nA[MAX] -->|safe| B["MIN: 1"]\nA -->|greedy| C["min 9 α=-∞ β=∞"]\nB --> 1 & 2\nC --> 9 & c2[-5]',
        '{"children": {"safe": {"evaluation": 1, "children": [1, 2]},'
        ' "greedy": {"evaluation": 9, "children": [9, -5]}}}',
    ],
)
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_an_evaluation_counts_where_a_search_is_cut_off(text, algorithm):
    game = tree(text)
    shallow, deep = trace(game, algorithm, depth=1), trace(game, algorithm)
    assert (shallow.action, shallow.value, shallow.judged) == ("greedy", 9, True)
    assert (deep.action, deep.value) == ("safe", 1)
    assert Minimax(depth=1).analyse(game).value == 9


def test_an_evaluation_for_min_and_for_several_players():
    game = tree("MIN\n  MAX 4\n    1\n  MAX 2\n    9")
    assert Minimax(depth=1).analyse(game).value == -2  # for MIN
    game = tree('[{"evaluation": [1,5,1], "children": [{"value": [9,9,9]}]}, {"value": [2,0,0]}]')
    assert MaxN(depth=1).analyse(game).values == (2, 0, 0)
    with pytest.raises(ValueError, match="an evaluation for 3 players is 3 numbers, not 1"):
        tree('[{"evaluation": 1, "children": [{"value": [9,9,9]}]}]')


def test_counts_are_kept():
    written = '{"wins": 37, "visits": 100, "children": [{"wins": 60, "visits": 79}, {"wins": 1, "visits": 10}, [3, 4]]}'
    lines = "37/100\n  60/79\n  1/10\n  MIN\n    3\n    4"
    mermaid = "graph TD\nn0[37/100] --> n1[60/79] & n2[1/10] & n3[MIN]\nn3 --> 3 & 4"
    for text in (written, lines, mermaid):
        game = tree(text)
        counts = [game.annotations.counts(game.read_state(path)) for path in ("root", "1", "2", "3", "3.1")]
        assert counts == [(37, 100), (60, 79), (1, 10), None, None]
        assert game.utility(game.read_state("1"), 0) == pytest.approx(2 * 60 / 79 - 1)
        assert "37/100" in drawn(game.describe(game.initial()))
    assert value(tree("MAX\n  1/3\n  1/4")) == pytest.approx(1 / 3)
    with pytest.raises(ValueError, match="line 2, character 3: 12 wins in 10 visits cannot be"):
        tree("3/10\n  12/10\n  3")


# --- lists and Python ---


def test_python_s_ways_of_writing():
    text = (
        "{'player': 'max', 'name': \"it's\", 'children': [(3), [2, 4,], {'value': 1/2, 'name': 'say \\'\"x\"\\''},],}"
    )
    root = read_tree(text).root
    assert (root.name, [branch.node.name for branch in root.branches]) == ("it's", ["", "", "say '\"x\"'"])
    assert root.branches[2].node.numbers == (0.5,)
    assert value(tree(text)) == 3


def test_children_may_say_what_leads_to_them():
    heads, tails = '{"action": "heads", "probability": "25%", "value": 4}', '{"probability": 0.75, "value": 0}'
    text = f'{{"player": "chance", "children": [{heads}, {tails}]}}'
    game = tree(text)
    assert game.outcomes(game.initial()) == [(0, 0.25), (1, 0.75)]
    assert game.action_text(game.initial(), 0) == "heads"
    with pytest.raises(ValueError, match="character 67: this outcome of chance has no probability"):
        tree('{"player": "chance", "children": [{"probability": 1, "value": 4}, 3]}')


def test_a_prefix_says_that_it_is_a_tree():
    assert value(load("tree:[[3,12],[2,4]]")) == 3
    assert value(load("tree:text=[[3,12],[2,4]],first=min")) == -4  # for MIN


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffgraph TD\n A[MAX] --> B[MIN]\n A --> C[2]\n B --> D[3]\n B --> E[4]",  # as some editors save a file
        'graph TD\n A["#9651; #945;=-#infin;"] --> B["&#9661; &le; 9"]\n A --> C[2]\n B --> D[3]\n B --> E[4]',
        "MAX\n├── MIN\n│   ├── 3\n│   └── 4\n└── 2",
        "MAX\n|-- MIN\n|   |-- 3\n|   `-- 4\n`-- 2",
    ],
    ids=["mark", "codes", "lines", "ascii"],
)
def test_marks_codes_and_drawn_lines_of_other_programs(text):
    shown = trace(load(text), "minimax")
    assert (shown.value, shown.leaves) == (3, 3)
