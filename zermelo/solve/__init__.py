"""Exact play.

indexing        what a game supplies for endgame databases; indexings: one file per game
databases       their files, and what they say about a position
retrograde      how they are computed
syzygy          tables of chess that others have computed
connect_four    a solver that scores any position; othello: one for endgames; solved: what they find
"""
