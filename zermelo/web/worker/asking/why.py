"""Why not an action: its line played out, what it does wrong in words, and how the terms at its end differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.evaluate import Reason, commentary_of
from zermelo.game import Game, State
from zermelo.numerals import estimated
from zermelo.search.advantage import advantage_of
from zermelo.search.analysis import Analysis
from zermelo.show.described import described
from zermelo.show.worth import EARLY, difference_words, value_clause, value_words, worth_difference
from zermelo.web.messages import finite
from zermelo.web.worker.asking.comparing import Line, are_comparable, compared, whole_line
from zermelo.web.worker.paths import game_of, open_path
from zermelo.web.worker.reports import cells_of
from zermelo.web.worker.tell import Request, Tell

LONGEST_LINE = 12  # plies that are sent
TOLD = 6  # of the line asked about, in words
CLOSE = 0.02  # shares of the game that differ by no more are nearly equal
CLEAR = 0.1  # the share up to which a game counts as lost, and from the other end as won
MOST_REASONS = 3
LEAST_CHANGE = 0.005  # of a term that is told


def why(request: Request, tell: Tell) -> None:
    """Why an action is not best: its line played out, and how the terms at its end differ from the best line's."""
    game = game_of(request)
    path = open_path(game, request)
    state = path[-1]
    action = game.read_action(state, request["action"])
    best, mine = compared(game, path, request, action)
    best_line = whole_line(game, path, request, best)
    my_line = best_line if mine is best else whole_line(game, path, request, mine)
    mover = game.to_move(state)
    difference = worth_difference(mine, best)
    reasons = [] if action == best.action else _reasons(game, my_line, best_line)
    tell(
        {
            "action": game.action_text(state, action),
            "value": finite(mine.value) if mine.best.known else None,
            "value_words": value_words((mine, mine.best), best),
            "share": _shown(mover, mine),
            "best": {
                "action": game.action_text(state, best.action),
                "value": finite(best.value) if best.best.known else None,
                "value_words": value_words((best, best.best), mine),
                "share": _shown(mover, best),
                "line": best_line.texts(game, LONGEST_LINE),
            },
            "difference": finite(difference) if difference is not None else None,
            "difference_words": "" if difference is None else difference_words(mine, best),
            "line": my_line.texts(game, LONGEST_LINE),
            "frames": _frames(game, my_line),
            "terms": _terms(game, mine, best, my_line, best_line),
            "words": _why_words(game, best, mine, my_line.texts(game, TOLD), reasons),
        }
    )


def _frames(game: Game, line: Line) -> list[dict[str, Any]]:
    """The board after each action of a line."""
    frames = []
    for before, after, action in zip(line.states[:LONGEST_LINE], line.states[1:], line.actions, strict=False):
        text, cells = game.action_text(before, action), cells_of(game, before, action)
        frames.append({"text": text, "picture": described(game.describe(after)), "cells": cells})
    return frames


def _reasons(game: Game, mine: Line, best: Line) -> list[str]:
    """What is wrong with an action, if the best one does not do the same to the same degree; the worst first."""
    excused: dict[str, float] = {}
    for reason in _known_reasons(game, best):
        excused[reason.kind] = max(reason.weight, excused.get(reason.kind, 0.0))
    found = [one for one in _known_reasons(game, mine) if one.weight > excused.get(one.kind, 0.0)]
    if _wins_at_once(game, best, 0) and not _wins_at_once(game, mine, 0):
        found.append(Reason("misses", 1e9, "misses a win at once"))
    return [one.words for one in sorted(found, key=lambda one: -one.weight)][:MOST_REASONS]


def _known_reasons(game: Game, line: Line) -> list[Reason]:
    """What the game's rules and its expert's knowledge say."""
    if _wins_at_once(game, line, 1):
        other = game.player_name(game.to_move(line.states[1]))
        answer = game.action_text(line.states[1], line.actions[1])
        return [Reason("over", 1e9, f"lets {other} win at once with {answer}")]
    reasons = commentary_of(game).reasons
    return [] if reasons is None else list(reasons(game, line.states, line.actions))


def _wins_at_once(game: Game, line: Line, place: int) -> bool:
    """Does the action at this place of a line end the game with a win of the player who makes it?"""
    if len(line.actions) <= place or not game.is_terminal(line.states[place + 1]) or not game.is_duel:
        return False
    mover = game.to_move(line.states[place])
    return mover >= 0 and float(game.utility(line.states[place + 1], mover)) > game.middle


def _terms(game: Game, mine: Analysis, best: Analysis, my_line: Line, best_line: Line) -> list[dict[str, Any]]:
    """The evaluation's terms at the ends of both lines, where these can be compared: the largest change first."""
    if not mine.terms or not best.terms or not are_comparable(best, mine):
        return []
    ends = [_mover_at_end(game, found, line) for found, line in ((mine, my_line), (best, best_line))]
    if ends[0] != ends[1]:
        return []
    ours = {term.name: term.share for term in mine.terms}
    theirs = {term.name: term.share for term in best.terms}
    changes = {name: ours.get(name, 0.0) - theirs.get(name, 0.0) for name in {**ours, **theirs}}
    largest = sorted((n for n in changes if abs(changes[n]) >= LEAST_CHANGE), key=lambda n: -abs(changes[n]))
    return [_changed_term(n, ours.get(n, 0.0), theirs.get(n, 0.0)) for n in largest[:12]]


def _mover_at_end(game: Game, found: Analysis, line: Line) -> int | None:
    """Who is to move where the evaluation of a line was made; None: the game is over there."""
    state: State = line.states[min(len(found.line), len(line.actions))]
    return None if game.is_terminal(state) else game.to_move(state)


def _changed_term(name: str, mine: float, best: float) -> dict[str, Any]:
    """A term of the evaluation at the ends of two lines: numbers, and their texts, which add up."""
    change = round(mine, 2) - round(best, 2)
    numbers = {"mine": mine, "best": best, "change": change}
    return {"name": name, **numbers, **{f"{key}_words": estimated(number) for key, number in numbers.items()}}


def _shown(mover: int, analysis: Analysis) -> float:
    share = _share(analysis)
    return share if mover == 0 else 1 - share


def _share(analysis: Analysis) -> float:
    worth = advantage_of(analysis)
    return 0.5 if worth is None else worth


def _why_words(game: Game, best: Analysis, mine: Analysis, texts: Sequence[str], reasons: Sequence[str]) -> str:
    """What is wrong with an action, in words first and then in numbers. texts: the moves of its line."""
    name, better = _text(mine), _text(best)
    if mine.action == best.action:
        return f"{name} is the best move here."
    reply = f" The line is {' '.join(texts)}." if len(texts) > 1 else ""
    told = [value_words((mine, mine.best), best), value_words((best, best.best), mine)]
    my_worth, best_worth = value_clause(mine, best), value_clause(best, mine)
    if EARLY in told:
        return f"There were too few playouts to compare {name} and {better}.{reply}"
    difference, lost = worth_difference(mine, best), _share(best) - _share(mine)
    if told[0] == told[1] or (difference == 0 and not mine.best.decided):
        return f"{name} is as good as {better}: it {my_worth} too.{reply}"
    if difference == 0:
        slower = "later" if mine.value > game.middle else "sooner"
        return f"{name} {my_worth}, {better} {best_worth}: it ends {slower}.{reply}"
    if lost < 0 if difference is None else difference > 0:  # a proved win by two discs is less than twelve expected
        return f"{name} turns out better than {better}: it {my_worth}, {better} {best_worth}.{reply}"
    clause = f"{name} {my_worth}, {better} {best_worth}"
    if lost <= CLOSE and not mine.best.decided:
        return f"{_hardly(name, better, _share(best))}: {clause}.{reply}"
    return f"{name} {_listed(reasons)}. {clause}.{reply}" if reasons else f"{clause}.{reply}"


def _hardly(name: str, better: str, share: float) -> str:
    """Two actions that promise nearly the same share of the game: where it is decided their values may be far apart."""
    if share >= 1.0 - CLEAR:
        return f"{name} should win as {better} should, if less clearly"
    if share <= CLEAR:
        return f"After {name} the game should be lost, as after {better}"
    return f"{name} is nearly as good as {better}"


def _text(found: Analysis) -> str:
    return found.game.action_text(found.state, found.action)


def _listed(reasons: Sequence[str]) -> str:
    """Reasons as a sentence lists them: "a, b and c"."""
    *first, last = reasons
    return f"{', '.join(first)} and {last}" if first else last
