# planted: chance-minimises
def expectimax(game, state):
    player = game.to_move(state)

    def value(state):
        if game.is_terminal(state):
            return game.utility(state, player)
        values = [value(game.result(state, action)) for action in game.actions(state)]
        if game.to_move(state) == player:
            return max(values)
        return min(values)

    scores = {action: value(game.result(state, action)) for action in game.actions(state)}
    best = max(scores, key=scores.get)
    return scores[best], best
