"""How many rolls a side needs that has passed the other but is not yet at home, as a small network estimates them.

It sees the side's checkers by place, and says the mean and the variance. benchmarks/fit_race.py fits it to bear-ins.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from zermelo.compile.plain.scratch import scratch
from zermelo.games.backgammon.board import POINTS
from zermelo.installed import np

WEIGHTS = Path(__file__).parent / "weights" / "rolls.txt"
HIDDEN = 24
OUTPUTS = 2
SEEN = 2 * POINTS + 1  # for each point, is it occupied and how many are there; how many are off
PARTS = 10_000  # of one, in which weights are written


class Rolls(NamedTuple):
    """A number of rolls: its mean and its variance."""

    mean: float
    variance: float


def estimated(side, first, second):
    """What the network says; first: [SEEN + 1, HIDDEN], second: [HIDDEN + 1, OUTPUTS], flat, the biases last."""
    inner = scratch(HIDDEN)
    off = int(side & 15)
    for j in range(HIDDEN):
        inner[j] = first[SEEN * HIDDEN + j] + off * first[(SEEN - 1) * HIDDEN + j]
    for point in range(1, POINTS + 1):
        here = int(side >> 4 * point & 15)
        if here:
            row = 2 * (point - 1) * HIDDEN
            for j in range(HIDDEN):
                inner[j] += first[row + j] + here * first[row + HIDDEN + j]
    mean, variance = second[HIDDEN * OUTPUTS], second[HIDDEN * OUTPUTS + 1]
    for j in range(HIDDEN):
        h = inner[j] / (1.0 + abs(inner[j]))
        mean += h * second[j * OUTPUTS]
        variance += h * second[j * OUTPUTS + 1]
    return Rolls(mean, variance)


def read_weights() -> tuple[Any, Any]:
    """The weights that come with the program, as `estimated` takes them."""
    lines = WEIGHTS.read_text(encoding="ascii").splitlines()
    numbers = np.array([int(word) for line in lines if not line.startswith("#") for word in line.split()]) / PARTS
    size = (SEEN + 1) * HIDDEN
    return numbers[:size], numbers[size:]


def write_weights(first: Any, second: Any) -> None:
    """Writes them."""
    lines = [f"# 1/{PARTS} each: the network of rolls.py, a line for each input, then one for each hidden unit."]
    lines.append("# Fitted by benchmarks/fit_race.py.")
    for rows in (np.reshape(first, (-1, HIDDEN)), np.reshape(second, (-1, OUTPUTS))):
        lines += [" ".join(str(round(number * PARTS)) for number in row) for row in rows.tolist()]
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="ascii")
