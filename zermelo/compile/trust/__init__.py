"""Users' games, whose rules may be wrong, hang or end a process.

users, guests             whose game it is, and for whom it is compiled
guarded                   a process with limits, where users' rules are tried
shapes, bounds            how long tuples and how large integers in states become, and what if that is not enough
held, widths              such values as kernels take them, and integers that are too wide
borders                   what a user's functions give, checked where kernels take it
compare, asking, probe    whether it is the same game when it is compiled: the questions, and what answers them
precision                 how far evaluations may be apart and still be the same
"""
