"""The contract's laws, and their trial on a game.

laws        the laws; relations, opinions, secrets: those about keys and symmetries, evaluations, hidden information
trial       laws tried on a game; court: in a process of its own; patient: the game under examination
"""
