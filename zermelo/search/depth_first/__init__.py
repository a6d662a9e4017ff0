"""What depth-first searches share: principal-variation search, Star, the solver's duel, Samuel's and the textbook's.

layout                 the words of a kernel's memory
table, ordering        positions that were searched before, and which actions come first
leaf, lines            what a position is worth where the search ends, and the best play that was found
deepening, iteration   one depth after another, and the root of a search with what one depth found there

Kept apart: the solver's table (entries hold both bounds of a value and no depth), its killers and history (actions lie
on a stack, not in rows by ply) and its stages (it has no depths); the textbook's leaf and lines, which `trace` watches;
Samuel's leaf, whose weights are arguments and whose terms go up the line.
"""
