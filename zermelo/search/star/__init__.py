"""Expectiminimax that cuts at chance nodes (Ballard's Star1 and Star2), with a table and learnt ordering.

search             the algorithm and its session; deepening: the root's actions, depth by depth
kernel, layout     the search, and the words of its memory
outcomes, bounds   the outcomes of a throw in their order, and the range of a game's values
"""
