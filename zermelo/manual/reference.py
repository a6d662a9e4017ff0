"""The reference: every public name on one of a few pages, in Markdown."""

from __future__ import annotations

import re

import zermelo
from zermelo.manual.entries import Entry, Part, entry, example_of, public_names

CHAPTERS = {  # a page each: its name, its title and the rooms whose names are on it
    "games": ("Games", ("game", "loading", "adapters")),
    "searches": ("Searches and players", ("search", "players")),
    "single": ("Search for one agent", ("problem", "search.single")),
    "answers": ("Answers: analyses, traces, solutions", ("search.analysis", "search.trace", "solving", "hidden")),
    "opinions": ("Opinions about positions", ("evaluate",)),
    "matches": ("Playing games and matches", ("arena", "records")),
    "experiments": ("Experiments, figures, lessons and grading", ("experiments", "figures", "lessons", "grading")),
    "drawing": ("Drawing", ("show",)),
}


def reference_pages() -> dict[str, str]:
    """The pages in Markdown, by their names. Every public name is on one of them."""
    return {chapter: reference_page(chapter) for chapter in CHAPTERS}


def reference_page(chapter: str) -> str:
    """One page in Markdown."""
    title = CHAPTERS[chapter][0]
    names = [name for name in public_names() if chapter_of(name) == chapter]
    contents = " · ".join(f"[`{name}`](#{name.lower()})" for name in names)
    return "\n\n".join([f"# {title}", contents, *(_section(entry(name)) for name in names)]) + "\n"


def chapter_of(name: str) -> str:
    """The page that a public name is on: that of the deepest room it comes from."""
    home = zermelo.home_of(name).removeprefix("zermelo.")
    fitting = [
        (len(room), chapter)
        for chapter, (_, rooms) in CHAPTERS.items()
        for room in rooms
        if home == room or home.startswith(f"{room}.")
    ]
    return max(fitting)[1]


def _section(of: Entry) -> str:
    parts = [f"## {of.name}"]
    if of.signature:
        parts.append(f"```text\n{of.signature}\n```")
    parts.extend(_paragraphs(of.text))
    if of.fields:
        parts.append(_table("field", of.fields))
    if of.methods:
        parts.append(_table("method", of.methods))
    example, whose = example_of(of.name)
    if example:
        if whose != of.name:
            parts.append(f"An example, from [`{whose}`]({_address(whose, of.name)}):")
        parts.append(f"```pycon\n{example}\n```")
    parts.append(f"*Defined in `{of.module}`.*")
    return "\n\n".join(parts)


def _address(name: str, seen_from: str) -> str:
    """The address of a name, on its own page or on another."""
    page = chapter_of(name)
    return f"#{name.lower()}" if page == chapter_of(seen_from) else f"{page}.md#{name.lower()}"


def _paragraphs(text: str) -> list[str]:
    """A docstring's paragraphs; those that are laid out in columns or indented stay as they are laid out."""
    parts = []
    for paragraph in text.split("\n\n"):
        laid_out = any(re.search(r"\S {3,}\S|^ ", line) for line in paragraph.splitlines())
        if laid_out:
            parts.append(f"```text\n{paragraph}\n```")
        elif paragraph.strip():
            parts.append(paragraph)
    return parts


def _table(heading: str, parts: tuple[Part, ...]) -> str:
    rows = [f"| {heading} | |", "| --- | --- |"]
    rows += [f"| `{_cell(part.written)}` | {_cell(part.text)} |" for part in parts]
    return "\n".join(rows)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
