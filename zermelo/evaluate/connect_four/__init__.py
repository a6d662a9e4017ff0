"""Connect Four: an evaluation by rows of four, and a network that AlphaZero learned, `puct:network=shipped`."""

from zermelo.evaluate.connect_four.evaluator import evaluator

__all__ = ["evaluator"]
