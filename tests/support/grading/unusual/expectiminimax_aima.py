import math


def expect_minimax(state, game):
    player = game.to_move(state)

    def max_value(state):
        v = -math.inf
        for a in game.actions(state):
            v = max(v, chance_node(state, a))
        return v

    def min_value(state):
        v = math.inf
        for a in game.actions(state):
            v = min(v, chance_node(state, a))
        return v

    def chance_node(state, action):
        after = game.result(state, action)
        if game.terminal_test(after):
            return game.utility(after, player)
        total = 0
        for chance in game.chances(after):
            reached = game.outcome(after, chance)
            if game.terminal_test(reached):
                util = game.utility(reached, player)
            elif game.to_move(reached) == player:
                util = max_value(reached)
            else:
                util = min_value(reached)
            total += util * game.probability(chance)
        return total

    return max(game.actions(state), key=lambda a: chance_node(state, a))
