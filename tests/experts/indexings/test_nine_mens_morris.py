"""The endings of Nine Men's Morris: numbers, unmoves, and values that follow from those of the moves."""

from __future__ import annotations

import itertools
import random

import pytest

import zermelo
from zermelo.evaluate import indexing_of
from zermelo.experts.nine_mens_morris.indexing import sets
from zermelo.solve.databases.endgames import Endgames
from zermelo.solve.databases.folder import named_materials, open_folder
from zermelo.solve.retrograde.build import build, plan_build
from zermelo.solve.retrograde.builder import new_builder

GAME = zermelo.load("nine-mens-morris")
INDEXING = indexing_of(GAME)


def random_numbers(seed, most=60, pieces=10):
    """Materials and numbers, and their positions."""
    noise = random.Random(seed)
    materials = INDEXING.materials(pieces)
    for _ in range(most):
        material = noise.choice(materials)
        number = noise.randrange(material.size)
        yield material, number, INDEXING.unrank(material.words, 0, number)


def exchanged(state):
    return state._replace(white=state.black, black=state.white, player=1 - state.player)


def test_so_many_sets_differ_by_more_than_a_symmetry():
    """As counted by Burnside's lemma, and published for three to five men."""
    assert [len(sets(men)) for men in range(6)] == [1, 4, 30, 158, 757, 2830]


def test_all_images_of_a_position_have_its_number():
    for material, number, state in random_numbers(1):
        key = INDEXING.material(state)
        assert key in (material.key, material.mirrored)
        found = INDEXING.rank(material.words, 0, state, key)
        assert found <= number
        least = INDEXING.unrank(material.words, 0, found)
        assert INDEXING.rank(material.words, 0, least, key) == found
        assert least in list(GAME.symmetries(state))
        for image in GAME.symmetries(state):
            assert INDEXING.rank(material.words, 0, image, key) == found
        other = exchanged(state)
        assert INDEXING.material(other) == key
        assert INDEXING.rank(material.words, 0, other, key) == found


def test_every_position_of_a_small_material_has_one_number():
    (material,) = INDEXING.materials(6)
    whole = {INDEXING.unrank(material.words, 0, number) for number in range(0, material.size, 97)}
    assert len(whole) == -(-material.size // 97)
    assert all(state.white.bit_count() == state.black.bit_count() == 3 for state in whole)
    assert not any(state.white & state.black for state in whole)


def test_positions_without_a_number():
    assert INDEXING.material(GAME.initial()) < 0
    assert INDEXING.material(GAME.read_state("www...../bbb...../........ 0 1 b")) < 0
    few = GAME.read_state("www...../bbb...../........ 0 0 w")._replace(black=0b11 << 8)
    assert INDEXING.material(few) < 0


@pytest.mark.parametrize("flying", ["true", "false"])
def test_unmoves_take_back_exactly_the_moves_without_a_mill(flying):
    game = zermelo.load(f"nine-mens-morris:flying={flying}")
    indexing = indexing_of(game)

    def befores(state):
        buffer = [0] * indexing.most_unmoves
        return [indexing.unplay(state, buffer[i]) for i in range(indexing.unmoves(state, buffer))]

    for _, _, state in random_numbers(2, 25):
        for before in befores(state):
            assert state in [game.result(before, action)._replace(quiet=0) for action in game.legal(before)]
        for action in game.legal(state):
            after = game.result(state, action)
            if after.quiet:
                assert state in befores(after._replace(quiet=0))


def positions(own, other):
    """How many there are with so many men, by Burnside's lemma: the mean of what the 16 symmetries leave alone."""
    total = 0
    for swapped, mirrored, turn in itertools.product((0, 1), (1, -1), (0, 2, 4, 6)):
        image = {
            8 * ring + place: 8 * ((2 - ring) if swapped else ring) + (mirrored * place + turn) % 8
            for ring in range(3)
            for place in range(8)
        }
        cycles = []
        left = set(image)
        while left:
            cycle = [min(left)]
            while image[cycle[-1]] != cycle[0]:
                cycle.append(image[cycle[-1]])
            left -= set(cycle)
            cycles.append(len(cycle))
        ways = {(0, 0): 1}  # by men of both sides: each cycle belongs to the one, to the other, or is empty
        for size in cycles:
            more = dict(ways)
            for (mine, theirs), count in ways.items():
                for key in ((mine + size, theirs), (mine, theirs + size)):
                    more[key] = more.get(key, 0) + count
            ways = more
        total += ways.get((own, other), 0)
    return total // 16


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """Three men against three, compiled."""
    folder = open_folder(GAME, tmp_path_factory.mktemp("databases"))
    build(plan_build(folder, named_materials(folder.indexing, ["3-3"], None)), threads=2)
    return folder


@pytest.mark.long
def test_every_value_follows_from_those_of_the_moves(three):
    (material,) = three.built()
    values = three.table(material).values()
    (count,) = three.header(material).counts
    assert count.positions == positions(3, 3)
    assert count.wins > 0.8 * count.positions  # who moves first with three flying men wins most positions
    assert new_builder(GAME, INDEXING, threads=2).wrong(material, {}, values) == 0


@pytest.mark.long
def test_the_database_knows_what_the_search_finds(three):
    endgames = Endgames(three)
    noise, compared = random.Random(3), 0
    (material,) = three.built()
    while compared < 12:
        state = INDEXING.unrank(material.words, 0, noise.randrange(material.size))
        value = endgames.value(state)
        if value.distance is None or value.distance > 3:
            continue
        analysis = zermelo.AlphaBeta(depth=4, databases="none", plain=True, evaluate="none").analyse(GAME, state)
        assert analysis.value == value.outcome
        assert len(endgames.line(state)) == value.distance
        compared += 1
