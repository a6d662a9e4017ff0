"""Equilibria of games with hidden information.

flat, sequence_form   the game laid out in arrays, and strategies as plans over them
regret, sampling      counterfactual regret, over the whole tree and over samples of it; distant: drawn on a cluster
best_response         what could be gained against a strategy
solution, strategy    solving a game, and the mixed strategies that result
cfr                   an engine that plays so
"""
