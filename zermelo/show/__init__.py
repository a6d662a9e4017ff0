"""One description of a position (`zermelo.picture`), drawn as text and as SVG.

position            a position that shows itself
text, text_board    in characters; words: pieces of text that drawings share
svg                 as SVG; canvas, style: its elements and colours; html: pieces of HTML for notebooks
described           as JSON for the page
by_view             what one player of a game with hidden information may see
touch, steps        which cells belong to an action, and turns that are made move by move
worth, outlook      values in words; how the game is likely to go on
reports             what was found: analyses, matches, solutions, traces, curves
contests            tournaments: standings, and ratings with error bars
figures             the figures of a course
measured            what was measured: complexity, policies, evaluations of one position
trees               where the nodes of a drawn tree stand
"""

from zermelo.show.position import Position
from zermelo.show.svg import svg
from zermelo.show.text import text

__all__ = ["Position", "svg", "text"]
