"""Traces of trees typed by hand, for the tests of the debugger."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from zermelo.web.worker.debugging.trace_report import trace_game, trace_report

LECTURE = "[[3,12,8],[2,4,6],[14,5,2]]"

leaves = st.integers(-20, 20)
families = st.lists(leaves, min_size=1, max_size=4)
nested = st.recursive(families, lambda below: st.lists(below | leaves, min_size=1, max_size=4), max_leaves=24)


def report_of(text, algorithm="alphabeta", **options):
    game = trace_game(str(text))
    return game, trace_report(game, game.initial(), algorithm=algorithm, **options)


def is_json_proper(report):
    return json.loads(json.dumps(report, allow_nan=False)) == json.loads(json.dumps(report))
