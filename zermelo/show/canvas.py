"""SVG elements as text: everything that comes from a game is escaped here and nowhere else."""

from __future__ import annotations

import re
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


def write(x: float, y: float, words: str, size: float, look: str = "") -> str:
    """Text whose middle is at (x, y); the look `start` or `end` puts an end of the line there instead."""
    attributes: dict[str, str | float] = {"x": x, "y": y + 0.35 * size, "font-size": size}
    return tag("text", clean(words), **attributes, **({"class_": look} if look else {}))


def length(words: str, size: float) -> float:
    """About how wide the text will be; fonts differ, so this errs on the wide side."""
    return 0.62 * size * width(words)


def clean(words: str) -> str:
    """Text as XML content: escaped, and without the characters that XML forbids."""
    return escape(_NOT_XML.sub("\ufffd", words), quote=False)


def card(body: str, *, width: float, height: float, title: str, caption: str = "") -> str:
    """A whole drawing: the body, `width` by `height` from its own origin, on a card with the caption below it."""
    lines = caption.splitlines()
    room = max([width, *(length(line, CAPTION_SIZE) for line in lines)])
    full_width = room + 2 * PADDING
    full_height = height + 2 * PADDING + CAPTION_HEIGHT * len(lines)
    captions = (
        write(full_width / 2, height + PADDING + CAPTION_HEIGHT * (index + 0.75), line, CAPTION_SIZE, "strong")
        for index, line in enumerate(lines)
    )
    shift = f"translate({_value(PADDING + (room - width) / 2)} {_value(PADDING)})"
    return tag(
        "svg",
        tag("title", clean(title or "an empty picture"))
        + tag("style", stylesheet())
        + tag("rect", x=0.5, y=0.5, width=full_width - 1, height=full_height - 1, rx=10, class_="card")
        + tag("g", body, transform=shift)
        + "".join(captions),
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
