"""What stands within a line: emphasis, code, links, and the facts that {figure.fact} stands for."""

from __future__ import annotations

import re
from collections.abc import Callable

from zermelo.figures import figure
from zermelo.game import ZermeloError, brief
from zermelo.lessons.lesson import Span, Spans
from zermelo.lessons.quoted import MEASURED, PUBLISHED, quoted

PROPER = ("Chess 4.5",)  # names that have a number in them
_FACT = re.compile(r"\{([a-z0-9-]+)\.([a-z0-9-]+)\}")
_MARKED = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<strong>[^*]+)\*\*|\*(?P<emphasis>[^*]+)\*|\[(?P<link>[^\]]+)\]\((?P<target>[^)\s]+)\)"
)
_NUMBER = re.compile(r"(?<![\w{.-])[-−+]?\d+(?:[.,/]\d+)*%?(?![\w}])")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_TARGET = re.compile(r"lesson:([a-z0-9-]+)|https://\S+")
Known = Callable[[str], bool]  # is there a lesson of this name?


def filled(text: str) -> str:
    """The text with each {figure.fact} replaced by what the fact says. Raises ZermeloError if there is none."""
    return _FACT.sub(_said, text)


def _said(found: re.Match[str]) -> str:
    name, fact = found[1], found[2]
    facts = quoted(name) if name in (MEASURED, PUBLISHED) else figure(name).facts
    if fact not in facts:
        raise ZermeloError(f"{{{brief(name)}.{brief(fact)}}} names no fact; there are {', '.join(facts)}")
    return facts[fact].text


def spans(text: str, is_lesson: Known) -> Spans:
    """The spans of a line or a paragraph. Raises ZermeloError at a number, a fact or a link that leads nowhere."""
    check_numbers(text)
    found: list[Span] = []
    end = 0
    for mark in _MARKED.finditer(text):
        if mark.start() > end:
            found.append(Span(filled(text[end : mark.start()])))
        style = str(mark.lastgroup if mark.lastgroup != "target" else "link")
        target = mark["target"] or ""
        if style == "link":
            _check_target(target, is_lesson)
        found.append(Span(filled(mark[style]), style, target))
        end = mark.end()
    if end < len(text):
        found.append(Span(filled(text[end:])))
    for span in found:
        if not span.style and (odd := re.search(r"[*`{}\[\]]", span.text)):
            raise ZermeloError(f"'{odd[0]}' in '{brief(span.text)}' belongs to no emphasis, code, link or fact")
    return tuple(found)


def plain(line: Spans) -> str:
    """The words of a line."""
    return "".join(span.text for span in line)


def check_numbers(text: str) -> None:
    """Raises ZermeloError where a number is written out: it must be a fact's, which a test measures.

    Years may be, and so may what stands in code.
    """
    prose = re.sub(r"`[^`]*`|\]\([^)]*\)", " ", text)
    for name in PROPER:
        prose = prose.replace(name, " ")
    for number in _NUMBER.findall(prose):
        if not _YEAR.fullmatch(number):
            raise ZermeloError(f"the number {brief(number)} is written out: name a figure's fact, {{figure.fact}}")


def _check_target(target: str, is_lesson: Known) -> None:
    found = _TARGET.fullmatch(target)
    if not found:
        raise ZermeloError(f"a link leads to lesson:NAME or https://…, not '{brief(target)}'")
    if found[1] and not is_lesson(found[1]):
        raise ZermeloError(f"no lesson is called '{brief(found[1])}'")
