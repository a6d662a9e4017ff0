"""What backgammon positions are worth."""

from zermelo.evaluate.backgammon.evaluator import fitted as fitted
from zermelo.evaluate.backgammon.evaluator import of_outcomes as of_outcomes
from zermelo.evaluate.backgammon.inputs import TRAINED_AS as TRAINED_AS
from zermelo.evaluate.backgammon.inputs import inputs as inputs
from zermelo.evaluate.backgammon.inputs import judge as judge
from zermelo.evaluate.backgammon.network import evaluator as evaluator
from zermelo.evaluate.backgammon.outcomes import Outcomes as Outcomes
