"""A game as a network sees it: states as planes of cells, actions as places in a policy.

encoding        the encoding of a game; tables: how kernels read it; checking: whether a file's tables are safe to read
cells, sample   where a state says what stands in which cell, found by random games
symmetry        which turns and mirrorings of the board leave the rules as they are
"""

from zermelo.evaluate.encoding.encoding import Encoding, encoding_of

__all__ = ["Encoding", "encoding_of"]
