"""The contract's laws (laws.py), and their trial on a game (trial.py)."""
