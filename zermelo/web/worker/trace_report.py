"""A traced search as a report that the page can step through.

Pure functions over JSON objects, without a web framework. A report lists its nodes with parents before their children;
everything else refers to a node by its index in that list.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from zermelo.game import CHANCE, Game, State, ZermeloError
from zermelo.games.tree.rules import tree_game
from zermelo.games.tree.text import read_tree
from zermelo.hidden.information_sets import trace_open
from zermelo.numerals import plain
from zermelo.search.trace.mcts import MctsNode, MCTSTrace, trace_mcts
from zermelo.search.trace.recorder import TooLarge, Visited
from zermelo.show.words import proper
from zermelo.web.folding import VISIBLE, Report, folded_below
from zermelo.web.messages import finite
from zermelo.web.worker import trace_words as words

MOST_NODES = 5000
LONGEST_TREE = 20_000  # characters of a tree typed by hand


def trace_game(text: str) -> Game:
    """The game of a tree typed by hand: nested lists, JSON or mermaid. Opens no file.

    Raises ZermeloError with a one-line message.
    """
    if len(text) > LONGEST_TREE:
        raise ZermeloError(f"a tree of {len(text):,} characters is too long: at most {LONGEST_TREE:,}")
    if text.strip().lower().endswith((".json", ".mmd")):  # read_tree would open it
        raise ZermeloError("write the tree itself, such as [[3,12,8],[2,4,6]]: no file is opened here")
    try:
        return tree_game(read_tree(text))
    except (ValueError, OverflowError, RecursionError) as error:
        line = proper(" ".join(str(error).split())).replace(", or a .json or .mmd file", "")
        raise ZermeloError(line if len(line) <= 300 else f"{line[:299]}…") from None


# --- reports --------------------------------------------------------------------------------------------------------


def trace_report(
    game: Game,
    state: State,
    *,
    algorithm: str,
    depth: int | None = None,
    simulations: int = 50,
    strict: bool = False,
    most: int = MOST_NODES,
    seed: int = 1,
) -> Report:
    """A search with all its nodes and steps, ready for JSON: infinite numbers are None.

    Top level: algorithm, game, position, players, bounded (does it keep alpha and beta?), strict, depth, value (for
    MAX; with maxn, for the player to move; with mcts, that of the most visited action), action, leaves, skipped,
    counted (False: more were skipped).
    nodes: id ("root", or the indices among siblings: "0.2"), parent (-1 for the root), kind, edge, depth, value (None
        if cut), bound (≤ or ≥ if the value is a bound), label (the value as it is shown), state ("", cut, best),
        skipped (leaves below a cut), opened; with maxn, values (one per player) too, also in steps and at the top
        level; with mcts, visits too, and the value is the mean; alike (the number of its information set) if other
        nodes are in it.
    steps: event, node, alpha, beta, value, bound, label, window (alpha and beta as text, "" where there are none),
        words, and the reason for a cut (else ""); with mcts: iteration, phase (selection, expansion, simulation,
        backup), path, node, utilities, window (those as text), words, and for a backup changes
        [[node, visits, mean], …] and labels [the means as text].
    Raises ZermeloError if the algorithm cannot serve the game, or there are more than `most` nodes.
    """
    if algorithm == "mcts":
        return _mcts_report(trace_mcts(game, state, simulations, seed), most)
    try:
        shown = trace_open(game, algorithm, state, depth, strict, most)
    except TooLarge:
        raise ZermeloError(f"more than {most:,} nodes are too many to show: look less deep") from None
    visited = shown.nodes()
    on_line = _best_line(visited)
    steps, known = [], dict[int, float]()
    for before, step in zip((None, *shown.steps), shown.steps, strict=False):
        steps.append(
            {
                "event": step.event,
                "node": step.index,
                "alpha": finite(step.alpha),
                "beta": finite(step.beta),
                "value": finite(step.value),
                **_values(step.values),
                "bound": step.bound,
                "label": step.label,
                "window": step.window if shown.bounded and visited[step.index].kind != "leaf" else "",
                "reason": f"{step.reason.partition(':')[0]}." if step.reason else "",
                "words": proper(words.step_words(shown, visited, step, before, known.get(step.index))),
            }
        )
        if step.value is not None:
            known[step.index] = step.value
    ids: list[str] = []
    nodes = []
    for node in visited:
        ids.append(_id(ids, node.above, node.place))
        state_now = node.status or ("best" if node.number in on_line else "")
        alike = {"alike": shown.alike[node.number]} if node.number in shown.alike else {}
        nodes.append({**_node(node, ids[-1], node.above, state_now), **alike})
    return {
        **_head(game, shown.root.state, algorithm),
        "bounded": shown.bounded,
        "strict": strict,
        "depth": depth,
        "value": finite(shown.value) if shown.known else None,
        **(_values(shown.values) if shown.known else {}),
        "action": proper(shown.action) if shown.action is not None else None,
        "leaves": shown.leaves,
        "skipped": shown.skipped,
        "counted": shown.counted,
        "nodes": nodes,
        "steps": steps,
    }


def _head(game: Game, state: State, algorithm: str) -> Report:
    names = [proper(game.player_name(player)) for player in range(game.players)]
    return {
        "algorithm": algorithm,
        "game": proper(game.title),
        "position": proper(game.state_text(state)),
        "players": names,
    }


def _node(node: Visited, name: str, parent: int, state: str) -> Report:
    edge = node.path[-1] if node.path else ""
    if node.probability is not None:
        edge = f"{edge} ({plain(node.probability, digits=3)})"
    return {
        "id": name,
        "parent": parent,
        "kind": node.kind,
        "edge": proper(edge),
        "depth": node.depth,
        "value": finite(node.value),
        **_values(node.values),
        "bound": node.bound,
        "label": node.label,
        "state": state,
        "skipped": node.skipped,
        "opened": False,
    }


def _best_line(nodes: list[Visited]) -> set[int]:
    """The nodes below the root that perfect play passes through."""
    found: set[int] = set()
    node = nodes[0]
    while node.best is not None:
        node = node.children[node.best]
        found.add(node.number)
    return found


def _mcts_report(shown: MCTSTrace, most: int) -> Report:
    grown = shown.nodes()
    if len(grown) > most:
        raise ZermeloError(f"more than {most:,} nodes are too many to show: ask for fewer simulations")
    ids: list[str] = []
    nodes = []
    has_children = {node.above for node in grown}
    for node in grown:
        ids.append(_id(ids, node.above, node.place))
        nodes.append(
            {
                "id": ids[-1],
                "parent": node.above,
                "kind": node.kind,
                "edge": proper(node.path[-1]) if node.path else "",
                "depth": len(node.path),
                "value": finite(node.mean),
                "bound": "",
                "label": words.mean_text(shown, node.mean),
                "state": "best" if node.best and node.path else "",
                "skipped": 0,
                "opened": False,
                "visits": node.visits,
                "mean": finite(node.mean),
            }
        )
    best = next((index for index, node in enumerate(grown) if node.best and len(node.path) == 1), 0)
    return {
        **_head(shown.game, shown.state, "mcts"),
        "bounded": False,
        "strict": False,
        "depth": None,
        "simulations": len(shown.simulations),
        "value": nodes[best]["value"],
        "action": proper(shown.action),
        "leaves": len(grown) - len(has_children - {-1}),
        "skipped": 0,
        "counted": True,
        "nodes": nodes,
        "steps": _mcts_steps(shown, grown),
    }


def _mcts_steps(shown: MCTSTrace, grown: list[MctsNode]) -> list[Report]:
    place = {node.number: index for index, node in enumerate(grown)}
    visits, totals = [0] * len(grown), [0.0] * len(grown)
    mirrored = words.is_mirrored(shown)
    steps: list[Report] = []
    for one in shown.simulations:
        whole = [place[node] for node in one.path]
        nodes = [grown[index] for index in whole]
        chosen = len(one.selected) + 1
        for index, node in zip(whole, nodes, strict=True):
            whose = 0 if mirrored or node.chooser == CHANCE else node.chooser
            visits[index] += 1
            totals[index] += one.utilities[whose]
        means = [totals[index] / visits[index] for index in whole]
        changes = [[index, visits[index], finite(mean)] for index, mean in zip(whole, means, strict=True)]
        labels = [words.mean_text(shown, mean) for mean in means]
        worths = ", ".join(plain(utility, shown.game.scale) for utility in one.utilities)
        phases: list[tuple[str, list[int], str, list[Any]]] = [
            ("selection", whole[:chosen], words.selection_words(shown, one, nodes[:chosen]), []),
            ("expansion", whole, words.expansion_words(one, nodes), []),
            ("simulation", whole, words.simulation_words(shown, one, nodes), []),
            ("backup", whole, words.backup_words(shown, nodes, visits[whole[:2][-1]], labels[:2][-1]), changes),
        ]
        for phase, path, told, changed in phases:
            steps.append(
                {
                    "event": phase,
                    "iteration": one.number,
                    "phase": phase,
                    "path": path,
                    "node": path[-1],
                    "utilities": [finite(u) for u in one.utilities] if phase in ("simulation", "backup") else [],
                    "window": f"→ {worths}" if phase == "simulation" else "",
                    "changes": changed,
                    "labels": labels if changed else [],
                    "words": proper(told),
                }
            )
    return steps


# --- a branch that was cut ------------------------------------------------------------------------------------------


def branch_report(game: Game, state: State, report: Report, node: int, most: int = MOST_NODES) -> Report:
    """Searches a cut branch with plain minimax, to the depth that the search would have reached.

    state: the state at the report's root. Returns node, value (for MAX), nodes (the new ones, with indices from
    len(report["nodes"]) on), folded (which of them to fold at first) and words (why the result does not change).
    Raises ZermeloError if there is no such branch, or it is too large.
    """
    nodes = report["nodes"]
    cut = nodes[node] if 0 <= node < len(nodes) else None
    if cut is None or cut["state"] != "cut" or cut["opened"]:
        raise ZermeloError("only a branch that was cut, and is still closed, can be opened")
    for place in cut["id"].split("."):
        state = game.result(state, list(game.actions(state))[int(place)])
    depth = None if report["depth"] is None else report["depth"] - cut["depth"]
    room = most - len(nodes)
    try:
        below = trace_open(game, "minimax", state, depth, most=max(1, room))
    except TooLarge:
        raise ZermeloError(f"more than {room:,} nodes lie in this branch: look less deep") from None
    parent = nodes[cut["parent"]]
    step = next(step for step in report["steps"] if step["event"] == "prune" and step["node"] == cut["parent"])
    worst = -math.inf if parent["kind"] == "min" else math.inf
    elsewhere = step["alpha"] if parent["kind"] == "min" else step["beta"]
    taken, elsewhere = (worst if value is None else value for value in (step["value"], elsewhere))
    grafts = []
    ids = [cut["id"]]
    for visited in below.nodes()[1:]:
        ids.append(_id(ids, visited.above, visited.place))
        above = node if visited.above == 0 else len(nodes) + visited.above - 1
        grafts.append({**_node(visited, ids[-1], above, ""), "depth": cut["depth"] + visited.depth, "opened": True})
    whole = [*nodes, *grafts]
    return {
        "node": node,
        "value": finite(below.value),
        "label": below.root.label,
        "nodes": grafts,
        "folded": sorted(folded_below(whole, node, range(len(nodes), len(whole)), VISIBLE)),
        "words": words.branch_words(parent["kind"], below.value, taken, elsewhere, game.scale),
    }


# --- helpers --------------------------------------------------------------------------------------------------------


def _id(ids: list[str], parent: int, place: int) -> str:
    if parent < 0:
        return "root"
    above = ids[parent]
    return str(place) if above == "root" else f"{above}.{place}"


def _values(values: Sequence[float]) -> Report:
    """The values of all players, where max^n gives them."""
    return {"values": [finite(value) for value in values]} if values else {}
