"""What experts say is wrong with a move."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.evaluate import commentary_of


def reasons(spec, position, moves):
    game = zermelo.load(spec)
    states = [game.read_state(position) if position else game.initial()]
    actions = []
    for text in moves.split():
        actions.append(game.read_action(states[-1], text))
        states.append(game.result(states[-1], actions[-1]))
    return [one.words for one in commentary_of(game).reasons(game, states, actions)]


def test_what_chess_loses():
    knight = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    assert reasons("chess", knight, "Nxe5 Nxe5 d4") == ["loses the knight on e5 for a pawn"]
    assert reasons("chess", knight, "Bc4 Nf6 d3") == []


def test_what_othello_gives_up():
    game, noise = zermelo.load("othello"), random.Random(1)
    state, told = game.initial(), None
    while not game.is_terminal(state) and told is None:
        for action in game.legal(state):
            after = game.result(state, action)
            corner = [one for one in game.legal(after) if game.action_text(after, one) == "a1"]
            if corner and after.player != state.player:
                states = [state, after, game.result(after, corner[0])]
                told = [one.words for one in commentary_of(game).reasons(game, states, [action, corner[0]])]
        state = game.result(state, noise.choice(game.legal(state)))
    assert "gives up the corner a1" in told


@pytest.mark.parametrize(("moves", "words"), [("E5 pass A1", []), ("A9 E5 E4", ["is on the first line"])])
def test_moves_at_the_edge_of_an_empty_go_board(moves, words):
    told = reasons("go", "", moves)
    assert len(told) == len(words)
    assert all(found.startswith(word) for found, word in zip(told, words, strict=True))


def test_shots_in_backgammon():
    game = zermelo.load("backgammon")
    state = game.initial()
    state = game.result(state, game.outcomes(state)[0][0])
    while game.to_move(state) < 0:
        state = game.result(state, game.outcomes(state)[0][0])
    told = {}
    for action in game.legal(state):
        after = game.result(state, action)
        told[game.action_text(state, action)] = commentary_of(game).reasons(game, [state, after], [action])
    assert any("of 36 rolls hit" in one.words for found in told.values() for one in found)
