"""Reads figures from their files.

A file is a list of parts, `key: text`; lines that are indented belong to the part above them, and a line that begins
with # is a comment. docs/figures.md lists the parts.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from zermelo.arguments import checked
from zermelo.figures.figure import CHAPTERS, Fact, Figure
from zermelo.game import ZermeloError, brief

TEXTS = Path(__file__).with_name("texts")
NEEDED = ("title", "chapter", "question", "explanation", "facts")
KEYS = (*NEEDED, "game", "tree", "position", "drawing", "positions", "table")
_PART = re.compile(r"(\w+):(?: +(.*))?")
_FACT = re.compile(r"([a-z0-9-]+) = (.+?) \| (.+)")
_NUMBER = re.compile(r"\{([a-z0-9-]+)\}")  # a fact's name in a text


def figure_names() -> list[str]:
    """The names of all figures, in alphabetical order."""
    return sorted(path.stem for path in TEXTS.glob("*.txt"))


def figures() -> list[Figure]:
    """All figures, chapter by chapter."""
    return sorted(map(figure, figure_names()), key=lambda one: CHAPTERS.index(one.chapter))


@checked
def figure(name: str) -> Figure:
    """The figure of this name. Raises ZermeloError with a near name if there is none."""
    names = figure_names()
    if name not in names:
        near = get_close_matches(name.lower(), names, 1)
        hint = f"did you mean {near[0]}?" if near else f"`zermelo figure` lists all {len(names)}"
        raise ZermeloError(f"no figure is called '{brief(name)}'; {hint}")
    return read_figure(name, (TEXTS / f"{name}.txt").read_text(encoding="utf-8"))


def read_figure(name: str, text: str) -> Figure:
    """The figure that a file's text describes. Raises ZermeloError with the name and the line where it is wrong."""
    parts: dict[str, str] = {}
    for number, key, content in _parts(name, text):
        if key not in KEYS:
            raise ZermeloError(
                f"figure {name}, line {number}: '{brief(key)}' is no part of a figure: {', '.join(KEYS)}"
            )
        if key in parts:
            raise ZermeloError(f"figure {name}, line {number}: a second {key}")
        parts[key] = content
    missing = [key for key in NEEDED if key not in parts]
    if missing:
        raise ZermeloError(f"figure {name} has no {missing[0]}")
    if ("game" in parts) == ("tree" in parts):
        raise ZermeloError(f"figure {name} needs a game or a tree, and not both")
    if parts["chapter"] not in CHAPTERS:
        raise ZermeloError(f"figure {name}: the chapters are {', '.join(CHAPTERS)}, not '{brief(parts['chapter'])}'")
    facts = _facts(name, parts["facts"])
    return Figure(
        name=name,
        title=parts["title"],
        chapter=parts["chapter"],
        game=parts.get("game") or parts["tree"],
        position=parts.get("position"),
        drawing=parts.get("drawing", "position" if "position" in parts else "trace"),
        question=_filled(name, parts["question"], facts),
        explanation=_filled(name, parts["explanation"], facts),
        facts=facts,
        positions=tuple((words[0], " | ".join(words[1:])) for words in _rows(name, parts.get("positions", ""), facts)),
        rows=_rows(name, parts.get("table", ""), facts),
    )


def _parts(name: str, text: str) -> Iterator[tuple[int, str, str]]:
    """The parts of a file: the number of the line, the key and the text of each."""
    found: tuple[int, str, str] | None = None
    block: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        if not line.strip() or line[0].isspace():
            if line.strip() and not found:
                raise ZermeloError(f"figure {name}, line {number}: indented, but below no part")
            block.append(line)
            continue
        match = _PART.fullmatch(line)
        if not match:
            raise ZermeloError(f"figure {name}, line {number}: '{brief(line)}' should read 'key: text' or be indented")
        if found:
            yield found[0], found[1], _joined(found[2], block)
        found, block = (number, match[1], match[2] or ""), []
    if found:
        yield found[0], found[1], _joined(found[2], block)


def _joined(first: str, block: list[str]) -> str:
    """The text of a part: what stands beside its key, and the lines below, without their common indentation."""
    return f"{first}\n{textwrap.dedent(chr(10).join(block))}".strip()


def _facts(name: str, text: str) -> dict[str, Fact]:
    """The facts of a figure, by name."""
    facts: dict[str, Fact] = {}
    for line in text.splitlines():
        match = _FACT.fullmatch(line.strip())
        if not match:
            raise ZermeloError(f"figure {name}: '{brief(line)}' should read 'name = text | how it is measured'")
        if match[1] in facts:
            raise ZermeloError(f"figure {name}: a second fact is called {match[1]}")
        facts[match[1]] = Fact(match[1], match[2].strip(), match[3].strip())
    return facts


def _rows(name: str, text: str, facts: dict[str, Fact]) -> tuple[tuple[str, ...], ...]:
    """The rows of a table or a list, with | between what belongs side by side."""
    rows = tuple(
        tuple(cell.strip() for cell in _filled(name, line, facts).split(" | ")) for line in text.splitlines() if line
    )
    if len({len(row) for row in rows}) > 1:
        raise ZermeloError(f"figure {name}: the rows of a table should all be as long as the first")
    return rows


def _filled(name: str, text: str, facts: dict[str, Fact]) -> str:
    """A text in which {value} stands for what the fact `value` says. Lines that belong together are joined."""

    def said(found: re.Match[str]) -> str:
        if found[1] not in facts:
            raise ZermeloError(f"figure {name}: {{{found[1]}}} names no fact; there are {', '.join(facts)}")
        return facts[found[1]].text

    paragraphs = re.split(r"\n\s*\n", text)
    return "\n\n".join(_NUMBER.sub(said, " ".join(paragraph.split())) for paragraph in paragraphs)
