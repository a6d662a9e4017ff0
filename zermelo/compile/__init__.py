"""One source, two speeds: what turns a kernel and a game into code that runs compiled or interpreted.

prepare         a kernel for a game, and whether it is ready
rules           a game's functions as kernels call them; compiled: the same for Numba
kernels         the one way in which anything is compiled; events: who is told of it
cache, content  the disk cache, and the key of what went into a kernel; codes, digest: digests of code and values
memory, atomics the words that a kernel works on, plain; intrinsics: the same for Numba
mapped          words of files that kernels read
rewriting       users' functions as they are compiled: lists on the stack, loops in place of comprehensions
states          states of one type; failures: whose fault it is when a kernel does not compile
shapes, bounds  how long the tuples and how large the integers of a state become, and what if that was not enough
held            such values as kernels take them; widths: integers that are too wide
users           whether a game is a user's; borders: what its functions give, checked where kernels take it
compare         whether it is the same game when it is compiled; asking, probe: the questions, and what answers them
precision       how far evaluations may be apart and still be the same
guarded         a process with limits, where users' rules are tried
folder          where the disk cache is
numba_patches   everything that we change in Numba; numba_unify: of that, the types of tuples
"""
