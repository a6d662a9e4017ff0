"""What Numba does not do by itself.

patches, unify   everything that we change in Numba
intrinsics       what compiled code gets in place of plain Python
rewriting        users' functions as they are compiled: lists on the stack, loops in place of comprehensions
"""
