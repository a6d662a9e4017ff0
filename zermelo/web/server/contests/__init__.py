"""Contests of several engines that a visitor watches.

tournaments    everybody meets, game by game, with the table so far
"""
