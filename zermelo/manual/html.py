"""A page of the manual as HTML, for the page's Help. HTML inside its Markdown is shown as text."""

from __future__ import annotations

import re
from functools import cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from zermelo.manual.pages import page_text, pages

ELSEWHERE = re.compile(r"^[a-z]+:|^#")
SHELL = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · Zermelo</title>
<link rel="icon" href="{root}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{root}shell/palette.css">
<link rel="stylesheet" href="{root}help/help.css">
<script src="{root}shell/theme.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
<header><a href="{root}">Zermelo</a> <span>Help</span></header>
<nav aria-label="Pages">
{contents}
</nav>
<main id="main">
{body}
</main>
</body>
</html>
"""


@cache
def page_html(name: str) -> str | None:
    """A page as a whole HTML document; None: the manual has no such page."""
    text = page_text(name)
    if text is None:
        return None
    title = next(page.title for page in pages() if page.name == name).replace("`", "")
    depth = name.count("/")
    return SHELL.format(
        title=escape(title.replace("`", "")),
        root="../" * (depth + 1),
        contents=_contents(name, depth),
        body=_body(text),
    )


def _contents(current: str, depth: int) -> str:
    """The list of all pages by chapter; the current one is marked."""
    lines, chapter = ["<ul>"], ""
    for page in pages():
        if page.chapter != chapter:
            chapter = page.chapter
            lines.append(f"</ul><h2>{escape(chapter)}</h2><ul>")
        mark = ' aria-current="page"' if page.name == current else ""
        title = re.sub(r"`(.+?)`", r"<code>\1</code>", escape(page.title))
        lines.append(f'<li><a href="{"../" * depth}{page.name}.html"{mark}>{title}</a></li>')
    return "\n".join([*lines, "</ul>"])


def _body(text: str) -> str:
    """Markdown as HTML: headings get the anchors that links name, and links to pages lead to them."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    taken: dict[str, int] = {}
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and following is not None:
            token.attrSet("id", _anchor(following.content, taken))
        _turn_links(token.children or [])
    rendered: str = reader.renderer.render(tokens, reader.options, {})
    return rendered.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")


def _anchor(heading: str, taken: dict[str, int]) -> str:
    """The anchor of a heading, as hosts of repositories make it."""
    anchor = re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
    count = taken[anchor] = taken.get(anchor, -1) + 1
    return f"{anchor}-{count}" if count else anchor


def _turn_links(tokens: list[Token]) -> None:
    """Links to Markdown lead to the same page in HTML; files that are not part of the manual are only named."""
    for token in tokens:
        if token.type == "link_open":
            address = str(token.attrGet("href"))
            path, _, anchor = address.partition("#")
            if not ELSEWHERE.match(address) and ("/" in path.removeprefix("../reference/") or not path.endswith(".md")):
                token.attrs = {"title": f"{path} is in the source"}
                token.tag = "span"
            elif path.endswith(".md"):
                token.attrSet("href", f"{path.removesuffix('.md')}.html{'#' + anchor if anchor else ''}")
            opened = token.tag
        elif token.type == "link_close":
            token.tag = opened
