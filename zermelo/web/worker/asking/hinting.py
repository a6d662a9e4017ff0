"""A hint, which does not give the move away at once; and the threat."""

from __future__ import annotations

from zermelo.evaluate import opinion
from zermelo.game import Game, State, ZermeloError
from zermelo.picture import Board
from zermelo.search.advantage import advantage_of
from zermelo.search.analysis import Analysis
from zermelo.show.worth import EARLY, value_clause, value_words
from zermelo.web.worker.paths import game_of, open_path
from zermelo.web.worker.reports import analysis_report, can_pass, cells_of
from zermelo.web.worker.searching import analysed
from zermelo.web.worker.tell import Request, Tell

CLEAR = 0.15  # the share of the game by which the only good move is better than the next
Cells = list[list[int]]


def hint(request: Request, tell: Tell) -> None:
    """Where to look for the best move, and the move itself, which the page shows when it is asked again."""
    game = game_of(request)
    path = open_path(game, request)
    state = path[-1]
    found = analysed(game, path, request, None)
    cells = cells_of(game, state, found.action)
    where, spot = _where(game, state, found, cells)
    name = game.action_text(state, found.action)
    is_known = found.best.known and value_words((found, found.best)) != EARLY
    tell(
        {
            "words": f"{where}{_how_clear(found)}",
            "spot": spot,
            "answer": f"{name} {value_clause(found)}." if is_known else f"{name} looks best.",
            "cells": cells,
        }
    )


def _where(game: Game, state: State, found: Analysis, cells: Cells) -> tuple[str, Cells]:
    """A sentence that says where to look, and the cells it is about; not the whole move."""
    if len(game.legal(state)) == 1:
        return "There is only one move.", []
    picture = game.describe(state)
    if len(cells) > 1:
        return "Look at what can be moved from here.", cells[:1]
    if len(cells) == 1 and isinstance(picture, Board):
        rows, columns = len(picture.cells), max(len(row) for row in picture.cells)
        row, column = cells[0]
        up, across = _third(row, rows), _third(column, columns)
        part = {(1, 1): "the middle"}.get((up, across))
        sides = " ".join(word for word in (("upper", "", "lower")[up], ("left", "", "right")[across]) if word)
        same = [
            [r, c]
            for r in range(rows)
            for c in range(len(picture.cells[r]))
            if (_third(r, rows), _third(c, columns)) == (up, across)
        ]
        return f"Look at {part or f'the {sides} part'} of the board.", same
    return f"One of the {len(game.legal(state))} moves is better than the others.", []


def _third(place: int, count: int) -> int:
    """Is a place in the first, the middle or the last third?"""
    return min(2, 3 * place // count)


def _how_clear(found: Analysis) -> str:
    """How much better the best move is than the next, in words; "" if that is not known."""
    values = [advantage_of(found, one) for one in found.candidates if one.bound == "exact" and one.known]
    shares = sorted((value for value in values if value is not None), reverse=True)
    if len(shares) < 2:
        return ""
    return " Only one move is good." if shares[0] - shares[1] >= CLEAR else " Several moves are about as good."


def threat(request: Request, tell: Tell) -> None:
    """What the opponent would play if the player to move passed."""
    game = game_of(request)
    path = open_path(game, request)
    state = path[-1]
    evaluator = opinion(game)
    tactics = evaluator.tactics if evaluator else None
    if not can_pass(game, state) or tactics is None or tactics.passed is None:
        raise ZermeloError("passing makes no sense here, so there is no threat to show")
    passed = tactics.passed(state)
    if game.is_terminal(passed):
        raise ZermeloError("after a pass the game would be over")
    found = analysed(game, [passed], request, None)
    report = analysis_report(found, len(path) - 1, True)
    other = game.player_name(game.to_move(passed))
    would = f"If {game.player_name(game.to_move(state))} passed, {other} would play {report['action']}"
    report["words"] = f"{would}, which {value_clause(found)}." if found.best.known else f"{would}."
    tell(report)
