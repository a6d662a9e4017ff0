"""The engine: what it chooses, that it sees no secrets, and what it tells."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.arena.strength import LEVELS, LimitedPlayer
from zermelo.experts.scrabble.games import Table
from zermelo.experts.scrabble.judging import Judge
from zermelo.experts.scrabble.leaves import Terms, shipped_model
from zermelo.experts.scrabble.turns import GREEDY, MODEL, STATIC
from zermelo.game import ZermeloError
from zermelo.games.scrabble.finding import Finder
from zermelo.games.scrabble.plays import BLANK, exchange_of
from zermelo.installed import np
from zermelo.players.player import as_player

SMALL = (
    "scrabble:size=5,rack=3,words=AT+TA+CAT+ACT+TACT+BAT+TAB+AB+BA+ABB+CAB,tiles=A1x6+B3x3+C3x3+T1x5+?0x2,exchange=3"
)
FINDER = Finder(5, "A1x6+B3x3+C3x3+T1x5+?0x2", "AT+TA+CAT+ACT+TACT+BAT+TAB+AB+BA+ABB+CAB", 3, 50)


def a_model():
    model, places = np.zeros(MODEL.end), Terms(FINDER.tiles).places
    model[places] = np.random.default_rng(1).normal(0.0, 3.0, len(places))
    return model


@pytest.mark.parametrize("bag", [0, 2, 9])
@pytest.mark.parametrize("compiled", [True, False])
def test_the_compiled_choice_is_the_best_of_all_turns_that_are_listed(bag, compiled):
    judge = Judge(FINDER, a_model(), 3, compiled)
    noise = random.Random(bag)
    for _ in range(12 if compiled else 3):
        rack = bytes(sorted(noise.sample(FINDER.tiles.all, 3)))
        board = bytearray(25)
        board[11:14] = noise.choice([b"\x03\x01\x04", b"\x02\x41\x04"])  # CAT, BaT
        turns = judge.turns(bytes(board), rack, bag, 5)
        action, score, worth = judge.best(bytes(board), rack, bag, 5, STATIC)
        chosen = next(turn for turn in turns if turn.action == action)
        assert (chosen.score, chosen.worth) == (score, pytest.approx(worth, abs=0.51))
        assert chosen.worth >= turns[0].worth - 0.51  # a play is preferred to passing
        action, score, _ = judge.best(bytes(board), rack, bag, 5, GREEDY)
        assert score == max(turn.score for turn in turns)


def test_an_exchange_says_what_goes_back():
    judge = Judge(FINDER, np.zeros(MODEL.end), 3)
    turns = judge.turns(bytes(25), bytes([3, 3, BLANK]), 9, 0)
    by_action = {turn.action: turn for turn in turns}
    assert by_action[exchange_of([3])].kept == bytes([3, BLANK])
    assert by_action[exchange_of([3, 3, BLANK])].kept == b""
    assert len([turn for turn in turns if not turn.score]) == 2 * 3 - 1 + 1


def test_the_worth_of_what_is_kept_is_the_same_in_python_and_compiled():
    model, terms = a_model(), Terms(FINDER.tiles)
    judge = Judge(FINDER, model, 3)
    for turn in judge.turns(bytes(25), bytes([1, 2, 4]), 9, 0):
        assert turn.leave == pytest.approx(terms.worth(model, turn.kept))
        assert turn.worth == pytest.approx(turn.score + turn.leave)


def test_the_shipped_leaves_know_good_tiles():
    finder = Finder(15, "english", "enable", 7, 50)
    terms, model = Terms(finder.tiles), shipped_model(finder.tiles)
    worth = {name: terms.worth(model, [number]) for number, name in enumerate(finder.tiles.names, 1)}
    assert terms.worth(model, [BLANK]) > worth["S"] > worth["E"] > worth["V"] > worth["Q"]
    assert not shipped_model(FINDER.tiles).any()


@pytest.mark.parametrize("style", ["auto", "simulating", "static", "greedy"])
def test_it_plays_whole_games(style):
    game = zermelo.load(SMALL)
    record = zermelo.play(
        game, [zermelo.engine(f"wordsmith:style={style},sims=3,seed=1"), zermelo.Random(seed=3)], seed=5
    )
    assert game.is_terminal(record.end)


def test_three_players():
    game = zermelo.load(SMALL + ",players=3")
    record = zermelo.play(game, [zermelo.engine("wordsmith:sims=3,seed=1")] * 3, seed=5)
    assert game.is_terminal(record.end)


@pytest.mark.parametrize("style", ["auto", "simulating", "static", "greedy"])
def test_it_does_not_look_at_what_is_hidden(style):
    game = zermelo.load(SMALL)
    noise = random.Random(style)
    state = game.initial()
    while not any(state.board):
        state = game.result(state, noise.choice(game.moves(state)))
    while game.to_move(state) < 0:
        state = game.result(state, noise.choice(game.moves(state)))
    mover, seen = state.player, []
    for fraction in (0.1, 0.4, 0.7):
        known = zermelo.knowledge.known_by(game, mover, state)
        dealt = game.deal(known, fraction)
        assert game.view(dealt, mover) == game.view(state, mover)
        found = zermelo.analyse(game, dealt, zermelo.engine(f"wordsmith:style={style},sims=5,seed=2"))
        seen.append([(one.action, round(one.value, 9)) for one in found.candidates])
    assert seen[0] == seen[1] == seen[2]


def test_an_ending_is_exact_and_auto_plays_as_wordsmith():
    game = zermelo.load(SMALL)
    state = game.read_state("5/5/1CAT1/5/5 AB/T 10/4")._replace(bag=b"")
    found = zermelo.analyse(game, state, zermelo.engine("auto:seed=1"))
    assert (found.chosen, found.exact) == ("wordsmith", True)
    assert found.why == "it is made for this game"
    after = game.result(state, found.action)
    assert found.value >= game.utility(after, 0) if game.is_terminal(after) else True
    assert all(one.bound == "upper" for one in found.candidates if one.action != found.action)


def test_the_terms_of_a_turn_add_up_to_its_value():
    game = zermelo.load(SMALL)
    state = game.read_state("5/5/1CAT1/5/5 ABT/ATC 10/4")
    for style in ("static", "simulating"):
        found = zermelo.analyse(game, state, zermelo.engine(f"wordsmith:style={style},sims=5,seed=1"))
        assert sum(term.share for term in found.terms) == pytest.approx(found.value)
        assert [term.name for term in found.terms][:2] == ["lead", "score"]


def test_a_weak_player_knows_short_words_only():
    game = zermelo.load(SMALL)
    state = game.read_state("5/5/5/5/5 ABC/ATC 0/0")
    found = zermelo.analyse(game, state, zermelo.engine("wordsmith:style=static,longest=2,seed=1"))
    shown = [game.action_text(state, one.action) for one in found.candidates]
    assert any(text.endswith((" AB", " BA")) for text in shown)
    assert not any("CAB" in text for text in shown if not text.startswith("exchange"))
    nothing = zermelo.analyse(game, state, zermelo.engine("wordsmith:style=static,look=0,seed=1"))
    assert all(not game.action_text(state, one.action)[0].isdigit() for one in nothing.candidates)


def test_it_plays_scrabble_only():
    with pytest.raises(ZermeloError, match="wordsmith plays scrabble only, not nim: try auto"):
        zermelo.engine("wordsmith").open(zermelo.load("nim"))


@pytest.mark.long
def test_the_same_seed_makes_the_same_game_compiled_and_interpreted():
    compiled, interpreted = Table(FINDER, 3), Table(FINDER, 3, compiled=False)
    for table in (compiled, interpreted):
        table.model[5] = 1.5
    for seed in range(4):
        for styles in ((STATIC, GREEDY), (GREEDY, STATIC)):
            assert compiled.play(seed, styles) == interpreted.play(seed, styles)
            assert compiled.turns == interpreted.turns
            assert (compiled.samples() == interpreted.samples()).all()
    assert len({compiled.play(seed) for seed in range(20)}) > 3


@pytest.mark.parametrize("style", ["auto", "static", "greedy"])
def test_it_challenges_what_is_not_in_the_list_and_nothing_else(style):
    game, engine = zermelo.load(SMALL + ",challenge=double"), zermelo.engine(f"wordsmith:style={style},sims=3,seed=1")
    start = game.read_state("5/5/5/5/5 ACT/ABT 0/0")
    for texts, wanted in [(("lay 3B", "T", "C", "A", "done"), "challenge"), (("3B CAT",), None)]:
        state = start
        for text in texts:
            state = game.result(state, game.read_action(state, text))
        while game.to_move(state) < 0:
            state = game.result(state, game.moves(state)[0])
        chosen = as_player(engine).choose(game, state)
        assert (game.action_text(state, chosen) == "challenge") == (wanted == "challenge")
        assert (zermelo.analyse(game, state, engine).action == chosen) or wanted is None


@pytest.mark.parametrize("rule", ["single", "double", "five"])
def test_it_plays_whole_games_with_somebody_who_lays_anything(rule):
    game = zermelo.load(f"{SMALL},challenge={rule}")
    engine = zermelo.engine("wordsmith:sims=2,seed=1")
    record = zermelo.play(game, [engine, zermelo.Random(seed=3)], seed=5)
    assert game.is_terminal(record.end)
    state, challenged = game.initial(), 0
    for action in record.actions:
        if game.action_text(state, action) == "challenge" and state.player == 0:
            challenged += 1
            assert sum(map(bool, game.result(state, action).board)) < sum(map(bool, state.board))
        assert state.player or game.to_move(state) < 0 or not state.laying  # the engine lays words of the list
        state = game.result(state, action)
    assert challenged


def test_the_levels_of_the_page_know_fewer_words_and_notice_less():
    game = zermelo.load(SMALL)
    weak = [LEVELS[name].algorithm(game) for name in ("beginner", "easy", "medium")]
    assert [(one.name, one.longest) for one in weak] == [("wordsmith", 4), ("wordsmith", 5), ("wordsmith", 7)]
    assert weak[0].look < weak[1].look < weak[2].look < 1
    assert LEVELS["full"].algorithm(game).name == "auto"
    assert LEVELS["beginner"].algorithm(zermelo.load("tic-tac-toe")).name != "wordsmith"
    record = zermelo.play(game, [LimitedPlayer(LEVELS["beginner"], seed=1), zermelo.Random(seed=3)], seed=5)
    assert game.is_terminal(record.end)
