"""Reads game trees that people write: nested lists, JSON, mermaid graphs, or a file with one of them.

All become the same plain lists, dicts and numbers, which `zermelo.games.tree.rules.tree_game` understands.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from zermelo.games.tree.mermaid import read_mermaid, statements
from zermelo.games.tree.numbers import LEVELS, NUMBER, read_number

_EXAMPLE = "[[3,12,8],[2,4,6]]"
_CLOSERS = {"[": "]", "(": ")", "{": "}"}
_TOKEN = re.compile(rf'(?P<number>{NUMBER})|(?P<text>"(?:[^"\\]|\\.)*")|(?P<mark>[][(){{}}:,])|(?P<strange>\w+|.)')


def read_tree(text: str) -> Any:
    """The tree in a text, or in the .json or .mmd file that the text names. Raises ValueError with one line."""
    path = text.strip()
    is_path = path.lower().endswith((".json", ".mmd")) and "\n" not in path and path[:1] not in _CLOSERS
    if not is_path:
        return _read_by_look(text)
    try:
        content = Path(path).expanduser().read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise ValueError(f"there is no file {path}") from None
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} cannot be read: it is not text in UTF-8") from None
    try:
        return _read_by_look(content)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _read_by_look(text: str) -> Any:
    start = text.strip()
    if not start:
        raise ValueError(f"the tree is empty; write one such as {_EXAMPLE}")
    if start[0] in "[({])}" or re.match(NUMBER, start):
        return _Brackets(text).tree()
    lines = statements(text)
    if lines and re.match(r"(graph|flowchart)\b", lines[0][1]):
        return read_mermaid(lines)
    found = f"'{start.splitlines()[0][:40]}' is no tree"
    raise ValueError(f"{found}: write {_EXAMPLE}, JSON, mermaid from 'graph TD' on, or a .json or .mmd file")


class _Brackets:
    """Numbers in [lists], (lists) and {objects}. The commas of the outermost list need no brackets around them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [token for token in _TOKEN.finditer(re.sub(r"\s", " ", text)) if token[0] != " "]
        self.next = 0

    def tree(self) -> Any:
        children = [self.value(0)]
        while self.peek() == ",":
            self.next += 1
            children.append(self.value(0))
        if self.peek() in ("]", ")", "}"):
            raise ValueError(f"'{self.peek()}' {self.place(self.next)} closes nothing")
        if self.peek():
            raise ValueError(f"found '{self.peek()}' {self.place(self.next)} after the end of the tree")
        return children if len(children) > 1 else children[0]

    def peek(self) -> str:
        """The next token; "" at the end."""
        return self.tokens[self.next][0] if self.next < len(self.tokens) else ""

    def place(self, index: int) -> str:
        """Where a token stands, in words."""
        start = self.tokens[index].start() if index < len(self.tokens) else len(self.text)
        line = self.text.count("\n", 0, start) + 1
        return f"in line {line}" if "\n" in self.text else f"at character {start + 1}"

    def value(self, depth: int) -> Any:
        """The number, text, list or object that begins here."""
        if depth > 3 * LEVELS:
            raise ValueError(f"the tree is too high: at most {LEVELS} levels")
        if self.next == len(self.tokens):
            raise ValueError("the tree ends where a number or a bracket should follow")
        token, start = self.tokens[self.next], self.next
        self.next += 1
        if token["number"]:
            number = read_number(token[0])
            return int(number) if number is not None and number.is_integer() else number
        if token["text"]:
            return self.unquoted(start)
        if token[0] in "[(":
            items: list[Any] = []
            while self.goes_on(start, first=not items):
                items.append(self.value(depth + 1))
            return items
        if token[0] == "{":
            members: dict[str, Any] = {}
            while self.goes_on(start, first=not members):
                key = self.key(members)
                members[key] = self.value(depth + 1)
            return members
        raise ValueError(f"found '{token[0]}' {self.place(start)} where a number or a bracket should stand")

    def unquoted(self, index: int) -> str:
        quoted = self.tokens[index][0]
        try:
            return json.loads(quoted)
        except ValueError:
            raise ValueError(f"{quoted} {self.place(index)} is not a text as JSON writes it") from None

    def key(self, members: dict[str, Any]) -> str:
        place = self.place(self.next)
        found = self.peek()
        if not found.startswith('"') or len(found) < 2:
            raise ValueError(f"""found '{found}' {place} where a name such as "children" should stand""")
        key = self.unquoted(self.next)
        self.next += 1
        if self.peek() != ":":
            raise ValueError(f"""a ':' should follow {found} {place}, not '{self.peek()}'""")
        if key in members:
            raise ValueError(f"{found} {place} is there twice")
        self.next += 1
        return key

    def goes_on(self, start: int, first: bool) -> bool:
        """Steps over a comma, or over the bracket that closes the one at `start`; says whether an item follows."""
        opener, found = self.tokens[start][0], self.peek()
        if not found:
            raise ValueError(f"the '{opener}' {self.place(start)} is never closed")
        if found == _CLOSERS[opener]:
            self.next += 1
            return False
        if found in _CLOSERS.values():
            raise ValueError(f"'{found}' {self.place(self.next)} cannot close the '{opener}' {self.place(start)}")
        if first:
            return True
        if found != ",":
            raise ValueError(f"found '{found}' {self.place(self.next)} where ',' or '{_CLOSERS[opener]}' should stand")
        self.next += 1
        return True
