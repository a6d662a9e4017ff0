"""Small random games with chance, secrets and any number of players, and slow, obvious twins of what solves them."""

from __future__ import annotations

import random
from typing import NamedTuple

from zermelo.game import CHANCE, Game
from zermelo.knowledge import after, at_start

NOTHING, PARITY, ALL = range(3)  # what a player sees of a move


class RandomState(NamedTuple):
    moves: tuple[int, ...]


class RandomView(NamedTuple):
    seen: tuple[int, ...]  # of each move that is noticed its parity, or itself
    plies: int  # moves so far; 0: the game does not tell


def random_game(seed: int, players: int = 2, plies: int = 4) -> Game:
    """Who moves, how many actions there are and what is seen of them is drawn for each ply; utilities for each end."""
    noise = random.Random(seed)
    movers = [noise.choice([CHANCE, *range(players), *range(players)]) for _ in range(plies)]
    widths = [noise.choice([2, 2, 3]) for _ in range(plies)]
    sights = [[noise.choice([NOTHING, PARITY, ALL]) for _ in range(players)] for _ in range(plies)]
    weights = [[noise.random() + 0.1 for _ in range(width)] for width in widths]
    ends = noise.randrange(2**30)
    counts_plies = noise.random() < 0.5  # does a player see how many moves were made?

    def initial():
        return RandomState(())

    def to_move(state):
        return movers[min(len(state.moves), plies - 1)]

    def seen(state, player):
        return tuple(
            move % 2 if sight[player] == PARITY else move
            for move, sight in zip(state.moves, sights, strict=False)
            if sight[player] != NOTHING
        )

    def width(state):
        """An action fewer where the mover has seen an odd number last: what is legal follows from what is seen."""
        ply = len(state.moves)
        return widths[ply] - (seen(state, movers[ply])[-1:] == (1,))

    def actions(state):
        yield from range(width(state))

    def chances(state):
        here = weights[len(state.moves)]
        for outcome, weight in enumerate(here):
            yield outcome, weight / sum(here)

    def result(state, action):
        return RandomState((*state.moves, action))

    def is_terminal(state):
        return len(state.moves) == plies

    def utility(state, player):
        drawn = [random.Random(f"{ends} {state.moves} {other}").randrange(-3, 4) for other in range(players - 1)]
        return float(drawn[player] if player < players - 1 else -sum(drawn))

    def view(state, player):
        return RandomView(seen(state, player), len(state.moves) if counts_plies else 0)

    return Game(
        initial, to_move, actions, result, is_terminal, utility, chances=chances, view=view, players=players,
        max_actions=3, max_plies=plies, name=f"random-{seed}",
    )  # fmt: skip


def information_sets(game: Game) -> dict:
    """Every information set by the mover's knowledge, with the states in it: a plain walk over the whole tree."""
    found: dict = {}

    def visit(state, known):
        if game.is_terminal(state):
            return
        mover = game.to_move(state)
        if mover != CHANCE:
            found.setdefault(known[mover], []).append(state)
        for action in game.moves(state):
            visit(game.result(state, action), after(game, known, state, action))

    visit(game.initial(), at_start(game))
    return found


def expected(game: Game, shares) -> list[float]:
    """What each player gets if all play by shares(knowledge) -> probabilities: the sum over all ways to play."""

    def value(state, known):
        if game.is_terminal(state):
            return [game.utility(state, player) for player in range(game.players)]
        mover = game.to_move(state)
        if mover == CHANCE:
            weighted = game.outcomes(state)
        else:
            weighted = list(zip(game.legal(state), shares(known[mover]), strict=True))
        total = [0.0] * game.players
        for action, weight in weighted:
            below = value(game.result(state, action), after(game, known, state, action))
            total = [one + weight * other for one, other in zip(total, below, strict=True)]
        return total

    return value(game.initial(), at_start(game))


def best_value(game: Game, shares, player: int) -> float:
    """What a player can get against the others' shares: the best of all its pure strategies, each tried out."""
    mine = [knowledge for knowledge in information_sets(game) if knowledge.player == player]
    widths = [len(game.legal(information_sets(game)[knowledge][0])) for knowledge in mine]
    best = -1e9
    choice = [0] * len(mine)
    while True:
        chosen = dict(zip(mine, choice, strict=True))

        def mixed(knowledge, chosen=chosen):
            if knowledge.player != player:
                return shares(knowledge)
            return [float(i == chosen[knowledge]) for i in range(len(shares(knowledge)))]

        best = max(best, expected(game, mixed)[player])
        for place, width in enumerate(widths):  # the next pure strategy
            choice[place] += 1
            if choice[place] < width:
                break
            choice[place] = 0
        else:
            return best
