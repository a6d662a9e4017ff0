"""Minimax by generators that yield (value, action) pairs, compared as tuples."""


def _outcomes(game, state, player):
    for action in game.actions(state):
        below = game.result(state, action)
        if game.is_terminal(below):
            yield game.utility(below, player), action
        elif game.to_move(below) == player:
            yield max(_outcomes(game, below, player))[0], action
        else:
            yield min(_outcomes(game, below, player))[0], action


def minimax_search(game, state):
    return max(_outcomes(game, state, game.to_move(state)))
