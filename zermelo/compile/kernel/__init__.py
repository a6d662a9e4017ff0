"""A kernel for a game, from Python to machine code.

prepare          a kernel for a game, compiled or interpreted, and whether it is ready
arrays           a kernel over arrays alone, without a game
rules, compiled  a game's functions as kernels call them: plain, and for Numba
kernels          the one way in which anything is compiled; events: who is told of it
memory, states   the words that a kernel works on, and states of one type; pointers: records of arrays
recursion        how deep a kernel may go
failures, hints  when a kernel does not compile: whose fault that is, and what to write instead
"""
