"""Everything that reads what a person or a program wrote answers mutated input, or refuses it in one line.

`make test` tries some thousands of inputs, the slow test a million.
"""

from __future__ import annotations

import math
import random
import zlib

import pytest
from fuzzed import mutated
from readers import ANSWERING, READERS

from zermelo.game import ZermeloError

LONGEST_ERROR = 500  # characters
MILLION = 1_000_000


def _feed(name, count, seed):
    """Feeds so many mutated inputs to a reader; each is answered, or refused in one line."""
    reader = READERS[name]
    samples = reader.samples()
    assert samples
    noise = random.Random(seed + zlib.crc32(name.encode()))
    for _ in range(count):
        text = mutated(samples, noise)
        try:
            reader.read(text)
        except ZermeloError as refusal:
            line = str(refusal)
            assert line.strip(), f"{name} refuses {text!r} without a reason"
            assert len(line.splitlines()) == 1, f"{name} refuses {text!r} in several lines: {line!r}"
            assert len(line) <= LONGEST_ERROR, f"{name} refuses {text!r} at length: {line!r}"
        except Exception as error:
            pytest.fail(f"{name} breaks on {text!r}: {error!r}")


@pytest.mark.parametrize("name", READERS)
def test_samples_are_read(name):
    reader = READERS[name]
    for text in reader.samples():
        if name not in ANSWERING:  # their samples hold refusals
            reader.read(text)


@pytest.mark.parametrize("name", READERS)
def test_mutated_input(name):
    _feed(name, math.ceil(100 * READERS[name].share), seed=0)


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_a_million_mutated_inputs(name):
    whole = sum(reader.share for reader in READERS.values())
    _feed(name, math.ceil(MILLION * READERS[name].share / whole), seed=1)
