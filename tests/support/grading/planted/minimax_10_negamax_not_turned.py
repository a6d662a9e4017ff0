# planted: negamax-not-turned
def negamax(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state)), None
    best, choice = float("-inf"), None
    for action in game.actions(state):
        score = negamax(game, game.result(state, action))[0]
        if score > best:
            best, choice = score, action
    return best, choice
