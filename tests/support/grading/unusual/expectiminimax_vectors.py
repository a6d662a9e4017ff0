"""Expectiminimax in which every value is a pair, one number per player, and each player maximises its own."""


def expectiminimax(game, state):
    def pair(state):
        if game.is_terminal(state):
            return game.utility(state, 0), game.utility(state, 1)
        mover = game.to_move(state)
        if mover == -1:
            below = [(p, pair(game.result(state, o))) for o, p in game.chances(state)]
            return tuple(sum(p * values[i] for p, values in below) for i in (0, 1))
        return max((pair(game.result(state, a)) for a in game.actions(state)), key=lambda values: values[mover])

    mover = game.to_move(state)
    best = max(game.actions(state), key=lambda a: pair(game.result(state, a))[mover])
    return pair(game.result(state, best)), best
