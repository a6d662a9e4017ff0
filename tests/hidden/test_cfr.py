"""The engine that solves a game and plays what it found."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hidden.random_games import random_game

import zermelo
from zermelo.game import ZermeloError
from zermelo.hidden.equilibrium import cfr
from zermelo.hidden.equilibrium.cfr import CFR, SolutionValues, values_by
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.solution import solve_by_programme
from zermelo.knowledge import known_by

KUHN = zermelo.load("kuhn-poker")


def path_of(game, *actions):
    path = [game.initial()]
    for action in actions:
        path.append(game.result(path[-1], action))
    return path


def analysed(*actions, engine=None):
    path = path_of(KUHN, *actions)
    return (engine or CFR(iterations=2000, seed=1)).open(KUHN).analyse(path[-1], path[:-1])


def test_it_knows_what_a_king_is_worth():
    found = analysed(2, 0, 0)  # the second player has the jack and hears a pass
    shares = {one.action: one.share for one in found.candidates}
    assert shares[1] == pytest.approx(1 / 3, abs=0.02)
    assert sum(shares.values()) == pytest.approx(1.0)
    assert [one.value for one in found.candidates] == pytest.approx([-1.0, -1.0], abs=0.05)
    call = analysed(2, 0, 0, 1)
    assert {one.action: round(one.share, 2) for one in call.candidates} == {0: 0.0, 1: 1.0}
    assert call.value == pytest.approx(2.0, abs=0.02)
    assert call.in_utilities
    assert "exploitability" in call.stopped
    assert not call.exact


def test_what_others_hold_changes_nothing():
    one, other = analysed(1, 0, 1), analysed(1, 2, 1)  # the first player has the queen and has bet
    assert one.candidates != other.candidates
    first, second = analysed(1, 0), analysed(1, 2)
    assert first.candidates == second.candidates
    assert (first.action, first.value) == (second.action, second.value)


def test_it_draws_as_the_strategy_says():
    session = CFR(iterations=2000, seed=3).open(KUHN)
    path = path_of(KUHN, 2, 0, 0)
    drawn = Counter(session.choose(path[-1], path[:-1]) for _ in range(600))
    assert 150 < drawn[1] < 250
    again = CFR(iterations=2000, seed=3).open(KUHN)
    assert Counter(again.choose(path[-1], path[:-1]) for _ in range(600)) == drawn
    one, other = (CFR(iterations=2000, seed=9).open(KUHN) for _ in range(2))
    for _ in range(20):
        assert one.choose(path[-1], path[:-1]) == other.analyse(path[-1], path[:-1]).action


def test_a_game_is_solved_once(monkeypatch):
    values_by.cache_clear()
    made = []
    new = cfr.EquilibriumSolving
    monkeypatch.setattr(cfr, "EquilibriumSolving", lambda *given, **named: made.append(given) or new(*given, **named))

    for seed in (1, 2):
        analysed(2, 0, engine=CFR(iterations=10, seed=seed))
    assert len(made) == 1


def test_who_joins_later_gets_an_average():
    state = KUHN.read_state("QJ pb")
    found = CFR(iterations=2000).open(KUHN).analyse(state)
    assert {one.action: round(one.share, 1) for one in found.candidates}[1] == pytest.approx(0.5, abs=0.2)
    solved = SolutionValues(solve_by_programme(lay_out(KUHN)))
    assert len(solved.sets_of(known_by(KUHN, 0, state))) == 1
    assert len(solved.sets_of(known_by(KUHN, 1, KUHN.read_state("QJ p")))) == 1


@pytest.mark.parametrize("seed", range(6))
def test_values_are_those_of_a_plain_sum(seed):
    """Where the strategy is an equilibrium, no action of a set that is reached is worth more than the set."""
    game = random_game(seed)
    flat = lay_out(game)
    if not flat.sets:
        return
    solved = SolutionValues(solve_by_programme(flat))
    reached = flat.likelihoods(flat.weights(solved.solution.strategy))
    for number, known in enumerate(flat.known):
        shares = solved.shares(known, len(flat.actions[number]))
        values = solved.values_of(known, len(shares))
        assert shares == pytest.approx(solved.solution.strategy[flat.slots_of(number)])
        if reached[flat.set_of == number].sum() > 1e-6:
            assert max(values) == pytest.approx(shares @ values, abs=1e-6)
            assert solved.values_at(known)[known.player] == pytest.approx(shares @ values, abs=1e-6)


def test_it_is_found_and_plays():
    engine = zermelo.engine("cfr:iterations=200,method=linear")
    assert (engine.method, engine.iterations) == ("linear", 200)
    record = zermelo.play(KUHN, [zermelo.engine("cfr:iterations=200"), zermelo.engine("random:seed=1")], seed=1)
    assert record.ending == "over"


def test_what_it_cannot_play_is_told(monkeypatch):
    with pytest.raises(ZermeloError, match="cfr is for games that hide something, nim hides nothing: try auto"):
        CFR().open(zermelo.load("nim"))
    large = zermelo.load("kuhn-poker:players=9")
    with pytest.raises(ZermeloError, match="cfr: kuhn-poker:players=9 has more than 1,000,000 nodes") as told:
        CFR().open(large)
    assert "or ismcts" in str(told.value)


def test_interpreted_it_plays_the_same():
    path = path_of(KUHN, 2, 0, 0)
    found = [CFR(iterations=20, seed=1, compiled=one).open(KUHN).analyse(path[-1], path[:-1]) for one in (True, False)]
    assert [one.share for one in found[0].candidates] == pytest.approx([one.share for one in found[1].candidates])
    assert found[1].reason == "asked to interpret"


def test_with_three_players_everybody_has_a_value():
    game = zermelo.load("kuhn-poker:players=3")
    noise = random.Random(1)
    path = path_of(game, *noise.sample(range(4), 3))
    found = CFR(iterations=200).open(game).analyse(path[-1], path[:-1])
    assert len(found.values) == 3
    assert sum(found.values) == pytest.approx(0.0, abs=1e-9)
