# planted: negamax-utility-of-max
def negamax(game, state):
    if game.is_terminal(state):
        return game.utility(state, 0), None
    best, choice = float("-inf"), None
    for action in game.actions(state):
        score = -negamax(game, game.result(state, action))[0]
        if score > best:
            best, choice = score, action
    return best, choice
