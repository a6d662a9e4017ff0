"""Endgame databases: files with the value of every position of a material, and how they are read.

values      how a value and a distance are one number
packing     values in few bits, which kernels read where they lie
table       the file of one material
folder      the files of a game
directory   all files of a folder, for kernels
place       where the folders are, unless the user names one
endgames    what a folder says about a position and its actions
"""
