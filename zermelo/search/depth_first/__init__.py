"""What depth-first searches share: principal-variation search, Star, the solver's duel, Samuel's and the textbook's.

layout (the words of a kernel's memory), table (positions that were searched before), ordering (which actions come
first), lines (the best play that was found), leaf (what a position is worth where the search ends), deepening (one
depth after another), iteration (the root of a search, and what one depth found there).
"""
