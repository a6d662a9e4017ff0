"""The manual's pages, and the same as HTML: every link in them leads somewhere."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath

import pytest

from zermelo.manual.html import page_html
from zermelo.manual.pages import docs_folder, page_text, pages

ROOT = Path(__file__).parents[2]
NAMES = [page.name for page in pages()]


class Links(HTMLParser):
    """The addresses that a page links to, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "a":
            self.links.append(given["href"])
        if "id" in given:
            self.anchors.add(given["id"])


def test_the_index_lists_every_page_of_docs_once():
    listed = [name for name in NAMES if not name.startswith("reference/")]
    assert sorted(listed) == sorted(path.stem for path in (ROOT / "docs").glob("*.md"))
    assert docs_folder() == ROOT / "docs"


@pytest.mark.parametrize("name", NAMES)
def test_every_link_of_a_page_leads_somewhere(name):
    folder = PurePosixPath("help") / PurePosixPath(name).parent
    for link in Links(page_html(name)).links:
        path, _, anchor = link.partition("#")
        if re.match(r"https?:", link):
            continue
        target = _normal(folder / path) if path else f"help/{name}.html"
        if target in ("", "."):
            continue  # the page itself
        if target.endswith(".html"):
            other = page_html(target.removeprefix("help/").removesuffix(".html"))
            assert other is not None, link
            assert not anchor or unescape(anchor) in Links(other).anchors, link
        else:
            pytest.fail(f"{link} is no page of the manual")


def _normal(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def test_what_is_no_page_is_no_page():
    for name in ("../README", "nothing", "reference/nothing", "../../etc/passwd", ""):
        assert page_text(name) is None
        assert page_html(name) is None


def test_html_in_a_page_is_shown_as_text():
    from zermelo.manual.html import _body

    assert "<script" not in _body("a <script>alert(1)</script> b")
