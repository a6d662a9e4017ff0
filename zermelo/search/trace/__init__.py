"""A search step by step.

trace                   the same kernels, interpreted; recorder: the tree and the steps, built from their notes
mcts                    one simulation at a time; ucb1: what a selection compares
pseudocode, listings    the book's lines, and which of them a step executes
merged                  a game whose symmetric positions count once
moment                  one step: its line, and the tree as it is then
why                     why a branch was cut
"""
