"""Particles where nearly all states are refuted: how many are kept, and how long those that died out are looked for."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

import zermelo
from zermelo.game import CHANCE, ZermeloError
from zermelo.hidden import particles as module
from zermelo.hidden.particles import Particles
from zermelo.knowledge import known_by

LIKELY, RARE = 400, 40  # cards: those that are refuted by the last thing seen, and those that are not


class Drawn(NamedTuple):
    card: int  # -1: not drawn yet
    ply: int


def lottery(rare=RARE, weight=1e-9):
    """A card is drawn; one player makes a move that says nothing, and then sees whether the card is a rare one.

    weight: the probability of each rare card.
    """
    asked = []

    def result(state, action):
        asked.append((state, action))
        return Drawn(action, 1) if state.ply == 0 else Drawn(state.card, state.ply + 1)

    def chances(state):
        share = (1.0 - rare * weight) / LIKELY
        yield from ((card, share if card >= rare else weight) for card in range(rare + LIKELY))

    def view(state, player):
        return (state.ply, state.card < rare if state.ply == 2 else None)

    game = zermelo.Game(
        initial=lambda: Drawn(-1, 0),
        to_move=lambda state: CHANCE if state.ply == 0 else 0,
        actions=lambda state: iter((0,)),
        result=result,
        is_terminal=lambda state: state.ply == 3,
        utility=lambda state, player: 0.0,
        chances=chances,
        view=view,
        players=1,
        name="lottery",
        compiles=False,
    )
    return game, asked


def rare_one(game, joins=False):
    """What the player knows after it has seen that the card is rare. joins: it sees only that."""
    states = [game.initial(), Drawn(0, 1), Drawn(0, 2)]
    return known_by(game, 0, states[-1], [] if joins else states[:-1])


def cards(deals):
    return {one.state.card for one in deals}


def test_no_more_are_kept_than_asked_for():
    """Where some of them fit, nothing is looked for again."""
    game, _ = lottery(rare=LIKELY, weight=0.5 / LIKELY)  # half of the cards fit
    for seed in range(5):
        kept = Particles(game, random.Random(seed), most=10, looks=5)
        assert 0 < len(kept.at(rare_one(game))) <= 10
        assert not kept.is_exact


def test_those_that_died_out_are_looked_for_among_eight_times_as_many():
    """They are then enough to list all cards, of which 40 fit: the last resort would stop at 32."""
    game, _ = lottery()
    kept = Particles(game, random.Random(1), most=60, looks=120)
    assert cards(kept.at(rare_one(game))) == set(range(RARE))


def test_where_nothing_fits_every_state_is_asked_once():
    game, asked = lottery(rare=0)
    with pytest.raises(ZermeloError, match="no state of lottery fits"):
        Particles(game).at(rare_one(lottery()[0]))
    assert len(asked) == len(set(asked)) == 2 * LIKELY


def test_the_last_resort_finds_a_few():
    game, _ = lottery()
    found = Particles(game, random.Random(2), most=2, looks=1).at(rare_one(game))
    assert module.FEW <= len(cards(found)) < RARE
    assert cards(found) <= set(range(RARE))


def test_the_last_resort_is_content_with_less_if_it_takes_long(monkeypatch):
    monkeypatch.setattr(module, "LONGEST", 100)
    game, _ = lottery()
    found = Particles(game, random.Random(2), most=2, looks=1).at(rare_one(game))
    assert 0 < len(found) < module.FEW


def test_who_was_there_from_the_start_is_given_a_state_however_long_it_takes(monkeypatch):
    monkeypatch.setattr(module, "LONGEST", 3)
    game, _ = lottery(rare=1)
    for seed in range(5):
        found = Particles(game, random.Random(seed), most=2, looks=1).at(rare_one(game))
        assert cards(found) == {0}


def test_for_who_joined_later_it_is_given_up(monkeypatch):
    monkeypatch.setattr(module, "LONGEST", 10)
    game, asked = lottery(rare=0)
    with pytest.raises(ZermeloError, match="no state of lottery fits"):
        Particles(game, random.Random(1), most=2, looks=1).at(rare_one(lottery()[0], joins=True))
    given_up = len(asked)
    monkeypatch.setattr(module, "LONGEST", 10**6)
    with pytest.raises(ZermeloError, match="no state of lottery fits"):
        Particles(game, random.Random(1), most=2, looks=1).at(rare_one(lottery()[0], joins=True))
    assert given_up < len(asked) - given_up


@pytest.mark.parametrize("longest", [1, 2, 10])
def test_it_is_given_up_after_so_many_states(longest, monkeypatch):
    monkeypatch.setattr(module, "LONGEST", longest)
    kept, looked_at = Particles(lottery(rare=0)[0]), []
    after = kept._after

    def counted(one, chain):
        looked_at.append(one)
        return after(one, chain)

    monkeypatch.setattr(kept, "_after", counted)
    assert kept._searched_for(rare_one(lottery()[0], joins=True).chain) == []
    assert len(looked_at) == longest
