"""Can't Stop beside a slow, obvious twin on dictionaries; small boards solved twice."""

from __future__ import annotations

import random
from itertools import product

import pytest
from conftest import random_position

import zermelo
from zermelo.arena.doctor import examine
from zermelo.game import CHANCE, ZermeloError
from zermelo.games.cant_stop import DOUBLE, SINGLE

TINY = "cant-stop:sides=2,goal=2,ends=2,rise=0"
SMALL = ["cant-stop", "cant-stop:sides=3,goal=2,ends=2,rise=1", TINY]


def tops_of(sides, ends, rise):
    return {total: ends + rise * min(total - 2, 2 * sides - total) for total in range(2, 2 * sides + 1)}


def read(game, state):
    """A position from its text: the steps of both and of this turn by column, the dice, and the player."""
    words = game.state_text(state).split()
    first, second, runners = ({c + 2: int(digit, 16) for c, digit in enumerate(word)} for word in words[:3])
    return first, second, runners, words[3], int(words[4]) - 1


def climbs(first, second, runners, dice, player, tops):
    """What a roll allows, as sorted tuples of columns."""
    own = (first, second)[player]

    def can(runners, column):
        if tops[column] in (first[column], second[column], own[column] + runners[column]):
            return False
        return runners[column] > 0 or sum(steps > 0 for steps in runners.values()) < 3

    found = set()
    a, b, c, d = map(int, dice)
    for one, other in ((a + b, c + d), (a + c, b + d), (a + d, b + c)):
        if can(runners, one) and can({**runners, one: runners[one] + 1}, other):
            found.add(tuple(sorted((one, other))))
        else:
            found |= {(column,) for column in (one, other) if can(runners, column)}
    return found


def columns_of(action):
    if action >= DOUBLE:
        return tuple(sorted(((action - DOUBLE) // 16 + 2, (action - DOUBLE) % 16 + 2)))
    return (action - SINGLE + 2,)


@pytest.mark.parametrize("spec", SMALL)
def test_climbs_are_those_of_the_twin(spec):
    game, noise = zermelo.load(spec), random.Random(spec)
    tops = tops_of(*(game.parameters[name] for name in ("sides", "ends", "rise")))
    seen = 0
    for _ in range(5):
        state = game.initial()
        for _ in range(200):
            if game.is_terminal(state):
                break
            first, second, runners, dice, player = read(game, state)
            if dice.isdecimal():
                wanted = climbs(first, second, runners, dice, player, tops)
                assert sorted(map(columns_of, game.legal(state))) == sorted(wanted)
                seen += 1
            elif dice == "-":
                for outcome, _ in game.outcomes(state)[:: max(1, len(tops))]:
                    thrown = game.action_text(state, outcome)
                    is_over = not climbs(first, second, runners, thrown, player, tops)
                    after = game.result(state, outcome)
                    assert is_over == (game.to_move(after) == CHANCE)
                    assert not is_over or (after.player, after.runners) == (1 - player, 0)
            state = game.result(state, noise.choice(game.moves(state)))
    assert seen > 10


def test_the_board_of_the_game():
    game = zermelo.load("cant-stop")
    lines = game.describe(game.initial())
    heights = [sum((row, column) not in lines.absent for row in range(13)) for column in range(11)]
    assert heights == [3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3]
    outcomes = game.outcomes(game.initial())
    assert len(outcomes) == 126
    assert sum(share for _, share in outcomes) == pytest.approx(1)
    assert dict(outcomes)[1] == pytest.approx(1 / 1296)


def test_one_runner_left_for_two_columns_is_a_choice():
    game = zermelo.load("cant-stop")
    state = game.read_state("00000000000 00000000000 10000100000 1124 1")
    names = [game.action_text(state, action) for action in game.legal(state)]
    assert sorted(names) == ["2+6", "3", "5"]  # 1+1, 2+4; or 1+2, 1+4 with one runner for both


def test_stopping_keeps_the_steps_and_a_bad_roll_loses_them():
    game = zermelo.load("cant-stop")
    state = game.read_state("00000100000 00000000000 00000200000 ? 1")
    stopped = game.result(state, game.read_action(state, "stop"))
    assert game.state_text(stopped) == "00000300000 00000000000 00000000000 - 2"
    climbing = game.read_state("00000100000 00000000000 11000200000 - 1")
    bust = game.result(climbing, game.read_action(climbing, "6666"))
    assert game.state_text(bust) == "00000100000 00000000000 00000000000 - 2"


def test_three_columns_win():
    game = zermelo.load("cant-stop")
    state = game.read_state("35000000000 00000000000 00000000003 ? 1")
    over = game.result(state, game.read_action(state, "stop"))
    assert game.is_terminal(over)
    assert (game.utility(over, 0), game.utility(over, 1)) == (1, -1)


def solved(moves, start):
    """The value of the start for player 0, by value iteration.

    moves(state) gives the mover and (state, share) pairs, or the value of a state where the game is over.
    """
    waiting, known = [start], {}
    while waiting:
        state = waiting.pop()
        if state not in known:
            known[state] = moves(state)
            if not isinstance(known[state], float):
                waiting += [after for after, _ in known[state][1]]
    values = dict.fromkeys(known, 0.0)
    change = 1.0
    while change > 1e-13:
        change = 0.0
        for state, found in known.items():
            if isinstance(found, float):
                value = found
            elif found[0] == CHANCE:
                value = sum(share * values[after] for after, share in found[1])
            else:
                value = (max if found[0] == 0 else min)(values[after] for after, _ in found[1])
            change = max(change, abs(value - values[state]))
            values[state] = value
    return values[start]


def test_a_tiny_board_is_worth_the_same_as_its_twin():
    game = zermelo.load(TINY)
    tops = tops_of(2, 2, 0)

    def ours(state):
        if game.is_terminal(state):
            return game.utility(state, 0)
        mover = game.to_move(state)
        shares = game.outcomes(state) if mover == CHANCE else [(action, 1.0) for action in game.legal(state)]
        return mover, [(game.result(state, move), share) for move, share in shares]

    def twin(state):
        """A state: the steps of both and of this turn, as tuples of pairs, the dice, and the player."""
        first, second, runners = map(dict, state[:3])
        dice, player = state[3:]
        for who, steps in enumerate((first, second)):
            if sum(steps[column] == top for column, top in tops.items()) >= 2:
                return 1.0 if who == 0 else -1.0
        none = dict.fromkeys(tops, 0)

        def made(first, second, runners, dice, player):
            return tuple(first.items()), tuple(second.items()), tuple(runners.items()), dice, player

        if dice == "-":
            found = []
            for throw in product("12", repeat=4):
                thrown = "".join(throw)
                can = climbs(first, second, runners, thrown, player, tops)
                after = made(first, second, runners, thrown, player)
                found.append((after if can else made(first, second, none, "-", 1 - player), 1 / 16))
            return CHANCE, found
        if dice == "?":
            own = {column: (first, second)[player][column] + runners[column] for column in tops}
            both = (own, second) if player == 0 else (first, own)
            return player, [
                (made(first, second, runners, "-", player), 1.0),
                (made(*both, none, "-", 1 - player), 1.0),
            ]
        found = []
        for columns in climbs(first, second, runners, dice, player, tops):
            after = dict(runners)
            for column in columns:
                after[column] += 1
            found.append((made(first, second, after, "?", player), 1.0))
        return player, found

    none, some, most = ((2, 0), (3, 0), (4, 0)), ((2, 0), (3, 0), (4, 1)), ((2, 2), (3, 0), (4, 1))
    value = solved(ours, game.read_state("201 001 000 - 2"))
    assert value == pytest.approx(solved(twin, (most, some, none, "-", 1)), abs=1e-10)
    assert -1 < value < 1


@pytest.mark.parametrize("spec", SMALL)
def test_positions_are_read_as_they_are_written(spec):
    game = zermelo.load(spec)
    for seed in range(20):
        state = random_position(game, seed, most=60, choice=False)
        assert game.read_state(game.state_text(state)) == state


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0", "give the steps of player 1, of player 2 and of this turn, 11 digits each"),
        ("40000000000 00000000000 00000000000 - 1", "column 2 has 3 steps"),
        ("30000000000 00000000000 10000000000 - 2", "column 2 is finished"),
        ("00000000000 00000000000 11110000000 - 1", "at most 3 columns"),
        ("00000000000 00000000000 00000000000 1237 1", "the dice are four digits from 1 to 6"),
        ("00000000000 00000000000 00000000000 - 3", "the player is 1 or 2"),
        ("00000000000 00000000000 00000000000 ? 1", "some column was climbed"),
        ("30000000000 00000000000 00000000000 1111 1", "no column can be climbed"),
    ],
)
def test_a_bad_position_is_told_in_one_line(text, said):
    with pytest.raises(ZermeloError) as error:
        zermelo.load("cant-stop").read_state(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("cant-stop:sides=7", "sides must be 2 to 6, not 7"),
        ("cant-stop:sides=3,goal=4", "goal must be 1 to 3"),
        ("cant-stop:ends=9", "columns must have 1 to 15 steps, not 9 to 19"),
    ],
)
def test_bad_parameters_are_told(spec, said):
    with pytest.raises(ZermeloError) as error:
        zermelo.load(spec)
    assert said in str(error.value)


@pytest.mark.long
def test_compiled_and_interpreted_agree():
    diagnosis = examine(zermelo.load("cant-stop:sides=3,goal=2,ends=2,rise=1"), games=2)
    assert (diagnosis.healthy, diagnosis.compiled) == (True, True)
