# planted: negamax-window-not-swapped
from math import inf


def alphabeta(game, state):
    def negamax(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state))
        best = -inf
        for action in game.actions(state):
            best = max(best, -negamax(game.result(state, action), -alpha, -beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    best, alpha = None, -inf
    for action in game.actions(state):
        value = -negamax(game.result(state, action), -inf, -alpha)
        if best is None or value > alpha:
            best, alpha = action, value
    return alpha, best
