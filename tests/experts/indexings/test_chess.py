"""The endings of chess: numbers, unmoves, and what others have published."""

from __future__ import annotations

import json
import random
from collections import Counter

import numpy as np
import pytest

import zermelo
from zermelo.evaluate import indexing_of
from zermelo.games.chess.rules import ChessState
from zermelo.solve.databases.endgames import Endgames
from zermelo.solve.databases.folder import named_materials, open_folder
from zermelo.solve.databases.values import Value
from zermelo.solve.retrograde.build import build, plan_build

GAME = zermelo.load("chess")
INDEXING = indexing_of(GAME)
MATERIALS = {material.name: material for material in INDEXING.materials(5)}


def built(path, *names):
    folder = open_folder(GAME, path)
    build(plan_build(folder, named_materials(folder.indexing, names, None)), threads=2)
    return Endgames(folder)


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """All endings of three pieces."""
    return built(tmp_path_factory.mktemp("databases"), "KPK")


def random_positions(seed, count, names=tuple(MATERIALS)):
    noise = random.Random(seed)
    while count:
        material = MATERIALS[noise.choice(names)]
        number = noise.randrange(material.size)
        state = INDEXING.unrank(material.words, 0, number)
        if INDEXING.is_legal(material.words, 0, state):
            count -= 1
            yield material, number, state


def images(state, has_pawns):
    """The position mirrored and turned, and with the colours exchanged."""

    def moved(word, change):
        return np.uint64(sum(1 << change(square) for square in range(64) if int(word) >> square & 1))

    changes = [lambda s: s, lambda s: s ^ 7]
    if not has_pawns:
        changes += [lambda s: s ^ 56, lambda s: s ^ 63]
        changes += [lambda s, c=change: c(s) >> 3 | (c(s) & 7) << 3 for change in changes[:4]]
    for change in changes:
        image = ChessState(*(moved(word, change) for word in state[:9]), *state[9:])
        yield image
        flipped = [moved(word, lambda s: s ^ 56) for word in image[:9]]
        flipped[5], flipped[6] = flipped[6], flipped[5]
        yield ChessState(*flipped, 1 - image.player, 0, 1)


def test_there_are_as_many_materials_as_books_say():
    assert len(INDEXING.materials(2)) == 1
    assert len(INDEXING.materials(3)) == 1 + 5
    assert len(INDEXING.materials(4)) == 1 + 5 + 30
    assert len(INDEXING.materials(5)) == 1 + 5 + 30 + 60  # those of five without pawns
    assert MATERIALS["KQKR"].leads_to == ("KQK", "KRK")
    assert "KQKP" in MATERIALS["KPKP"].leads_to
    assert MATERIALS["KQK"].size == 2 * 462 * 64


def test_symmetric_positions_have_one_number():
    for material, number, state in random_positions(3, 40):
        has_pawns = "P" in material.name
        numbers = set()
        for image in images(state, has_pawns):
            key = INDEXING.material(image)
            assert key in (material.key, material.mirrored)
            numbers.add(int(INDEXING.rank(material.words, 0, image, key)))
        assert len(numbers) == 1
        if INDEXING.rank(material.words, 0, state, material.key) != number:  # both kings are on the long diagonal
            assert not has_pawns
            assert numbers < {*range(number)}


def listed(state):
    """The moves, also where neither side can ever mate."""
    buffer = [0] * GAME.max_actions
    return buffer[: GAME.fill(state, buffer)]


def test_unmoves_take_back_the_moves_within_a_material():
    names = [name for name in MATERIALS if len(name) == 4]
    for material, _, state in random_positions(4, 20, names):
        buffer = [0] * 128
        for i in range(INDEXING.unmoves(state, buffer)):
            before = INDEXING.unplay(state, buffer[i])
            number = INDEXING.rank(material.words, 0, before, INDEXING.material(before))
            assert INDEXING.unrank(material.words, 0, number) in images(before, "P" in material.name)
            if not INDEXING.is_legal(material.words, 0, before):
                continue
            afters = [GAME.result(before, action)._replace(clock=0, move=1) for action in listed(before)]
            assert (state in afters) == (buffer[i] > 0)  # if not, it can be taken en passant there
            assert state in [after._replace(passant=np.uint64(0)) for after in afters]
        for action in listed(state):
            after = GAME.result(state, action)
            if INDEXING.material(after._replace(passant=np.uint64(0))) == INDEXING.material(state):
                count = INDEXING.unmoves(after, buffer)
                assert state in [INDEXING.unplay(after, buffer[i]) for i in range(count)]


def test_castling_and_en_passant_have_no_number():
    for fen in ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "8/8/8/8/Pp6/8/8/K6k b - a3 0 1"):
        assert INDEXING.material(GAME.read_state(fen)) == -1
    assert INDEXING.material(GAME.initial()) == -1


@pytest.mark.slow
def test_three_pieces_have_the_published_distances(three, truth):
    published = json.loads(truth("chess/egtb_3man_dtm_counts.json").read_text())["tables"]
    for name, sides in published.items():
        material = MATERIALS[name.replace("v", "")]
        found = {"white_to_move": Counter(), "black_to_move": Counter()}
        for number in range(material.size):
            state = INDEXING.unrank(material.words, 0, number)
            if not INDEXING.is_legal(material.words, 0, state):
                continue
            if INDEXING.rank(material.words, 0, state, material.key) == number:
                kings, pieces = state.kings, state.white | state.black
                squares = [kings & state.white, kings & state.black, pieces & ~kings]
                value = three.tables[material].number(number)
                plies = 0 if value == 0 else value - 1 if value > 0 else value + 1
                side = ("white_to_move", "black_to_move")[state.player]
                found[side][str(plies)] += orbit([int(word).bit_length() - 1 for word in squares], "P" in name)
        assert found["white_to_move"] == sides["white_to_move"]
        assert found["black_to_move"] == sides["black_to_move"]


def orbit(squares, has_pawns):
    """How many symmetric placements there are."""
    found = set()
    for turn in (0, 7) if has_pawns else (0, 7, 56, 63):
        here = tuple(square ^ turn for square in squares)
        found.add(here)
        if not has_pawns:
            found.add(tuple(square >> 3 | (square & 7) << 3 for square in here))
    return len(found)


@pytest.mark.long
def test_every_position_of_king_and_rook_against_king(three, truth):
    lines = truth("chess/krk_depth.data").read_text().split()
    assert len(lines) == 28_056
    material, none = MATERIALS["KRK"], np.uint64(0)
    for line in lines:
        files = list(map(int, line.split(",")))
        king, rook, other = (np.uint64(1 << files[i] - 1 + 8 * (files[i + 1] - 1)) for i in (0, 2, 4))
        state = ChessState(none, none, none, rook, king | other, king | rook, other, none, none, 1, 0, 1)
        number = three.tables[material].number(int(INDEXING.rank(material.words, 0, state, material.key)))
        assert number == (0 if files[6] == 17 else -2 * files[6] - 1)


@pytest.mark.slow
class TestFourPieces:
    """All endings of four pieces take some minutes to build."""

    @pytest.fixture(scope="class")
    def four(self, tmp_path_factory):
        return built(tmp_path_factory.mktemp("databases"))

    def test_longest_mates_in_moves(self, four):
        longest = {
            material.name: max(count.longest_win for count in table.header.counts)
            for material, table in four.tables.items()
        }
        assert [(longest[name] + 1) // 2 for name in ("KQK", "KRK", "KQKR", "KBNK")] == [10, 16, 35, 33]

    def test_results_are_those_of_syzygy(self, four, truth):
        lines = truth("chess/endings_3_4_pieces.epd").read_text().splitlines()
        assert len(lines) == 1950
        for line in lines:
            fen, outcome = line.split(" wdl ")[0], int(line.split(" wdl ")[1].split(";")[0])
            value = four.value(GAME.read_state(" ".join(fen.split()[:4])))
            # a cursed win is drawn by the fifty-move rule, which the distance to mate does not know
            assert value.outcome == (outcome > 0) - (outcome < 0)

    @pytest.mark.parametrize("defence", ["the best", "a random one"])
    def test_random_wins_are_won_in_time(self, four, defence):
        from zermelo.search.alphabeta import AlphaBeta

        folder = str(next(iter(four.tables.values())).path.parent.parent)
        session = AlphaBeta(nodes=2000, databases=folder, compiled=False).open(GAME)
        names = [material.name for material in four.tables if material.pieces == 4]
        noise, games = random.Random(5), 0
        for _, _, state in random_positions(6, 2000, names):
            value = four.value(state)
            if value.outcome <= 0 or games == 200:
                continue
            games += 1
            plies, winner = 0, state.player
            while not GAME.is_terminal(state):
                if state.player == winner:
                    action = session.choose(state)
                else:
                    action = four.line(state, 1)[0] if defence == "the best" else noise.choice(GAME.legal(state))
                state = GAME.result(state, action)
                plies += 1
            assert GAME.utility(state, winner) == 1.0
            assert plies == value.distance if defence == "the best" else plies <= value.distance
        assert games == 200

    def test_en_passant_is_part_of_a_value(self, four):
        """Black mates or loses by taking: with the right to take en passant the value is another one."""
        with_right, without = (
            four.value(GAME.read_state(f"8/8/8/8/Pp6/8/8/K6k b - {square} 0 1")) for square in ("a3", "-")
        )
        assert isinstance(with_right, Value)
        assert with_right.outcome >= without.outcome
