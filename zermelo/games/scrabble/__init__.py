"""Scrabble.

rules             the game
plays             a turn as one number; laying: what a play does to the board, and what it scores
challenge       words that are not in the list: how they are laid and challenged
tiles, squares    letters, their values and numbers; the bonus squares
words             lists of words, packed and unpacked; gaddag: a list as a graph that is walked
anagrams          which tiles make a word in some order
moves, finding    all plays of a position in compiled code, and its face in Python
trying        tiles that a person lays: what they score, or why they cannot lie there
text, picture     how positions are written, and drawn
data              the list of words that comes with the package
"""

from zermelo.games.scrabble.rules import ScrabbleState, ScrabbleView, scrabble

__all__ = ["ScrabbleState", "ScrabbleView", "scrabble"]
