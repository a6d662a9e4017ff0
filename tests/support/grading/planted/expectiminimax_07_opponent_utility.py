# planted: opponent-utility
import math

CHANCE = -1


def expectiminimax(game, state):
    me = game.to_move(state)

    def value(state):
        if game.is_terminal(state):
            return game.utility(state, 1 - me)
        mover = game.to_move(state)
        if mover == CHANCE:
            return sum(p * value(game.result(state, outcome)) for outcome, p in game.chances(state))
        if mover == me:
            return max(value(game.result(state, a)) for a in game.actions(state))
        return min(value(game.result(state, a)) for a in game.actions(state))

    best_value, best_action = -math.inf, None
    for a in game.actions(state):
        v = value(game.result(state, a))
        if v > best_value:
            best_value, best_action = v, a
    return best_value, best_action
