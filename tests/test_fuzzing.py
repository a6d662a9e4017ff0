"""Everything that reads what a person or a program wrote answers mutated input, or refuses it in one line.

Each within a gigabyte and ten seconds. `make test` tries some thousands of inputs, the slow tests a million texts and
ten thousand files of each kind that we write.
"""

from __future__ import annotations

import math
import random
import zlib

import pytest
from file_readers import FILES, GROWING, damaged, folder, read, sample
from fuzzed import mutated
from limits import little_memory, little_time
from readers import ANSWERING, READERS

from zermelo.game import ZermeloError

LONGEST_ERROR = 500  # characters
MILLION = 1_000_000
MANY_FILES = 10_000
FORGED = 0.4  # the share of files whose digest is right


def _refused(what, refusal):
    """A refusal is one line that says something."""
    line = str(refusal)
    assert line.strip(), f"{what} is refused without a reason"
    assert len(line.splitlines()) == 1, f"{what} is refused in several lines: {line!r}"
    assert len(line) <= LONGEST_ERROR, f"{what} is refused at length: {line!r}"


def _feed(name, count, seed):
    """Feeds so many mutated inputs to a reader; each is answered, or refused in one line."""
    reader = READERS[name]
    samples = reader.samples()
    assert samples
    noise = random.Random(seed + zlib.crc32(name.encode()))
    with little_memory():
        for _ in range(count):
            text = mutated(samples, noise)
            try:
                with little_time(f"{name}: {text!r}"):
                    reader.read(text)
            except ZermeloError as refusal:
                _refused(f"{name}: {text!r}", refusal)
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


def _feed_files(name, count, seed):
    """Changes a file so often; it is refused in one line, or says what it said before, if nobody forged a digest."""
    noise, whole = random.Random(seed + zlib.crc32(name.encode())), sample(name)
    expected, forge = read(name, whole), FILES[name].forge
    with little_memory():
        for _ in range(count):
            is_forged = forge is not None and noise.random() < FORGED
            content = forge(whole, noise) if is_forged else damaged(whole, noise)
            shown = f"{name} {'forged' if is_forged else 'damaged'} ({content[:200]!r}…)"
            try:
                with little_time(shown):
                    found = read(name, content)
            except ZermeloError as refusal:
                _refused(shown, refusal)
                continue
            except Exception as error:
                raise AssertionError(f"{shown} breaks its reader: {error!r}") from error
            if not is_forged:  # of a match that was cut short the first games are left
                same = found == (expected[: len(found)] if name in GROWING else expected)
                assert same, f"{shown} is read as something else"
    assert {path.stem for path in folder().iterdir()} <= {"changed", "forged"}  # nothing is left behind


@pytest.mark.parametrize("name", FILES)
def test_changed_files(name):
    _feed_files(name, 30, seed=0)


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_ten_thousand_changed_files(name):
    _feed_files(name, MANY_FILES, seed=1)
