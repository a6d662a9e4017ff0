# planted: last-outcome-weighted-only
from zermelo import CHANCE


def expectimax_search(game, state):
    player = game.to_move(state)

    def expected(state):
        total = 0
        for outcome, probability in game.chances(state):
            total = probability * value(game.result(state, outcome))
        return total

    def value(state):
        if game.is_terminal(state):
            return game.utility(state, player)
        if game.to_move(state) == CHANCE:
            return expected(state)
        best = float("-inf")
        for action in game.actions(state):
            best = max(best, value(game.result(state, action)))
        return best

    best, chosen = float("-inf"), None
    for action in game.actions(state):
        v = value(game.result(state, action))
        if v > best:
            best, chosen = v, action
    return best, chosen
