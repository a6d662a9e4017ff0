"""Retrograde analysis: the value of every position of a material, computed from the ends of the game backwards.

kernel      one position, and one pass over all of them
builder     one material: passes until nothing changes
build       the materials of a game, one after the other
distant     the same by the workers of a cluster, a material each
memory      what that takes, and what there is
"""
