"""Pictures as SVG; each of the larger kinds has its own file."""

from zermelo.show.svg.picture import drawing, svg

__all__ = ["drawing", "svg"]
