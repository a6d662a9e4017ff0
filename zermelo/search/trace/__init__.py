"""A search step by step.

trace      the same kernels, interpreted; recorder: the tree and the steps, built from their notes
mcts       one simulation at a time
why        why a branch was cut
"""
