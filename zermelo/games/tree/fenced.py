"""The figures in a Markdown text: mermaid graphs, and other trees, between fences."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zermelo.games.tree.mermaid import is_mermaid

_FENCE = re.compile(r"\s*(?:>\s*)*(`{3,}|~{3,})\s*(\w*)")
_TREE_LANGUAGES = ("tree", "json", "text", "txt", "python", "py", "")


@dataclass(frozen=True)
class Fenced:
    """What stands between two fences. The lines before it are empty, so that it counts lines as the whole text does."""

    line: int
    language: str
    text: str

    @property
    def starts_as_tree(self) -> bool:
        return bool(re.match(r"\s*[\[({]", self.text))


def has_fence(text: str) -> bool:
    """Does a line begin with a fence?"""
    return any(_FENCE.match(line) for line in text.splitlines())


def fenced_figure(text: str, number: int | None = None) -> str:
    """The one figure of a Markdown text, or the one with this number, from 1. Raises ValueError.

    Figures are mermaid graphs; where there is none, fenced trees in brackets and what is fenced as `tree`.
    """
    blocks = _blocks(text)
    figures = [block for block in blocks if is_mermaid(block.text)]
    others = [b for b in blocks if b.language == "tree" or (b.language in _TREE_LANGUAGES and b.starts_as_tree)]
    figures = figures or others
    if not figures:
        raise ValueError("there is no tree between its fences; write one from ```mermaid and 'graph TD' on to ```")
    if number is None and len(figures) > 1:
        lines = ", ".join(str(block.line) for block in figures[:8]) + (", …" if len(figures) > 8 else "")
        raise ValueError(
            f"it has {len(figures)} figures, at lines {lines}; give one of them, in a file by its number: FILE.md#2"
        )
    if number is not None and not 1 <= number <= len(figures):
        raise ValueError(f"it has {len(figures)} figures, so there is no figure {number}; give 1 to {len(figures)}")
    return figures[(number or 1) - 1].text


def _blocks(text: str) -> list[Fenced]:
    found, mark, language, start, inside = list[Fenced](), "", "", 0, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        match = _FENCE.match(line)
        if match and not mark:
            mark, language, start, inside = match[1], match[2].lower(), number, []
        elif match and match[1][0] == mark[0] and len(match[1]) >= len(mark) and not match[2]:
            found.append(Fenced(start + 1, language, "\n" * start + "\n".join(inside)))
            mark = ""
        elif mark:
            inside.append(line)
    if mark:
        found.append(Fenced(start + 1, language, "\n" * start + "\n".join(inside)))
    return found
