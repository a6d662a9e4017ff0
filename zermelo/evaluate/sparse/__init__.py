"""A small network over what stands where, quick enough for every leaf of alpha-beta: `alphabeta:evaluate=FILE`.

Most of its inputs are 0: each stands for one piece on one place, and the first layer is a sum of a few rows. Both
players look at the board from their own seat with the same weights.

places    what the network sees of a game's states, and from which seat; board: made from the pictures of any game
network   the weights, as numbers to be trained and as the integers that play
file      those in a learned file
"""

from zermelo.evaluate.sparse.places import Places

__all__ = ["Places"]
