"""No engine sees more than the player to move: what looks alike to it is decided alike, given the same seed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pytest
from hidden.pairs import decision, leaks, pairs

import zermelo
from zermelo.game import Game, ZermeloError
from zermelo.hidden.belief import BeliefSearch
from zermelo.hidden.determinized import Determinized
from zermelo.hidden.ismcts.search import ISMCTS
from zermelo.loading import game_names
from zermelo.players.engines import engine, engines
from zermelo.search.analysis import Candidate
from zermelo.search.base import Algorithm, Session
from zermelo.search.mcts.search import MCTS

SMALL = {  # of games that are large by default
    "battleship": "battleship:rows=3,columns=3,ships=2",
    "bridge": "bridge:cards=2",
    "dark-chess": "dark-chess:layout=kp../..../..PK,plies=8",
    "goofspiel": "goofspiel:cards=4",
    "oshi-zumo": "oshi-zumo:coins=8,size=1",
    "scrabble": "scrabble:size=5,rack=2,words=AT+TA+CAT+ACT+TACT,tiles=A1x6+C3x3+T1x5+?0x1,exchange=2",
}
CHEAP = {
    "sims": 6, "nodes": 25, "fleets": 20, "deals": 2, "iterations": 3, "seed": 7, "compiled": False,
    "search": MCTS(sims=4, compiled=False),
}  # fmt: skip


@cache
def hidden_games() -> dict[str, Game]:
    """Every game that hides something, a small one of each."""
    games = {name: zermelo.load(name) for name in game_names()}
    return {name: zermelo.load(SMALL.get(name, name)) for name, game in games.items() if game.has_hidden}


@cache
def some_pairs(name: str, count: int):
    found = list(pairs(hidden_games()[name], count, seed=1))
    assert len(found) == count, f"{name} has too few states that look alike"
    return found


def cheap(name: str) -> Algorithm:
    return engines()[name]().with_options(**CHEAP)


def serves(algorithm: Algorithm, game: Game) -> bool:
    """Can it play the game? Some see that it is too large only when they begin."""
    if algorithm.refusal(game):
        return False
    try:
        algorithm.open(game)
    except ZermeloError:
        return False
    return True


HIDDEN = sorted(hidden_games())
QUICK = {"kuhn-poker", "road", "rock-paper-scissors"}
FAIR = [name for name in engines() if not getattr(engines()[name], "peeks", False)]
SERVING = [name for name in FAIR if any(cheap(name).refusal(game) is None for game in hidden_games().values())]


def test_the_engines_for_hidden_games_are_known():
    assert {"random", "ismcts", "belief", "determinized"} <= set(SERVING)
    assert not {"minimax", "alphabeta", "mcts", "puct"} & set(SERVING)
    assert {*engines()} - {*FAIR} == {"cheat"}


@pytest.mark.long
def test_a_cheat_is_caught():
    """The engine that is shown all cards, so that others can be measured by it, is not fair, and says so."""
    assert leaks(cheap("cheat"), hidden_games()["bridge"], some_pairs("bridge", 8))


@pytest.mark.parametrize("name", [one if one in QUICK else pytest.param(one, marks=pytest.mark.long) for one in HIDDEN])
@pytest.mark.parametrize("spec", SERVING)
def test_what_looks_alike_is_decided_alike(spec, name):
    game, algorithm = hidden_games()[name], cheap(spec)
    if not serves(algorithm, game):
        pytest.skip(f"{spec} does not play {name}")
    assert not leaks(algorithm, game, some_pairs(name, 2))


@pytest.mark.long
@pytest.mark.parametrize("spec", ["gib", "novice", "alphamu", "determinized"])
def test_a_partner_s_cards_are_as_hidden_as_an_opponent_s(spec):
    """Pairs of deals in play in which the mover's partner, who is no dummy, holds other cards."""
    game = zermelo.load("bridge:cards=3,contract=1NT")
    other_hands = [
        (one, other)
        for one, other in pairs(game, 40, seed=2)
        if one[-1].hands[game.to_move(one[-1]) ^ 2] != other[-1].hands[game.to_move(one[-1]) ^ 2]
    ]
    assert len(other_hands) >= 4
    assert not leaks(cheap(spec), game, other_hands[:4])


@pytest.mark.slow
@pytest.mark.parametrize("spec", [spec for spec in SERVING if spec != "auto"])  # which plays as ismcts or cfr
@pytest.mark.parametrize("name", HIDDEN)
def test_a_thousand_pairs_that_look_alike_are_decided_alike(spec, name):
    game, algorithm = hidden_games()[name], cheap(spec)
    if not serves(algorithm, game):
        pytest.skip(f"{spec} does not play {name}")
    assert not leaks(algorithm, game, some_pairs(name, 1000))


@pytest.mark.parametrize("spec", ["ismcts:observers=single", "ismcts:policy=mixed", "belief:level=1"])
def test_so_it_is_with_other_options(spec):
    game = hidden_games()["kuhn-poker"]
    assert not leaks(engine(spec).with_options(**CHEAP), game, some_pairs("kuhn-poker", 4))


def test_a_seeded_strategy_depends_on_what_is_seen():
    game = zermelo.load("kuhn-poker")
    one, other = game.read_state("KJ pb"), game.read_state("KQ pb")
    for seed in range(20):
        assert zermelo.Random(seed=seed)(game, one) == zermelo.Random(seed=seed)(game, other)


@dataclass(frozen=True)
class Peeker(Algorithm):
    """Looks at the cards of the others."""

    says: bool = True  # or does it only act on what it saw?

    name = "peeker"

    def refusal(self, game):
        return None

    def open(self, game, megabytes=None):
        return PeekerSession(self, game)


class PeekerSession(Session):
    def search(self, task):
        state = task.state
        actions = self.game.legal(state)
        worth = float(sum(state.cards)) if self.algorithm.says else 0.0
        chosen = actions[0] if self.algorithm.says else actions[sum(state.cards) % len(actions)]
        found = tuple(Candidate(action, worth) for action in actions)
        return task.found(Candidate(chosen, worth), found, depth=1, nodes=1)


@pytest.mark.parametrize("says", [True, False])
def test_a_peeker_is_caught(says):
    assert leaks(Peeker(says=says), zermelo.load("kuhn-poker"), some_pairs("kuhn-poker", 8))


def test_what_is_known_matters():
    """The test would be in vain if engines decided the same everywhere."""
    game = hidden_games()["kuhn-poker"]
    start = [game.initial(), game.read_state("??"), game.read_state("K?")]
    for algorithm in (ISMCTS(seed=1, sims=60, compiled=False), BeliefSearch(), Determinized(search=CHEAP["search"])):
        ways = [
            [*start[:2], *map(game.read_state, texts)]
            for texts in (("K?", "KJ", "KJ p", "KJ pb"), ("J?", "JK", "JK p", "JK pb"))
        ]
        session = algorithm.open(game)
        assert decision(session, ways[0])[0] != decision(session, ways[1])[0]
