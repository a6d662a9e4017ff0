"""Alpha-beta that teaches itself an evaluation: a sparse network, from games against itself, generation by generation.

options   what can be set
method    the same as a method of learning, which begins and resumes runs
kernel    whole games in compiled code, and what is kept of their positions
games     the threads that play them; rating: matches between generations
players   the generations as players: evaluations and kernels
records   the positions, in memory and beside the run's file
fit       training
descent   its steps on a CPU; on_gpu: on a GPU, in PyTorch
run       a run that `zermelo learn` begins, saves and resumes

What the network sees, its integers and its file are in zermelo.evaluate.sparse.
"""

from zermelo.learn.bootstrap.method import Bootstrap

__all__ = ["Bootstrap"]
