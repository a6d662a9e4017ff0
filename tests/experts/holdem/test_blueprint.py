"""A blueprint as a player: by its file, by what the mover sees, and for its own game only."""

from __future__ import annotations

import pytest
from experts.holdem.small import GAME, small_blueprint

import zermelo
from zermelo.experts.holdem.blueprint import BlueprintPlayer
from zermelo.game import ZermeloError
from zermelo.players.engines import engine


@pytest.fixture(scope="module")
def trained():
    blueprint = small_blueprint()
    blueprint.run(50)
    return blueprint


def test_it_plays_whole_hands_from_its_file(trained, tmp_path):
    trained.save(tmp_path / "small.npz")
    player = engine(f"blueprint:file={tmp_path / 'small.npz'}").seeded(1)
    player._blueprint_for(GAME).compiled = False
    record = zermelo.play(GAME, [player, player], seed=2)
    assert GAME.is_terminal(record.end)
    with pytest.raises(ZermeloError, match=r"blueprint:file=FILE; not 'weights=x'"):
        engine("blueprint:weights=x")
    assert "cannot be read" in engine("blueprint:file=nowhere.npz").refusal(GAME)


def test_what_it_plays_depends_on_what_the_mover_sees(trained):
    player = BlueprintPlayer(trained, seed=1)
    one, other = (GAME.read_state(f"AsKd {theirs} c") for theirs in ("7h2c", "9h9c"))
    later = [GAME.result(state, 1) for state in (one, other)]
    for card in ("Qh", "Jh", "Td"):
        later = [GAME.result(state, GAME.read_action(state, card)) for state in later]
    checked = [GAME.result(state, 1) for state in later]
    assert player.shares(GAME, checked[0]) == player.shares(GAME, checked[1])  # player 1 is to move
    assert sum(player.shares(GAME, checked[0])) == pytest.approx(1.0)
    assert [player.seeded(7).choose(GAME, checked[0]) for _ in range(5)] == [
        player.seeded(7).choose(GAME, checked[1]) for _ in range(5)
    ]


def test_other_games_are_refused(trained):
    player = BlueprintPlayer(trained)
    assert player.refusal(GAME) is None
    assert "is for limit-holdem:most_bets=1, not for limit-holdem" in player.refusal(zermelo.load("limit-holdem"))
