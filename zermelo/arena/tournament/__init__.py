"""Tournaments of several engines.

schedules    who meets whom: round-robin, gauntlet, Swiss, knock-out; for games of more players, every group
guarded      players from users' files, whose mistakes cost them the game and not the tournament
standings    the results: places, the cross table, ratings, pairs of games
running      plays a tournament
"""
