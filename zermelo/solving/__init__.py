"""Solving: what a position or a game with hidden information is worth, by the method that fits, saved and resumed.

The words, each with one meaning in the whole package:

a solving       the work in progress on one question: `PositionSolving` and, in hidden/equilibrium, `EquilibriumSolving`
a work          one method's part in the solving of a position; several take turns
a finding       the answer about a position: its value, or what is proved about it so far
a solution      the answer about a game with hidden information: a strategy, and how good it is
a solution file what a solving leaves on the disk, to go on from (solve/solution_file.py)

solve           `zermelo.solve`, which answers either question
position        the solving of a position; choice: the methods that fit it
work            what a work is; known, graph, table, proof: the works of the methods
finding         the finding
distant         many positions, here or on a cluster

Searches do not use this folder while they play: they ask the sources of what is known (solve/known.py).
"""
