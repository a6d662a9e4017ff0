"""States that fit what a player knows: listed, thinned to particles, and found again where all died out."""

from __future__ import annotations

import random

import pytest
from hidden.pairs import random_path
from laws.test_secrets import guess

import zermelo
from zermelo.bits import blended
from zermelo.game import ZermeloError
from zermelo.hidden import particles as module
from zermelo.hidden.dealer import Dealer
from zermelo.hidden.deals import Deal, TooManyDeals, deals
from zermelo.hidden.particles import Particles, thinned
from zermelo.knowledge import Knowledge, known_by

KUHN = zermelo.load("kuhn-poker:players=3")


def knowledge_at(path):
    return known_by(KUHN, KUHN.to_move(path[-1]), path[-1], path[:-1])


def weights(found):
    """The probability of each state, whatever others know there."""
    sums = {}
    for one in found:
        sums[one.state] = sums.get(one.state, 0.0) + one.weight
    return sums


def test_all_states_are_listed_where_there_are_few():
    noise = random.Random(2)
    for _ in range(20):
        knowledge = knowledge_at(random_path(KUHN, noise))
        kept = Particles(KUHN, noise)
        found = kept.at(knowledge)
        assert weights(found) == pytest.approx(weights(deals(KUHN, knowledge)))
        assert kept.is_exact
        assert all(one.known[knowledge.player] == knowledge for one in found)


def test_a_player_who_joined_later_gets_the_same():
    state = KUHN.read_state("QJA pb")
    knowledge = known_by(KUHN, 2, state)
    assert weights(Particles(KUHN).at(knowledge)) == pytest.approx(weights(deals(KUHN, knowledge)))
    assert weights(Particles(KUHN).at(knowledge)) == weights(Particles(KUHN).at(knowledge))


def test_they_are_moved_on_from_one_move_to_the_next():
    path = [KUHN.initial()]
    for action in (3, 0, 1, 0, 0, 1, 1):
        path.append(KUHN.result(path[-1], action))
    kept = Particles(KUHN)
    first = kept.at(known_by(KUHN, 0, path[3], path[:3]))
    looked_at = []
    kept._first = lambda: looked_at.append(1)  # only asked to begin anew
    later = kept.at(known_by(KUHN, 0, path[6], path[:6]))
    assert not looked_at
    assert weights(later) == pytest.approx(weights(deals(KUHN, known_by(KUHN, 0, path[6], path[:6]))))
    assert weights(first) != weights(later)
    assert weights(kept.at(known_by(KUHN, 0, path[6], path[:6]))) == pytest.approx(weights(later))


def test_particles_stand_for_all_states():
    """Few are kept, so their weights differ from the true ones; on average they do not."""
    knowledge = knowledge_at([KUHN.initial(), *map(KUHN.read_state, ("K??", "KQ?", "KQJ"))])
    exact, sums = weights(deals(KUHN, knowledge)), {}
    for seed in range(200):
        kept = Particles(KUHN, random.Random(seed), most=2, looks=1)
        for state, weight in weights(kept.at(knowledge)).items():
            sums[state] = sums.get(state, 0.0) + weight / 200
        assert not kept.is_exact
    assert sums == pytest.approx(exact, abs=0.1)


def test_too_many_are_refused_where_that_is_asked():
    with pytest.raises(TooManyDeals, match="more than 2 states"):
        Particles(KUHN, looks=2).at(knowledge_at(random_path(KUHN, random.Random(1))), thins=False)


@pytest.mark.parametrize("last_resort", [False, True])
def test_particles_that_died_out_are_found_again(monkeypatch, last_resort):
    """All but one of very many states are refuted by the last thing seen, and thinning had left that one out."""
    game = zermelo.load("kuhn-poker")
    states = [game.initial(), *map(game.read_state, ("K?", "KJ", "KJ p", "KJ pb"))]
    knowledge = known_by(game, 0, states[-1], states[:-1])
    kept = Particles(game, random.Random(1), most=1, looks=1)
    real, calls = kept._moved_on, []

    def dying(begun, chain, most, looks, thins=True):
        calls.append(most)
        kept.is_exact = False
        return [] if len(calls) == 1 or last_resort else real(begun, chain, most, looks, thins)

    monkeypatch.setattr(kept, "_moved_on", dying)
    found = kept.at(knowledge)
    assert len(calls) == 2
    assert {game.state_text(one.state) for one in found} <= {"KJ pb", "KQ pb"}
    assert found


def test_only_where_nothing_fits_is_that_told():
    impossible = Knowledge(0).seen(KUHN, KUHN.read_state("QJA pb")).done(7).seen(KUHN, KUHN.read_state("QJA pb"))
    with pytest.raises(ZermeloError, match="no state of kuhn-poker fits what player 1 knows"):
        Particles(KUHN).at(impossible)


def test_a_model_that_did_not_expect_what_happened_gives_way():
    state = KUHN.read_state("QJA pb")
    start = [KUHN.initial(), *map(KUHN.read_state, ("Q??", "QJ?", "QJA", "QJA p"))]
    knowledge = known_by(KUHN, 2, state, start)
    never = Particles(KUHN, model=lambda game, state, known: [(0, 1.0), (1, 0.0)])
    assert weights(never.at(knowledge)) == pytest.approx(weights(deals(KUHN, knowledge)))


def test_thinned_weights_add_up():
    all_of_them = [Deal(number, (), 2.0 if number == 5 else 0.1) for number in range(30)]
    for seed in range(20):
        few = thinned(all_of_them, 10, random.Random(seed))
        assert len(few) <= 10
        assert sum(one.weight for one in few) == pytest.approx(sum(one.weight for one in all_of_them))
        assert 5 in [one.state for one in few]
    assert thinned(all_of_them, 30, random.Random(1)) == all_of_them


def test_small_weights_do_not_vanish(monkeypatch):
    monkeypatch.setattr(module, "SMALL", 0.5)
    knowledge = knowledge_at(random_path(KUHN, random.Random(3)))
    assert weights(Particles(KUHN).at(knowledge)) == pytest.approx(weights(deals(KUHN, knowledge)))


def test_a_dealer_asks_the_game_where_there_are_too_many():
    game = guess()
    states = [game.initial(), game.result(game.initial(), 2)]
    states.append(game.result(states[-1], 1))
    knowledge = known_by(game, 1, states[-1], states[:-1])
    listed = Dealer(game, seed=1).draw(knowledge, 100)
    assert {one.state.card for one in listed} == {0, 1, 2}
    drawn = Dealer(game, seed=1, looks=1).draw(knowledge, 50)
    assert len(drawn) == 50
    assert {one.state.card for one in drawn} == {0, 1, 2}
    assert {one.known[1] for one in drawn} == {knowledge}
    assert sum(one.weight for one in drawn) == pytest.approx(1.0)
    assert [one.state for one in Dealer(game, seed=1, looks=1).draw(knowledge, 50)] == [one.state for one in drawn]
    for one in listed + drawn:  # searches start from the hash of what each player sees
        assert [known.word for known in one.known] == [blended(game.view(one.state, player)) for player in (0, 1)]
