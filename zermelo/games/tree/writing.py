"""Trees as text, in each of the ways in which they are read: what is written here reads as the same tree again."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterator
from typing import Any

from zermelo.games.tree.numbers import exactly
from zermelo.games.tree.text import read_tree
from zermelo.games.tree.written import Branch, Sketch, Written


def rewritten(text: str, form: str) -> str:
    """A tree in another way of writing: lists, json, mermaid or indented. Raises ValueError with one line."""
    return tree_text(read_tree(text), form)


def tree_text(sketch: Sketch, form: str) -> str:
    """A tree as lists, json, mermaid or indented text.

    Raises ValueError where this way of writing has no place for something that the tree says.
    """
    if form not in FORMS:
        raise ValueError(f"a tree is written as {', '.join(FORMS)}, not '{form}'")
    text = FORMS[form](sketch.root)
    try:
        same = read_tree(text, files=False).root == sketch.root
    except ValueError:
        same = False
    if not same:
        raise ValueError(f"a name or a number of this tree would be read otherwise as {form}; write it as json")
    return text


def _lists(node: Written) -> str:
    if node.player or node.name or node.counts or any(one.action or one.probability for one in node.branches):
        raise ValueError("lists hold numbers only, and this tree has names, players or counts: write it as json")
    if not node.branches:
        numbers = ",".join(map(exactly, node.numbers))
        return f"({numbers})" if len(node.numbers) > 1 else numbers
    if node.numbers:
        raise ValueError("lists hold no evaluations of nodes with children: write this tree as json")
    return f"[{','.join(_lists(one.node) for one in node.branches)}]"


def _json(root: Written) -> str:
    return json.dumps(_object(root), ensure_ascii=False)


def _object(node: Written, branch: Branch | None = None) -> Any:
    said: dict[str, Any] = {}
    if branch is not None and branch.action:
        said["action"] = branch.action
    if branch is not None and branch.probability is not None:
        said["probability"] = branch.probability
    if node.player:
        said["player"] = node.player
    if node.name:
        said["name"] = node.name
    if node.counts:
        said["wins"], said["visits"] = map(_plain, node.counts)
    numbers = [_plain(number) for number in node.numbers]
    worth = numbers[0] if len(numbers) == 1 else numbers
    if not node.branches:
        if not said and len(numbers) == 1:
            return worth
        return {**said, "value": worth} if numbers else said
    children = [_object(one.node, one) for one in node.branches]
    if not said and not numbers:
        return children
    return {**said, **({"evaluation": worth} if numbers else {}), "children": children}


def _plain(number: float) -> int | float:
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def _mermaid(root: Written) -> str:
    lines, count = ["graph TD"], 0
    waiting: list[tuple[Written, str, str]] = [(root, "", "")]
    while waiting:
        node, above, edge = waiting.pop()
        label = html.escape(_label(node), quote=True).replace("&#x27;", "'")
        here = f'n{count}["{label}"]' if label else f"n{count}"
        lines.append(f"    {above} -->{edge} {here}" if above else f"    {here}")
        waiting += [(one.node, f"n{count}", _mermaid_edge(one)) for one in reversed(node.branches)]
        count += 1
    return "\n".join(lines)


def _mermaid_edge(branch: Branch) -> str:
    text = html.escape(_edge(branch), quote=True).replace("|", "&#124;").replace("&#x27;", "'")
    return f"|{text}|" if text else ""


def _edge(branch: Branch) -> str:
    chance = "" if branch.probability is None else exactly(branch.probability)
    return f"{branch.action} {chance}".strip()


def _label(node: Written) -> str:
    """A node's label as `labels.read_label` takes it apart."""
    player = {"": ""}.get(node.player, f"({node.player.upper()})" if node.name else node.player.upper())
    numbers = ", ".join(map(exactly, node.numbers))
    worth = f"({numbers})" if len(node.numbers) > 1 else numbers
    counts = "/".join(map(exactly, node.counts)) if node.counts else ""
    return " ".join(filter(None, (node.name, player, counts, worth)))


def _indented(root: Written) -> str:
    return "\n".join(_rows(root, "", 0))


def _rows(node: Written, edge: str, level: int) -> Iterator[str]:
    label = _label(node) or "node"
    yield f"{'  ' * level}{edge}: {label}" if edge else f"{'  ' * level}{label}"
    for branch in node.branches:
        yield from _rows(branch.node, _edge(branch), level + 1)


FORMS: dict[str, Callable[[Written], str]] = {
    "lists": _lists,
    "json": _json,
    "mermaid": _mermaid,
    "indented": _indented,
}
