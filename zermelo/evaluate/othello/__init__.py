"""What Othello positions are worth."""

from zermelo.evaluate.othello.evaluator import evaluator as evaluator
from zermelo.evaluate.othello.evaluator import guide as guide
