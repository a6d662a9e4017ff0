"""The opinion that comes with the program: a network that learned backgammon by playing against itself.

docs/learning.md says how `outcomes.learned` was made; `zermelo learn --show` on it draws how it learned.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from zermelo.compile.plain.shared import SharedTable
from zermelo.evaluate.learned.file import Learned, read_learned
from zermelo.evaluate.learned.perceptron import Shape
from zermelo.experts.backgammon.evaluator import OutcomeOpinion
from zermelo.experts.backgammon.inputs import judge

NETWORK = Path(__file__).parent / "weights" / "outcomes.learned"


@cache
def network() -> Learned:
    """What is in the file."""
    return read_learned(NETWORK)


@cache
def weights() -> SharedTable:
    """The network's weights, as kernels read them."""
    return SharedTable(lambda: network().array("average", None), network().digest)


def evaluator(length: int, cube: bool, jacoby: bool, crawford: bool, identifiers: str) -> OutcomeOpinion:
    """The network where there is contact; databases and counts of rolls where there is none."""
    shape = Shape(*network().header["network"])
    return judge(shape, weights(), length, cube, jacoby, crawford, identifiers)
