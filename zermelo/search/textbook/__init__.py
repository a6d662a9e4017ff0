"""The tree searches as textbooks present them.

minimax, alphabeta, expectiminimax, expectimax, maxn   an algorithm each
lookahead    the root and iterative deepening, for all of them; leaf: what is done in every state
policy       the best action in every state that can arise
opponents    models of opponents, for expectimax
steps        what a trace records
"""
