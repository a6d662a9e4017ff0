"""What chess positions are worth."""

from zermelo.evaluate.chess.evaluator import evaluator as evaluator
from zermelo.evaluate.chess.evaluator import guide as guide
