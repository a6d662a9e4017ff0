"""Syzygy tables of chess, which users have: win, draw or loss (.rtbw) and plies to a capture or pawn move (.rtbz).

numbering   the number of a position in a table
pairs       values of a table, compressed by replacing pairs of symbols and by Huffman codes
table       one file
probe       what a folder of files says about a position
"""
