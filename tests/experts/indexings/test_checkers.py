"""The endings of checkers: numbers, unmoves, and the published counts."""

from __future__ import annotations

import csv
import random

import pytest

import zermelo
from zermelo.evaluate import indexing_of
from zermelo.games.checkers import jumpers
from zermelo.solve.databases.endgames import Endgames
from zermelo.solve.databases.folder import named_materials, open_folder
from zermelo.solve.databases.packing import pack
from zermelo.solve.retrograde.build import build, plan_build
from zermelo.solve.retrograde.builder import FEW, new_builder

GAME = zermelo.load("checkers")
INDEXING = indexing_of(GAME)


def built(path, pieces):
    folder = open_folder(GAME, path)
    build(plan_build(folder, named_materials(folder.indexing, (), pieces)), threads=2)
    return folder


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """All endings of up to three pieces."""
    return built(tmp_path_factory.mktemp("databases"), 3)


def random_numbers(seed, most=60):
    """Materials and numbers of positions."""
    noise = random.Random(seed)
    materials = INDEXING.materials(5)
    for _ in range(most):
        material = noise.choice(materials)
        number = noise.randrange(material.size)
        state = INDEXING.unrank(material.words, 0, number)
        if INDEXING.is_legal(material.words, 0, state):
            yield material, number, state


def turned(state):
    """The same position with the sides exchanged."""
    return GAME.read_state(
        ":".join(_exchanged(part) for part in GAME.state_text(state).split(":")),
    )


def _exchanged(part):
    colour = {"B": "W", "W": "B"}[part[0]]
    squares = [word for word in part[1:].split(",") if word]
    return colour + ",".join(f"{'K' * ('K' in word)}{33 - int(word.strip('K'))}" for word in squares)


def test_a_number_is_that_of_its_position_for_either_side():
    for material, number, state in random_numbers(1):
        key = INDEXING.material(state)
        assert key in (material.key, material.mirrored)
        assert INDEXING.rank(material.words, 0, state, key) == number
        if state.black and state.white:
            other = turned(state)
            assert INDEXING.material(other) == key
            assert INDEXING.rank(material.words, 0, other, key) == number


def test_unmoves_take_back_exactly_the_steps():
    for _, _, state in random_numbers(2):
        buffer = [0] * 64
        befores = [INDEXING.unplay(state, buffer[i]) for i in range(INDEXING.unmoves(state, buffer))]
        for before in befores:
            assert jumpers(before) == 0
            assert state in [GAME.result(before, action)._replace(quiet=0) for action in GAME.legal(before)]
        for action in GAME.legal(state):
            after = GAME.result(state, action)._replace(quiet=0)
            if sorted(map(int.bit_count, after[:3])) == sorted(map(int.bit_count, state[:3])):
                buffer = [0] * 64
                back = [INDEXING.unplay(after, buffer[i]) for i in range(INDEXING.unmoves(after, buffer))]
                assert state in back


@pytest.mark.long
def test_interpreted_and_compiled_values_are_the_same(three):
    builder = new_builder(GAME, INDEXING, compiled=False)
    by_name = {material.name: material for material in INDEXING.materials(2)}
    tables = {}
    for name in ("M0K1-M0K0", "M1K0-M0K0", "M0K1-M0K1", "M1K0-M0K1", "M1K0-M1K0"):
        material = by_name[name]
        known = {by_name[other]: tables[other] for other in material.leads_to}
        tables[name] = pack(builder.values(material, known))
        assert tables[name].tobytes() == three.table(material).words.tobytes()


def test_a_few_positions_are_not_worth_compiling():
    assert not new_builder(GAME, INDEXING, positions=FEW).kernel.compiled


def check_counts(folder, pieces, truth):
    counts = {count.part: count for material in folder.built() for count in folder.header(material).counts}
    with open(truth("checkers/english_egdb_le4_counts.csv")) as file:
        rows = [list(map(int, row)) for row in csv.reader(file) if row[0].isdigit()]
    compared = 0
    for men, kings, other_men, other_kings, *published in rows:
        if men + kings + other_men + other_kings <= pieces:
            count = counts[f"M{men}K{kings} against M{other_men}K{other_kings}"]
            found = [count.positions, count.wins, count.losses, count.draws, count.longest_win, count.longest_loss]
            assert found == published
            compared += 1
    assert compared == len(counts)


@pytest.mark.long
def test_known_counts(three):
    """Two kings against one: all but 34 of 14,880 positions are won, in at most 33 plies."""
    by_name = {material.name: material for material in three.built()}
    first, second = three.header(by_name["M0K2-M0K1"]).counts
    assert (first.wins, first.losses, first.draws, first.longest_win) == (14846, 0, 34, 33)
    assert (second.wins, second.losses, second.draws, second.longest_loss) == (412, 13018, 1450, 34)


@pytest.mark.long
def test_every_slice_of_three_pieces_has_the_published_counts(three, truth):
    check_counts(three, 3, truth)


@pytest.mark.slow
def test_every_slice_of_four_pieces_has_the_published_counts(tmp_path, truth):
    folder = built(tmp_path, 4)
    check_counts(folder, 4, truth)
    endgames, lines = Endgames(folder), truth("checkers/english_endings_le4_samples.txt").read_text().splitlines()
    samples = [[field.strip() for field in line.split(";")] for line in lines if line and not line.startswith("#")]
    assert len(samples) == 1230
    for position, outcome, plies in samples:
        value = endgames.value(GAME.read_state(position))
        assert (value.word[0].upper(), -1 if value.distance is None else value.distance) == (outcome, int(plies))
