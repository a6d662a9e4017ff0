"""Engines by name."""

from __future__ import annotations

import pickle
from dataclasses import fields

import pytest

import zermelo
from zermelo import ZermeloError, engine
from zermelo.players.engines import default_engine, engines, summary_of
from zermelo.search.options import options_of


@pytest.mark.parametrize("name", engines())
def test_every_engine_is_known_by_its_name(name):
    assert type(engine(name)) is engines()[name]
    assert str(engine(f" {name} ")) == name


def test_options():
    search = engine("alphabeta:depth=6,time=0.5,nodes=1000,evaluate=none,compiled=false")
    assert (search.depth, search.time, search.nodes, search.evaluate, search.compiled) == (6, 0.5, 1000, "none", False)
    assert engine("mcts:sims=10,seed=-4,keep=false") == zermelo.MCTS(sims=10, seed=-4, keep=False)
    assert engine("expectimax:opponent=0.5*random+0.5*minimax2").opponent.random == 0.5


@pytest.mark.parametrize(
    "spec",
    [
        "puct:sims=50,batch=2,exploration=2.0,growth=100.0,reluctance=0.1,noise=0.5,concentration=0.3,temperature=1.0",
        "puct:megabytes=7,keep=false,seed=3,compiled=false",
        "mcts:time=0.25,selection=ucb1-tuned,urgency=1.5,parallel=root,threads=2,seed=4,playout=random",
        "alphabeta:depth=6,evaluate=none,strict=true",
        "alphabeta:time=0.5,table=8,threads=2,null_move=false,book=my.bin",
        "expectimax:depth=3,opponent=0.2*random+0.8*minimax2",
        "random:seed=4",
    ],
)
def test_the_text_of_an_engine_is_the_engine(spec):
    """Whatever can be typed is written, read and pickled without loss."""
    search = engine(spec)
    assert set(str(search).split(":", 1)[1].split(",")) == set(spec.split(":", 1)[1].split(","))
    assert engine(str(search)) == search
    assert pickle.loads(pickle.dumps(search)) == search


@pytest.mark.parametrize("name", engines())
def test_every_option_is_declared_with_its_help(name):
    assert summary_of(engines()[name])
    assert list(options_of(engines()[name])) == [field.name for field in fields(engines()[name])]
    for option in options_of(engines()[name]).values():
        assert option.help
        assert "\n" not in option.help
        assert option.refusal(option.default) is None
        assert option.bounds_text()


def test_other_players_by_name():
    class Human:
        """Sits here."""

    assert isinstance(engine("human", {"human": Human}), Human)
    with pytest.raises(ZermeloError, match="human takes no options"):
        engine("human:depth=3", {"human": Human})
    with pytest.raises(ZermeloError, match="did you mean human"):
        engine("humann", {"human": Human})


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("", "no engine is called ''; there are auto, random, minimax, alphabeta"),
        ("alfabeta", "no engine is called 'alfabeta'; did you mean alphabeta?"),
        ("AlphaBeta", "did you mean alphabeta?"),
        ("stockfish", "uci:COMMAND, gtp:COMMAND, gnubg:COMMAND, and your own, FILE.py:NAME"),
        ("human", "people play in `zermelo play`"),
        ("alphabeta:dept=3", "alphabeta has no option 'dept'; it has depth, time, nodes"),
        ("alphabeta:depth", "'depth' in 'alphabeta:depth' should read name=value"),
        ("alphabeta:depth=3,depth=4", "says depth twice"),
        ("alphabeta:depth=0", "depth must be a whole number from 1 to 1,000, not 0"),
        ("alphabeta:depth=x", "depth must be a whole number from 1 to 1,000, not 'x'"),
        ("alphabeta:depth=2.5", "depth must be a whole number from 1 to 1,000, not 2.5"),
        ("alphabeta:depth=true", "depth must be a whole number from 1 to 1,000, not true"),
        ("alphabeta:depth=9999", "depth must be a whole number from 1 to 1,000, not 9999"),
        ("alphabeta:depth=" + "9" * 400, "depth must be a whole number from 1 to 1,000, not 999"),
        ("alphabeta:time=" + "9" * 400, "time "),
        ("mcts:sims=" + "9" * 400, "sims "),
        ("alphabeta:time=true", "time must be a number of seconds above 0, not true"),
        ("alphabeta:time=0", "time must be a number of seconds above 0, not 0"),
        ("alphabeta:time=nan", "time must be a number of seconds above 0, not nan"),
        ("alphabeta:time=inf", "alphabeta: time "),
        ("alphabeta:time=1e300", "time is at most 100,000,000"),
        ("alphabeta:nodes=99999999999999999999", "nodes is at most 1,000,000,000,000,000,000"),
        ("alphabeta:compiled=1", "compiled must be true or false, not 1"),
        ("alphabeta:evaluate=mine", "evaluate names a learned file: mine cannot be read: No such file or directory"),
        ("mcts:playout=mine", "mcts: playout can only be 'random' here"),
        ("mcts:sims=-1", "sims must be a whole number of at least 1, not -1"),
        ("mcts:seed=x", "seed must be a whole number, not 'x'"),
        ("mcts:megabytes=1e9", "megabytes must be a whole number from 1 to 1,000,000"),
        ("mcts:longest=9999999999", "longest must be a whole number from 1 to 1,000,000"),
        ("mcts:exploration=x", "exploration must be a number above 0, not 'x'"),
        ("random:seed=true", "seed must be a whole number, not true"),
        ("mcts:urgency=2.5", "urgency must be a number from 0 to 2, not 2.5"),
        ("puct:network=x", "puct: network names a learned file: x cannot be read"),
        ("expectimax:opponent=foo", "no engine is called 'foo'"),
        ("expectimax:opponent=0.5*random", "add up to 0.5, not to 1"),
        ("expectimax:opponent=?", "should read random, adversarial, benign or"),
    ],
)
def test_mistakes(spec, told):
    with pytest.raises(ZermeloError) as error:
        engine(spec)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("game", ["nim", "pig", "castles", "[1,2]"])
def test_the_default_serves_the_game(game):
    rules = zermelo.load(game)
    player = default_engine(rules, 0.5)
    assert (player.name, player.time) == ("auto", 0.5)
    assert player.refusal(rules) is None


def test_analyse_takes_a_player_or_its_text():
    game = zermelo.load("[[3,12,8],[2,4,6]]")
    texts = [zermelo.analyse(game, player=player).engine for player in ("minimax", zermelo.Minimax(), None)]
    assert texts == ["minimax", "minimax", "auto:time=1.0"]
    state = game.read_state("2")
    assert zermelo.analyse(game, state).value == -2.0
