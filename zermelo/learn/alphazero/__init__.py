"""AlphaZero: a network for any board game of the contract, from nothing but self-play.

options    what can be set
method     the same as a method of learning, which begins and resumes runs
games      the arrays of many games in step
kernel     the play of all of them, compiled; search: the search of one position, which it calls
group      a group of games, and positions that are searched in step
lane       a group and its questions to the network
network    the network, in PyTorch
learner    positions on the device, and the steps of learning
loop       self-play and learner together, on a CPU in turns, on a GPU at the same time
distant    groups whose games are played on a cluster, and the task of a worker
rating     matches between checkpoints
openings   what the network thinks of the first moves, as it changes
run        a run that `zermelo learn` begins, saves and resumes; kept: the file beside its network's

How a game is encoded is in zermelo.evaluate.encoding; a trained network plays without PyTorch, see
zermelo.evaluate.learned.residual.
"""

from zermelo.learn.alphazero.method import AlphaZero

__all__ = ["AlphaZero"]
