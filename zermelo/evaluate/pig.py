"""Pig: the lead, counting half of the points at risk, as a share of the goal."""

from __future__ import annotations

from zermelo.evaluate.linear import Feature, Linear


def evaluator(goal: int, sides: int) -> Linear:
    """In units of utility: the whole goal ahead is a won game."""

    def lead(state, player):
        ahead = state.first - state.second
        return ahead / goal if player == 0 else -ahead / goal

    def at_risk(state, player):
        share = min(state.turn, goal) / goal
        return share if state.player == player else -share

    return Linear((Feature("lead", 0.6, lead), Feature("points at risk", 0.3, at_risk)))
