"""The pseudocode of the traces as a program: translated line by line into Python, run, and its lit lines noted."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from zermelo.search.trace.pseudocode import Pseudocode

WORDS = {
    "−∞ for each player": "[-inf] * PLAYERS",
    "0 for each player": "Many([0.0] * PLAYERS)",
    "the first action that leads to v": "v",
    "the action whose child of root has the greatest N": "MOST_VISITED(root)",
    "the child n of node with the greatest UCB1(n)": "GREATEST(node, UCB1)",
    "W(n) + result for the player who chose n": "W(n) + FOR_CHOOSER(result, n)",
    "n on the path from node up to root": "n in PATH(node)",
    "−∞": "-inf",
    "+∞": "inf",
    "≥": ">=",
    "≤": "<=",
    "×": "*",
    "√(ln": "SQRT(LN",
}
STORED = re.compile(r"^(\s*)([NW])\((\w+)\) ← (.*)$")  # N(n) ← N(n) + 1


def run(code: Pseudocode, given: dict[str, Any], lit: Callable[[int, dict[str, Any]], None], state: Any) -> Any:
    """Runs the first function on a state. Calls lit(line, local names) whenever a line that can be lit is executed.

    Such a line is lit when it is done; one that returns, before it returns; one with an `if`, where the condition
    holds and it returns, or in any case if it does not return.
    """
    program = "\n".join(_translated(number, line, code) for number, line in enumerate(code.lines, 1))
    names: dict[str, Any] = {**given, "inf": math.inf, "LIT": lit, "SQRT": math.sqrt, "LN": _logarithm}
    exec(compile(program, code.algorithm, "exec"), names)  # our own text
    first = next(line for line in code.lines if line)
    return names[_python(first.partition("function ")[2].partition("(")[0])](state)


def _translated(number: int, line: str, code: Pseudocode) -> str:
    indent, text = line[: len(line) - len(line.lstrip())], line.partition("▷")[0].strip()
    stored = STORED.match(line)
    if not text:
        return ""
    if text.startswith("function "):
        return f"def {_python(text.partition('function ')[2].partition(' returns')[0])}:"
    if stored:
        return f"{stored[1]}SET_{stored[2]}({stored[3]}, {_python(stored[4])})"
    if text.startswith("for each ") or text.startswith("while "):
        return f"{indent}{_python(text.replace('for each', 'for').removesuffix(' do'))}:"
    is_lit = number in code.marks.values()
    log = f"LIT({number}, locals())" if is_lit else "None"
    condition, then, action = text.partition(" then ") if text.startswith("if ") else ("", "", text)
    if text.startswith("else "):
        return f"{indent}else: {_python(text.removeprefix('else '))}"
    if not then:
        done = _python(action)
        return f"{indent}{log}; {done}" if action.startswith("return") else f"{indent}{done}; {log}"
    head = f"{indent}{_python(condition)}:"
    if action.startswith("return"):
        return f"{head} {log}; {_python(action)}"
    return f"{head} {_python(action)}" + (f"\n{indent}{log}" if is_lit else "")


def _python(text: str) -> str:
    for words, instead in WORDS.items():
        text = text.replace(words, instead)
    text = re.sub(r"(?<=[A-Z0-9])-(?=[A-Z0-9])", "_", text)
    text = re.sub(r"(?<![<>=])=(?!=)", "==", text) if "←" not in text else text
    return text.replace("←", "=").replace("SQRT(LN N(PARENT(n))", "SQRT(LN(N(PARENT(n)))")


def _logarithm(visits: int) -> float:
    return math.log(visits)


class Many(list[float]):
    """Values of all players, added and weighed one by one."""

    def __add__(self, other: Any) -> Many:
        return Many(a + b for a, b in zip(self, other, strict=True))

    def __rmul__(self, share: Any) -> Many:
        return Many(share * a for a in self)
