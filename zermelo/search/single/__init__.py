"""Single-agent search: ways to a goal, and climbing towards better states.

base, way   what all of these searches are, and what they find; names: all of them by name
frontier         one kernel, ordered in five ways; best_first: breadth-first, depth-first, uniform-cost, greedy and A*
deepening        the kernel of iterative deepening and IDA*; deepened: both searches
climbing         the kernels of local search; local: hill climbing, annealing, tabu search; genetic: a population
layers           all states, counted by their distance
comparing        which search generates fewer nodes?
trace            a search step by step
"""
