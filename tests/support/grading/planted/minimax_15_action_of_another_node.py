# planted: action-of-another-node
best_action = None


def minimax(game, state):
    global best_action
    player = game.to_move(state)

    def value(state):
        global best_action
        if game.is_terminal(state):
            return game.utility(state, player)
        mine = game.to_move(state) == player
        best = None
        for action in game.actions(state):
            v = value(game.result(state, action))
            if best is None or (v > best if mine else v < best):
                best, best_action = v, action
        return best

    root = value(state)
    return root, best_action
