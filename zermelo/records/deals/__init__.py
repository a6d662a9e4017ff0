"""Deals of cards written down, with the calls and cards that followed.

pbn    Portable Bridge Notation; lin: the one-line format of the sites where bridge is played
"""
