"""Exact play.

indexing        what a game supplies for endgame databases; groups: sets of like pieces as numbers
databases       their files, and what they say about a position
retrograde      how they are computed
graph           all states that a position leads to, listed and valued
proof           proof-number search
known           what is known about a position without a search, and who is asked
solved          what a solver proves, and what a solver of one game is asked
"""
