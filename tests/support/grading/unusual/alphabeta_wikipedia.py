INFINITY = float("inf")


def alphabeta(game, state, depth, alpha, beta, maximizing, evaluate):
    if game.is_terminal(state):
        return game.utility(state, 0)
    if depth == 0:
        return evaluate(state, 0)
    if maximizing:
        value = -INFINITY
        for action in game.actions(state):
            value = max(value, alphabeta(game, game.result(state, action), depth - 1, alpha, beta, False, evaluate))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = INFINITY
    for action in game.actions(state):
        value = min(value, alphabeta(game, game.result(state, action), depth - 1, alpha, beta, True, evaluate))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value
