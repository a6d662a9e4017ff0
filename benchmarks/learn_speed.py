"""Games of self-play per CPU second: python benchmarks/learn_speed.py

Backgammon by TD(λ) and checkers by Samuel's method, learning included, each with the options of `zermelo learn`. A lane
is a thread: what one core makes in a second, two make twice.
"""

from __future__ import annotations

from measure import cpu_seconds

import zermelo
from zermelo.learn.course import begin
from zermelo.learn.samuel import Samuel
from zermelo.learn.td import TD

RUNS = (("backgammon", TD(), 20), ("checkers", Samuel(), 20))  # game, method, blocks


def main() -> None:
    for name, method, blocks in RUNS:
        run = begin(zermelo.load(name), method, seed=1)
        run.advance()  # compiles
        before = run.games
        seconds = cpu_seconds(lambda: [run.advance() for _ in range(blocks)])  # noqa: B023
        games = run.games - before
        print(f"| {name}, {method.name} | {games} | {1e3 * seconds / games:.2f} ms | {games / seconds:.0f} |")
        run.close()


if __name__ == "__main__":
    main()
