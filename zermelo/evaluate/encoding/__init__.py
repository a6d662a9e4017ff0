"""A game as a network sees it: states as planes of cells, actions as places in a policy."""

from zermelo.evaluate.encoding.encoding import Encoding, encoding_of

__all__ = ["Encoding", "encoding_of"]
