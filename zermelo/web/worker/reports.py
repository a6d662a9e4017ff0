"""Positions and analyses as they are sent to the page; docs/page.md says what each field means."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from zermelo.evaluate import opinion
from zermelo.game import CHANCE, Action, Game, State
from zermelo.numerals import estimated, fixed, given_away, percent
from zermelo.search.advantage import advantage, advantage_of, has_advantage, is_early, share_of
from zermelo.search.analysis import Analysis, Candidate
from zermelo.show import outlook
from zermelo.show import worth as words
from zermelo.show.by_view import cells_touched
from zermelo.show.touch import bottom_of
from zermelo.web.messages import finite

ARROWS = 4  # moves of a line that are drawn
LONGEST_LINE = 24
MOST_CANDIDATES = 60


def cells_of(game: Game, state: State, action: Action, viewer: int | None = None) -> list[list[int]]:
    """The cells that a visitor touches to play an action, for JSON. viewer: see `zermelo.show.by_view`."""
    return [list(cell) for cell in cells_touched(game, state, action, viewer)]


def told_parameters(game: Game) -> dict[str, dict[str, Any]]:
    """What the list of games says about each parameter: in words, with its bounds or choices."""
    return {
        name: {
            "words": "; ".join(filter(None, [one.words.rstrip("."), "" if one.choices else one.range])),
            "least": one.least,
            "most": one.most,
            "choices": list(one.choices),
        }
        for name, one in game.about.items()
    }


def public_facts(game: Game) -> dict[str, Any]:
    """What the message `position` holds of the game itself."""
    return {
        "title": game.title,
        "heading": game.heading,
        "bottom": bottom_of(game),
        "parameters": {k: v for k, v in game.parameters.items() if isinstance(v, bool | int | float | str)},
        "arranging": game.arranging and {"pieces": game.arranging.pieces, "turns": game.arranging.has_turns},
        "players": [game.player_name(player) for player in range(game.players)],
    }


def first_players(game: Game, mover: int, worth: float | None) -> float | None:
    """Player 0's share, given that of the player to move (its own where chance is); None: not known."""
    return worth if mover <= 0 or worth is None else 1 - worth


def final_share(game: Game, state: State) -> float | None:
    """Player 0's share in a terminal state; None in a game for one that has none."""
    return share_of(game, float(game.utility(state, 0)), True, True) if has_advantage(game) else None


def can_pass(game: Game, state: State) -> bool:
    """Can the player to move pass, so that a threat can be shown?"""
    evaluator = opinion(game)
    tactics = evaluator.tactics if evaluator else None
    if tactics is None or tactics.passed is None or game.is_terminal(state):
        return False
    if tactics.forced is not None and tactics.forced(state):
        return False
    return tactics.may_pass is None or bool(tactics.may_pass(state))


def analysis_report(
    analysis: Analysis, ply: int, done: bool, stand_in: str = "", viewer: int | None = None
) -> dict[str, Any]:
    """What a search found, or has found so far. stand_in: a remark if an interpreted search answered meanwhile.

    viewer: the player who asks, if something is hidden from it: then only its own next action is told of a line.
    """
    if viewer is not None:
        analysis = _without_lines(analysis)
    game, state = analysis.game, analysis.state
    mover = game.to_move(state)
    lines = {variation.line[0]: variation for variation in analysis.variations if variation.line}
    if analysis.values and game.players > 1:  # each has a value of its own
        is_known = analysis.best.known and not is_early(analysis)
        worth = advantage(game, analysis.values[0], analysis.is_utility()) if is_known else None
    else:
        worth = first_players(game, mover, advantage_of(analysis))
    endings = outlook.endings(analysis) if viewer is None else []
    if worth is not None and endings and game.has_chance:
        worth = endings[0][1]
    owned = outlook.ownership(analysis) if viewer is None else None
    added = None if owned or viewer is not None else outlook.shares_of_pieces(analysis)
    rows = outlook.choices(analysis) if viewer is None else []
    here, arrows = state, []
    for action in analysis.line[:ARROWS]:
        arrows.append(cells_of(game, here, action, viewer))
        here = game.result(here, action)
        if game.is_terminal(here) or game.to_move(here) == CHANCE:
            break
    return {
        "engine": analysis.engine,
        "ply": ply,
        "action": None if analysis.is_chance else game.action_text(state, analysis.action),
        "cells": [] if analysis.is_chance else cells_of(game, state, analysis.action, viewer),
        "value": finite(analysis.value) if analysis.best.known and not is_early(analysis) else None,
        "words": words.position_words(analysis),
        "whose": words.whose_words(analysis),
        "side": words.side_words(analysis),
        "early": is_early(analysis),
        "even": game.middle if analysis.is_utility() else 0.0,
        "share": worth,
        "share_words": words.share_words(worth) if game.players > 1 else [],
        "chances": [{"name": name, "share": share, "words": told} for name, share, told in endings],
        "choices": {"title": "The decision", "rows": rows} if rows else None,
        "owners": [list(row) for row in owned.owners] if owned else None,
        "pieces": [list(row) for row in added] if added else None,
        "lead": outlook.lead_words(game, owned, worth) if owned else "",
        "exact": analysis.exact,
        "solved": ""
        if words.outcome(analysis) is None
        else words.outcome_words(game, mover, analysis.value, analysis.distance),
        "outcome": words.outcome(analysis),
        "distance": analysis.distance,
        "line": analysis.texts(analysis.line[:LONGEST_LINE]),
        "arrows": arrows,
        "depth": analysis.depth,
        "selective": analysis.selective,
        "nodes": analysis.nodes,
        "speed": round((analysis.simulations or analysis.nodes) / max(analysis.seconds, 1e-6)),
        "seconds": round(analysis.seconds, 3),
        "simulations": analysis.simulations,
        "network": words.network_words(analysis),
        "candidates": [
            _candidate(analysis, mover, candidate, lines.get(candidate.action), viewer)
            for candidate in analysis.ranked()[:MOST_CANDIDATES]
        ],
        "terms": [
            {"name": term.name, "share": finite(term.share), "words": estimated(term.share)}
            for term in analysis.terms
            if abs(term.share) >= 0.005
        ],
        "parts": list(analysis.parts),
        "compiled": analysis.compiled,
        "reason": analysis.reason,
        "stopped": analysis.stopped,
        "choice": words.choice_words(analysis),
        "done": done,
        **({"stand_in": stand_in} if stand_in else {}),
    }


def _without_lines(analysis: Analysis) -> Analysis:
    """The analysis without the moves after the first, and without the evaluation at their end."""
    candidates = tuple(replace(candidate, line=()) for candidate in analysis.candidates)
    return replace(analysis, line=analysis.line[:1], variations=(), terms=(), candidates=candidates)


def _candidate(
    analysis: Analysis, mover: int, candidate: Candidate, variation: Any, viewer: int | None
) -> dict[str, Any]:
    game, state = analysis.game, analysis.state
    is_value = candidate.bound == "exact" and candidate.known and not is_early(analysis, candidate)
    told = words.value_words((analysis, candidate))
    line = variation.line if variation else candidate.line
    share = advantage_of(analysis, candidate) if is_value else None
    return {
        "text": game.action_text(state, candidate.action),
        "cells": [] if analysis.is_chance else cells_of(game, state, candidate.action, viewer),
        "probability": candidate.probability,
        "value": finite(candidate.value) if is_value else None,
        "words": told if is_value or not candidate.known else "",
        "remark": "" if is_value else told,
        "share": first_players(game, mover, share),
        **_lost(share, advantage_of(analysis), candidate.action == analysis.action),
        "bound": candidate.bound,
        "outcome": words.outcome(analysis, candidate),
        "visits": candidate.visits,
        "prior": candidate.prior,
        "prior_words": "" if candidate.prior is None else fixed(candidate.prior),
        "frequency": candidate.share,
        "frequency_words": "" if candidate.share is None else percent(candidate.share, 1),
        "votes": candidate.votes,
        "note": candidate.note,
        "line": analysis.texts(line[:LONGEST_LINE]) if len(line) > 1 or variation else None,
    }


def _lost(share: float | None, best: float | None, is_best: bool) -> dict[str, Any]:
    """The share of the game that a candidate gives away, and its mark on the board: the best one's own share."""
    if share is None or best is None:
        return {"lost": None, "lost_words": ""}
    if is_best:
        return {"lost": 0.0, "lost_words": percent(share)}
    return {"lost": max(0.0, best - share), "lost_words": given_away(share, best)}
