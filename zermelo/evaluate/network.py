"""Networks: a function that says of many states at once how likely each action is and what the state is worth.

Any function of this shape drives `zermelo.PUCT`; a trained network is one, and those below need no training.

    def network(states):
        return priors, values
"""

from __future__ import annotations

import math
import random
import secrets
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Protocol

from zermelo.bits import fraction, mix, step
from zermelo.compile.kernel.prepare import prepare
from zermelo.compile.kernel.rules import Rules
from zermelo.evaluate import Evaluator, centred, opinion
from zermelo.evaluate.linear import as_evaluator
from zermelo.game import CHANCE, Game, State, ZermeloError
from zermelo.installed import np

SLACK = 1e-6  # how far a value may lie outside the utilities: about the precision of a float32
LOOKED_AT = 64  # positions that are evaluated to learn how large an evaluation usually is


class Network(Protocol):
    """Priors and values for a batch of states: network(states) -> (priors, values).

    states      a list of states of one game; a player is to move in each of them, chance in none, and none is over
    priors[i]   a number of at least 0 for each legal action of states[i], in the order of `game.legal(states[i])`;
                they need not add up to 1, and where all are 0 every action is equally likely
    values[i]   what states[i] is worth to its player to move, in the game's utilities; where there are more or fewer
                than two players, or the game is not zero-sum: a tuple, one per player

    Lists, arrays and tensors on the CPU will do. The states are asked about once each, from the thread that searches.
    """

    def __call__(self, states: list[State], /) -> tuple[Sequence[Any], Sequence[Any]]: ...


def ask(
    network: Network, game: Game, states: list[State], counts: Sequence[int], movers: Sequence[int]
) -> tuple[Any, Any]:
    """What a network says, checked and normalised; raises ZermeloError in one line.

    counts, movers: how many actions each state has, and who is to move there.
    Returns priors [all actions of all states], those of each state adding up to 1, and values [state, player], above
    or below the game's middle.
    """
    answer = network(states)
    try:
        priors, values = answer
        given = len(priors), len(values)
    except (TypeError, ValueError):
        raise ZermeloError(f"a network returns (priors, values), not {type(answer).__name__}") from None
    if given != (len(states), len(states)):
        raise ZermeloError(
            f"the network was asked about {len(states)} states and gave priors for {given[0]} and values for {given[1]}"
        )
    return _checked_priors(game, states, priors, counts), _checked_values(game, states, values, movers)


def _checked_priors(game: Game, states: list[State], priors: Sequence[Any], counts: Sequence[int]) -> Any:
    rows = [_numbers(row, "priors", game, state) for row, state in zip(priors, states, strict=True)]
    for row, state, count in zip(rows, states, counts, strict=True):
        if row.size != count:
            raise ZermeloError(
                f"the network gave {row.size} priors at {game.state_text(state)}, which has {count} legal actions"
            )
    flat: Any = np.concatenate(rows)
    ends: Any = np.cumsum(counts)
    wrong = np.flatnonzero(~(np.isfinite(flat) & (flat >= 0)))
    if wrong.size:
        state = states[int(np.searchsorted(ends, wrong[0], side="right"))]
        raise ZermeloError(
            f"the network gave the prior {flat[wrong[0]]:g} at {game.state_text(state)}: give numbers of at least 0"
        )
    sums = np.repeat(np.add.reduceat(flat, ends - counts), counts)
    uniform = np.repeat(1.0 / np.asarray(counts), counts)
    return np.where(sums > 0, flat / np.where(sums > 0, sums, 1.0), uniform)


def _checked_values(game: Game, states: list[State], values: Sequence[Any], movers: Sequence[int]) -> Any:
    mirrored = game.is_duel
    width = 1 if mirrored else game.players
    low, high = bounds(game)
    rows = np.empty((len(states), width))
    for row, value, state in zip(rows, values, states, strict=True):
        numbers = _numbers(value, "values", game, state)
        if numbers.size != width:
            wanted = "one number, for the player to move" if mirrored else f"a tuple of {width}, one per player"
            raise ZermeloError(f"the network gave {numbers.size} values at {game.state_text(state)}: give {wanted}")
        row[:] = numbers
    slack = SLACK * high if math.isfinite(high) else 0.0
    wrong = np.argwhere(~(np.isfinite(rows) & (rows >= low - slack) & (rows <= high + slack)))
    if wrong.size:
        place, player = wrong[0]
        allowed = "finite numbers" if math.isinf(high) else f"{low:g} to {high:g}"
        raise ZermeloError(
            f"the network gave the value {rows[place, player]:g} at {game.state_text(states[place])}: "
            f"the utilities of {game.name} are {allowed}"
        )
    rows = np.clip(rows, low, high)
    if not mirrored:
        return rows
    both = np.empty((len(states), 2))
    here = np.arange(len(states))
    both[here, movers] = rows[:, 0] - game.middle
    both[here, 1 - np.asarray(movers)] = game.middle - rows[:, 0]
    return both


def _numbers(given: Any, what: str, game: Game, state: State) -> Any:
    try:
        return np.asarray(given, dtype=np.float64).reshape(-1)
    except (TypeError, ValueError):
        raise ZermeloError(f"the network's {what} at {game.state_text(state)} are not numbers") from None


def bounds(game: Game) -> tuple[float, float]:
    """The least and the greatest utility that the game declares; infinite where it does not say."""
    best = math.inf if game.best_utility is None else game.best_utility
    if game.is_duel:
        return game.total - best, best
    return -best if game.zero_sum and not game.total else -math.inf, best


# --- networks without training --------------------------------------------------------------------------------------


def uniform(game: Game) -> Network:
    """Every action equally likely, every state even: the search alone decides."""

    def network(states: list[State], /) -> tuple[Sequence[Any], Sequence[Any]]:
        value = _told(game, [0.0] * game.players, 0)
        return [[1.0] * len(game.legal(state)) for state in states], [value] * len(states)

    return network


def from_evaluator(game: Game, evaluate: Any = None, scale: float | None = None, temperature: float = 0.5) -> Network:
    """Priors by softmax of the evaluation after each action, the value by tanh of the evaluation itself.

    evaluate: an evaluator or a function evaluate(state, player); None: the opinion that goes with the game.
    scale: the evaluation that counts for tanh(1); None: its usual size (root mean square) in random games.
    temperature: of the softmax, over evaluations in units of the scale; the smaller, the sharper.
    """
    evaluator: Evaluator | None = opinion(game) if evaluate is None else as_evaluator(evaluate)
    if evaluator is None:
        raise ZermeloError(f"{game.name} has no evaluation: give one, or use zermelo.evaluate.network.from_rollouts")
    look = _looker(game, evaluator)
    size = scale or _usual_size(game, look) or evaluator.win
    reach = game.reach or 1.0

    def network(states: list[State], /) -> tuple[Sequence[Any], Sequence[Any]]:
        priors, values = [], []
        for state in states:
            after, now = look(state)
            logits = after / (size * temperature)
            priors.append(np.exp(logits - logits.max()))
            values.append(_told(game, reach * np.tanh(now / size), game.to_move(state)))
        return priors, values

    return network


def from_rollouts(game: Game, seed: int | None = None, playouts: int = 1, longest: int | None = None) -> Network:
    """Every action equally likely, and the value by random playouts: with it PUCT is a Monte Carlo tree search.

    longest: plies of a playout; one that is cut there counts as even. None: the longest game, or 1000.
    """
    plies = longest or game.max_plies or 1000
    kernel = prepare(game, _rollouts_for(game.players, plies), _rollout_buffers(game), label="rollouts")
    noise, moves, weights, sums = _rollout_buffers(game)(kernel.compiled)
    noise[0] = mix(seed) if seed is not None else secrets.randbits(62)

    def network(states: list[State], /) -> tuple[Sequence[Any], Sequence[Any]]:
        priors, values = [], []
        for state in states:
            sums[:] = 0.0
            for _ in range(playouts):
                count = kernel.run(kernel.state(state), noise, moves, weights, sums)
            priors.append(np.ones(count))
            values.append(_told(game, sums / playouts, game.to_move(state)))
        return priors, values

    return network


@lru_cache(maxsize=64)
def default_network(game: Game) -> Network:
    """The network for a player who gives none: from the game's evaluation, else from random playouts."""
    return from_evaluator(game) if opinion(game) else from_rollouts(game)


def _told(game: Game, utilities: Any, mover: int) -> Any:
    """Utilities above or below the middle, one per player, as a network returns them."""
    if game.is_duel:
        return float(utilities[mover]) + game.middle
    return tuple(float(value) for value in utilities)


def _looker(game: Game, evaluator: Evaluator) -> Callable[[State], tuple[Any, Any]]:
    """look(state) -> (the evaluation after each action for the player to move, that of the state for every player)."""
    kernel = prepare(
        game,
        _looker_for(game.players),
        _looker_buffers(game),
        label="network",
        evaluate=centred(evaluator, game.middle),
        win=evaluator.win,
    )
    moves, after, now = _looker_buffers(game)(kernel.compiled)

    def look(state: State) -> tuple[Any, Any]:
        count = kernel.run(kernel.state(state), moves, after, now)
        return after[:count].copy(), now.copy()

    return look


@lru_cache(maxsize=16)
def _looker_for(players: int) -> Callable[[Rules], Any]:
    def kernel(rules: Rules) -> Any:
        to_move, is_terminal, utility, evaluate = rules.to_move, rules.is_terminal, rules.utility, rules.evaluate
        fill, play = rules.fill, rules.play

        @rules.jit
        def look(state, moves, after, now):
            mover = to_move(state)
            for player in range(players):
                now[player] = evaluate(state, player)
            count = fill(state, moves)
            for i in range(count):
                child = play(state, moves[i])
                after[i] = utility(child, mover) if is_terminal(child) else evaluate(child, mover)
            return count

        return look

    return kernel


@lru_cache(maxsize=64)
def _looker_buffers(game: Game) -> Callable[[bool], tuple[Any, ...]]:
    def buffers(compiled: bool) -> tuple[Any, ...]:
        """The buffers `moves`, `after` and `now`."""
        return new_moves(compiled, game.max_actions), np.zeros(game.max_actions), np.zeros(game.players)

    return buffers


def _usual_size(game: Game, look: Callable[[State], tuple[Any, Any]]) -> float:
    """The root mean square of an evaluation over positions of random games."""
    choose = random.Random(0)
    squares: list[float] = []
    state = game.initial()
    for _ in range(100 * LOOKED_AT):
        if len(squares) == LOOKED_AT:
            break
        if game.is_terminal(state):
            state = game.initial()
            continue
        if game.to_move(state) == CHANCE:
            outcomes, weights = zip(*game.outcomes(state), strict=True)
            state = game.result(state, choose.choices(outcomes, weights)[0])
            continue
        if choose.random() < 0.25:
            squares.append(float(look(state)[1][0]) ** 2)
        state = game.result(state, choose.choice(game.legal(state)))
    return math.sqrt(sum(squares) / len(squares)) if squares else 0.0


@lru_cache(maxsize=16)
def _rollouts_for(players: int, longest: int) -> Callable[[Rules], Any]:
    def kernel(rules: Rules) -> Any:
        to_move, is_terminal, utility = rules.to_move, rules.is_terminal, rules.utility
        fill, play, fill_chances, play_chance = rules.fill, rules.play, rules.fill_chances, rules.play_chance

        @rules.jit
        def playout(state, noise, moves, weights, sums):
            """Plays random moves to the end and adds the utilities to the sums; returns how many actions there were."""
            choices = fill(state, moves)
            for _ in range(longest):
                if is_terminal(state):
                    break
                noise[0] = step(noise[0])
                drawn = fraction(mix(noise[0]))
                if to_move(state) == CHANCE:
                    count = fill_chances(state, moves, weights)
                    i = 0
                    while i < count - 1 and drawn >= weights[i]:
                        drawn -= weights[i]
                        i += 1
                    state = play_chance(state, moves[i])
                else:
                    count = fill(state, moves)
                    state = play(state, moves[int(drawn * count)])
            if is_terminal(state):
                for player in range(players):
                    sums[player] += utility(state, player)
            return choices

        return playout

    return kernel


@lru_cache(maxsize=64)
def _rollout_buffers(game: Game) -> Callable[[bool], tuple[Any, ...]]:
    def buffers(compiled: bool) -> tuple[Any, ...]:
        """The buffers `noise`, `moves`, `weights` and `sums`."""
        most = max(game.max_actions, 512)
        return np.zeros(1, np.int64), new_moves(compiled, most), np.ones(most), np.zeros(game.players)

    return buffers


def new_moves(compiled: bool, most: int) -> Any:
    """A buffer for so many moves, as a kernel takes it."""
    moves: Any = np.empty(most, np.int64 if compiled else object)
    if compiled:
        import numba

        from zermelo.compile.numba.intrinsics import Memory

        moves = Memory(moves)
        moves._numba_type_ = numba.typeof(moves)  # spares every call of the kernel the search for it
    return moves
