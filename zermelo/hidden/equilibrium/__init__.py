"""Equilibria of games with hidden information: the game laid out flat, regret, linear programmes, best responses."""
