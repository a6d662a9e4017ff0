"""The games in examples/: each keeps the laws, and small ones have the values that brute force finds."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import naive
import numpy as np
import pytest

import zermelo
from zermelo.laws.trial import try_laws

FOLDER = Path(__file__).parents[1] / "examples"
FILES = sorted(file.name for file in FOLDER.glob("*.py"))


def example(name, **parameters):
    return zermelo.load(str(FOLDER / name), **parameters)


def test_each_is_listed():
    text = (FOLDER / "README.md").read_text()
    assert FILES
    assert [name for name in FILES if f"`{name}`" not in text] == []


@pytest.mark.parametrize("name", FILES)
def test_it_keeps_the_laws(name):
    trial = try_laws(example(name), games=2, seed=0, seconds=0.4)
    assert [str(finding) for finding in trial.findings if not finding.holds] == []
    assert trial.positions > 0  # how many it reaches in that time depends on the machine


@pytest.mark.parametrize(("pits", "seeds"), [(6, 4), (3, 3), (4, 2)])
def test_both_kalahs_are_one_game(pits, seeds):
    slow, fast = (example(f"kalah_{kind}.py", pits=pits, seeds=seeds) for kind in ("tuple", "bits"))
    noise = random.Random(1)
    for _ in range(20):
        one, other = slow.initial(), fast.initial()
        while not slow.is_terminal(one):
            assert slow.legal(one) == fast.legal(other)
            assert slow.to_move(one) == fast.to_move(other)
            action = noise.choice(slow.legal(one))
            one, other = slow.result(one, action), fast.result(other, action)
        assert fast.is_terminal(other)
        assert slow.utility(one, 0) == fast.utility(other, 0) == one.board[pits] - one.board[-1]


@pytest.mark.parametrize(
    ("name", "parameters", "value"),
    [
        ("hex.py", {"size": 1}, 1),
        ("hex.py", {"size": 2}, 1),  # whoever begins wins on every board
        ("hex.py", {"size": 3}, 1),
        ("dots_and_boxes.py", {"rows": 1, "columns": 1}, -1),  # the fourth line is the second player's
        ("mnk_integer.py", {"size": 3, "row": 3}, 0),  # tic-tac-toe
        ("mnk_integer.py", {"size": 2, "row": 2}, 1),
        ("mnk_wide.py", {"size": 3, "row": 3}, 0),
        ("connect6.py", {"size": 3, "row": 3}, 1),  # two stones at a time cannot be stopped
    ],
)
def test_known_values(name, parameters, value):
    game = example(name, **parameters)
    analysis = zermelo.AlphaBeta(compiled=False).analyse(game)
    assert (analysis.value, analysis.exact) == (value, True)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("kalah_bits.py", {"pits": 2, "seeds": 2}),
        ("dots_and_boxes.py", {"rows": 1, "columns": 2}),
        ("hex.py", {"size": 2}),
    ],
)
def test_values_by_brute_force(name, parameters):
    game = example(name, **parameters)
    value = naive.minimax(game, game.initial())
    assert zermelo.Minimax(compiled=False).analyse(game).value == value


@pytest.mark.parametrize(("size", "row"), [(3, 3), (9, 5)])
def test_both_mnk_games_are_one(size, row):
    slow, fast = (example(f"mnk_{kind}.py", size=size, row=row) for kind in ("integer", "wide"))
    noise = random.Random(1)
    for _ in range(5):
        one, other = slow.initial(), fast.initial()
        while not slow.is_terminal(one):
            assert slow.legal(one) == fast.legal(other)
            action = noise.choice(slow.legal(one))
            one, other = slow.result(one, action), fast.result(other, action)
            assert tuple(one) == tuple(other)
        assert fast.is_terminal(other)
        assert slow.utility(one, 0) == fast.utility(other, 0)


def slid(line):
    """A line of 2048 pushed to the left, and the score that its merges give."""
    tiles, out, score = [tile for tile in line if tile], [], 0
    while tiles:
        merges = len(tiles) > 1 and tiles[0] == tiles[1]
        out.append(tiles[0] + merges)
        score += 2 ** out[-1] if merges else 0
        tiles = tiles[1 + merges :]
    return out + [0] * (len(line) - len(out)), score


def test_2048_pushes_as_by_hand():
    game, noise = example("game_2048.py"), random.Random(3)
    state = game.initial()
    while not game.is_terminal(state):
        for way in range(4 if not state.spawning else 0):
            lines = [slid([int(tile) for tile in line]) for line in np.rot90(state.board, way)]
            board = np.rot90(np.array([line for line, _ in lines]), -way)
            assert (way in game.legal(state)) == (board != state.board).any()
            after = game.result(state, way)
            assert (after.board == board).all()
            assert after.score == state.score + sum(score for _, score in lines)
        state = game.result(state, noise.choice(game.moves(state)))
    assert state.score > 100


def test_2048_is_worth_what_brute_force_finds():
    game = example("game_2048.py", size=2, goal=3)

    def value(state):
        if game.is_terminal(state):
            return game.utility(state, 0)
        if state.spawning:
            return sum(chance * value(game.result(state, outcome)) for outcome, chance in game.outcomes(state))
        return max(value(game.result(state, way)) for way in game.legal(state))

    analysis = zermelo.Expectimax(compiled=False).analyse(game)
    assert analysis.value == pytest.approx(value(game.initial()))


def winner_of_connect6(stones, size, row):
    """Whoever has a row, found by looking from every cell; stones: cells by player."""
    for player, cells in stones.items():
        for cell, (right, down) in itertools.product(cells, ((0, 1), (1, 0), (1, 1), (1, -1))):
            x, y = divmod(cell, size)
            line = [(x + right * step, y + down * step) for step in range(row)]
            if all(0 <= a < size and 0 <= b < size and a * size + b in cells for a, b in line):
                return player
    return None


def test_connect6_by_hand():
    size, row = 7, 4
    game, noise = example("connect6.py", size=size, row=row), random.Random(5)
    for _ in range(10):
        state, stones, ply = game.initial(), {0: set(), 1: set()}, 0
        while not game.is_terminal(state):
            mover = (ply + 1) // 2 % 2
            assert game.to_move(state) == mover
            assert game.legal(state) == sorted(set(range(size * size)) - stones[0] - stones[1])
            action = noise.choice(game.legal(state))
            stones[mover].add(action)
            state, ply = game.result(state, action), ply + 1
            assert (winner_of_connect6(stones, size, row) is None) == (not state.won)
        won = winner_of_connect6(stones, size, row)
        assert game.utility(state, 0) == (0 if won is None else 1 if won == 0 else -1)


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        *("connect6.py", "dice_race.py", "duel.py", "game_2048.py", "gomoku.py", "hare_and_hounds.py", "ludo.py"),
        *("minichess.py", "mnk_wide.py", "nine_mens_morris.py", "peg_solitaire.py", "whist.py"),
    ],
)
def test_it_compiles(name):
    game = example(name)
    assert zermelo.perft(game, depth=2, compiled=True).leaves == zermelo.perft(game, depth=2, compiled=False).leaves


def test_three_players():
    game = example("nim_for_three.py", first=3, second=2)
    assert zermelo.MaxN(compiled=False).analyse(game).values == naive.maxn(game, game.initial())


@pytest.mark.parametrize(("h", "v", "k", "value"), [(3, 3, 3, 0), (2, 2, 2, 1), (3, 2, 3, 0), (4, 2, 2, 1)])
def test_the_aima_class_is_our_tic_tac_toe(h, v, k, value):
    theirs, ours = example("aima_tic_tac_toe.py", h=h, v=v, k=k), zermelo.load("tic-tac-toe", rows=h, columns=v, k=k)
    for depth in (2, 3):
        counts = [zermelo.perft(game, depth=depth, compiled=False).leaves for game in (theirs, ours)]
        assert counts[0] == counts[1]
    if h * v < 9:
        assert zermelo.AlphaBeta().analyse(theirs).value == value
        assert naive.minimax(theirs, theirs.initial()) == value


@pytest.mark.parametrize("pile", range(1, 10))
def test_the_easyai_class_is_misere_nim(pile):
    game, nim = example("easyai_bones.py", pile=pile), zermelo.load("nim", stones=pile, misere=True)
    value = naive.minimax(nim, nim.initial())
    assert zermelo.AlphaBeta().analyse(game).value == naive.minimax(game, game.initial()) == 100 * value


@pytest.mark.long
def test_a_loop_over_few_numbers_that_skips_some_is_compiled_soon():
    """LLVM analysed the count of the free ones of 24 lines without end, when a generator in a loop made it."""
    analysis = zermelo.MCTS(sims=10, seed=1).analyse(example("dots_and_boxes.py", rows=3, columns=3))
    assert analysis.compiled


def test_ataxx_has_as_many_lines_as_is_known():
    game = example("ataxx.py")
    assert [zermelo.perft(game, depth=depth, compiled=False).leaves for depth in (1, 2, 3)] == [16, 256, 6460]


def test_ataxx_passes_turns_over_and_ends():
    """Games on 4×4: what is turned over changes sides, and who has more at the end has won."""
    game = example("ataxx.py", size=4, jumps=3)
    noise, ended = random.Random(2), set()
    for _ in range(30):
        state = game.initial()
        while not game.is_terminal(state):
            action = noise.choice(game.legal(state))
            after = game.result(state, action)
            mine, theirs = (state.red, state.blue) if state.player == 0 else (state.blue, state.red)
            new_mine, new_theirs = (after.red, after.blue) if state.player == 0 else (after.blue, after.red)
            assert new_mine & new_theirs == 0
            assert theirs & ~new_theirs == new_mine & theirs  # what the other loses, the mover has
            split = action // 16 == action % 16
            turned = (new_mine & theirs).bit_count()
            assert new_mine.bit_count() == mine.bit_count() + turned + split
            assert after.jumps == (0 if split else state.jumps + 1)
            state = after
        lead = state.red.bit_count() - state.blue.bit_count()
        assert game.utility(state, 0) == (lead > 0) - (lead < 0)
        ended.add("jumps" if state.jumps == 3 else "men" if 0 in (state.red, state.blue) else "full")
    assert {"jumps", "full"} <= ended
