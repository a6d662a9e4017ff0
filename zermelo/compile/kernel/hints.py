"""What to write instead of what does not compile, by what the compiler says and by the line that it stopped at."""

from __future__ import annotations

import re
from typing import NamedTuple

MOST_PARTS = 1000  # of a tuple
LONGEST = 160  # characters of a complaint that is not known here

KINDS = (  # Numba's types in words
    (r"^(u?int\d+|Literal\[int\])", "a whole number"),
    (r"^float\d+", "a float"),
    (r"^(boolean|bool)", "a bool"),
    (r"^(unicode_type|Literal\[str\])", "a text"),
    (r"^(reflected )?list", "a list"),
    (r"^(readonly )?array", "an array"),
    (r"^(none|omitted)", "None"),
    (r"^DictType", "a dictionary"),
    (r"^(reflected )?set", "a set"),
    (r"^Wide$", "a wide word"),
    (r"^row of", "a tuple of a dictionary"),
    (r"^constant dict", "a dictionary"),
    (r"^constant set", "a set"),
    (r"^OptionalType|^Optional", "None in one case and a value in another"),
)


TUPLE = re.compile(r"^(\w+)\((.*)\)$")  # UniTuple(int64 x 2), Tuple(int64, float64), or that of a NamedTuple's name
SIGNS = {  # what people write for a function of the module operator
    "not_": "not",
    "truth": "if",
    "contains": "in",
    "getitem": "[…]",
    "setitem": "[…] =",
    "delitem": "del",
    "neg": "-",
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "is_": "is",
    "is_not": "is not",
    "and_": "&",
    "or_": "|",
    "xor": "^",
    "lshift": "<<",
    "rshift": ">>",
    "invert": "~",
    "pos": "+",
}


class Hint(NamedTuple):
    """A kind of failure: what the compiler says, what to tell its author, and what the line holds."""

    complaint: str  # a pattern of the compiler's words; its groups fill the text's braces
    text: str
    source: str = ""  # a pattern of the line, with braces for the groups; "": any

    def fits(self, complaint: str, source: str) -> bool:
        """Is it about this complaint and this line?"""
        found = re.search(self.complaint, complaint)
        return found is not None and re.search(_filled(self.source, found), source) is not None


TABLE = (
    # what the language has and the compiler does not
    Hint(r"opcode \(UNPACK_EX\)", "unpacking with a star does not compile: take the items by index"),
    Hint(r"opcode \((STORE|DELETE)_GLOBAL\)", "a game's function must not change a global: keep it in the state"),
    Hint(r"opcode \(IMPORT_\w+\)", "import at the top of the file"),
    Hint(r"opcode \(LOAD_BUILD_CLASS\)", "define the class outside of the function"),
    Hint(r"opcode \(MATCH_\w+\)", "this match does not compile: write if and elif"),
    Hint(r"unsupported opcode", "this construct does not compile: write loops, ifs and arithmetic"),
    Hint(r"with \(context manager\)", "a with block does not compile: do without it", r"\bwith\b"),
    Hint(r"Exception matching is limited", "only `except Exception` compiles: test for it with an if beforehand"),
    Hint(r"expected a type instance, got \{", "**keywords do not compile: give each argument a name", r"\*\*|\w="),
    Hint(r"signature '\(.*\*, ", "arguments that can only be given by name do not compile: leave out the *"),
    Hint(r"\*args in function call", "a star before a list does not compile: pass the items one by one"),
    Hint(r"yield in a closure", "a generator expression does not compile here: write a loop or a list"),
    Hint(
        r"re-entrant|Type inference.* recursion|type infer runaway",
        "a function that calls itself does not compile: write a loop, with a list or an array as its stack",
    ),
    Hint(
        r"cell variable",
        "a function inside this one that calls itself, or changes its variables, does not compile: write a loop",
        r"\bdef\b",
    ),
    Hint(r"^$|AssertionError", "del does not compile: make a new list or array without the item", r"\bdel\b"),
    Hint(r"^$|AssertionError", "a set of several types does not compile: use numbers only", r"\{[^:}]+\}"),
    # values from outside of the function
    Hint(
        r"global name '(\w+)'.*<class '(?:dict|mappingproxy)'>|variable '(\w+)'.*<class 'dict'>",
        "{0} is a dictionary that does not compile: one whose keys are integers or tuples of integers, and whose "
        "values are numbers, rows of numbers, sets of integers or rows of tuples that look alike, does",
    ),
    Hint(r"global name '(\w+)'.*<class '(?:frozen)?set'>", "{0} is a set that does not compile: use numbers only"),
    Hint(r"global name '(\w+)'.*<class '(?:type|abc\.ABCMeta)'>", "{0} does not compile: use a list or an array"),
    Hint(r"global name '(\w+)'.*<class 'NoneType'>", "{0} is None: use a number, such as -1"),
    Hint(r"global name '(\w+)'.*<class 'str'>", "{0} is a text: use a number"),
    Hint(r"global name '(\w+)'.*function", "the function {0} does not compile: write it as a loop"),
    Hint(
        r"(?:global|freevar) (?:name|variable)? ?'(\w+)'.*<class '(?:[\w.<>]+\.)?(\w+)'>",
        "{0} is an object of the class {1}: keep its numbers in a tuple or an array, and its methods as functions",
    ),
    Hint(
        r"list\(.*variable '(\w+)' in globals",
        "{0} is a list that does not compile: one of numbers, or of tuples or lists of numbers, does",
    ),
    Hint(r"array\(pyobject", "an array of objects does not compile: give it a number type, such as numpy.int8"),
    Hint(r"NameError: name '(\w+)'", "there is no {0}", r"\b{0}\b"),
    Hint(r"NameError: name '(\w+)'", "there is no {0}"),
    # attributes and functions that are not there
    Hint(r"attribute '(\w+)' of type Module\(<module '(\w+)'", "{1}.{0} does not compile: write it as a loop"),
    Hint(r"NumPy function '(numpy\.\w+)'", "{0} does not compile, or not with these arguments: write it as a loop"),
    Hint(r"attribute '(\w+)' of type (.+)", "{1:kind} has no {0} that compiles"),
    Hint(r"print\(\)", "print compiles with plain values only: leave it out"),
    # types
    Hint(r"^(\w+) changes the type of (\w+) from float\d+ to (.+)", "{1:field} is a float at the start, here {2:kind}"),
    Hint(
        r"(\w+) changes the type of (\w+) from u?int\d+ to float\d+",
        "{0} makes {1:field} a float, which is a whole number at the start: write // for /, or begin with 0.0",
    ),
    Hint(
        r"(\w+) changes the type of (\w+) from (.+) to (.+)",
        "{0} makes {1:field} {3:kind}, which is {2:kind} at the start: give it one type",
    ),
    Hint(
        r"(\w+) returns (.+), the initial state is (.+)",
        "{0} returns {1:kind}, and the initial state is {2:kind}: return a state of the same class",
    ),
    Hint(
        r"imprecise type: DictType",
        "a dictionary that begins empty does not compile: use an array indexed by number, or begin with an entry",
    ),
    Hint(r"imprecise type: list", "a list that begins empty does not compile: begin it with an item"),
    Hint(r"list\.append", "the items of a list must be of one type"),
    Hint(
        r"unify return type from the following types: (.+)",
        "the function returns values of different types ({0:kinds}): return one type everywhere",
    ),
    Hint(r"unify return type", "the function returns values of different types: return one type everywhere"),
    Hint(r"getiter with parameters \((.+)\)", "no loop goes through {0:kind}: give its items one type"),
    Hint(
        r"Cannot unify (.+) and (.+) for '(?:\$|closure)",
        "a value is {0:kind} in one place and {1:kind} in another: give it one type",
    ),
    Hint(
        r"Cannot unify (.+) and (.+) for '([^'.]+)",
        "{2} is {0:kind} in one place and {1:kind} in another: give it one type",
    ),
    Hint(r">>> getitem\(.*, slice", "a slice of a tuple does not compile: use a loop, or a NumPy array"),
    Hint(
        r">>> getitem\(Tuple\(",
        "a tuple of different types cannot be indexed by a variable: give its items one type, or unpack it",
    ),
    Hint(r">>> tuple\(", "a tuple of unknown length does not compile: write its items out, or use an array"),
    Hint(
        r"returning of array|NRT required|NRT is not enabled|requires? NRT",
        "a generator cannot make lists or arrays: make them in a function that is called before, or yield numbers",
    ),
    Hint(r"cannot safely cast", "the entries of a dictionary must be of one type", r"\{"),
    Hint(r"unicode_type|Literal\[str\]", "a text does not compile here: give each word a number"),
    Hint(r"isinstance", "isinstance does not compile here: give the kinds of value a number"),
    Hint(
        r"function (?:\w+\.)*(\w+)(?: at \w+)?>\) found for",
        "numpy's {0} does not compile for this: write it as a loop",
        r"\bnp\.|\bnumpy\.",
    ),
    Hint(
        r"function (?:\w+\.)*(\w+)(?: at \w+)?>\) found for[^>]*>>> \w+\((.+)\)",
        "`{0:sign}` does not compile for {1:kinds}",
    ),
    Hint(r"function (?:\w+\.)*(\w+)(?: at \w+)?>\) found for", "`{0:sign}` does not compile for what it is given here"),
    Hint(
        r"OverloadSelector.*\blist\b",
        "a table of lists does not compile here: make it a tuple of tuples of numbers, or arrays",
    ),
    Hint(r"OverloadSelector", "this does not compile for what it is given here: write it with numbers and arrays"),
    Hint(r"<class '(\w+)'>\) found for", "`{0}` does not compile for what it is given here"),
)


def advised(complaint: str, source: str) -> str:
    """What is wrong with a line and what to write; what the compiler says, if it is a kind that is not known here.

    complaint: the compiler's words. source: the line that it names; "": none of the author's.
    """
    hint = find_hint(complaint, source)
    if hint is None:
        first = next((line.strip() for line in complaint.splitlines() if line.strip()), "it does not compile")
        return re.sub(r"<[\w.]+ object at 0x[0-9a-f]+>", "it", first)[:LONGEST]  # an address tells nobody anything
    found = re.search(hint.complaint, complaint)
    assert found is not None
    return _filled(hint.text, found)


def find_hint(complaint: str, source: str) -> Hint | None:
    """The first of the table that fits; None: there is none."""
    for hint in TABLE:
        if hint.fits(complaint, source):
            return hint
    return None


def points_out(complaint: str, source: str) -> bool:
    """Does the table know this complaint, and that it is about such a line? For complaints that name no line."""
    hint = find_hint(complaint, source)
    return hint is not None and bool(hint.source)


def _filled(text: str, found: re.Match[str]) -> str:
    """A text with the groups of a match in its braces."""
    groups = [group for group in found.groups() if group is not None]
    words = [_in_words(group) for group in groups]

    def fill(hole: re.Match[str]) -> str:
        word = groups[int(hole[1])]
        if hole[2] == "field":
            return f"state[{word}]" if word.isdecimal() else word
        if hole[2] == "sign":
            return SIGNS.get(word.removeprefix("i") if word[1:] in SIGNS else word, word)
        if hole[2] == "kinds":
            return " and ".join(_in_words(part) for part in _parts(word))
        if hole[2] == "kind":
            told = words[int(hole[1])]
            return told if words.count(told) == 1 else _in_words(word, whole=True)
        return word

    return re.sub(r"\{(\d)(?::(kinds|kind|field|sign))?\}", fill, text)


def _in_words(word: str, whole: bool = False) -> str:
    """A type of Numba's as people call it: a tuple by what it holds, a class by its name; whole: and its fields."""
    named = next((text for pattern, text in KINDS if re.search(pattern, word.strip())), "")
    held = TUPLE.match(word.strip())
    if named or held is None:
        return named or re.split(r"[(<_]", word.strip())[0]
    kinds = [_in_words(part) for part in _parts(held[2])]
    if held[1] not in ("Tuple", "UniTuple"):
        return f"{held[1]}({', '.join(kinds)})" if whole else held[1]
    if not kinds:
        return "an empty tuple"
    if len(kinds) > 1 and len(set(kinds)) == 1 and kinds[0].startswith(("a ", "an ")):
        return f"a tuple of {len(kinds)} {_plural(kinds[0].partition(' ')[2])}"
    return f"a tuple of {' and '.join(kinds)}"


def _plural(noun: str) -> str:
    """More than one of what a kind is called: "whole numbers", "tuples of 2 whole numbers", "dictionaries"."""
    first, of, rest = noun.partition(" of ")
    return (f"{first[:-1]}ies" if first.endswith("y") and first != "array" else f"{first}s") + of + rest


def _parts(text: str) -> list[str]:
    """The types that a text lists with commas, or counts ("int64 x 2")."""
    counted = re.fullmatch(r"(.*) x (\d+)", text)
    if counted:
        return [counted[1]] * min(int(counted[2]), MOST_PARTS)
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([<{") - (character in ")]>}")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]
