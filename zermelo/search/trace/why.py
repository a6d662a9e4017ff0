"""Why a branch of a traced tree was cut, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.game import ZermeloError, brief
from zermelo.numerals import plain
from zermelo.search.trace.recorder import Step, Visited

MANY = 12  # branches that an error names


def why(root: Visited, steps: Sequence[Step], path: str | Sequence[Any], cuts: bool) -> str:
    """Why the branch at a path was cut, or that it was searched.

    path: the actions from the root, as a trace names its nodes ("2.1") or one by one. cuts: does the algorithm cut?
    Raises ZermeloError if there is no such branch.
    """
    line = _line(root, path)
    node, name = line[-1], _named(path)
    if node.status != "cut":
        if len(line) == 1:
            return f"the root was searched: it is worth {node.worth or 'nothing known'}"
        never = "" if cuts else "; nothing is cut by this algorithm"
        return f"{name} was searched: it is worth {node.label}{_who(node, line[-2])}{never}"
    above = line[-2]
    reason = next(step for step in steps if step.event == "prune" and step.index == above.number)
    told = f"{name} was cut" if name in (node.name, node.called) else f"{name} lies below {_place(node)}, which was cut"
    mover, other = ("MIN", "MAX") if above.kind == "min" else ("MAX", "MIN")
    sign, bound = ("≤", reason.alpha) if above.kind == "min" else ("≥", reason.beta)
    with_ = above.children[above.best].path[-1] if above.best is not None else ""
    forced = f"{mover} can force {sign} {plain(reason.value or 0.0, above.scale)} at {_place(above)} by playing {with_}"
    skipped = f"{node.skipped} {'leaf' if node.skipped == 1 else 'leaves'} skipped"
    has = f"{other} has {plain(bound, above.scale)} already{_from(line, bound, other)}"
    gains = f"{other} has no reason to let play come to {_place(above)}, whatever {_place(node)} is worth"
    return f"{told}: {forced}, and {has}, so {gains} ({reason.cut}, {skipped})"


def _line(root: Visited, path: str | Sequence[Any]) -> list[Visited]:
    """The nodes from the root to the branch, or to the cut one above it. Raises ZermeloError."""
    if isinstance(path, str):
        return _line_to(root, path)
    line = [root]
    for action in path:
        if line[-1].status == "cut":
            break
        line.append(_child(line[-1], str(action)))
    return line


def _line_to(root: Visited, name: str) -> list[Visited]:
    """The same for a node's name. An action's own name may hold dots."""
    named = _line_of(root, name) if name else None
    if named is not None:
        return named
    line, rest = [root], "" if name in ("", "root") else name
    while rest and line[-1].status != "cut":
        fitting = [one for one in line[-1].children if rest == one.path[-1] or rest.startswith(f"{one.path[-1]}.")]
        child = max(fitting, key=lambda one: len(one.path[-1]), default=None) or _child(line[-1], rest.split(".")[0])
        line.append(child)
        rest = rest[len(child.path[-1]) + 1 :]
    return line


def _line_of(node: Visited, called: str) -> list[Visited] | None:
    """The nodes from one down to that which a figure calls so; None: there is none below it."""
    if node.called == called:
        return [node]
    below = (_line_of(child, called) for child in node.children)
    found = next((line for line in below if line is not None), None)
    return None if found is None else [node, *found]


def _child(node: Visited, action: str) -> Visited:
    for child in node.children:
        if child.path[-1] == action:
            return child
    there = [child.path[-1] for child in node.children]
    shown = ", ".join(there[:MANY]) + (", …" if len(there) > MANY else "")
    has = f"there are {shown}" if there else "it is a leaf"
    raise ZermeloError(f"there is no branch '{brief(action)}' at {_place(node)}; {has}")


def _place(node: Visited) -> str:
    return node.called or (node.name if node.path else "the root")


def _named(path: str | Sequence[Any]) -> str:
    return (path or "root") if isinstance(path, str) else ".".join(map(str, path)) or "root"


def _who(node: Visited, above: Visited) -> str:
    """What became of a branch that was searched."""
    if above.best == node.place:
        return f", the best at {_place(above)}"
    return ""


def _from(line: Sequence[Visited], bound: float, player: str) -> str:
    """Where a player has a value already: at the nearest node above where it could go another way."""
    for place in range(len(line) - 2, 0, -1):
        above = line[place - 1]
        if above.kind.upper() == player:
            earlier = (child for child in above.children[: line[place].place] if child.value == bound)
            child = next(earlier, None)
            if child is not None:
                return f" by playing {child.path[-1]} at {_place(above)}"
    return ""
