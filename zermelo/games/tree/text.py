"""Reads game trees as people write them: which way of writing a text is, and files that hold one.

brackets, mermaid, indented and fenced know one way each. All become the same record, `written.Sketch`.
"""

from __future__ import annotations

import re
from pathlib import Path

from zermelo.games.tree.brackets import read_brackets
from zermelo.games.tree.fenced import fenced_figure, has_fence
from zermelo.games.tree.indented import looks_indented, read_indented
from zermelo.games.tree.mermaid import is_mermaid, read_mermaid
from zermelo.games.tree.numbers import NUMBER
from zermelo.games.tree.objects import sketch_of
from zermelo.games.tree.written import Sketch

SUFFIXES = (".json", ".mmd", ".mermaid", ".md", ".markdown", ".txt", ".tree")
EXAMPLE = "[[3,12,8],[2,4,6]]"
MOST_BYTES = 2_000_000  # of a file
_FILE = re.compile(rf"(?P<path>.+(?:{'|'.join(re.escape(suffix) for suffix in SUFFIXES)}))(?:#(?P<number>\d+))?", re.I)


def is_file_name(text: str) -> bool:
    """Does a text name a file that may hold a tree?"""
    name = text.strip()
    return "\n" not in name and name[:1] not in "[({" and bool(_FILE.fullmatch(name))


def read_tree(text: str, files: bool = True) -> Sketch:
    """The tree in a text, or in the file that the text names. Raises ValueError with one line.

    files: False where no file may be opened.
    """
    name = text.strip()
    match = _FILE.fullmatch(name) if is_file_name(name) else None
    if match is None:
        return _read(text)
    if not files:
        raise ValueError(f"write the tree itself, such as {EXAMPLE}: no file is opened here")
    path = match["path"]
    content = _content(path)
    try:
        return _read(content, int(match["number"]) if match["number"] else None)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _content(path: str) -> str:
    try:
        with Path(path).expanduser().open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise ValueError(f"{path} is too long for a tree: at most {MOST_BYTES:,} bytes")
        return content.decode("utf-8-sig")
    except FileNotFoundError:
        raise ValueError(f"there is no file {path}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} cannot be read: it is not text in UTF-8") from None
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None


def _read(text: str, number: int | None = None) -> Sketch:
    """number: of the figure that is wanted, where there may be several."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ").removeprefix("\ufeff")
    start = text.strip()
    if not start:
        raise ValueError(f"the tree is empty; write one such as {EXAMPLE}")
    if has_fence(text) and not (is_mermaid(text) and number is None and not start.startswith(("`", "~"))):
        return _read_one(fenced_figure(text, number))
    if number not in (None, 1):
        raise ValueError(f"it has no fences, so there is one figure and no figure {number}")
    return _read_one(text)


def _read_one(text: str) -> Sketch:
    start = text.strip()
    first = start.splitlines()[0]
    is_number = re.match(NUMBER, start) and not looks_indented(text)
    if start[0] in "[({])}" or is_number:
        return sketch_of(*read_brackets(text))
    if is_mermaid(text):
        return read_mermaid(text)
    if looks_indented(text):
        return read_indented(text)
    found = f"'{first[:40]}' is no tree"
    if re.match(r"(strict\s+)?(di)?graph\b.*\{", start):
        found = "a graph of Graphviz is not read"
    raise ValueError(
        f"line 1, character 1: {found}; write {EXAMPLE}, JSON, mermaid from 'graph TD' on, indented lines, or a file "
        f"({', '.join(SUFFIXES[:2])}, .md, .txt) with one of these"
    )
