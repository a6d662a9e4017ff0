"""Integers in compiled code: their bits, words of more than 64 bits, and Python's own of any size."""
