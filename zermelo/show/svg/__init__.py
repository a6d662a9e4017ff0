"""Pictures as SVG.

picture                          any picture; board, cards, points, track, tree: the larger kinds
ground, pieces, arrows           what lies under a board's pieces, the pieces, and the moves over them
shapes                           boards that are no plain squares: tiles, lines between dots, pits, sheets, columns
dice                             dice, on a board or beside one; letters: squares and tiles of a board of letters
plot                             lines over two axes
"""

from zermelo.show.svg.picture import drawing, svg

__all__ = ["drawing", "svg"]
