"""The syntax of nested lists, JSON and Python's literals: brackets, commas, numbers and texts. Nothing is evaluated."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from zermelo.games.tree.numbers import FRACTION, LEVELS, NUMBER, read_number
from zermelo.games.tree.written import place_in

Steps = tuple[int | str, ...]  # from the outermost value: places in lists, keys of objects

_CLOSERS = {"[": "]", "(": ")", "{": "}"}
_TEXT = r'"(?:[^"\\\n]|\\.)*"|' + r"'(?:[^'\\\n]|\\.)*'"
_TOKEN = re.compile(rf"(?P<number>{FRACTION}|{NUMBER})|(?P<text>{_TEXT})|(?P<mark>[][(){{}}:,])|(?P<strange>\w+|\S)")


def read_brackets(text: str) -> tuple[Any, Mapping[Steps, str]]:
    """The numbers, texts, lists, tuples and dicts in a text, and where each of them stands.

    The brackets around the outermost list may be left out. Raises ValueError with one line.
    """
    reader = _Reader(text)
    return reader.whole(), reader.places


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(_TOKEN.finditer(text))
        self.next = 0
        self.places: dict[Steps, str] = {}

    def whole(self) -> Any:
        first = self.value((), 0)
        if self.peek() != ",":
            self.end()
            return first
        inner, self.places = self.places, {(): self.place(0)}
        self.places |= {(0, *steps): place for steps, place in inner.items()}
        items = [first]
        while self.peek() == ",":
            self.next += 1
            items.append(self.value((len(items),), 0))
        self.end()
        return tuple(items) if all(isinstance(item, tuple) for item in items) else items

    def end(self) -> None:
        found = self.peek()
        if found in ("]", ")", "}"):
            raise ValueError(f"{self.place(self.next)}: '{found}' closes nothing; leave it out")
        if found:
            raise ValueError(
                f"{self.place(self.next)}: found '{found[:20]}' after the end of the tree; leave it out, or write ',' "
                "before it"
            )

    def peek(self) -> str:
        """The next token; "" at the end."""
        return self.tokens[self.next][0] if self.next < len(self.tokens) else ""

    def place(self, index: int) -> str:
        """Where a token stands, in words."""
        start = self.tokens[index].start() if index < len(self.tokens) else len(self.text.rstrip())
        return place_in(self.text, start)

    def value(self, steps: Steps, depth: int) -> Any:
        """The number, text, list, tuple or dict that begins here."""
        if depth > 3 * LEVELS:
            raise ValueError(f"{self.place(self.next)}: the tree is too high: at most {LEVELS} levels")
        if self.next == len(self.tokens):
            raise ValueError(f"{self.place(self.next)}: the tree ends where a number or a bracket should follow")
        token, start = self.tokens[self.next], self.next
        self.places[steps] = self.place(start)
        self.next += 1
        if token["number"]:
            return self.number(start)
        if token["text"]:
            return self.unquoted(start)
        if token[0] in "[(":
            items: list[Any] = []
            while self.goes_on(start, first=not items):
                items.append(self.value((*steps, len(items)), depth + 1))
            return items if token[0] == "[" else tuple(items)
        if token[0] == "{":
            members: dict[str, Any] = {}
            while self.goes_on(start, first=not members):
                key = self.key(members)
                members[key] = self.value((*steps, key), depth + 1)
            return members
        raise ValueError(
            f"{self.place(start)}: found '{token[0][:20]}' where a number or a bracket should stand; a name is written "
            'in quotes, as in {"name": "A", "children": [3, 12]}'
        )

    def number(self, index: int) -> int | float:
        word = self.tokens[index][0]
        number = read_number(word)
        if number is None:
            raise ValueError(f"{self.place(index)}: '{word[:20]}' divides by zero; write a number such as 1/3")
        return int(number) if number.is_integer() and abs(number) < 1e15 else number

    def unquoted(self, index: int) -> str:
        quoted = self.tokens[index][0]
        if quoted[0] == "'":
            inside = quoted[1:-1].replace("\\'", "'")
            quoted = '"' + re.sub(r'(?<!\\)"', r'\\"', inside) + '"'
        try:
            text: str = json.loads(quoted, strict=False)
        except ValueError:
            raise ValueError(
                f"{self.place(index)}: {self.tokens[index][0][:30]} is not a text as JSON writes it; write a backslash "
                "as \\\\"
            ) from None
        return text

    def key(self, members: dict[str, Any]) -> str:
        place, found = self.place(self.next), self.peek()
        if self.next >= len(self.tokens) or not self.tokens[self.next]["text"]:
            raise ValueError(
                f"""{place}: found '{found[:20]}' where a name such as "children" in quotes should stand"""
            )
        key = self.unquoted(self.next)
        self.next += 1
        if self.peek() != ":":
            raise ValueError(f"""{place}: a ':' should follow {found[:30]}, not '{self.peek()[:20]}'""")
        if key in members:
            raise ValueError(f"{place}: {found[:30]} is there twice; give one of them another name")
        self.next += 1
        return key

    def goes_on(self, start: int, first: bool) -> bool:
        """Steps over a comma, or over the bracket that closes the one at `start`; says whether an item follows."""
        opener, found = self.tokens[start][0], self.peek()
        closer = _CLOSERS[opener]
        if not found:
            raise ValueError(
                f"{self.place(start)}: the '{opener}' is never closed; write '{closer}' after its last item"
            )
        if not first and found == "," and self.next + 1 < len(self.tokens):
            self.next += 1
            if self.peek() != closer:  # Python allows a comma after the last item
                return True
            found = closer
        elif not first and found not in _CLOSERS.values():
            raise ValueError(f"{self.place(self.next)}: found '{found[:20]}' where ',' or '{closer}' should stand")
        if found == closer:
            self.next += 1
            return False
        if found in _CLOSERS.values():
            raise ValueError(
                f"{self.place(self.next)}: '{found}' cannot close the '{opener}' at {self.place(start)}; write "
                f"'{closer}'"
            )
        return True
