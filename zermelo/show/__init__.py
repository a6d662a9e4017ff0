"""One description of a position (`zermelo.picture`), drawn as text and as SVG.

position            a position that shows itself
text, text_board    in characters; words: pieces of text that drawings share
svg                 as SVG; canvas, style: its elements and colours; html: pieces of HTML for notebooks
described           as JSON for the page
by_view             what one player of a game with hidden information may see
touch, steps        which cells belong to an action, and turns that are made move by move
worth               values in words
reports             what was found: analyses, matches, solutions, traces, curves
trees               where the nodes of a drawn tree stand
"""

from zermelo.show.position import Position
from zermelo.show.svg import svg
from zermelo.show.text import text

__all__ = ["Position", "svg", "text"]
