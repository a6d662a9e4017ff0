"""A small network over what stands where, quick enough for every leaf of alpha-beta: `alphabeta:evaluate=FILE`.

Most of its inputs are 0: each stands for one piece on one place, and the first layer is a sum of a few rows. Both
players look at the board from their own seat with the same weights.

places           what the network sees of a game's states, and from which seat
board            that of any game: its expert's, or by its pictures
drawn, turning   by pictures; how the second player's board is turned
network          the weights, as numbers to be trained and as the integers that play
file             those in a learned file
evaluator        the evaluation that they make; opinion: for a game, from weights or from a file
"""

from zermelo.evaluate.sparse.places import Places

__all__ = ["Places"]
