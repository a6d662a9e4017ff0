"""One description of a position (`zermelo.picture`), drawn as text and as SVG."""

from zermelo.show.position import Position
from zermelo.show.svg import svg
from zermelo.show.text import text

__all__ = ["Position", "svg", "text"]
