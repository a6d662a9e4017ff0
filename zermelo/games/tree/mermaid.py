"""Reads a game tree from a mermaid graph as it is pasted: `A["A (MAX)"] -->|a1| B(MIN)`."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from zermelo.games.tree.labels import Label, read_label, read_player
from zermelo.games.tree.numbers import LEVELS, read_number, read_probability
from zermelo.games.tree.settle import settled
from zermelo.games.tree.written import Branch, Sketch, Written

_SHAPES = {  # how a shape opens, the longer first, and how it closes
    "(((": [")))"],
    "((": ["))"],
    "([": ["])"],
    "[[": ["]]"],
    "[(": [")]"],
    "{{": ["}}"],
    "[/": ["\\]", "/]"],
    "[\\": ["/]", "\\]"],
    "[": ["]"],
    "(": [")"],
    "{": ["}"],
    ">": ["]"],
}
_HEADER = re.compile(r"(graph|flowchart(?:-elk)?)(\s+(TD|TB|BT|LR|RL))?\s*(;|$)")
_NAME = re.compile(r"\w+(?:[.-]\w+)*")
_GENERATED = re.compile(r"(?i)(?:n|node|id|_)_?\d+")  # names that only join the lines
_LINK = re.compile(
    r"(?:\w+@(?=[-=<~]))?(?:"
    r"(?:<?--+>|--+[xo](?=\s)|---+|<?-\.+->|-\.+-|<?==+>|===+|~~~+)(?:\s*\|(?P<after>[^|]*)\|)?"
    r"|--\s*(?P<solid>[^\s>|-][^|]*?)\s*--+>?|-\.\s*(?P<dotted>[^|]+?)\s*\.+->?|==\s*(?P<thick>[^\s=>|][^|]*?)\s*==+>?"
    r")"
)
_LOOKS = re.compile(
    r"(classDef|class|style|linkStyle|click|direction|subgraph|accTitle|accDescr|title)[\s:]|end$|```|~~~"
)
_OUTCOME = re.compile(r"(.*?)(?:^|[\s:,=(])(\d+\s*/\s*\d+|(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?\s*%?)\)?")


@dataclass(frozen=True)
class Line:
    """A line that says something."""

    number: int
    text: str  # from its first character on, without comments
    column: int  # of the first character


def statements(text: str) -> list[Line]:
    """The lines that say something: no comments, no front matter, nothing about looks."""
    found, in_front = list[Line](), False
    for number, line in enumerate(text.splitlines(), 1):
        said = re.sub(r"%%.*", "", line).rstrip()
        bare = said.strip()
        if bare == "---" and (in_front or not found):  # front matter has a title and settings
            in_front = not in_front
        elif bare and not in_front and not _LOOKS.match(bare):
            found.append(Line(number, bare, len(said) - len(said.lstrip()) + 1))
    return found


def is_mermaid(text: str) -> bool:
    """Does the first line that says something begin a mermaid graph?"""
    lines = statements(text)
    return bool(lines) and bool(re.match(r"(graph|flowchart)\b", lines[0].text))


def read_mermaid(text: str) -> Sketch:
    """The tree that a graph draws. Raises ValueError with one line that says where."""
    lines = statements(text)
    match = _HEADER.match(lines[0].text)
    if not match:
        raise ValueError(
            f"line {lines[0].number}, character {lines[0].column}: found '{lines[0].text[:30]}' where 'graph TD' "
            "should stand"
        )
    graph = _Graph()
    graph.read(Line(lines[0].number, lines[0].text[match.end() :].strip(), lines[0].column + match.end()))
    for line in lines[1:]:
        graph.read(line)
    root = graph.root()
    return settled(_written(root, 0), [node.label for node in graph.nodes.values()])


@dataclass
class _Drawn:
    """A node of a mermaid graph."""

    id: str
    place: str
    written: str | None = None
    label: Label = field(default_factory=Label)
    parent: _Drawn | None = None
    edges: list[tuple[str, _Drawn, str]] = field(default_factory=list)  # label, child, place

    def said(self) -> None:
        """Takes the label apart; without one, the id may be a player or a number. Raises ValueError."""
        number = read_number(self.id)
        if self.written is not None:
            self.label = read_label(_decoded(self.written))
        elif read_player(self.id):
            self.label = Label(read_player(self.id))
        elif number is not None:
            self.label = Label(numbers=(number,))
        if not self.label.name and not read_player(self.id) and number is None and not _GENERATED.fullmatch(self.id):
            self.label = Label(self.label.player, self.id, *_rest(self.label))


def _rest(label: Label) -> tuple[tuple[float, ...], tuple[float, float] | None, bool]:
    return label.numbers, label.counts, label.has_bounds


class _Graph:
    """A mermaid graph whose edges lead from parents to children."""

    def __init__(self) -> None:
        self.nodes: dict[str, _Drawn] = {}
        self.line = Line(0, "", 1)

    def place(self, rest: str) -> str:
        """Where the rest of the line begins."""
        return f"line {self.line.number}, character {self.line.column + len(self.line.text) - len(rest)}"

    def root(self) -> _Drawn:
        """The one node without a parent. Raises ValueError."""
        for node in self.nodes.values():
            try:
                node.said()
            except ValueError as error:
                raise ValueError(f"{node.place}: {error}") from None
        roots = [node for node in self.nodes.values() if node.parent is None]
        if not roots:
            raise ValueError("the graph is empty; write lines such as A[MAX] --> B[3]")
        if len(roots) > 1:
            here, before = roots[1], roots[0]
            raise ValueError(
                f"{here.place}: {here.id} has no parent, nor has {before.id}; a tree has one root: write "
                f"{before.id} --> {here.id}, or leave one of them out"
            )
        return roots[0]

    def read(self, line: Line) -> None:
        """Reads `A[MAX] -->|a1| B & C --> D`, and more after a semicolon. Raises ValueError saying where."""
        self.line, rest = line, line.text
        while rest:
            parents, rest = self.group(rest)
            while match := _LINK.match(rest):
                place = self.place(rest)
                label = _decoded(next((part for part in match.groups() if part), "").strip().strip('"').strip())
                children, rest = self.group(rest[match.end() :].lstrip())
                for parent in parents:
                    for child in children:
                        _join(parent, child, label, place)
                parents = children
            if rest and rest[0] != ";":
                raise ValueError(
                    f"{self.place(rest)}: found '{rest[:20]}' where an arrow such as --> or the line's end should stand"
                )
            rest = rest.lstrip("; ")

    def group(self, rest: str) -> tuple[list[_Drawn], str]:
        """Reads `A[MAX] & B`; returns the nodes and the rest of the line."""
        nodes: list[_Drawn] = []
        while True:
            match = _NAME.match(rest)
            if not match:
                raise ValueError(f"{self.place(rest)}: found '{rest[:20]}' where a node such as A[MAX] should stand")
            place = self.place(rest)
            node = self.nodes.setdefault(match[0], _Drawn(match[0], place))
            try:
                label, rest = _label(rest[match.end() :])
            except ValueError as error:
                raise ValueError(f"{self.place(rest[match.end() :])}: {error}") from None
            if label is not None and node.written not in (None, label):
                raise ValueError(
                    f"{place}: {node.id} is labelled {label[:30]}, and {str(node.written)[:30]} before; give one of "
                    "the nodes another id"
                )
            if label is not None and node.written is None:
                node.written, node.place = label, place
            nodes.append(node)
            rest = re.sub(r"^:::[\w-]+", "", rest).lstrip()
            if not rest.startswith("&"):
                return nodes, rest
            rest = rest[1:].lstrip()


def _label(rest: str) -> tuple[str | None, str]:
    """The label in the shape that begins the line, if one does, and the rest of the line."""
    if match := re.match(r'@\{(?P<inside>(?:"[^"]*"|[^"}])*)\}', rest):
        said = re.search(r'\blabel\s*:\s*(?:"([^"]*)"|([^,}]*))', match["inside"])
        return (said[1] if said[1] is not None else said[2]).strip() if said else None, rest[match.end() :]
    openers = [opener for opener in _SHAPES if rest.startswith(opener)]
    for opener in openers:
        found = _inside(rest[len(opener) :], _SHAPES[opener])
        if found is not None:
            return found[0], rest[len(opener) + found[1] :]
    if openers:
        raise ValueError(f"the '{openers[-1]}' of '{rest[:20]}' is never closed by '{_SHAPES[openers[-1]][0]}'")
    return None, rest


def _inside(text: str, closers: list[str]) -> tuple[str, int] | None:
    """What stands before the closer of a shape, and where the text goes on behind it; None: it is never closed."""
    ends = "|".join(re.escape(closer) for closer in closers)
    if match := re.match(rf'\s*"([^"]*)"\s*(?:{ends})', text):
        return match[1].strip(), match.end()
    depth = 0
    for start, mark in enumerate(text):
        closer = next((closer for closer in closers if text.startswith(closer, start)), "")
        if closer and depth == 0:
            return text[:start].strip(), start + len(closer)
        depth += (mark in "([{") - (mark in ")]}")
        if mark == '"' or depth < 0:
            return None
    return None


def _join(parent: _Drawn, child: _Drawn, label: str, place: str) -> None:
    above: _Drawn | None = parent
    while above is not None:
        if above is child:
            raise ValueError(f"{place}: {parent.id} --> {child.id} closes a circle; a tree has none")
        above = above.parent
    if child.parent is not None:
        raise ValueError(
            f"{place}: {child.id} has two parents, {child.parent.id} and {parent.id}; in a tree it has one: draw it "
            "twice, with two ids"
        )
    child.parent = parent
    parent.edges.append((label, child, place))


def _decoded(text: str) -> str:
    """A label with the characters that its codes stand for: #9651; and &#9651; are △, #alpha; is α."""
    codes = re.sub(r"(?<!&)#(\d+|[A-Za-z]+);", lambda code: f"&{'#' * code[1].isdecimal()}{code[1]};", text)
    return html.unescape(codes)


def _character(code: str, name: str) -> str:
    found = html.unescape(f"&#{name};" if name.isdecimal() else f"&{name};")
    return found if len(found) == 1 else code


def _written(node: _Drawn, level: int) -> Written:
    """A drawn node and all below it."""
    if level > LEVELS:
        raise ValueError(f"{node.place}: the tree is too high: at most {LEVELS} levels")
    label = node.label
    if not node.edges and not label.numbers and label.counts is None:
        shown = node.id if node.written is None else node.written
        raise ValueError(f"{node.place}: the leaf {node.id} is '{shown[:30]}', not a number as in {node.id}[3]")
    branches = []
    has_chances = label.player == "chance" and any(text for text, _, _ in node.edges)
    for text, child, place in node.edges:
        action, probability = outcome(text, node.id, place) if has_chances else (text, None)
        branches.append(Branch(_written(child, level + 1), " ".join(action.split()), probability, place))
    return Written(tuple(branches), label.player, label.name, label.numbers, label.counts, False, node.place)


def outcome(text: str, node: str, place: str) -> tuple[str, float]:
    """The name and the probability in "heads 0.5", "1/2" or "50%". Raises ValueError saying where."""
    match = _OUTCOME.fullmatch(text)
    probability = read_probability(match[2]) if match else None
    if not match or probability is None:
        raise ValueError(
            f"{place}: '{text[:30]}' below chance node {node or 'there'} should be a probability such as 0.25, 1/4 or "
            "25%"
        )
    if not 0 <= probability <= 1:
        raise ValueError(f"{place}: a probability is a number from 0 to 1, 1/4 or 25%, not '{match[2]}'")
    return match[1].strip(" :,=("), probability
