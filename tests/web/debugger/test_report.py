"""The debugger's reports: what the page steps through and opens."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import naive
import pytest
from games.tree_figures import LUGER, slide
from hypothesis import given
from hypothesis import strategies as st
from traced import LECTURE, is_json_proper, nested, report_of

import zermelo
from zermelo.game import CHANCE, ZermeloError
from zermelo.web.folding import grafted, placed
from zermelo.web.server.catalogue import ALGORITHMS
from zermelo.web.worker.debugging.trace_report import branch_report, trace_game, trace_report

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
    assert prune["reason"] == "MIN can force ≤ 2 here, MAX already has 3 (α-cut-off)."
    assert [node["id"] for node in report["nodes"] if node["state"] == "best"] == ["0", "0.0"]
    assert report["steps"][-1]["words"] == "The search is finished. The root is worth 3 to MAX; the best action is 1."
    assert is_json_proper(report)


def test_opening_a_cut_branch_says_why_it_does_not_matter():
    game, report = report_of(LECTURE)
    branch = branch_report(game, game.initial(), report, 7)
    assert branch["value"] == 4
    assert branch["nodes"] == []
    assert branch["words"] == (
        "Worth 4 to MAX. MIN at its parent would take at most 2 in any case, and MAX has 3 elsewhere "
        "(α-cut-off): nothing changes."
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


def test_max_n_has_a_value_per_player_at_every_node():
    game = zermelo.load("castles:red=1,green=1,blue=1")
    report = trace_report(game, game.initial(), algorithm="maxn")
    assert report["values"] == list(naive.maxn(game, game.initial())) == [-1, -1, 2]
    assert all(len(node["values"]) == 3 for node in report["nodes"])
    assert {node["kind"] for node in report["nodes"]} == {"player 0", "player 1", "player 2", "leaf"}
    told = [step["words"] for step in report["steps"]]
    assert told[0] == "red is to move at the root and looks for the most for itself."
    assert "Branch red is worth (-1, -1, 2). blue after green now has (-1, -1, 2)." in told
    assert told[-1].endswith("The root is worth (-1, -1, 2) to (red, green, blue); the best action is green.")
    places = placed(report, ())["nodes"]
    leaves = [place["x"] for place in places if report["nodes"][place["index"]]["kind"] == "leaf"]
    assert leaves[1] - leaves[0] > 62  # the values are written below the nodes, side by side


def test_expectimax_averages_over_the_opponent_s_actions():
    _, report = report_of("[[3,12],[2,4]]", "expectimax")
    assert (report["value"], report["action"]) == (7.5, "1")
    assert [node["kind"] for node in report["nodes"] if node["depth"] < 2] == ["max", "chance", "chance"]
    assert "The opponent is to move after 1, at random" in report["steps"][1]["words"]
    assert replayed(report)[0] == (7.5, "")


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


@pytest.mark.parametrize("algorithm", ALGORITHMS)
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
    assert [step["phase"] for step in steps] == ["selection", "expansion", "simulation", "backup"] * 40 + ["choice"]
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
            assert [sibling.bound for sibling in one.choices[0].siblings] == pytest.approx([*bounds.values()])
            assert one.choices[0].siblings[one.choices[0].chosen].action == str(first)
        count, total = root[first]
        root[first] = count + 1, total + one.utilities[0]
        seen += one.utilities
    assert any("MAX takes" in step["words"] and "MIN takes" in step["words"] for step in report["steps"])


def test_every_step_has_its_line_of_the_pseudocode():
    _, report = report_of(LECTURE, notation="window")
    prune = next(step for step in report["steps"] if step["event"] == "prune")
    assert report["pseudocode"][prune["line"] - 1].strip() == "if α ≥ β then return v  ▷ α-cut-off"
    assert (prune["cut"], prune["window"]) == ("α-cut-off", "α 3  β +∞  ✂ α-cut-off")
    assert {step["cut"] for step in report["steps"] if step is not prune} == {""}
    _, report = report_of(LECTURE, "mcts", simulations=8)
    lines = [report["pseudocode"][step["line"] - 1].strip() for step in report["steps"]]
    assert lines[:4] == [
        "leaf ← SELECT(root)",
        "child ← EXPAND(leaf)",
        "result ← SIMULATE(child)",
        "BACK-PROPAGATE(result, child)",
    ]
    assert lines[-1] == "return the action whose child of root has the greatest N"


def test_w_n_at_every_node_and_ucb1_of_every_sibling():
    _, report = report_of(LECTURE, "mcts", simulations=8)
    nodes, steps = report["nodes"], report["steps"]
    records = {}
    for step in steps:
        for (node, *_), record in zip(step["changes"], step["records"], strict=True):
            records[node] = record
    assert records == {index: node["record"] for index, node in enumerate(nodes)}
    assert [node["record"] for node in nodes if node["parent"] == 0] == ["27/3", "4/2", "21/3"]
    selection = steps[28]
    assert selection["phase"] == "selection"
    (table,) = selection["tables"]
    assert table["title"] == "MAX at the root: N = 7, C = 19.8 (0.707 × 28, the range of results so far)"
    assert table["rows"][0] == ["1", "15/2", "19.5", "27"]
    assert table["chosen"] == 0
    shown = {nodes[node]["edge"]: bound for node, bound in selection["bounds"]}
    assert shown == {"1": "UCB1 27", "2": "UCB1 21.5", "3": "UCB1 22.9"}
    assert "most visits, 3 of 8" in steps[-1]["words"]


def test_the_whole_of_a_small_tree_is_grown():
    _, report = report_of(LECTURE, "mcts", simulations=500)
    assert len(report["nodes"]) == 13
    assert report["action"] == "1"
    leaf = next(node for node in report["nodes"] if node["id"] == "0.1")
    assert leaf["mean"] == 12  # MAX's, though MIN chose it


def test_nodes_of_an_information_set_have_its_number():
    game = zermelo.load("kuhn-poker")
    nodes = trace_report(game, game.initial(), algorithm="expectiminimax")["nodes"]
    assert sorted(node["alike"] for node in nodes if "alike" in node) == sorted([*range(12)] * 2)


def test_a_tree_for_three_players_is_typed():
    _, report = report_of("[[(1,2,6),(4,3,3)],[(6,1,2),(7,4,1)]],[[(5,1,1),(1,5,2)],[(7,7,1),(5,4,5)]]", "maxn")
    assert report["values"] == [1, 2, 6]
    assert report["players"] == ["player 1", "player 2", "player 3"]


def test_names_and_remarks_of_a_typed_tree():
    _, report = report_of(LUGER, "alphabeta")
    assert [node["name"] for node in report["nodes"] if "name" in node] == ["A", "B", "D", "E", "C", "F", "G"]
    assert report["nodes"][1]["edge"] == ""  # the name stands at the node
    assert any(step["words"].startswith("Cut at C.") for step in report["steps"])
    assert report["remarks"] == []
    _, report = report_of(slide(), "alphabeta")
    assert report["value"] == -43
    assert report["remarks"][1] == "Bounds in labels (α, β, ≤, ≥) are left out: a search finds its own."
    _, report = report_of(LUGER, "mcts")
    assert report["nodes"][0]["name"] == "A"
