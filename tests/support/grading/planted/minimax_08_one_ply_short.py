# planted: one-ply-short
def minimax(game, state, depth, evaluate):
    player = game.to_move(state)

    def value(state, left):
        if game.is_terminal(state):
            return game.utility(state, player)
        if left <= 1:
            return evaluate(state, player)
        values = [value(game.result(state, a), left - 1) for a in game.actions(state)]
        if game.to_move(state) == player:
            return max(values)
        return min(values)

    best_value, best = float("-inf"), None
    for a in game.actions(state):
        v = value(game.result(state, a), depth - 1)
        if v > best_value:
            best_value, best = v, a
    return best_value, best
