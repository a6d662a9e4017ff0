"""The pages of docs/, in the chapters and the order of its index.md."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from zermelo.manual.reference import CHAPTERS, reference_page

LINK = re.compile(r"^- \[(.+)\]\((\w+)\.md\)")
REFERENCE = "reference"  # the folder of the reference's pages, and the name of their chapter
PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True)
class Page:
    """A page of the manual. name: of its file without the ending; `reference/…` for a page of the reference."""

    name: str
    title: str
    chapter: str


def docs_folder() -> Path | None:
    """Where the pages are: in the package as it is installed, or beside it in a checkout; None: they are not here."""
    for folder in (PACKAGE / "docs", PACKAGE.parent / "docs"):
        if (folder / "index.md").is_file():
            return folder
    return None


@cache
def pages() -> tuple[Page, ...]:
    """Every page, in order: the index, those that it lists, and the reference."""
    folder, found, chapter = docs_folder(), [], ""
    for line in (folder / "index.md").read_text(encoding="utf-8").splitlines() if folder else []:
        listed = LINK.match(line)
        if line.startswith("# "):
            found.append(Page("index", line[2:], chapter))
        elif line.startswith("## "):
            chapter = line[3:]
        elif listed:
            found.append(Page(listed[2], listed[1], chapter))
    return (*found, *(Page(f"{REFERENCE}/{name}", title, "Reference") for name, (title, _) in CHAPTERS.items()))


def page_text(name: str) -> str | None:
    """A page in Markdown; None: the manual has no such page."""
    if not any(page.name == name for page in pages()):
        return None
    if name.startswith(f"{REFERENCE}/"):
        return reference_page(name.removeprefix(f"{REFERENCE}/"))
    folder = docs_folder()
    return (folder / f"{name}.md").read_text(encoding="utf-8") if folder else None
