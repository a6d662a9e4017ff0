"""One source, two speeds: what turns a kernel and a game into code that runs compiled or interpreted.

kernel   a kernel for a game: the way from Python to machine code
plain    what kernels use, in plain Python
numba    what Numba does not do by itself: intrinsics, functions rewritten, patches
cache    what is kept on disk, and by which key
trust    users' games: tried in a guarded process, checked at every border
"""
