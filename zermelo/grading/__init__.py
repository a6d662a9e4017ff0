"""Checks searches that students wrote, and grades a class.

trees       small random trees, and how they are written; battery: those that a search is tried on
observing   a tree as a game that notes what it is asked; calling: how a search is called, and what it returned
entries     the searches that a file holds; child: the process in which it runs; trial: asks it
judging     whether an answer is right; shrinking: the smallest tree that shows that it is not
variants    searches that are wrong on purpose; diagnosis: the one that does the same names the bug
checking    all of it for one search; sampled: for Monte Carlo tree search; report: in words
classroom   the same for a class: points, feedback, files
"""
