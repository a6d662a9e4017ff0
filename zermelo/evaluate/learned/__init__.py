"""Learned opinions: the file that `zermelo learn` writes, and the evaluation or network that it holds.

file          the format: a header in JSON and plain arrays; what is damaged or for another game is refused
fingerprint   a digest of a game's rules, by what they do in a few games
features      what a small network sees of a state
perceptron    a small network as compiled code evaluates it
residual      a network of AlphaZero in NumPy, `puct:network=FILE`; wins: of games that are played for points
convolution   its convolutions, by tiles of the board
opinion       a learned file as an evaluator, `alphabeta:evaluate=FILE`
firsts        what such a file says of the first moves now
shipped       networks that come with the package, `puct:network=shipped`
"""

from zermelo.evaluate.learned.file import Learned, read_learned, write_learned

__all__ = ["Learned", "read_learned", "write_learned"]
