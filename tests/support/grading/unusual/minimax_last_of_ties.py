"""Minimax that takes the last of equally good actions, and tells the value for MAX, whoever moves."""


def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state, 0), None
    best, choice = None, None
    for action in game.actions(state):
        value, _ = minimax(game, game.result(state, action))
        if best is None or (value >= best if game.to_move(state) == 0 else value <= best):
            best, choice = value, action
    return best, choice
