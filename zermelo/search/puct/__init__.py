"""Tree search guided by a network.

search, options   the algorithm, and what can be set
kernel, tree      the descent to a leaf and the backup, and the tree as named arrays
"""
