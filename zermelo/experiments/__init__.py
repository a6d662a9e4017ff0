"""Experiments with a game: what is measured of it, rather than played.

complexity   how large its tree is, and what alpha-beta visits of it in each order of moves
ordering     the same game with its best, worst or random action first
outline      a tree to some depth in flat lists, which complexity counts in
policy       what to do in every state, for all sides
static       what the evaluation says of one position, term by term
transform    a game whose utilities are turned into others; formula: functions as people type them
"""
