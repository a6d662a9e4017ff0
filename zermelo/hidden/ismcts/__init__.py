"""Information-set Monte Carlo tree search: one tree over what players know, and another deal in every simulation.

search         the algorithm
kernel, tree   its search and its arrays
"""
