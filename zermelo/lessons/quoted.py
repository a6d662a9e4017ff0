"""Figures that come from no figure of ours: the tables of benchmarks/, and what others published about their programs.

measured.txt has `name = text | file | words of the row`, which a test looks up; published.txt `name = text | source`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from zermelo.game import ZermeloError, brief

MEASURED, PUBLISHED = "measured", "published"  # stand for a figure's name: {measured.chess-nodes}
_LINE = re.compile(r"([a-z0-9-]+) = (.+?) \| (.+?)(?: \| (.+))?")


@dataclass(frozen=True)
class Quoted:
    """A figure from elsewhere: as it is shown, and where it stands."""

    text: str
    source: str  # a file of the project, or a publication
    row: str  # words of a table's row in the file; "" for a publication


@cache
def quoted(kind: str) -> dict[str, Quoted]:
    """All of MEASURED or PUBLISHED, by name. Raises ZermeloError where a line is not understood."""
    file = Path(__file__).with_name(f"{kind}.txt")
    found: dict[str, Quoted] = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#") or not line.strip():
            continue
        match = _LINE.fullmatch(line.strip())
        if not match or match[1] in found or (kind == MEASURED) != bool(match[4]):
            raise ZermeloError(f"{file.name}, line {number}: '{brief(line)}' is not understood, or said twice")
        found[match[1]] = Quoted(match[2], match[3], match[4] or "")
    return found
