"""GNU Backgammon as a player.

player   asks; inside: answers, run by GNU Backgammon with its own Python
"""
