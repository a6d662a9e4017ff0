"""Integers in compiled code: their bits, words of more than 64 bits, and Python's own of any size.

bits, sliding       machine instructions for `zermelo.bits`, and for `along` by processor
wide                words of 128, 256 and 384 bits
long, long_verbs    users' integers beyond 64 bits, and what is done with them
lanes               vectors of 16-bit integers, `zermelo.compile.plain.lanes`
operators, methods  operators of both, and the methods of Python's integers
"""
