"""Explicit game trees, as text, JSON or mermaid.

rules   a tree as a game; text, mermaid, numbers: how it is read
"""

from zermelo.games.tree.rules import tree as tree
