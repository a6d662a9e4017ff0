"""Actions as numbers in compiled code: `zermelo.knowledge.action_word`."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba.cpython.unicode import _get_code_point
from numba.extending import overload

from zermelo import bits
from zermelo.compile.numba.intrinsics.registering import types
from zermelo.knowledge import TEXT, TUPLE, action_word, start_word


@overload(action_word)
def _action_word(action):
    if isinstance(action, types.Integer | types.Boolean):
        return lambda action: np.int64(action)
    return lambda action: word_of(action)


def word_of(part):
    """The hash of an action that is not a word itself, or of a part of one. Only compiled code calls it."""
    raise NotImplementedError


@overload(word_of)
def _word_of(part):
    if isinstance(part, types.Float):
        return lambda part: bits.mix(bits.as_word(np.float64(part) + 0.0))
    if isinstance(part, types.UnicodeType | types.StringLiteral):

        def of_text(part):
            word: Any = bits.mix(np.int64(TEXT + len(part)))
            for place in range(len(part)):
                word = bits.mix(word ^ bits.mix(np.int64(_get_code_point(part, place))))
            return word

        return of_text
    if isinstance(part, types.EnumMember | types.IntEnumMember):
        return lambda part: word_of(part.value)
    if isinstance(part, types.BaseTuple):
        return _word_of_parts(len(part))
    return lambda part: bits.blended(part)


@cache
def _word_of_parts(length: int) -> Any:
    """The hash of a tuple, item by item: compiled code takes apart only tuples at places that it knows."""
    lines = [f"    word = mix(word ^ word_of(part[{place}]))" for place in range(length)]
    names = {"start": np.int64(start_word(TUPLE, length)), "mix": bits.mix, "word_of": word_of}
    exec("\n".join(["def of_parts(part):", "    word = start", *lines, "    return word"]), names)
    return names["of_parts"]
