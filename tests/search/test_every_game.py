"""Every built-in game without secrets and every parameter of it: compiled, interpreted and plain minimax agree.

Slow: 500 random positions of each game, searched three times.
"""

from __future__ import annotations

import math
import random
from functools import cache

import naive
import pytest
from conftest import is_small, random_position

import zermelo
from zermelo.evaluate import opinion

POSITIONS = 500

# One game and its parameters, and the plies that plain minimax looks ahead.
SPECS = {
    "2048": 2,
    "2048:rows=2,columns=3,goal=32": 3,
    "2048:rows=3,columns=3,placer=player": 3,
    "amazons": 1,
    "amazons:size=5": 1,
    "backgammon": 1,
    "backgammon:cube=true,length=3": 1,
    "bins": 2,
    "breakthrough": 2,
    "breakthrough:rows=5,columns=3": 4,
    "breakthrough:rows=6,columns=4,ranks=1": 3,
    "cant-stop": 2,
    "cant-stop:sides=2,goal=2,ends=1,rise=1": 3,
    "castles": 3,
    "castles:red=1,green=4,blue=2": 4,
    "checkers": 3,
    "chess": 2,
    "coin-flip": 4,
    "coin-flip:turns=2,heads=5": 6,
    "connect-four": 3,
    "connect-four:columns=10,rows=5": 2,
    "connect-four:columns=4,rows=4,connect=3": 5,
    "dots-and-boxes": 2,
    "dots-and-boxes:rows=1,columns=3": 4,
    "draughts": 2,
    "go": 1,
    "go:size=5": 2,
    "go:rows=3,columns=4,komi=0.5": 2,
    "go:size=5,ko=positional": 2,
    "go:size=5,ko=situational": 2,
    "go:size=4,suicide=true": 2,
    "go:size=4,margin=true,komi=3.5": 2,
    "go:size=4,scoring=territory": 2,
    "go:size=9,handicap=3": 1,
    "gomoku": 1,
    "gomoku:size=6,rule=exact": 2,
    "gomoku:size=6,rule=exact,swap=true": 2,
    "hex": 1,
    "hex:size=3,swap=true": 4,
    "kalah": 4,
    "kalah:pits=3,seeds=2,empty_capture=true": 5,
    "monopoly": 1,
    "monopoly:players=4,rounds=5": 1,
    "nim": 5,
    "nim:stones=9,most=4,misere=true": 9,
    "nine-mens-morris": 2,
    "nine-mens-morris:men=3,flying=false": 2,
    "othello": 3,
    "othello:size=4": 5,
    "othello:size=6": 3,
    "pacman": 3,
    "pacman:layout=trapped": 4,
    "pig": 3,
    "pig:goal=10,sides=2": 5,
    "random-tree": 6,
    "random-tree:branching=5,depth=3": 3,
    "random-tree:depth=7,outcomes=4": 3,
    "tic-tac-toe": 4,
    "tic-tac-toe:rows=4,columns=4,k=3": 3,
    "yahtzee": 1,
    "yahtzee:players=2": 1,
    "[[[1,2,3],[4,5,6]],[[7,8,9]]]": 3,
}


def test_no_game_is_forgotten():
    named = {spec.partition(":")[0] for spec in SPECS}
    left_out = {name for name in zermelo.game_names() if name not in named and not zermelo.load(name).has_hidden}
    assert left_out == {"tree"}  # written as a list of lists


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_compiled_interpreted_and_naive_agree(spec):
    game = zermelo.load(spec)
    depth = SPECS[spec]
    evaluate = _evaluation(game)
    kinds = _searches(game)
    for state in _positions(game):
        mover = game.to_move(state)

        @cache
        def twin(throws, action=None, state=state):
            if action is None:
                return _twin(game, state, depth, evaluate, throws)
            return _twin(game, game.result(state, action), depth - 1, evaluate, throws)

        for kind, options in kinds:
            throws = options.get("plain", True)  # the strong expectiminimax counts plies of choice
            wanted = twin(throws)
            for compiled in {True, False} if game.compiles else {False}:
                analysis = kind(depth=depth, compiled=compiled, **options).analyse(game, state)
                found = _in_units(game, analysis, analysis.values or (analysis.value,))
                place = (kind, compiled, game.state_text(state))
                assert found == pytest.approx(wanted if analysis.values else (wanted[mover],)), place
                assert analysis.compiled == compiled
                assert twin(throws, analysis.action)[mover] == pytest.approx(wanted[mover]), place


SOME = 8  # of the moves that a search decides in one position; plain minimax takes long on a large board
PROVED = [spec for spec in SPECS if zermelo.load(spec).players == 2 and not zermelo.load(spec).has_chance]


@pytest.mark.slow
@pytest.mark.parametrize("spec", PROVED)
def test_what_mcts_proves_is_minimax_s_value(spec):
    """Compiled, one to four plies before the end of random games."""
    game = zermelo.load(spec)
    search = zermelo.MCTS(sims=400, seed=1, compiled=game.compiles or None)
    proved, draw = 0, random.Random(1)
    for state in _positions_near_the_end(game):
        analysis = search.analyse(game, state)
        claims = [(state, analysis.value)] if analysis.exact else []
        decided = [candidate for candidate in analysis.candidates if candidate.decided]
        for candidate in draw.sample(decided, min(len(decided), SOME)):
            claims.append((game.result(state, candidate.action), candidate.value))
        for place, value in claims:
            narrow = len(game.legal(place)) <= 40
            depth = 1 if not narrow else math.inf if is_small(game, place, most=1000) else 2
            twin = naive.for_mover(game, state, naive.minimax(game, place, depth))
            if twin == pytest.approx(value):
                proved += 1
            else:  # a win or loss further away looks open to a shallow search, which calls it 0; points may be any
                assert depth < math.inf, (game.state_text(place), value, twin)
                assert twin == 0 or game.points is not None, (game.state_text(place), value, twin)
    assert proved > 0


def _searches(game):
    """The searches that promise minimax's value, each with the options that it needs for that."""
    if game.players != 2 or not game.zero_sum:
        return [(zermelo.MaxN, {})]
    if game.has_chance:
        # In Can't Stop, throws may follow one another for ever where nobody has a choice: the twin would not end.
        strong = [] if game.name == "cant-stop" else [(zermelo.Expectiminimax, {"plain": False})]
        return [(zermelo.Expectiminimax, {"plain": True}), *strong]
    return [(zermelo.Minimax, {}), (zermelo.AlphaBeta, {"exact": True, "keep": False})]


def _evaluation(game):
    """The game's opinion as a share of a win, which is what searches compare with utilities."""
    evaluator = opinion(game)
    if not evaluator:
        return lambda state, player: 0.0
    return lambda state, player: evaluator.function(state, player) / evaluator.win


def _in_units(game, analysis, values):
    """Values as shares of a win, as `_evaluation` gives them."""
    evaluator = opinion(game)
    if analysis.exact or analysis.distance is not None or not evaluator:
        return values
    return tuple(value / evaluator.win for value in values)


def _twin(game, state, depth, evaluate, throws):
    """The value for every player by the slow, obvious search."""
    if game.players != 2:
        return naive.maxn(game, state, depth, evaluate)
    value = naive.expectiminimax(game, state, depth, evaluate, throws)
    return value, -value


def _positions(game):
    """Random positions with a choice to make."""
    return (random_position(game, seed, most=_length(game)) for seed in range(POSITIONS))


def _length(game):
    """How far into a game positions are taken from."""
    return 60 if game.max_plies is None else min(60, max(2, int(0.8 * game.max_plies)))


def _positions_near_the_end(game):
    """Positions with a choice to make, one to four plies before the end of a random game."""
    noise = random.Random(7)
    found = 0
    while found < POSITIONS:
        path = [game.initial()]
        while not game.is_terminal(path[-1]):
            path.append(game.result(path[-1], noise.choice(game.moves(path[-1]))))
        ahead = noise.randint(1, 4)
        if len(path) > ahead:
            found += 1
            yield path[-1 - ahead]
