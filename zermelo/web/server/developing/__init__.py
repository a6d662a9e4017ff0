"""For developers of games: their files are loaded again when they are saved, and their games looked into.

watching    the files that the command line named
asking      what the page's drawer asks about such a game
"""
