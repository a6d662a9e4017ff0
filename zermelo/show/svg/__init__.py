"""Pictures as SVG.

picture                          any picture; board, cards, points, tree: the larger kinds
ground, pieces, arrows           what lies under a board's pieces, the pieces, and the moves over them
"""

from zermelo.show.svg.picture import drawing, svg

__all__ = ["drawing", "svg"]
