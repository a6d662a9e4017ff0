"""Monte Carlo tree search.

search, options   the algorithm, and what can be set; defaults: what is chosen where nothing is
session           keeps a tree, grows it and reports; report: as an analysis; stop: when it may end early
kernel            select, expand, play out, back up; parts: what it is compiled for
select, expand    which child is visited next, and a node's children
tree              the tree as named arrays
open_loop         nodes below chance that stand for what was played
move_statistics   RAVE and MAST
"""
