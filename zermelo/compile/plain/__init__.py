"""What kernels use, in plain Python; compiled code gets the machine's instructions (numba/intrinsics).

atomics, fetching, mapped, scratch, shared   words of memory: shared by threads, fetched ahead, of a file, of one call
lanes                                        vectors of 16-bit integers
columns                                      rows of numbers whose columns have names
lookups, records, numbers                    dictionaries of constants, classes of states, the numbers of a state
"""
