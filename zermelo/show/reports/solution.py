"""The solution of a game with hidden information: its value, the strategy as a table, the curve of exploitability."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from zermelo.hidden.equilibrium.flat import FlatGame
from zermelo.hidden.equilibrium.solution import Point, Solution
from zermelo.knowledge import DID
from zermelo.numerals import percent
from zermelo.show.by_view import view_text
from zermelo.show.canvas import Drawing, card, write
from zermelo.show.svg.plot import BELOW, Plot
from zermelo.show.text import text
from zermelo.show.words import one_line, title_of, width
from zermelo.show.worth import each_words

LISTED = 30  # information sets of each player in the terminal
LONGEST = 60  # columns of a picture that is written on one line
BAR = 40  # columns of the longest bar
LEAST = 1e-12  # exploitabilities below are rounding errors
WIDTH, HEIGHT, MARGIN = 520.0, 260.0, 64.0
LINE = 14.0


def solution_lines(solution: Solution) -> list[str]:
    """What `zermelo solve` prints."""
    flat, found = solution.flat, solution.assessment
    game = flat.game
    each, best = each_words(game, found.values), each_words(game, found.best)
    work = f"{solution.iterations:,} iterations of {solution.method}" if solution.iterations else "a linear programme"
    lines = [
        f"{title_of(game)}: {flat.nodes:,} nodes, {flat.sets:,} information sets",
        f"value: {each}",
        f"exploitability {found.exploitability:.3g} after {work} in {solution.seconds:.2f} s (best responses: {best})",
    ]
    if len(solution.curve) > 1:
        lines += ["", *curve_lines(solution.curve)]
    for player in range(game.players):
        lines += ["", f"{game.player_name(player)}:", *_strategy_lines(solution, player)]
    return lines


def solution_text(solution: Solution) -> str:
    """What `print(solution)` shows."""
    return "\n".join(solution_lines(solution))


def curve_lines(curve: Sequence[Point]) -> list[str]:
    """The exploitability as it fell: a bar for each measurement, as long as its logarithm."""
    exponents = [math.log10(max(point.exploitability, LEAST)) for point in curve]
    low, high = min(exponents), max(exponents)
    lines = [f"{'iterations':>12}  exploitability"]
    for point, exponent in zip(curve, exponents, strict=True):
        full = 1 + round((BAR - 1) * (exponent - low) / max(high - low, 1.0))
        lines.append(f"{point.iterations:>12,}  {point.exploitability:<10.3g}  {'▇' * full}")
    return lines


def solution_json(solution: Solution) -> dict[str, Any]:
    """The object that `zermelo solve --json` prints."""
    flat, found = solution.flat, solution.assessment
    names = labels(flat)
    return {
        "game": flat.game.title,
        "method": solution.method,
        "iterations": solution.iterations,
        "seconds": round(solution.seconds, 6),
        "nodes": flat.nodes,
        "information_sets": flat.sets,
        "value": found.values[0],
        "values": list(found.values),
        "best_responses": list(found.best),
        "nash_conv": found.nash_conv,
        "exploitability": found.exploitability,
        "curve": [
            {"iterations": one.iterations, "seconds": round(one.seconds, 6), "exploitability": one.exploitability}
            for one in solution.curve
        ],
        "strategy": [
            {
                "player": flat.game.player_name(int(flat.set_player[number])),
                "knows": names[number],
                "key": int(flat.keys[number]),
                "actions": dict(
                    zip(flat.action_texts(number), solution.strategy[flat.slots_of(number)].tolist(), strict=True)
                ),
            }
            for number in range(flat.sets)
        ],
    }


def curve_svg(solution: Solution) -> str:
    """The exploitability over the iterations, both on logarithmic scales."""
    curve = [point for point in solution.curve if point.exploitability > 0]
    title = f"exploitability of {title_of(solution.flat.game)} by {solution.method}"
    if not curve:
        return card(Drawing(write(0, LINE, title, LINE, "start strong"), WIDTH, 2 * LINE, title))
    right = max(1, math.ceil(math.log10(curve[-1].iterations)))
    exponents = [math.log10(point.exploitability) for point in curve]
    low, high = math.floor(min(exponents)), math.ceil(max(exponents))
    high = max(high, low + 1)

    plot = Plot(MARGIN, 30.0, WIDTH - MARGIN, HEIGHT, 0, right, low, high)
    parts = [write(WIDTH / 2, LINE / 2, title, LINE, "strong"), plot.counted("iterations")]
    parts += [plot.row(exponent, f"{10.0**exponent:g}") for exponent in range(low, high + 1)]
    parts += [plot.column(exponent, f"{10**exponent:,}") for exponent in range(right + 1)]
    points = [(math.log10(one.iterations), y) for one, y in zip(curve, exponents, strict=True)]
    parts.append(plot.line(points, "edge best"))
    return card(Drawing("".join(parts), WIDTH, plot.bottom + 3 * BELOW, title))


def labels(flat: FlatGame) -> list[str]:
    """What the mover knows at each information set, on one line: what it sees, and what it did if that is needed."""
    seen = [_seen(flat, number) for number in range(flat.sets)]
    counted = Counter(zip(flat.set_player.tolist(), seen, strict=True))
    return [
        words if counted[int(flat.set_player[number]), words] == 1 else f"{words}{_done(flat, number)}"
        for number, words in enumerate(seen)
    ]


def _seen(flat: FlatGame, number: int) -> str:
    game, known = flat.game, flat.known[number]
    if game.scene:
        lines = [one_line(" ".join(line.split())) for line in text(game.scene(known.view, known.player)).splitlines()]
        drawn = " · ".join(line for line in lines if line)
        if len(lines) <= 4 and width(drawn) <= LONGEST:
            return drawn
    return one_line(view_text(known.view))


def _done(flat: FlatGame, number: int) -> str:
    """What a player did on the way to an information set, as far as it acted at all."""
    texts: list[str] = []
    here = flat.known[number]
    while here.before is not None:
        if here.kind == DID:
            before = flat.number_of(here.before)
            texts.append(flat.action_texts(before)[flat.actions[before].index(here.what)])
        here = here.before
    return f" after {', '.join(reversed(texts))}" if texts else ""


def _strategy_lines(solution: Solution, player: int) -> list[str]:
    flat, names = solution.flat, labels(solution.flat)
    numbers = flat.sets_of(player)
    shown = list(numbers)[:LISTED]
    room = max((width(names[number]) for number in shown), default=0)
    lines = []
    for number in shown:
        shares = solution.strategy[flat.slots_of(number)]
        parts = (
            f"{name} {percent(share, 1):>6}" for name, share in zip(flat.action_texts(number), shares, strict=True)
        )
        lines.append(f"  {names[number]}{' ' * (room - width(names[number]))}  {'  '.join(parts)}")
    if len(numbers) > LISTED:
        lines.append(f"  … and {len(numbers) - LISTED} more (--json lists all)")
    return lines
