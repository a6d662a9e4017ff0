"""Games of a match, a tournament or a run of tuning that are played by the workers of a cluster.

table    what the games of a contest have in common, as tasks; whoever asks for a game, and waits for its record
playing  the task of a worker: one game, by engines that the worker keeps
"""
