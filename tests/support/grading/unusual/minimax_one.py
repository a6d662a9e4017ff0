def value(game, state, player):
    if game.is_terminal(state):
        return game.utility(state, player)
    values = [value(game, game.result(state, action), player) for action in game.actions(state)]
    return max(values) if game.to_move(state) == player else min(values)


def minimax(game, state):
    player = game.to_move(state)
    return max(game.actions(state), key=lambda action: value(game, game.result(state, action), player))
