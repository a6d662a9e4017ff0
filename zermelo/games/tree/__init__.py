"""Explicit game trees, as people write them.

rules       a tree as a game; layout: who moves where, what actions are called, what leaves are worth
text        which way of writing a text is, and files; written: the record that all of them become
brackets    nested lists, JSON and Python's literals; objects: what their values mean
mermaid     graphs; indented: lines; labels: what stands at a node; settle: what labels mean together
fenced      figures in Markdown; numbers: numbers and probabilities
writing     a tree as text again, in each of these ways
"""

from zermelo.games.tree.rules import tree as tree
