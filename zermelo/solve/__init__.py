"""Exact play, below the searches: what is known about positions, and how it is computed without opinions.

known           the one question that searches ask: is this position known, and how?
solver          solvers that were written for one game, which answer it by searching
indexing        what a game supplies for endgame databases; groups: sets of like pieces as numbers
databases       their files, which answer it too
retrograde      how databases are computed
graph           all states that a position leads to, listed and valued (`zermelo solve --method retrograde`)
proof           proof-number search
solution_file   the file that solving leaves on the disk

zermelo/solving, above the searches, chooses among these for a position, and saves and resumes the work.
"""
