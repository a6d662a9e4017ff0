"""What the searches by simulations share: mcts and puct, ismcts of `hidden/`, and AlphaZero's self-play of `learn/`.

memory       the words of a kernel's memory that these searches have in common
tree         trees as named arrays: making them, and crediting a simulation to a node
workspace    what one thread works with: buffers, the path of a simulation, utilities, tables of roots and logarithms
ledger       what each of several threads on a tree notes of the busy nodes, and posts to the tree now and then
select       the choice of the child with the greatest bound; the bound is the search's own rule
draw         random numbers, and a random choice by weights
proof        what the rules prove about a node; distance: how far away the end is
playout      how a simulation goes on below the tree, and what it brings to each player
scale        the range of utilities seen, to which exploration is scaled; an evaluation as a utility
halving      sequential halving: how few simulations are shared among the actions at the root
line         the most visited line
last_tree    finding a position in the tree of the last search
keeper       the kernel that writes positions down for another one
"""
