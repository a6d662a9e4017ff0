"""Simulations: against a slow, obvious twin by the rules, over all deals of a small bag."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from types import SimpleNamespace

import pytest

import zermelo
from zermelo.experts.scrabble import guessing, simulation
from zermelo.experts.scrabble.ending import Endings
from zermelo.experts.scrabble.following import Follower
from zermelo.experts.scrabble.guessing import Guess, Play
from zermelo.experts.scrabble.judging import Judge
from zermelo.experts.scrabble.leaves import Terms
from zermelo.experts.scrabble.simulation import Simulation, empties, last_tiles
from zermelo.experts.scrabble.turns import MODEL
from zermelo.game import CHANCE
from zermelo.games.scrabble import ScrabbleState
from zermelo.games.scrabble.finding import Finder
from zermelo.games.scrabble.plays import PASS, is_exchange, tiles_of, without
from zermelo.installed import np
from zermelo.knowledge import known_by
from zermelo.search.time.deadline import Deadline

WORDS, TILES = "AT+TA+CAT+ACT+TACT+BAT+TAB+AB+BA+ABB+CAB", "A1x4+B3x2+C3x2+T1x3+?0x1"
SMALL = f"scrabble:size=5,rack=3,words={WORDS},tiles={TILES},exchange=3"
POSITIONS = ["5/5/1CAT1/5/5 AB? 0/0", "5/5/1CAT1/2B2/2B2 ACT 0/0", "2C2/2A2/1CAT1/2B2/5 ATT 0/0", "5/5/5/5/5 ABT 0/0"]


def a_judge():
    finder = Finder(5, TILES, WORDS, 3, 50)
    model, places = np.zeros(MODEL.end), Terms(finder.tiles).places
    model[places] = np.random.default_rng(1).normal(0.0, 3.0, len(places))
    return Judge(finder, model, 3)


def position(text):
    """A game, a state in it with some rack of the other, and what is not seen."""
    game = zermelo.load(SMALL)
    tiles = a_judge().finder.tiles
    board, own, _ = text.split()
    seen = [64 if tile.islower() else tiles.numbers[tile] for tile in board if tile.isalpha()]
    unseen = without(without(tiles.all, seen), tiles.rack(own))
    state = game.read_state(f"{board} {own}/{tiles.text(unseen[:3])} 0/0")
    return game, state, unseen


def twin(game, judge, view, action, theirs, order):
    """What the answer is worth, and what the next turn of one's own is worth, by the rules."""
    order, points = list(order), judge.finder.tiles.points
    state = ScrabbleState(view.board, (view.rack, theirs), bytes(sorted(order)), b"", (0, 0), 0, 0)

    def after(state, action):
        if is_exchange(action):
            order.extend(tiles_of(action))
        state = game.result(state, action)
        while game.to_move(state) == CHANCE and not game.is_terminal(state):
            state = game.result(state, order.pop(0))
        return state

    def worth(turn):
        return turn.worth - 0.5 * (turn.action == PASS)

    def best(state):
        own, other = state.racks[state.player], state.racks[1 - state.player]
        turns = judge.turns(state.board, own, len(state.bag), points(other))
        return min(turns, key=lambda one: (-worth(one), is_exchange(one.action), one.action))

    first = after(state, action)
    if game.is_terminal(first):
        return 0.0, float(first.scores[0] - first.scores[1] - gained(game, state, action))
    answer = best(first)
    second = after(first, answer.action)
    if game.is_terminal(second):
        return float(answer.score), -2.0 * points(second.racks[0])
    return worth(answer), worth(best(second))


def gained(game, state, action):
    """The score of a turn itself."""
    full = state._replace(bag=b"\x01" * 9)
    return game.result(full, action).scores[0]


def deals(unseen, size):
    """Every rack of the other with every order of the bag, and in how many ways each comes about."""
    return Counter((bytes(sorted(order[:size])), order[size:]) for order in permutations(unseen))


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("compiled", [True, False])
def test_what_follows_is_what_a_twin_finds_by_the_rules(text, compiled):
    game, state, unseen = position(text)
    judge, noise = a_judge(), random.Random(text)
    view = game.view(state, 0)
    turns = judge.turns(view.board, view.rack, len(unseen) - 3, 0)
    others = [turn for turn in turns if not turn.score]  # exchanges and passing
    turns = [*turns[:30], *others[-8:]] if compiled else [turns[0], others[0], others[-1]]
    follower = Follower(judge, view.board, turns, compiled)
    tiles = list(unseen)
    for _ in range(12 if compiled else 2):
        noise.shuffle(tiles)
        theirs, order = bytes(sorted(tiles[:3])), tiles[3:]
        for turn, one in zip(turns, follower.follow(theirs, order, range(len(turns))), strict=True):
            answer, reply = twin(game, judge, view, turn.action, theirs, order)
            assert (one.answer, one.reply) == (pytest.approx(answer), pytest.approx(reply))


class InTurn:
    """Draws deals in a given order."""

    def __init__(self, deals):
        self.deals = iter(deals)

    def draw(self):
        return next(self.deals)


def test_the_mean_over_all_deals_is_that_of_the_twin(monkeypatch):
    monkeypatch.setattr(simulation, "LEAST", 10**9)  # none is left out
    monkeypatch.setattr(simulation, "ANSWERS", 0.0)
    monkeypatch.setattr(simulation, "REPLIES", 0.0)
    game, state, unseen = position("2C2/2A2/1CAT1/2B2/5 AB? 0/0")
    judge, view = a_judge(), game.view(state, 0)
    turns = judge.turns(view.board, view.rack, view.bag, 0)[:6]
    all_deals = deals(unseen, 3)
    sim = Simulation(game, judge, known_by(game, 0, state), view, turns, random.Random(1), False)
    sim.guess = InTurn([deal for deal, number in all_deals.items() for _ in range(number)])
    found = sim.run(Deadline(None), all_deals.total())
    for turn in turns:
        total = 0.0
        for (theirs, order), number in all_deals.items():
            answer, reply = twin(game, judge, view, turn.action, theirs, order)
            total += number * (turn.score - answer + reply)
        assert found[turn.action] == pytest.approx(total / all_deals.total())
    # and by deals that are drawn, as well as so many can tell
    drawn = Simulation(game, judge, known_by(game, 0, state), view, turns, random.Random(2), False)
    near = drawn.run(Deadline(None), 400)
    order = [turn.action for turn in turns]
    for action in order[1:]:
        gap = (near[action] - near[order[0]]) - (found[action] - found[order[0]])
        values = [
            one.worth - two.worth for one, two in zip(drawn.found[order.index(action)], drawn.found[0], strict=True)
        ]
        assert abs(gap) <= 5.0 * np.std(values) / 20 + 1e-9


def test_few_deals_change_the_first_sight_little_and_many_a_lot():
    game, state, _ = position(POSITIONS[0])
    judge, view = a_judge(), game.view(state, 0)
    turns = judge.turns(view.board, view.rack, view.bag, 0)[:4]
    sim = Simulation(game, judge, known_by(game, 0, state), view, turns, random.Random(1), False)
    sim.run(Deadline(None), 1)
    first, second = sim.found[0][0], sim.found[1][0]
    told = (second.reply - turns[1].leave) - (first.reply - turns[0].leave)
    gap = (first.answer - second.answer) / (1 + simulation.ANSWERS) + told / (1 + simulation.REPLIES)
    assert sim.ahead(1) == pytest.approx(turns[1].worth - turns[0].worth + gap)
    sim.found = [[one] * 10_000 for (one,) in sim.found]
    gap = first.answer - second.answer + told
    assert sim.ahead(1) == pytest.approx(turns[1].worth - turns[0].worth + gap, rel=0.01, abs=0.05)


def test_turns_clearly_behind_are_left_out_and_the_rest_go_on():
    game, state, _ = position(POSITIONS[0])
    judge, view = a_judge(), game.view(state, 0)
    turns = judge.turns(view.board, view.rack, view.bag, 0)
    chosen = [turns[0], turns[1], turns[-1]]
    sim = Simulation(game, judge, known_by(game, 0, state), view, chosen, random.Random(1), False)
    found = sim.run(Deadline(None), 60)
    assert len(found) == 3
    assert len(sim.found[2]) < len(sim.found[0]) <= 60
    assert found[chosen[2].action] == min(found.values())


def test_racks_are_drawn_by_how_well_they_explain_the_last_play(monkeypatch):
    monkeypatch.setattr(guessing, "TRIES", 10**6)
    judge = a_judge()
    unseen = bytes([1, 1, 2, 2, 3, 4, 4, 64])
    play = Play(bytes(25), zermelo.load(SMALL).read_action(position(POSITIONS[3])[1], "3B AT"), 1, 9)
    guess = Guess(judge, unseen, 3, play, random.Random(1))
    weights = Counter()
    for tile in unseen:
        weights[bytes([tile])] += guess.chance(bytes([tile]))
    drawn = Counter(guess._kept() for _ in range(4000))
    for kept, weight in weights.items():
        share = weight / weights.total()
        assert abs(drawn[kept] / 4000 - share) < 5 * (share * (1 - share) / 4000) ** 0.5 + 1e-3


def test_with_an_empty_bag_one_deal_tells_all():
    game = zermelo.load(SMALL)
    state = game.read_state("5/5/1CAT1/5/5 AB/T 10/4")._replace(bag=b"")
    found = zermelo.analyse(game, state, zermelo.engine("wordsmith:style=simulating,sims=50,seed=1"))
    assert {one.visits for one in found.candidates} == {1}


def plain(game, state, known):
    """What the player to move gains until the end, by minimax. known: what was found already."""
    if state in known:
        return known[state]
    best = -1e9
    for action in game.legal(state):
        after = game.result(state, action)
        gain = after.scores[state.player] - after.scores[1 - state.player]
        if not game.is_terminal(after):
            gain -= plain(game, after._replace(scores=(0, 0)), known)
        best = max(best, gain)
    known[state] = best
    return best


@pytest.mark.parametrize(
    "text", ["5/5/1CAT1/2B2/2B2 AT?/AAC 0/0", "5/5/1CAT1/2B2/5 AT?/AAC 0/0", "5/5/1CAT1/2B2/5 ACT/ATB 0/0"]
)
def test_the_last_tiles_in_the_bag_are_enumerated(text):
    """Turns that empty the bag: the mean over all tiles that may be in it, by plain minimax; others: by two turns."""
    game = zermelo.load(SMALL + ",scoreless=2")
    state = game.read_state(text)
    finder = Finder(5, TILES, WORDS, 3, 50)
    judge, view = a_judge(), game.view(state, 0)
    turns = judge.turns(view.board, view.rack, view.bag, 0)
    plays = [turn for turn in turns if turn.score]
    chosen = [*plays[:4], *[turn for turn in plays if not empties(turn, view)][:2], *turns[-1:]]
    chosen = [turn for number, turn in enumerate(chosen) if turn not in chosen[:number]]
    sim = Simulation(game, judge, known_by(game, 0, state), view, chosen, random.Random(1), False)
    found = last_tiles(sim, Endings(finder), Deadline(None))
    unseen = without(finder.tiles.all, bytes(64 if tile & 64 else tile for tile in view.board if tile) + view.rack)
    whole, near, known = dict[int, float](), dict[int, float](), {}
    for turn in chosen:
        orders = list(permutations(unseen, view.bag))
        totals = [0.0, 0.0]
        for order in orders:
            theirs = without(unseen, order)
            answer, reply = twin(game, judge, view, turn.action, theirs, order)
            totals[0] += turn.score - answer + reply
            if empties(turn, view):
                after = game.result(state._replace(racks=(view.rack, theirs), bag=bytes(sorted(order))), turn.action)
                for tile in order:
                    after = game.result(after, tile)
                totals[1] += turn.score - plain(game, after._replace(scores=(0, 0)), known)
        near[turn.action] = totals[0] / len(orders)
        if empties(turn, view):
            whole[turn.action] = totals[1] / len(orders)
    assert whole
    shift = sum(value - near[action] for action, value in whole.items()) / len(whole)
    for turn in chosen:
        assert found[turn.action] == pytest.approx(whole.get(turn.action, near[turn.action] + shift))


def test_without_time_all_turns_are_compared_by_what_follows():
    game, state, _ = position("5/5/1CAT1/2B2/2B2 AT? 0/0")
    judge, view = a_judge(), game.view(state, 0)
    turns = judge.turns(view.board, view.rack, view.bag, 0)[:5]
    sim = Simulation(game, judge, known_by(game, 0, state), view, turns, random.Random(1), False)
    found = last_tiles(sim, Endings(judge.finder), SimpleNamespace(is_over=True))
    assert set(found) == {turn.action for turn in turns}
    assert sim.deals == 1
