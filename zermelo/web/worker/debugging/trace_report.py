"""A traced search as a report that the page can step through.

Pure functions over JSON objects, without a web framework. A report lists its nodes with parents before their children;
everything else refers to a node by its index in that list.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from zermelo.game import CHANCE, Game, State, ZermeloError
from zermelo.games.tree.rules import tree_game
from zermelo.games.tree.text import read_tree
from zermelo.hidden.information_sets import trace_open
from zermelo.numerals import capitalised, fraction, plain
from zermelo.picture import Lines, Tree
from zermelo.search.single.names import single_name
from zermelo.search.trace.mcts import MctsNode, MCTSTrace, Simulation, trace_mcts
from zermelo.search.trace.pseudocode import VALUE
from zermelo.search.trace.recorder import Step, TooLarge, Visited
from zermelo.search.trace.trace import Trace
from zermelo.search.trace.ucb1 import Choice, Sibling
from zermelo.show.reports import trace_words as words
from zermelo.show.words import proper
from zermelo.web.folding import VISIBLE, Report, folded_below
from zermelo.web.messages import finite
from zermelo.web.worker.debugging.single_report import single_report
from zermelo.web.worker.debugging.unsearched import with_leaves

MOST_NODES = 5000
LONGEST_TREE = 20_000  # characters of a tree typed by hand


def trace_game(text: str) -> Game:
    """The game of a tree typed by hand: nested lists, JSON or mermaid. Opens no file.

    Raises ZermeloError with a one-line message.
    """
    if len(text) > LONGEST_TREE:
        raise ZermeloError(f"a tree of {len(text):,} characters is too long: at most {LONGEST_TREE:,}")
    try:
        return tree_game(read_tree(text, files=False))
    except (ValueError, OverflowError, RecursionError) as error:
        line = proper(" ".join(str(error).split()))
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
    notation: str = VALUE,
    exploration: float | None = None,
    leaves: bool = False,
) -> Report:
    """A search with all its nodes and steps, ready for JSON: infinite numbers are None.

    Top level: algorithm, game, position, players, bounded (does it keep alpha and beta?), strict, depth, value (for
    MAX; with maxn, for the player to move; with mcts, that of the most visited action), action, leaves, skipped,
    counted (False: more were skipped), pseudocode (its lines; an empty one separates two functions).
    remarks: on how the text of a tree was understood. pictured: can the positions at the nodes be drawn?
    nodes: id ("root", or the indices among siblings: "0.2"), parent (-1 for the root), kind, edge, depth, value (None
        if cut), bound (≤ or ≥ if the value is a bound), label (the value as it is shown), state ("", cut, best),
        skipped (leaves below a cut), opened; with maxn, values (one per player) too, also in steps and at the top
        level; with mcts, visits too, the value is the mean, and record is W/N as it is shown; alike (the number of
        its information set) if other nodes are in it; name, if the tree gives it one; with `leaves`, utility (what
        a leaf is worth, as it is shown), and nodes below cut branches too.
    steps: event, node, line (the number of the line of the pseudocode that it executes), alpha, beta, value, bound,
        label, window (alpha and beta as text, "" where there are none), words, and the name of a cut and the reason
        for it (else ""); with mcts: iteration, phase (selection, expansion, simulation, backup, choice), path, node,
        line, utilities, window (those as text), words; for a selection bounds [[node, UCB1 as text], …] and tables of
        what UCB1 compares [{title, rows [[action, W/N, exploration, UCB1]], chosen}]; for a backup changes
        [[node, visits, mean], …], labels [the means as text] and records [W/N as text].
    Raises ZermeloError if the algorithm cannot serve the game, or there are more than `most` nodes.
    """
    if single_name(algorithm):
        return single_report(game, state, algorithm, most, is_pictured(game, state))
    if algorithm == "mcts":
        return _mcts_report(trace_mcts(game, state, simulations, seed, exploration), most)
    try:
        shown = trace_open(game, algorithm, state, depth, strict, most, notation)
    except TooLarge:
        raise TooLarge(f"more than {most:,} nodes are too many to show: look less deep") from None
    visited = shown.nodes()
    on_line = _best_line(visited)
    steps, known = [], dict[int, float]()
    for before, step in zip((None, *shown.steps), shown.steps, strict=False):
        steps.append(
            {
                "event": step.event,
                "node": step.index,
                "line": step.line,
                "alpha": finite(step.alpha),
                "beta": finite(step.beta),
                "value": finite(step.value),
                **_values(step.values),
                "bound": step.bound,
                "label": step.label,
                "window": _window(shown, step, visited[step.index]),
                "cut": step.cut,
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
    if leaves:
        nodes = with_leaves(shown, visited, nodes, most)
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
        "pseudocode": list(shown.pseudocode.lines),
        "nodes": nodes,
        "steps": steps,
    }


def _window(shown: Trace, step: Step, node: Visited) -> str:
    """Alpha and beta, and the name of a cut; "" where there are none."""
    if not shown.bounded or node.kind == "leaf":
        return ""
    return f"{step.window}  ✂ {step.cut}" if step.cut else step.window


def _head(game: Game, state: State, algorithm: str) -> Report:
    names = [proper(game.player_name(player)) for player in range(game.players)]
    remarks = game.annotations.remarks if game.annotations else ()
    return {
        "algorithm": algorithm,
        "game": proper(game.title),
        "position": proper(game.state_text(state)),
        "players": names,
        "remarks": [f"{proper(capitalised(remark))}." for remark in remarks],
        "pictured": is_pictured(game, state),
    }


def is_pictured(game: Game, state: State) -> bool:
    """Is there more to see of a position than text or the tree itself? Not where a user's picture fails."""
    try:
        return not isinstance(game.describe(state), Lines | Tree)
    except Exception:
        return False


def _node(node: Visited, name: str, parent: int, state: str) -> Report:
    edge = node.path[-1] if node.path and node.path[-1] != node.called else ""
    if node.probability is not None:
        edge = f"{edge} ({plain(node.probability, digits=3)})".lstrip()
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
        **_named(node.called),
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
                "edge": proper(node.path[-1]) if node.path and node.path[-1] != node.called else "",
                "depth": len(node.path),
                "value": finite(node.mean),
                "bound": "",
                "label": words.mean_text(shown, node.mean),
                "state": "best" if node.best and node.path else "",
                "skipped": 0,
                "opened": False,
                "visits": node.visits,
                "mean": finite(node.mean),
                "record": fraction(node.won, node.visits, shown.game.scale),
                **_named(node.called),
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
        "pseudocode": list(shown.pseudocode.lines),
        "nodes": nodes,
        "steps": _mcts_steps(shown, grown),
    }


def _mcts_steps(shown: MCTSTrace, grown: list[MctsNode]) -> list[Report]:
    place = {node.number: index for index, node in enumerate(grown)}
    visits, totals, won = [0] * len(grown), [0.0] * len(grown), [0.0] * len(grown)
    mirrored, scale = words.is_mirrored(shown), shown.game.scale
    steps: list[Report] = []
    for one in shown.simulations:
        whole = [place[node] for node in one.path]
        nodes = [grown[index] for index in whole]
        chosen = len(one.selected) + 1
        for index, node in zip(whole, nodes, strict=True):
            whose = 0 if mirrored or node.chooser == CHANCE else node.chooser
            visits[index] += 1
            totals[index] += one.utilities[whose]
            won[index] += shown.counting.count(one.utilities[max(node.chooser, 0)])
        means = [totals[index] / visits[index] for index in whole]
        changes = [[index, visits[index], finite(mean)] for index, mean in zip(whole, means, strict=True)]
        labels = [words.mean_text(shown, mean) for mean in means]
        records = [fraction(won[index], visits[index], scale) for index in whole]
        worths = ", ".join(plain(utility, scale) for utility in one.utilities)
        result = {"utilities": [finite(utility) for utility in one.utilities]}
        changed = {"changes": changes, "labels": labels, "records": records}
        phases: list[tuple[str, list[int], str, Report]] = [
            (
                "selection",
                whole[:chosen],
                words.selection_words(shown, one, nodes[:chosen]),
                _compared(shown, one, place),
            ),
            ("expansion", whole, words.expansion_words(one, nodes), {}),
            ("simulation", whole, words.simulation_words(shown, one, nodes), {**result, "window": f"→ {worths}"}),
            ("backup", whole, words.backup_words(shown, nodes, records[:2][-1], labels[:2][-1]), {**result, **changed}),
        ]
        steps += [_phase(shown, one, *phase) for phase in phases]
    best = next((index for index, node in enumerate(grown) if node.best and len(node.path) == 1), 0)
    told = words.choice_words(shown)
    return [*steps, _phase(shown, shown.simulations[-1], "choice", [0, best], told, _final(shown, grown, best))]


def _phase(shown: MCTSTrace, one: Simulation, phase: str, path: list[int], told: str, more: Report) -> Report:
    empty: Report = {
        "utilities": [],
        "window": "",
        "changes": [],
        "labels": [],
        "records": [],
        "bounds": [],
        "tables": [],
    }
    return {
        "event": phase,
        "iteration": one.number,
        "phase": phase,
        "path": path,
        "node": path[-1],
        "line": shown.pseudocode.marks[phase],
        **empty,
        **more,
        "words": proper(told),
    }


def _final(shown: MCTSTrace, grown: list[MctsNode], best: int) -> Report:
    """The table of the root's children at the end: the most visited is played."""
    children = [(index, node) for index, node in enumerate(grown) if node.above == 0 and node.bound is not None]
    siblings = tuple(
        Sibling(node.path[-1], node.number, node.won, node.visits, (node.bound or 0.0) - node.won / node.visits)
        for _, node in children
    )
    if not siblings:
        return {}
    at = [index for index, _ in children].index(best)
    choice = Choice(shown.game.to_move(shown.state), (), grown[0].visits, shown.constant(), siblings, at)
    return {"tables": [_table(shown, choice)]}


def _table(shown: MCTSTrace, choice: Choice) -> Report:
    rows = [[proper(text) for text in words.sibling_texts(shown, sibling)] for sibling in choice.siblings]
    return {"title": proper(words.choice_title(shown, choice)), "rows": rows, "chosen": choice.chosen}


def _compared(shown: MCTSTrace, one: Simulation, place: dict[int, int]) -> Report:
    """What UCB1 compared at each node of the selection."""
    bounds, tables = [], []
    for choice in filter(None, one.choices):
        rows = [words.sibling_texts(shown, sibling) for sibling in choice.siblings]
        bounds += [[place[s.node], f"UCB1 {row[-1]}"] for s, row in zip(choice.siblings, rows, strict=True)]
        tables.append(_table(shown, choice))
    return {"bounds": bounds, "tables": tables}


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
    is_drawn = any(one["parent"] == node for one in nodes)  # its nodes are there already, without values
    room = most if is_drawn else most - len(nodes)
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
        "folded": [] if is_drawn else sorted(folded_below(whole, node, range(len(nodes), len(whole)), VISIBLE)),
        "words": words.branch_words(parent["kind"], below.value, taken, elsewhere, game.scale),
    }


# --- helpers --------------------------------------------------------------------------------------------------------


def _id(ids: list[str], parent: int, place: int) -> str:
    if parent < 0:
        return "root"
    above = ids[parent]
    return str(place) if above == "root" else f"{above}.{place}"


def _named(called: str) -> Report:
    return {"name": proper(called)} if called else {}


def _values(values: Sequence[float]) -> Report:
    """The values of all players, where max^n gives them."""
    return {"values": [finite(value) for value in values]} if values else {}
