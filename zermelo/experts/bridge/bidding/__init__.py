"""Bidding: a system as a readable table, by which calls are chosen and read.

natural.txt  the system of this package, with its notation
table        reading a table; meaning: what calls promise about hands; auction: calls that fit, and what was told
checking     calls that no hand fits, and hands that no call fits
"""
