"""What must hold of every value that the page shows: rules that a sweep over random positions checks."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from zermelo.game import CHANCE, Game, State
from zermelo.numerals import HUNDREDTHS, MANY, TENTHS
from zermelo.players.engines import default_engine
from zermelo.search.advantage import FEWEST
from zermelo.search.analysis import Analysis
from zermelo.show.worth import decimals
from zermelo.web.worker.reports import analysis_report

NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.(\d+))?")
PERCENT = re.compile(r"\d{1,2}%|100%")
EXPONENT = re.compile(r"\d[eE][-+]?\d")
DECIDED = re.compile(r"\b(mate|mated|wins|loses|solved|ply|plies) ")


def positions(game: Game, count: int, seed: int) -> Iterator[tuple[list[State], int]]:
    """Random positions of a game where a player is to move, with the states before them; and how many there were."""
    noise, found = random.Random(seed), 0
    while found < count:
        path = [game.initial()]
        places = []
        while not game.is_terminal(path[-1]) and len(path) < 200:
            if game.to_move(path[-1]) != CHANCE:
                places.append(len(path))
            path.append(game.result(path[-1], noise.choice(game.moves(path[-1]))))
        for place in sorted(noise.sample(places, min(len(places), 4))):
            yield path[:place], found
            found += 1


def report_on(game: Game, path: list[State], seconds: float, **options: Any) -> tuple[Analysis, dict[str, Any]]:
    """What the page is told of a position after a short search with three lines."""
    engine = default_engine(game, seconds).with_options(**options).with_lines(3)
    found = engine.analyse(game, path[-1], path[:-1])
    return found, analysis_report(found, len(path) - 1, True)


def faults(found: Analysis, report: dict[str, Any]) -> list[str]:
    """What is wrong with the values of an analysis as the page gets them."""
    game, wrong = found.game, []
    most = decimals(game) if found.in_utilities else HUNDREDTHS
    told = [report["words"], *(one["words"] for one in report["candidates"])]
    for words in told:
        wrong += number_faults(words, most)
    for term in report["terms"]:
        wrong += number_faults(term["words"], HUNDREDTHS)
    wrong += beside_faults(report)
    for one in report["candidates"]:
        if one["bound"] != "exact" and (one["value"] is not None or any(c.isdigit() for c in one["words"])):
            wrong.append(f"a bound as a value: {one}")
        is_mean = found.simulations is not None and found.network_value is None and one["outcome"] is None
        is_few = is_mean and one["visits"] is not None and one["visits"] < FEWEST
        if is_few and one["value"] is not None and not _is_decided(found, one["text"]):
            wrong.append(f"a value after {one['visits']} playouts: {one['words']}")
    if report["early"] and (report["share"] is not None or report["value"] is not None):
        wrong.append("a share from too few playouts")
    if report["share"] in (0.0, 1.0) and not found.best.decided:
        wrong.append(f"an estimate is certain: {report['words']}")
    if game.points is None:
        wrong += _order_faults(report["candidates"])
    return wrong


def beside_faults(report: dict[str, Any]) -> list[str]:
    """What is wrong with what stands beside the value: chances, a decision, a lead, what each piece adds."""
    shares = [*report["share_words"], *(one["words"] for one in report["chances"])]
    wrong = [f"no percentage: {words}" for words in shares if not PERCENT.fullmatch(words)]
    for _, *told in report["choices"]["rows"] if report["choices"] else []:
        wrong += [fault for words in told for fault in number_faults(words, HUNDREDTHS)]
    for row in report["pieces"] or []:
        wrong += [fault for words in row for fault in number_faults(words, TENTHS)]
    return wrong + number_faults(report["lead"], TENTHS)


def number_faults(words: str, most: int) -> list[str]:
    """Numbers with too many digits, or as a power of ten."""
    wrong = [f"a power of ten: {words}"] if EXPONENT.search(words) else []
    if DECIDED.search(f"{words} "):
        return wrong
    for number in NUMBER.finditer(words):
        places = len(number[1] or "")
        size = abs(float(number[0].replace(",", "")))
        if places > (0 if size >= MANY else most):
            wrong.append(f"{places} decimals: {words}")
    return wrong


def _is_decided(found: Analysis, text: str) -> bool:
    return any(c.decided for c in found.candidates if found.game.action_text(found.state, c.action) == text)


def _order_faults(candidates: list[dict[str, Any]]) -> list[str]:
    """Decided losses that stand above moves with an evaluation."""
    lost = False
    for one in candidates:
        if one["outcome"] == -1:
            lost = True
        elif lost and one["outcome"] is None and one["value"] is not None:
            return [f"a decided loss above {one['text']} {one['words']}"]
    return []


def why_faults(game: Game, path: list[State], told: dict[str, Any]) -> list[str]:
    """What is wrong with an answer to "why not"."""
    wrong = []
    state = path[-1]
    for text in told["line"]:
        moves = {game.action_text(state, action): action for action in game.moves(state)}
        if text not in moves:
            return [f"{text} cannot be played in {told['line']}"]
        state = game.result(state, moves[text])
    if len(told["line"]) < 3 and not game.is_terminal(state):
        wrong.append(f"a line of {len(told['line'])} plies")
    words, difference = told["words"], told["difference"]
    if " is as good as " in words and told["value_words"] != told["best"]["value_words"] and difference:
        wrong.append(f"as good, and {difference}")
    share = told["best"]["share"] if game.to_move(path[-1]) == 0 else 1 - told["best"]["share"]
    if " is nearly as good as " in words and not 0.1 < share < 0.9:
        wrong.append(f"nearly as good where the game is decided, at a share of {share:.2f}")
    if "turns out better" in words and difference is not None and difference < 0:
        wrong.append(f"better, and {difference}")
    mine, best = _number(told["value_words"]), _number(told["best"]["value_words"])
    shown = _number(told["difference_words"])
    if None not in (mine, best, shown) and abs(mine - best - shown) > 1e-6:
        wrong.append(f"{told['value_words']} less {told['best']['value_words']} is not {told['difference_words']}")
    is_alone = told["action"] == told["best"]["action"] or "too few playouts" in words  # nothing is compared
    for value in [] if is_alone else [told["value_words"], told["best"]["value_words"]]:
        if _number(value) is not None and value not in words:
            wrong.append(f"{value} is not told: {words}")
    return wrong


def _number(words: str) -> float | None:
    """The number that an estimate is written as; None where words say how the game ends."""
    found = NUMBER.match(words)
    return float(found[0].replace(",", "")) if found else None
