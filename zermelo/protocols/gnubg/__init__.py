"""GNU Backgammon as a player: player.py asks, and inside.py, which GNU Backgammon runs with its own Python, answers."""
