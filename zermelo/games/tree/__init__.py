"""Explicit game trees, as text, JSON or mermaid."""

from zermelo.games.tree.rules import tree as tree
