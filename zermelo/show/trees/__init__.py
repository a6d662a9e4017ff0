"""Drawn trees.

layout   where nodes stand; alike: frames around those that look alike to a player; dot: the same for Graphviz
levels   values level by level, as text
"""
