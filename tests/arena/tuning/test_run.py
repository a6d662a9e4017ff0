"""Runs of tuning: games, saving and going on, drawings."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import zermelo
from zermelo.arena.tuning import run as running
from zermelo.arena.tuning.run import tune
from zermelo.game import ZermeloError
from zermelo.show.contests.tuning import tuning_svg, tuning_text

GAME = replace(zermelo.load("nim", stones=15), compiles=False)
# It plays well the more often the nearer its option is to 0.7.
BOT = """
import random


def bot(game, state, x=0.5, seed=None):
    luck = random.Random(f"{seed} {state}")
    good = [n for n in game.legal(state) if (state.stones - n) % 4 == 0]
    skilled = luck.random() < 1 - 4 * (x - 0.7) ** 2
    return good[0] if good and skilled else luck.choice(game.legal(state))
"""


@pytest.fixture
def bot(tmp_path):
    file = tmp_path / "bot.py"
    file.write_text(BOT)
    return f"{file}:bot"


def tuned(bot, games=160, **settings):
    return tune(GAME, bot, ["x=0.0..1.0"], games=games, seed=2, **settings)


def test_games_find_what_was_planted(bot):
    found = tuned(bot, 1600)
    assert found.values["x"] == pytest.approx(0.7, abs=0.12)
    assert (found.games, len(found.rounds), found.is_complete) == (1600, 100, True)
    assert found.to_json()["found"] == f"{bot},x={found.values['x']}"


class Stopped(Exception):
    pass


@pytest.mark.parametrize("method", ["spsa", pytest.param("bayes", marks=pytest.mark.long)])
def test_a_run_goes_on_as_if_there_had_been_no_break(bot, tmp_path, method, monkeypatch):
    if method == "bayes":
        pytest.importorskip("bayes_opt", reason="the extra zermelo[tune] is not installed")
    monkeypatch.setattr(running, "SAVE_EVERY", 0)
    whole, file = tmp_path / "whole", tmp_path / "run"
    settings = {"method": method, "each": {"spsa": 4, "bayes": 16}[method]}
    expected = tuned(bot, save=whole, **settings)

    def stop_at(rounds):
        def watch(found):
            if len(found.rounds) == rounds:
                raise Stopped

        return watch

    for rounds in (3, 7):
        with pytest.raises(Stopped):
            tuned(bot, save=file, resume=True, progress=stop_at(rounds), **settings)
    found = tuned(bot, save=file, resume=True, **settings)
    assert found.to_json() == expected.to_json()
    assert file.read_bytes() == whole.read_bytes()
    assert f"tuned by {method}" in tuning_svg(found)


def test_a_file_of_another_run_is_refused(bot, tmp_path):
    file = tmp_path / "run"
    tuned(bot, save=file)
    before = file.read_bytes()
    with pytest.raises(ZermeloError, match="exists: go on with it"):
        tuned(bot, save=file)
    with pytest.raises(ZermeloError, match="of another run: its rounds: 10, not 20"):
        tuned(bot, 320, save=file, resume=True)
    with pytest.raises(ZermeloError, match="of another run: its method"):
        tuned(bot, 160, method="bayes", each=16, save=file, resume=True)
    assert file.read_bytes() == before


def test_ctrl_c_ends_a_run_early(bot, tmp_path):
    def stop(found):
        if len(found.rounds) == 4:
            raise KeyboardInterrupt

    found = tuned(bot, progress=stop, save=tmp_path / "run")
    assert (len(found.rounds), found.is_complete) == (4, False)
    assert "4 of 10 rounds" in tuning_text(found)
    assert tuned(bot, save=tmp_path / "run", resume=True).is_complete


def test_the_results_do_not_depend_on_how_many_games_are_played_at_once(bot):
    assert tuned(bot, concurrency=1).rounds == tuned(bot).rounds


def test_without_the_extra_spsa_is_named(bot, monkeypatch):
    monkeypatch.setattr("zermelo.arena.tuning.bayes.is_installed", lambda name: False)
    with pytest.raises(ZermeloError, match=r"pip install 'zermelo\[tune\]'; --method spsa works"):
        tuned(bot, method="bayes")


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"method": "grid"}, "spsa or bayes, not 'grid'"),
        ({"each": 3}, "an even number of games"),
        ({"games": 10}, "a round of spsa has 16 games"),
    ],
)
def test_mistakes_are_told(bot, settings, told):
    with pytest.raises(ZermeloError, match=told):
        tuned(bot, **settings)


def test_games_that_are_not_for_two_are_refused():
    with pytest.raises(ZermeloError, match="in games for two"):
        tune(replace(GAME, players=3), "mcts:sims=9", ["exploration"])


def test_the_course_is_drawn(bot):
    found = tuned(bot)
    words = "".join(ElementTree.fromstring(tuning_svg(found)).itertext())
    assert "160 games" in words
    assert "tuned by spsa" in words
    assert json.dumps(found.to_json())
    assert str(found) == tuning_text(found)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["spsa", "bayes"])
def test_the_exploration_of_mcts_is_found(method):
    """Far too much and far too little exploration lose clearly to what is found.

    600 simulations for a move of Connect Four: with 100, all that is between 0.3 and 20 plays alike.
    """
    if method == "bayes":
        pytest.importorskip("bayes_opt", reason="the extra zermelo[tune] is not installed")
    game = zermelo.load("connect-four")
    found = tune(game, "mcts:sims=600", ["exploration=0.04..40:log"], method, 2400, 1)
    one = found.intervals["exploration"]
    assert 0.2 < one.value < 8
    assert one.low <= one.value <= one.high
    for far in (0.04, 40):
        result = zermelo.match(game, [found.engine, f"mcts:sims=600,exploration={far}"], 400, 1, 2)
        assert result.score > 0.5, found
