"""The tree searches as textbooks present them.

minimax, alphabeta, expectiminimax, expectimax, maxn   an algorithm each
lookahead    the root and iterative deepening, for all of them; leaf: what is done in every state
opponents    models of opponents, for expectimax
steps        what a trace records
"""
