"""What depth-first searches share: principal-variation search, Star, the solver's duel, Samuel's and the textbook's.

layout (the words of a kernel's memory), table (positions that were searched before), ordering (which actions come
first), lines (the best play that was found), leaf (what a position is worth where the search ends), deepening (one
depth after another), iteration (the root of a search, and what one depth found there).

Kept apart: the solver's table (entries hold both bounds of a value and no depth), its killers and history (actions lie
on a stack, not in rows by ply) and its stages (it has no depths); the textbook's leaf and lines, which `trace` watches;
Samuel's leaf, whose weights are arguments and whose terms go up the line.
"""
