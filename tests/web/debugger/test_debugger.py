"""The search debugger's reports: what the page steps through, folds and opens."""

from __future__ import annotations

import builtins
import json
import math
import pathlib
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.game import CHANCE, ZermeloError
from zermelo.web.debugger.report import (
    COLUMN,
    LONGEST_TREE,
    branch_report,
    first_fold,
    grafted,
    placed,
    trace_game,
    trace_report,
)

LECTURE = "[[3,12,8],[2,4,6],[14,5,2]]"

leaves = st.integers(-20, 20)
families = st.lists(leaves, min_size=1, max_size=4)
nested = st.recursive(families, lambda below: st.lists(below | leaves, min_size=1, max_size=4), max_leaves=24)


def report_of(text, algorithm="alphabeta", **options):
    game = trace_game(str(text))
    return game, trace_report(game, game.initial(), algorithm=algorithm, **options)


def is_json_proper(report):
    return json.loads(json.dumps(report, allow_nan=False)) == json.loads(json.dumps(report))


# --- the lecture's tree ---------------------------------------------------------------------------------------------


def test_the_lecture_tree():
    _, report = report_of(LECTURE)
    assert (report["value"], report["action"], report["leaves"], report["skipped"]) == (3, "1", 7, 2)
    cut = [node for node in report["nodes"] if node["state"] == "cut"]
    assert [node["id"] for node in cut] == ["1.1", "1.2"]
    assert all(node["value"] is None and node["skipped"] == 1 for node in cut)
    prune = next(step for step in report["steps"] if step["event"] == "prune")
    assert "MIN can force ≤ 2 here, MAX already has 3" in prune["words"]
    assert "2 leaves are never looked at" in prune["words"]
    assert prune["reason"] == "MIN can force ≤ 2 here, MAX already has 3."
    assert [node["id"] for node in report["nodes"] if node["state"] == "best"] == ["0", "0.0"]
    assert report["steps"][-1]["words"] == "The search is finished. The root is worth 3 to MAX; the best action is 1."
    assert is_json_proper(report)


def test_opening_a_cut_branch_says_why_it_does_not_matter():
    game, report = report_of(LECTURE)
    branch = branch_report(game, game.initial(), report, 7)
    assert branch["value"] == 4
    assert branch["nodes"] == []
    assert branch["words"] == (
        "Worth 4 to MAX. MIN at its parent would take at most 2 in any case, and MAX has 3 elsewhere: nothing changes."
    )
    opened = grafted(report, branch)
    assert opened["nodes"][7]["value"] == 4
    assert report["nodes"][7]["value"] is None
    with pytest.raises(ZermeloError, match="still closed"):
        branch_report(game, game.initial(), opened, 7)


@pytest.mark.parametrize("node", [0, 1, 6, -1, 99])
def test_only_cut_branches_open(node):
    game, report = report_of(LECTURE)
    with pytest.raises(ZermeloError, match="only a branch that was cut"):
        branch_report(game, game.initial(), report, node)


# --- the truth ------------------------------------------------------------------------------------------------------


def replayed(report):
    """Values as the page has them after the last step."""
    values = {}
    for step in report["steps"]:
        if step["value"] is not None:
            values[step["node"]] = step["value"], step["bound"]
    return values


@given(nested, st.booleans())
def test_values_are_those_of_plain_recursion(tree, strict):
    game, plain = report_of(tree, "minimax")
    _, report = report_of(tree, strict=strict)
    value = naive.minimax(game, game.initial())
    assert report["value"] == plain["value"] == value
    true = {node["id"]: node["value"] for node in plain["nodes"]}
    for node in report["nodes"]:
        if node["state"] != "cut" and node["bound"] != "?":
            holds = {"": float.__eq__, "≤": float.__le__, "≥": float.__ge__}[node["bound"]]
            assert holds(true[node["id"]], node["value"])
    assert report["nodes"][0]["bound"] == ""
    assert report["leaves"] + report["skipped"] == plain["leaves"] == naive.leaves(game, game.initial())


@given(nested)
def test_steps_played_again_give_the_final_values(tree):
    for algorithm in ("minimax", "alphabeta"):
        _, report = report_of(tree, algorithm)
        final = {
            index: (node["value"], node["bound"])
            for index, node in enumerate(report["nodes"])
            if node["value"] is not None
        }
        assert replayed(report) == final


@given(nested)
def test_what_is_known_on_the_way_is_true(tree):
    _, plain = report_of(tree, "minimax")
    true = {node["id"]: node["value"] for node in plain["nodes"]}
    _, report = report_of(tree)
    for step in report["steps"]:
        value = true[report["nodes"][step["node"]]["id"]]
        if step["bound"] == "≤":
            assert value <= step["value"]
        elif step["bound"] == "≥":
            assert value >= step["value"]
        elif step["bound"] == "" and step["value"] is not None:
            assert value == step["value"]


@given(nested)
def test_an_opened_branch_never_matters(tree):
    game, report = report_of(tree)
    _, plain = report_of(tree, "minimax")
    count = len(report["nodes"])
    for index in range(count):
        if report["nodes"][index]["state"] == "cut":
            branch = branch_report(game, game.initial(), report, index)
            assert branch["words"].endswith("nothing changes.")
            report = grafted(report, branch)
    assert report["value"] == plain["value"]
    assert {node["id"] for node in report["nodes"]} == {node["id"] for node in plain["nodes"]}
    true = {node["id"]: node["value"] for node in plain["nodes"]}
    assert all(node["value"] == true[node["id"]] for node in report["nodes"] if node["opened"])
    values = [node["value"] for node in report["nodes"]]
    below = {index: [] for index in range(len(values))}
    for index, node in enumerate(report["nodes"][1:], 1):
        assert node["parent"] < index
        below[node["parent"]].append(index)

    def worth(index):
        kind = report["nodes"][index]["kind"]
        if not below[index]:
            return values[index]
        return (max if kind == "max" else min)(worth(child) for child in below[index])

    assert worth(0) == plain["value"]


def test_chance_adds_up():
    _, report = report_of('{"player":"chance","children":{"a":[0.25,[4,8]],"b":[0.75,[-4,0]]}}', "expectiminimax")
    assert report["value"] == 2
    assert report["action"] is None
    assert [node["edge"] for node in report["nodes"] if node["depth"] == 1] == ["a (0.25)", "b (0.75)"]
    assert [step["bound"] for step in report["steps"] if step["node"] == 0][1:] == ["…", "", ""]
    assert replayed(report)[0] == (2, "")


def test_positions_of_a_game_to_a_depth():
    game = zermelo.load("tic-tac-toe")
    state = game.read_state("X.O/.X./..O")
    report = trace_report(game, state, algorithm="alphabeta", depth=2)
    plain = trace_report(game, state, algorithm="minimax", depth=2)
    assert report["value"] == plain["value"]
    assert "depth" in {step["event"] for step in report["steps"]}
    cut = [index for index, node in enumerate(report["nodes"]) if node["state"] == "cut"]
    true = {node["id"]: node["value"] for node in plain["nodes"]}
    for index in cut:
        branch = branch_report(game, state, report, index)
        assert branch["value"] == true[report["nodes"][index]["id"]]
        assert all(len(node["id"].split(".")) <= 2 for node in branch["nodes"])


def test_too_large_is_told_in_one_line():
    game = zermelo.load("connect-four")
    with pytest.raises(ZermeloError, match=r"^more than 100 nodes are too many to show: look less deep$"):
        trace_report(game, game.initial(), algorithm="minimax", most=100)
    tree = zermelo.load("random-tree:branching=3,depth=6")
    report = trace_report(tree, tree.initial(), algorithm="alphabeta")
    index = next(i for i, node in enumerate(report["nodes"]) if node["state"] == "cut" and node["depth"] < 4)
    with pytest.raises(ZermeloError, match=r"lie in this branch: look less deep$"):
        branch_report(tree, tree.initial(), report, index, most=len(report["nodes"]) + 3)


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "expectiminimax", "mcts"])
def test_identities_are_unique_even_where_names_are_not(algorithm):
    game = replace(trace_game("[[1,[4,2]],[2,5]]"), format_action=lambda state, action: "1.1")
    report = trace_report(game, game.initial(), algorithm=algorithm)
    identities = [node["id"] for node in report["nodes"]]
    assert len(set(identities)) == len(identities)
    assert identities[0] == "root"
    assert all(step["node"] < len(identities) for step in report["steps"])


def test_unknown_algorithms_and_unfit_games_are_refused():
    game = trace_game(LECTURE)
    with pytest.raises(ZermeloError, match="trace knows"):
        trace_report(game, game.initial(), algorithm="alfabeta")
    castles = zermelo.load("castles")
    with pytest.raises(ZermeloError, match="needs two players"):
        trace_report(castles, castles.initial(), algorithm="minimax")


# --- Monte Carlo tree search ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tree", "nim:stones=7", "castles", "pig:goal=6", "coin-flip:turns=2"])
def test_visits_add_up(name):
    game = trace_game(LECTURE) if name == "tree" else zermelo.load(name)
    state = game.initial()
    while game.to_move(state) == CHANCE:
        state = game.result(state, game.outcomes(state)[0][0])
    report = trace_report(game, state, algorithm="mcts", simulations=40)
    nodes, steps = report["nodes"], report["steps"]
    assert [step["phase"] for step in steps] == ["selection", "expansion", "simulation", "backup"] * 40
    assert nodes[0]["visits"] == 40
    assert sum(node["visits"] for node in nodes if node["parent"] == 0) == 40
    visits, means, present = {}, {}, {0}
    for step in steps:
        path = step["path"]
        assert path[0] == 0
        assert all(nodes[child]["parent"] == parent for parent, child in pairwise(path))
        if step["phase"] == "selection":
            assert present.issuperset(path)
        if step["phase"] == "expansion":
            assert len(set(path) - present) <= 1
            present.update(path)
        for node, count, mean in step["changes"]:
            assert count == visits.get(node, 0) + 1
            visits[node], means[node] = count, mean
    assert present == set(range(len(nodes)))
    assert visits == {index: node["visits"] for index, node in enumerate(nodes)}
    assert means == pytest.approx({index: node["mean"] for index, node in enumerate(nodes)})
    assert is_json_proper(report)


def test_selection_tells_the_bounds_of_ucb1():
    game = trace_game(LECTURE)
    shown = zermelo.trace_mcts(game, simulations=60)
    _, report = report_of(LECTURE, "mcts", simulations=60)
    breadth = math.sqrt(2) / 2
    root = {1: (0, 0.0), 2: (0, 0.0), 3: (0, 0.0)}
    seen: list[float] = []
    for one in shown.simulations:
        first = int(one.selected[0]) if one.selected else int(one.expanded)
        if one.selected:
            scale = breadth * (max(seen) - min(seen))
            bounds = {a: t / n + scale * math.sqrt(math.log(len(seen) // 2) / n) for a, (n, t) in root.items()}
            assert first == max(bounds, key=bounds.get)
            assert sum(one.bounds[0]) == pytest.approx(bounds[first])
        count, total = root[first]
        root[first] = count + 1, total + one.utilities[0]
        seen += one.utilities
    assert any("MAX takes" in step["words"] and "MIN takes" in step["words"] for step in report["steps"])


def test_the_whole_of_a_small_tree_is_grown():
    _, report = report_of(LECTURE, "mcts", simulations=500)
    assert len(report["nodes"]) == 13
    assert report["action"] == "1"
    leaf = next(node for node in report["nodes"] if node["id"] == "0.1")
    assert leaf["mean"] == 12  # MAX's, though MIN chose it


# --- places ---------------------------------------------------------------------------------------------------------


def check_places(report, folded):
    found = placed(report, folded)
    rows: dict[float, list[float]] = {}
    for place in found["nodes"]:
        assert 0 <= place["x"] <= found["width"]
        assert 0 <= place["y"] <= found["height"]
        rows.setdefault(place["y"], []).append(place["x"])
    for row in rows.values():
        assert all(b - a >= COLUMN - 0.2 for a, b in pairwise(sorted(row)))
    seen = {place["index"] for place in found["nodes"]}
    for index in seen - {0}:
        assert report["nodes"][index]["parent"] in seen
        assert report["nodes"][index]["parent"] not in folded
    assert len(seen) + sum(place["hidden"] for place in found["nodes"]) == len(report["nodes"])
    return found


@given(nested, st.data())
def test_nothing_overlaps_and_everything_is_seen_or_counted(tree, data):
    _, report = report_of(tree, "minimax")
    folded = data.draw(st.sets(st.integers(0, len(report["nodes"]) - 1)))
    inner = {node["parent"] for node in report["nodes"]}
    check_places(report, folded & inner)


def test_a_large_tree_begins_folded():
    game = zermelo.load("random-tree:branching=4,depth=6,seed=3")
    report = trace_report(game, game.initial(), algorithm="alphabeta")
    assert len(report["nodes"]) > 1000
    folded = first_fold(report)
    found = check_places(report, folded)
    assert 100 < len(found["nodes"]) <= 250
    seen = {place["index"] for place in found["nodes"]}
    assert all(index in seen for index, node in enumerate(report["nodes"]) if node["state"] == "best")
    assert all(index in seen for index, node in enumerate(report["nodes"]) if node["depth"] <= 2)
    check_places(report, set())


def test_mcts_folds_what_is_seldom_visited():
    game = zermelo.load("tic-tac-toe")
    report = trace_report(game, game.initial(), algorithm="mcts", simulations=600)
    folded = first_fold(report, visible=100)
    assert len(check_places(report, folded)["nodes"]) <= 100
    most = max((n["visits"], i) for i, n in enumerate(report["nodes"]) if n["parent"] == 0)[1]
    assert most not in folded


def test_a_small_tree_is_not_folded_and_a_wide_root_is_open():
    _, report = report_of(LECTURE)
    assert first_fold(report) == set()
    _, wide = report_of(list(range(600)))
    assert first_fold(wide) == set()
    check_places(wide, {0})


def test_grafts_get_places_and_folds():
    game = zermelo.load("random-tree:branching=4,depth=6,seed=3")
    report = trace_report(game, game.initial(), algorithm="alphabeta")
    index = max(range(len(report["nodes"])), key=lambda i: report["nodes"][i]["skipped"])
    branch = branch_report(game, game.initial(), report, index)
    whole = grafted(report, branch)
    assert len(branch["nodes"]) > 250
    check_places(whole, first_fold(report) | set(branch["folded"]))
    check_places(whole, set(branch["folded"]))
    assert index not in branch["folded"]


def test_one_node_alone_has_a_place():
    _, report = report_of("7")
    assert report["value"] == 7
    assert placed(report, {0})["nodes"] == [{"index": 0, "x": 44.0, "y": 44.0, "hidden": 0}]


# --- what strangers type --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (LECTURE, 3),
        ("(3,12,8),(2,4,6),(14,5,2)", 3),
        ('{"player":"min","children":{"x":1,"y":[5,7]}}', 1),
        ("graph TD\nA-->B[3]\nA-->C[4]", 4),
        ("```mermaid\nflowchart TD\nA-->B[3]\nA-->C[4]\n```", 4),
    ],
)
def test_trees_typed_by_hand(text, value):
    assert report_of(text, "minimax")[1]["value"] == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "tree.json",
        " ../../etc/passwd.JSON\n",
        "tree.mmd",
        "~/tree.mmd",
        "graph TD; A-->B[3]; A-->secret.json",
        "take.py",
        "take.py:take",
        "/etc/passwd",
        "connect-four",
        "[" * 5000,
        "[" * 90 + "1",
        "[" * 150 + "1" + "]" * 150,
        "[1,2" + "]" * 100,
        "[" + "1," * 30_000 + "1]",
        '{"children":{"a":[1,2]',
        '{"player":"chance","children":[1,2],"probabilities":["' + "9" * 400 + '/1","1/2"]}',
        '{"__class__":"os.system"}',
        "[1e999,2]",
        "[nan]",
        "graph TD\nA-->A",
        "graph TD\nA-->B\nB-->A",
        "graph TD\n" + "A-->" * 4000 + "B[1]",
        "\x00",
        "[1,\ud800]",
        "<script>alert(1)</script>",
    ],
)
def test_hostile_texts_get_one_line_and_open_nothing(text, monkeypatch):
    def refuse(*words, **options):
        raise AssertionError(f"{words[0]} was opened")

    with monkeypatch.context() as watched:
        for name in ("read_text", "read_bytes", "open"):
            watched.setattr(pathlib.Path, name, refuse)
        watched.setattr(builtins, "open", refuse)
        with pytest.raises(ZermeloError) as told:
            trace_game(text)
    line = str(told.value)
    assert "\n" not in line
    assert 0 < len(line) <= 300
    line.encode()


@given(st.text(alphabet='[](){}",:0123456789.-+eabmxgraphTD>;|%& \n\\u/', max_size=60) | st.text(max_size=30))
def test_any_text_is_a_tree_or_a_mistake(text):
    with suppress(ZermeloError):
        game = trace_game(text)
        assert is_json_proper(trace_report(game, game.initial(), algorithm="expectiminimax"))


def test_the_longest_tree():
    text = "[" + ",".join(["1"] * 4000) + "]"
    assert len(text) < LONGEST_TREE
    assert len(report_of(text, "minimax")[1]["nodes"]) == 4001
    with pytest.raises(ZermeloError, match="too many to show"):
        report_of("[" + ",".join(["1"] * 6000) + "]", "minimax")


def test_infinite_utilities_become_nothing():
    game = zermelo.Game(
        initial=lambda: 0,
        to_move=lambda state: state & 1,
        actions=lambda state: iter((1, 2)),
        result=lambda state, action: 2 * state + action,
        is_terminal=lambda state: state > 2,
        utility=lambda state, player: (math.inf if state % 3 else -math.inf) * (1 - 2 * player),
        compiles=False,
    )
    for algorithm in ("minimax", "alphabeta"):
        report = trace_report(game, 0, algorithm=algorithm)
        assert is_json_proper(report)
        for index, node in enumerate(report["nodes"]):
            if node["state"] == "cut":
                assert is_json_proper(branch_report(game, 0, report, index))
