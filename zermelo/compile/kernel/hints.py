"""What to write instead of what does not compile, by what the compiler says and by the line that it stopped at."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("hints.txt")
MOST_PARTS = 1000  # of a tuple
LONGEST = 160  # characters of a complaint that is not known here

KINDS = (  # Numba's types in words
    (r"^(u?int\d+|Literal\[int\])", "a whole number"),
    (r"^float\d+", "a float"),
    (r"^(boolean|bool)", "a bool"),
    (r"^(unicode_type|Literal\[str\])", "a text"),
    (r"^(reflected )?list", "a list"),
    (r"^(readonly )?array", "an array"),
    (r"^(none|omitted)", "None"),
    (r"^DictType", "a dictionary"),
    (r"^(reflected )?set", "a set"),
    (r"^Wide$", "a wide word"),
    (r"^row of", "a tuple of a dictionary"),
    (r"^constant dict", "a dictionary"),
    (r"^constant set", "a set"),
    (r"^OptionalType|^Optional", "None in one case and a value in another"),
)


TUPLE = re.compile(r"^(\w+)\((.*)\)$")  # UniTuple(int64 x 2), Tuple(int64, float64), or that of a NamedTuple's name
SIGNS = {  # what people write for a function of the module operator
    "not_": "not",
    "truth": "if",
    "contains": "in",
    "getitem": "[…]",
    "setitem": "[…] =",
    "delitem": "del",
    "neg": "-",
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "is_": "is",
    "is_not": "is not",
    "and_": "&",
    "or_": "|",
    "xor": "^",
    "lshift": "<<",
    "rshift": ">>",
    "invert": "~",
    "pos": "+",
}


class Hint(NamedTuple):
    """A kind of failure: what the compiler says, what to tell its author, and what the line holds."""

    complaint: str  # a pattern of the compiler's words; its groups fill the text's braces
    text: str
    source: str = ""  # a pattern of the line, with braces for the groups; "": any

    def fits(self, complaint: str, source: str) -> bool:
        """Is it about this complaint and this line?"""
        found = re.search(self.complaint, complaint)
        return found is not None and re.search(_filled(self.source, found), source) is not None


@cache
def table() -> tuple[Hint, ...]:
    """The kinds of failure that are known, each a paragraph of hints.txt."""
    lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return tuple(Hint(*found.splitlines()) for found in re.split(r"\n{2,}", "\n".join(lines).strip()))


def advised(complaint: str, source: str) -> str:
    """What is wrong with a line and what to write; what the compiler says, if it is a kind that is not known here.

    complaint: the compiler's words. source: the line that it names; "": none of the author's.
    """
    hint = find_hint(complaint, source)
    if hint is None:
        first = next((line.strip() for line in complaint.splitlines() if line.strip()), "it does not compile")
        return re.sub(r"<[\w.]+ object at 0x[0-9a-f]+>", "it", first)[:LONGEST]  # an address tells nobody anything
    found = re.search(hint.complaint, complaint)
    assert found is not None
    return _filled(hint.text, found)


def find_hint(complaint: str, source: str) -> Hint | None:
    """The first of the table that fits; None: there is none."""
    for hint in table():
        if hint.fits(complaint, source):
            return hint
    return None


def points_out(complaint: str, source: str) -> bool:
    """Does the table know this complaint, and that it is about such a line? For complaints that name no line."""
    hint = find_hint(complaint, source)
    return hint is not None and bool(hint.source)


def _filled(text: str, found: re.Match[str]) -> str:
    """A text with the groups of a match in its braces."""
    groups = [group for group in found.groups() if group is not None]
    words = [_in_words(group) for group in groups]

    def fill(hole: re.Match[str]) -> str:
        word = groups[int(hole[1])]
        if hole[2] == "field":
            return f"state[{word}]" if word.isdecimal() else word
        if hole[2] == "sign":
            return SIGNS.get(word.removeprefix("i") if word[1:] in SIGNS else word, word)
        if hole[2] == "kinds":
            return " and ".join(_in_words(part) for part in _parts(word))
        if hole[2] == "kind":
            told = words[int(hole[1])]
            return told if words.count(told) == 1 else _in_words(word, whole=True)
        return word

    return re.sub(r"\{(\d)(?::(kinds|kind|field|sign))?\}", fill, text)


def _in_words(word: str, whole: bool = False) -> str:
    """A type of Numba's as people call it: a tuple by what it holds, a class by its name; whole: and its fields."""
    named = next((text for pattern, text in KINDS if re.search(pattern, word.strip())), "")
    held = TUPLE.match(word.strip())
    if named or held is None:
        return named or re.split(r"[(<_]", word.strip())[0]
    kinds = [_in_words(part) for part in _parts(held[2])]
    if held[1] not in ("Tuple", "UniTuple"):
        return f"{held[1]}({', '.join(kinds)})" if whole else held[1]
    if not kinds:
        return "an empty tuple"
    if len(kinds) > 1 and len(set(kinds)) == 1 and kinds[0].startswith(("a ", "an ")):
        return f"a tuple of {len(kinds)} {_plural(kinds[0].partition(' ')[2])}"
    return f"a tuple of {' and '.join(kinds)}"


def _plural(noun: str) -> str:
    """More than one of what a kind is called: "whole numbers", "tuples of 2 whole numbers", "dictionaries"."""
    first, of, rest = noun.partition(" of ")
    return (f"{first[:-1]}ies" if first.endswith("y") and first != "array" else f"{first}s") + of + rest


def _parts(text: str) -> list[str]:
    """The types that a text lists with commas, or counts ("int64 x 2")."""
    counted = re.fullmatch(r"(.*) x (\d+)", text)
    if counted:
        return [counted[1]] * min(int(counted[2]), MOST_PARTS)
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([<{") - (character in ")]>}")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]
