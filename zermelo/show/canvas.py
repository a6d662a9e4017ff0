"""SVG elements as text: all text from a game is escaped here and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from zermelo.show.style import stylesheet
from zermelo.show.words import width

PADDING = 18.0
CAPTION_SIZE = 14.0
CAPTION_HEIGHT = 22.0

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def tag(name: str, content: str = "", /, **attributes: str | float) -> str:
    """One element. Content is markup already; attributes are escaped, `_` in their names stands for `-` or nothing."""
    written = "".join(f' {_name(key)}="{escape(_value(value))}"' for key, value in attributes.items())
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def box(x: float, y: float, width: float, height: float, look: str, corner: float = 0.0) -> str:
    """A rectangle; corner: the radius of its corners."""
    return tag("rect", x=x, y=y, width=width, height=height, class_=look, **({"rx": corner} if corner else {}))


def disc(x: float, y: float, radius: float, look: str) -> str:
    """A circle around (x, y)."""
    return tag("circle", cx=x, cy=y, r=radius, class_=look)


def polygon(corners: Iterable[tuple[float, float]], look: str, **attributes: str | float) -> str:
    """A filled shape."""
    places = " ".join(f"{_value(x)},{_value(y)}" for x, y in corners)
    return tag("polygon", points=places, class_=look, **attributes)


def write(x: float, y: float, words: str, size: float, look: str = "") -> str:
    """Text whose middle is at (x, y); the look `start` or `end` puts an end of the line there instead."""
    attributes: dict[str, str | float] = {"x": x, "y": y + 0.35 * size, "font-size": size}
    return tag("text", clean(words), **attributes, **({"class_": look} if look else {}))


def length(words: str, size: float) -> float:
    """About how wide the text will be; fonts differ, so this errs on the wide side."""
    return 0.62 * size * width(words)


def fitted(words: str, size: float, room: float) -> str:
    """The words, cut with an ellipsis if they do not fit."""
    if length(words, size) <= room:
        return words
    while words and length(words + "…", size) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def clean(words: str) -> str:
    """Text as XML content: escaped, and without the characters that XML forbids."""
    return escape(_NOT_XML.sub("\ufffd", words), quote=False)


@dataclass(frozen=True)
class Drawing:
    """Shapes with their own origin, without the card around them."""

    body: str
    width: float
    height: float
    title: str
    caption: str = ""


def shifted(body: str, x: float, y: float) -> str:
    """The body, moved by (x, y)."""
    return tag("g", body, transform=f"translate({_value(x)} {_value(y)})")


def captioned(drawing: Drawing) -> Drawing:
    """The drawing with its caption written below it."""
    lines = drawing.caption.splitlines()
    room = max([drawing.width, *(length(line, CAPTION_SIZE) for line in lines)])
    captions = (
        write(room / 2, drawing.height + CAPTION_HEIGHT * (index + 0.75), line, CAPTION_SIZE, "strong")
        for index, line in enumerate(lines)
    )
    aside = (room - drawing.width) / 2
    body = shifted(drawing.body, aside, 0) if aside and drawing.body else drawing.body
    return Drawing(body + "".join(captions), room, drawing.height + CAPTION_HEIGHT * len(lines), drawing.title)


def card(drawing: Drawing) -> str:
    """A whole `<svg>`: the drawing on a card, its caption below it."""
    whole = captioned(drawing)
    full_width, full_height = whole.width + 2 * PADDING, whole.height + 2 * PADDING
    return tag(
        "svg",
        tag("title", clean(drawing.title or "an empty picture"))
        + tag("style", stylesheet())
        + tag("rect", x=0.5, y=0.5, width=full_width - 1, height=full_height - 1, rx=10, class_="card")
        + shifted(whole.body, PADDING, PADDING),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_value(full_width)} {_value(full_height)}",
        width=full_width,
        height=full_height,
        role="img",
        **{"xml:space": "preserve"},
        class_="zermelo",
        style="max-width:100%;height:auto",
    )


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    return _NOT_XML.sub("\ufffd", value) if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
