"""Reads lessons from their files, texts/NN-NAME.md; docs/lessons.md describes the format.

A block is some lines with an empty line below. What a block is, its first line tells: `# ` the title, `## ` a heading,
`- ` and `1. ` lists, three backticks code, `figure:` and `question:` what they say, anything else a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from zermelo.arguments import checked
from zermelo.figures import figure as figure_named
from zermelo.game import ZermeloError, brief
from zermelo.lessons.asking import read_question
from zermelo.lessons.inline import plain, spans
from zermelo.lessons.lesson import Asked, Block, Code, Heading, Items, Lesson, Paragraph, Shown, Spans

TEXTS = Path(__file__).with_name("texts")
LANGUAGES = ("python", "sh")
ALGORITHMS = ("minimax", "alphabeta", "expectimax", "expectiminimax", "maxn", "mcts")
OPTIONS = ("algorithm", "depth", "simulations", "step", "drawing")
_FILE = re.compile(r"(\d\d)-([a-z0-9-]+)")
_FENCE = "```"
POSITION = "position"  # the drawing of a figure as it is before any search


@cache
def _files() -> dict[str, Path]:
    """The files by the lessons' names, in the order of the course."""
    found = {path: _FILE.fullmatch(path.stem) for path in sorted(TEXTS.glob("*.md"))}
    return {match[2]: path for path, match in found.items() if match}


def lesson_names() -> list[str]:
    """The names of all lessons, in the order of the course."""
    return list(_files())


def lessons() -> list[Lesson]:
    """All lessons, in the order of the course."""
    return [lesson(name) for name in lesson_names()]


@checked
def lesson(name: str) -> Lesson:
    """The lesson of this name, or with this number. Raises ZermeloError with a near name if there is none."""
    names = lesson_names()
    if name.isdecimal() and 1 <= int(name) <= len(names):
        name = names[int(name) - 1]
    if name not in names:
        near = get_close_matches(name.lower(), names, 1, 0.4)
        hint = f"did you mean {near[0]}?" if near else f"`zermelo lessons` lists all {len(names)}"
        raise ZermeloError(f"no lesson is called '{brief(name)}'; {hint}")
    return _read(name)


@cache
def _read(name: str) -> Lesson:
    return read_lesson(name, lesson_names().index(name) + 1, _files()[name].read_text(encoding="utf-8"))


def read_lesson(name: str, number: int, text: str) -> Lesson:
    """The lesson that a file's text holds. Raises ZermeloError with the name and the line where it is wrong."""
    title = summary = ""
    blocks: list[Block] = []
    figures = 0
    for line, lines in _blocks(text):
        try:
            if lines[0].startswith("# "):
                if blocks or title:
                    raise ZermeloError("the title is the first line, and there is one")
                title, summary = _head(lines)
                continue
            block = _block(lines, figures + 1)
        except ZermeloError as error:
            raise ZermeloError(f"lesson {name}, line {line}: {error}") from None
        figures += isinstance(block, Shown)
        blocks.append(block)
    if not title:
        raise ZermeloError(f"lesson {name} has no title: its first line is '# Title'")
    asked = [block.question.name for block in blocks if isinstance(block, Asked)]
    twice = [one for one in asked if asked.count(one) > 1]
    if twice:
        raise ZermeloError(f"lesson {name}: two questions are called {brief(twice[0])}")
    return Lesson(name, number, title, summary, tuple(blocks))


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """The blocks with the numbers of their first lines. Empty lines inside code belong to it."""
    block: list[str] = []
    first = 0
    for number, line in enumerate([*text.splitlines(), ""], 1):
        in_code = bool(block) and block[0].startswith(_FENCE) and not (len(block) > 1 and block[-1] == _FENCE)
        if line.strip() or in_code:
            first = first if block else number
            block.append(line.rstrip())
        elif block:
            yield first, block
            block = []
    if block:
        yield first, block


def _head(lines: Sequence[str]) -> tuple[str, str]:
    if len(lines) != 2 or not lines[1].startswith("summary: "):
        raise ZermeloError("below the title there is one line, 'summary: …'")
    return lines[0].removeprefix("# ").strip(), plain(_spans(lines[1].removeprefix("summary: ")))


def _block(lines: Sequence[str], figure_number: int) -> Block:
    first, text = lines[0], " ".join(line.strip() for line in lines)
    if first.startswith("## "):
        return Heading(_spans(text.removeprefix("## ")))
    if first.startswith(_FENCE):
        return _code(lines)
    if first.startswith("figure:"):
        return _figure(text.removeprefix("figure:"), figure_number)
    if first.startswith("question:"):
        question, prompt, choices = read_question(lines)
        return Asked(question, _spans(prompt), tuple(map(_spans, choices)))
    mark = re.match(r"(- |\d+\. )", first)
    if mark:
        return Items(tuple(map(_spans, _items(lines))), mark[0] != "- ")
    return Paragraph(_spans(text))


def _spans(text: str) -> Spans:
    return spans(text.strip(), _files().__contains__)


def _items(lines: Sequence[str]) -> Iterator[str]:
    """The items of a list; lines that are indented go on with the one above."""
    item = ""
    for line in lines:
        mark = re.match(r"(- |\d+\. )", line)
        if mark:
            if item:
                yield item
            item = line[mark.end() :]
        elif line.startswith("  "):
            item += f" {line.strip()}"
        else:
            raise ZermeloError(f"'{brief(line)}' in a list should begin with '- ', or be indented")
    yield item


def _code(lines: Sequence[str]) -> Code:
    language = lines[0].removeprefix(_FENCE).strip()
    if language not in LANGUAGES or lines[-1] != _FENCE or len(lines) < 3:
        raise ZermeloError(f"code stands between {_FENCE}{' or '.join(LANGUAGES)} and {_FENCE}")
    return Code(language, "\n".join(lines[1:-1]))


def _figure(text: str, number: int) -> Shown:
    """A figure by its name, and how it is shown: `NAME option=value …`."""
    name, *options = text.split() or [""]
    shown = figure_named(name)
    chosen: dict[str, str] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if key not in OPTIONS or not equals:
            raise ZermeloError(f"'{brief(option)}' should be one of {', '.join(f'{one}=…' for one in OPTIONS)}")
        chosen[key] = value
    drawing = chosen.get("drawing", shown.drawing)
    if drawing not in (POSITION, shown.drawing):
        raise ZermeloError(f"drawing={POSITION} shows the figure without a search; '{brief(drawing)}' is nothing")
    algorithm = "" if "drawing" in chosen else chosen.get("algorithm", shown.algorithm)
    if algorithm and algorithm not in ALGORITHMS:
        raise ZermeloError(f"the algorithms are {', '.join(ALGORITHMS)}, not '{brief(algorithm)}'")
    depth = _whole(chosen, "depth") if "depth" in chosen else shown.depth
    simulations = _whole(chosen, "simulations") or None
    return Shown(shown, drawing, algorithm, depth, simulations, _whole(chosen, "step"), number)


def _whole(chosen: dict[str, str], key: str) -> int:
    value = chosen.get(key, "0")
    if not re.fullmatch(r"\d{1,4}", value):
        raise ZermeloError(f"{key} is a whole number, not '{brief(value)}'")
    return int(value)
