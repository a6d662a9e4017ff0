"""Alpha-beta deepened ply by ply until nothing is cut off by the depth; returns a named tuple."""

from collections import namedtuple
from math import inf

Answer = namedtuple("Answer", "value action nodes")


def alphabeta(game, state, max_depth=None):
    player, depth, nodes = game.to_move(state), 1, 0

    def search(state, depth, alpha, beta):
        nonlocal nodes, reached
        nodes += 1
        if game.is_terminal(state):
            return game.utility(state, player)
        if depth == 0:
            reached = True
            return game.evaluate(state, player)
        mine = game.to_move(state) == player
        best = -inf if mine else inf
        for action in game.actions(state):
            value = search(game.result(state, action), depth - 1, alpha, beta)
            best = max(best, value) if mine else min(best, value)
            alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best

    while True:
        reached, best, choice = False, -inf, None
        for action in game.actions(state):
            value = search(game.result(state, action), depth - 1, best, inf)
            if choice is None or value > best:
                best, choice = value, action
        if not reached or depth == max_depth:
            return Answer(best, choice, nodes)
        depth += 1
