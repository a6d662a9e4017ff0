"""Explains each step of a search to a student in a sentence or two."""

from __future__ import annotations

import math
from collections.abc import Sequence

from zermelo.game import CHANCE
from zermelo.numerals import fraction, is_zero, plain
from zermelo.search.trace.mcts import MctsNode, MCTSTrace, Simulation
from zermelo.search.trace.recorder import Step, Visited, cut_name
from zermelo.search.trace.trace import Trace
from zermelo.search.trace.ucb1 import Choice, Sibling

LAST = 4  # actions of a path that are named: its last ones
TOLD = 3  # choices of a selection that are explained


def step_words(
    shown: Trace, nodes: Sequence[Visited], step: Step, before: Step | None = None, had: float | None = None
) -> str:
    """One step of minimax, alpha-beta, expectimax, expectiminimax or max^n.

    before: the previous step. had: the node's value until now, if it had one.
    """
    node = nodes[step.index]
    where = where_words(node)
    value, whose = step.worth, shown.whose
    match step.event:
        case "enter":
            return f"{_entered(shown, node, where)}{_window(shown, step)}"
        case "leaf":
            return f"Leaf {where}: the game is over and worth {value} to {whose}."
        case "depth":
            if not shown.judged:
                return f"As deep as it may look {where}: nothing judges the position, so it counts as {value}."
            return f"As deep as it may look {where}: the position is judged to be worth {value} to {whose}."
        case "update":
            assert before is not None  # the child's own step
            child = f"Branch {nodes[before.index].path[-1]} is worth {_known(before)}."
            return f"{child} {_updated(shown, step, node, had)}"
        case "prune":
            leaves = sum(child.skipped for child in node.children)
            unseen = f"{leaves} {'leaf is' if leaves == 1 else 'leaves are'} never looked at"
            return f"Cut {where}. {step.reason}; {unseen}."
    if not node.path:
        best = f"; the best action is {shown.action}" if shown.action is not None else ""
        if not shown.known:
            return "The search is finished. The root's value is unknown: it comes from positions that nothing judges."
        return f"The search is finished. The root is worth {value} to {whose}{best}."
    return f"Every branch {where} is done: it is worth {_known(step)} to {whose}{vain_cut(shown, step)}."


def vain_cut(shown: Trace, step: Step) -> str:
    """That the condition of a cut holds at the last branch, where it saves nothing; "" elsewhere."""
    if step.event != "back" or not shown.pseudocode.is_cut(step.line):
        return ""
    sign, bound = (
        ("≤", f"α {plain(step.alpha, step.scale)}")
        if step.player == "MIN"
        else ("≥", f"β {plain(step.beta, step.scale)}")
    )
    return f": {sign} {bound}, but no branch is left for the {cut_name(step.player)}"


def _entered(shown: Trace, node: Visited, where: str) -> str:
    mover = shown.game.to_move(node.state)
    if shown.values and mover != CHANCE:
        return f"{shown.game.player_name(mover)} is to move {where} and looks for the most for itself."
    match node.kind:
        case "chance" if mover != CHANCE:
            return f"The opponent is to move {where}, at random: the value is the average of its actions."
        case "chance":
            return f"Chance decides {where}: the value is the average, weighed by the probabilities."
        case "max":
            return f"MAX is to move {where} and looks for the most."
        case _:
            return f"MIN is to move {where} and looks for the least."


def _window(shown: Trace, step: Step) -> str:
    """What alpha and beta mean at this step."""
    if not shown.bounded:
        return ""
    alpha, beta = plain(step.alpha, step.scale), plain(step.beta, step.scale)
    has_none = step.alpha == -math.inf, step.beta == math.inf
    if all(has_none):
        return f" Nobody has anything yet: α = {alpha}, β = {beta}."
    has_max = f"MAX has nothing yet (α = {alpha})" if has_none[0] else f"MAX already has {alpha} elsewhere (α)"
    has_min = f"MIN has nothing yet (β = {beta})" if has_none[1] else f"MIN already has {beta} elsewhere (β)"
    return f" {has_max}, {has_min}."


def _updated(shown: Trace, step: Step, node: Visited, had: float | None) -> str:
    """What a child's value changes at its parent."""
    where, value = where_words(node), step.worth
    if shown.values and node.kind != "chance":
        who = shown.game.player_name(shown.game.to_move(node.state))
        return f"{who} {where} {'keeps' if step.value == had else 'now has'} {value}."
    if node.kind == "chance":
        return f"Weighed by its probability it brings the average {where} to {value}."
    who, sign = ("MAX", "≥") if node.kind == "max" else ("MIN", "≤")
    if step.value == had:
        return f"{who} {where} keeps {value}."
    letter, mine = ("α", step.alpha) if node.kind == "max" else ("β", step.beta)
    raised = f": {letter} = {value}" if shown.bounded and mine == step.value else ""
    return f"{who} {where} can now force {sign} {value}{raised}."


def _known(step: Step) -> str:
    sign = f"{step.bound} " if step.bound in ("≤", "≥") else ""
    return f"{sign}{step.worth}"


def branch_words(parent: str, value: float, taken: float, elsewhere: float, scale: float) -> str:
    """Why a cut branch does not matter, now that its value is known.

    parent: max or min. taken: the parent's value at the cut. elsewhere: the other side's bound at the cut.
    scale: the game's.
    """
    worth, has, other = (plain(one, scale) for one in (value, taken, elsewhere))
    if parent == "min":
        mine, yours, sign, worse = "MIN", "MAX", "at most", value < taken
    else:
        mine, yours, sign, worse = "MAX", "MIN", "at least", value > taken
    if worse:
        now = f"{mine} at its parent would take it instead of {has}, which makes coming here even worse for {yours}"
    else:
        now = f"{mine} at its parent would take {sign} {has} in any case"
    return f"Worth {worth} to MAX. {now}, and {yours} has {other} elsewhere ({cut_name(parent)}): nothing changes."


def where_words(node: Visited) -> str:
    """Where a node is, by its name in a figure if it has one: "at B"."""
    return f"at {node.called}" if node.called else place_words(node.path)


def place_words(path: Sequence[str]) -> str:
    """Where a node is: "at the root", "after e4, e5"."""
    if not path:
        return "at the root"
    dots = "…, " if len(path) > LAST else ""
    return f"after {dots}{', '.join(path[-LAST:])}"


# --- Monte Carlo tree search ----------------------------------------------------------------------------------------


def selection_words(shown: MCTSTrace, one: Simulation, path: Sequence[MctsNode]) -> str:
    """How the nodes on the path were selected; the root comes first."""
    if len(path) == 1:
        tried = "its moves have not all been tried yet" if one.number > 1 else "there is nothing else yet"
        return f"Selection ends at the root: {tried}."
    told = []
    for action, choice in zip(one.selected, one.choices, strict=True):
        if choice is None:
            told.append(f"chance draws {action}")
        else:
            sum_ = _bound(shown, choice.siblings[choice.chosen])
            told.append(f"{_player(shown, choice.player)} takes {action} ({sum_})")
    more = f", and so on for {len(told) - TOLD} more" if len(told) > TOLD else ""
    over = " There the game is over." if path[-1].kind == "leaf" else ""
    constant = next((f", C = {mean_text(shown, choice.constant)}" for choice in one.choices if choice), "")
    rule = f"UCB1 = W/N + C √(ln N(parent) / N){constant}"
    return f"Selection by the greatest {rule}: {', '.join(told[:TOLD])}{more}.{over}"


def choice_title(shown: MCTSTrace, choice: Choice) -> str:
    """Above the table of what UCB1 compares: "MIN after 2: N = 7, C = 9.19"."""
    who, constant = _player(shown, choice.player), mean_text(shown, choice.constant)
    breadth = choice.constant / shown.exploration
    if not is_zero(breadth - 1.0):
        constant += (
            f" ({mean_text(shown, shown.exploration)} × {mean_text(shown, breadth)}, the range of results so far)"
        )
    return f"{who} {place_words(choice.path)}: N = {choice.visits}, C = {constant}"


def sibling_texts(shown: MCTSTrace, sibling: Sibling) -> tuple[str, str, str, str]:
    """What UCB1 compares of one child: its action, W/N, what exploration adds, and the bound."""
    won = fraction(sibling.won, sibling.visits, shown.game.scale)
    return sibling.action, won, mean_text(shown, sibling.exploration), mean_text(shown, sibling.bound)


def _bound(shown: MCTSTrace, sibling: Sibling) -> str:
    _, won, added, bound = sibling_texts(shown, sibling)
    return f"{won} + {added} = {bound}"


def sibling_words(shown: MCTSTrace, sibling: Sibling) -> str:
    """The same in a line: "2: 4/1 + 8.15 = 12.1"."""
    return f"{sibling.action}: {_bound(shown, sibling)}"


def choice_words(shown: MCTSTrace) -> str:
    """Which action is played in the end, and why it is not simply the one with the highest mean."""
    last = shown.simulations[-1]
    rows = [(action, won, visits) for (action, visits, _), won in zip(last.children, last.won, strict=True) if visits]
    rate = "win rate" if shown.counting.wins else "mean"
    best = next(row for row in rows if row[0] == shown.action)
    highest = max(rows, key=lambda row: row[1] / row[2])
    most = f"{best[0]} is played: it has the most visits, {best[2]} of {len(shown.simulations)}"
    scale = shown.game.scale
    if highest[1] * best[2] > best[1] * highest[2]:
        beaten = (
            f"{highest[0]} has the higher {rate}, {fraction(*highest[1:], scale)} against {fraction(*best[1:], scale)}"
        )
        return f"{most}. {beaten}, but from fewer simulations, so it is less certain: a few lucky ones would do."
    same = f"Its {rate}, {fraction(*best[1:], scale)}, is the highest too, but that does not decide"
    return f"{most}. {same}: a high {rate} may come from a few lucky simulations, many visits only from a lasting one."


def expansion_words(one: Simulation, path: Sequence[MctsNode]) -> str:
    """What the simulation added to the tree."""
    if one.expanded is None:
        return "Expansion: nothing is added, because the game is over here."
    return f"Expansion: a new node for {one.expanded} {place_words(path[-1].path[:-1])}."


def simulation_words(shown: MCTSTrace, one: Simulation, path: Sequence[MctsNode]) -> str:
    """How the playout ended."""
    how = "the game is over, which gives" if path[-1].kind == "leaf" else "random moves from here lead to"
    return f"Simulation: {how} {_utilities(shown, one.utilities)}."


def backup_words(shown: MCTSTrace, path: Sequence[MctsNode], record: str, mean: str) -> str:
    """What the backup changed. record, mean: W/N and mean of the first node below the root, or of the root alone."""
    count = f"{len(path)} nodes on the way up count" if len(path) > 1 else "the root counts"
    first = path[min(1, len(path) - 1)]
    name = first.path[-1] if first.path else "The root"
    chooser = _player(shown, max(first.chooser, 0))
    whose = f" for {'MAX' if is_mirrored(shown) else chooser}"
    now = f"{name} now has W/N = {record} for {chooser}, a mean of {mean}{whose}"
    return f"Back-propagation: {count} one visit more. {now}."


def is_mirrored(shown: MCTSTrace) -> bool:
    """Is it a two-player zero-sum game, so that MAX's value says everything?"""
    return shown.game.is_duel


def _player(shown: MCTSTrace, player: int) -> str:
    return ("MAX", "MIN")[player] if shown.game.players == 2 else f"player {player + 1}"


def _utilities(shown: MCTSTrace, utilities: Sequence[float]) -> str:
    texts = [plain(utility, shown.game.scale) for utility in utilities]
    if is_mirrored(shown):
        return f"{texts[0]} for MAX"
    return ", ".join(f"{text} for {_player(shown, player)}" for player, text in enumerate(texts))


def mean_text(shown: MCTSTrace, mean: float) -> str:
    """The mean of a node's simulations, which few of them tell to three digits."""
    return plain(mean, shown.game.scale, 3)
