"""Pictures as SVG: one file for each kind of picture that is not simple."""

from zermelo.show.svg.picture import drawing, svg

__all__ = ["drawing", "svg"]
