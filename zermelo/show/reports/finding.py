"""What `zermelo solve` says about a position of an open game."""

from __future__ import annotations

from typing import Any

from zermelo.numerals import rounding, signed
from zermelo.search.analysis import texts
from zermelo.show.worth import each_words, outcome_words
from zermelo.solving.choice import TITLES
from zermelo.solving.finding import Finding
from zermelo.solving.graph import GraphWork

ITERATION = "value iteration over all states"  # what valuing the graph is in a game of chance


def finding_words(finding: Finding) -> str:
    """The value in a line; where it is not known, the bounds."""
    game, value = finding.game, finding.value
    if value is not None:
        return outcome_words(game, finding.player, value, finding.distance)
    low, high = finding.low, finding.high
    reach, slack = game.reach, rounding(game.scale)
    is_low = low is not None and (reach is None or low > game.middle - reach + slack)
    is_high = high is not None and (reach is None or high < game.middle + reach - slack)
    whose = "" if game.players == 1 else f" to {game.player_name(finding.player)}"
    most = f"at most {signed(high, game.scale)}" if is_high and high is not None else ""
    if is_low and low is not None:
        return f"worth at least {signed(low, game.scale)}{whose}{f', {most}' if most else ''}"
    return f"worth {most}{whose}" if most else "nothing is proved yet"


def finding_text(finding: Finding) -> str:
    """What `print(finding)` shows."""
    return "\n".join(finding_lines(finding))


def finding_lines(finding: Finding) -> list[str]:
    """What the verb prints."""
    game = finding.game
    is_solved = finding.is_solved
    lines = [f"{'solved' if is_solved else 'not solved within this budget'}: {finding_words(finding)}"]
    if finding.values and game.players > 1:
        lines.append(f"value: {each_words(game, finding.values)}")
    lines += finding.remarks
    if finding.line:
        lines.append(f"line: {' '.join(texts(game, finding.state, finding.line))}")
    title = ITERATION if finding.method == GraphWork.name and game.has_chance else TITLES[finding.method]
    lines.append(f"method: {title} ({finding.method}), {finding.why}")
    if finding.states is not None:
        symmetric = f", {finding.classes:,} up to symmetry" if game.symmetries else ""
        lines.append(f"{finding.states:,} states{symmetric}, in {finding.seconds:.2f} s")
    else:
        lines.append(f"{finding.nodes:,} nodes in {finding.seconds:.2f} s")
    if finding.reason:
        lines.append(f"interpreted: {finding.reason}")
    return lines


def finding_json(finding: Finding) -> dict[str, Any]:
    """The object that `solve --json` prints."""
    game = finding.game
    report: dict[str, Any] = {
        "game": game.title,
        "position": game.state_text(finding.state),
        "solved": finding.is_solved,
        "value": finding.value,
        "words": finding_words(finding),
        "line": texts(game, finding.state, finding.line),
        "method": finding.method,
        "why": finding.why,
        "nodes": finding.nodes,
        "seconds": round(finding.seconds, 6),
    }
    if finding.reason:
        report["reason"] = finding.reason
    if finding.distance is not None:
        report["distance"] = finding.distance
    if not finding.is_solved:
        report["at_least"], report["at_most"] = finding.low, finding.high
    if finding.values:
        report["values"] = list(finding.values)
    if finding.states is not None:
        report["states"], report["classes"] = finding.states, finding.classes
    if finding.remarks:
        report["remarks"] = list(finding.remarks)
    return report
