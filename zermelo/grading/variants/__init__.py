"""Searches that are wrong on purpose: the one that does all that a student's search was seen to do names its bug.

bug           what a bug is: its name and a hint (bugs.txt has them), and which parts of the right search it replaces
depth_first   minimax, alpha-beta, expectimax and expectiminimax, with every decision in a method of its own
players       who moves, whose utility, which actions; choices: which action is returned
cuts          alpha and beta; depths: how far it looks; chances: where nobody decides
sampling      Monte Carlo tree search, right and wrong
"""
