"""Figures of lectures as they are pasted."""

from __future__ import annotations

LEAVES = [84, -29, -37, -25, 1, -43, -75, 49, -21, -51, 58, -46, -3, -13, 26, 79]


def slide():
    """A figure of 16 leaves as a slide gives it, with the labels of a search that has begun, in a Markdown text."""
    lines = ["# Alpha-beta", "", "The best value so far:", "", "```", "", "graph TD"]
    bounds = {1: " α=-∞ β=∞", 2: " α=-∞ β=∞", 4: " α=-∞ β=∞", 8: " α=-∞ β=84"}
    for node in range(1, 16):
        who = ("max", "min")[(node.bit_length() - 1) % 2]
        for child in (2 * node, 2 * node + 1):
            below = ("max", "min")[node.bit_length() % 2]
            label = f"{below} 0{bounds.get(child, '')}" if child < 16 else str(LEAVES[child - 16])
            first = f'N{node}x["{who} 0{bounds[1]}"]' if node == 1 and child == 2 else f"N{node}x"
            lines.append(f'    {first} --> N{child}x["{label}"]')
    return "\n".join([*lines, "  ", "```", "", "$\\alpha$ - the best value for **max** along the path", ""])


LUGER = """
MAX A
  MIN B
    MAX D
      2
      3
    MAX E
      5
      9
  MIN C
    MAX F
      0
      1
    MAX G
      7
      5
"""
