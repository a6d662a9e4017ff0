"""Expectimax in exact fractions, over outcomes of chance."""

from fractions import Fraction


def expectimax(game, state, depth=None):
    me = game.to_move(state)

    def value(state):
        if game.is_terminal(state):
            return Fraction(game.utility(state, me))
        outcomes = game.chances(state)
        if outcomes:
            return sum((Fraction(p) * value(game.result(state, o)) for o, p in outcomes), Fraction(0))
        return max(value(game.result(state, a)) for a in game.actions(state))

    ranked = sorted((value(game.result(state, a)), a) for a in game.actions(state))
    return ranked[-1]
