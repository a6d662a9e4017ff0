"""An evaluation as a small kernel, which compiles much faster than a search with it."""

from __future__ import annotations

from zermelo.compile.kernel.prepare import prepare
from zermelo.game import MAX


def _kernel(rules):
    evaluate = rules.evaluate

    @rules.jit
    def ask(state):
        return evaluate(state, MAX)

    return ask


def _arguments(compiled):
    return ()


def compiled_evaluation(game, evaluator):
    """evaluate(state) in compiled code, to player 0."""
    found = prepare(
        game, _kernel, _arguments, label="evaluation", evaluate=evaluator.function, win=evaluator.win, compiled=True
    )
    assert found.compiled
    return lambda state: found.run(found.state(state))
