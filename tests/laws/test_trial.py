"""The trial of a user's game before its first analysis."""

from __future__ import annotations

import pytest
from fresh import python
from pile import pile

import zermelo
from zermelo.laws import trial
from zermelo.laws.laws import OF_VALUES, RETURNS


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """Writes a user's file with other functions and loads it, with nothing known about it."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))

    def load(**others):
        (tmp_path / "mine.py").write_text(pile(**others))
        return zermelo.load(str(tmp_path / "mine.py"))

    return load


def test_a_healthy_game_is_analysed_as_before(mine, capsys):
    analysis = zermelo.Minimax().analyse(mine())
    assert (analysis.exact, analysis.breach, capsys.readouterr().err) == (True, "", "")


def test_a_broken_law_is_told_and_no_value_is_exact(mine, capsys):
    game = mine(utility="return 1.0")
    analysis = zermelo.Minimax().analyse(game)
    assert not analysis.exact
    assert not any(candidate.decided for candidate in analysis.candidates)
    assert "utilities [1.0, 1.0] add up to 2" in analysis.breach
    assert analysis.to_json()["breach"] == analysis.breach
    assert "breaks a law (utilities are numbers and add up as declared)" in capsys.readouterr().err


def test_the_verdict_is_kept_and_an_edit_is_tried_anew(mine, monkeypatch):
    assert trial.broken_law(mine(utility="return 1.0")).law.startswith("utilities")
    tried = []
    original = trial.try_laws
    monkeypatch.setattr(trial, "try_laws", lambda *given: tried.append(1) or original(*given))
    assert trial.broken_law(mine(utility="return 1.0")).law.startswith("utilities")
    assert tried == []
    assert trial.broken_law(mine()) is None
    assert tried == [1]


@pytest.mark.long
def test_rules_that_do_not_return_are_refused(mine):
    game = mine(result="\n    while state.stones - n < 2: pass\n    return Pile(state.stones - n, 1 - state.player)")
    with pytest.raises(zermelo.ZermeloError) as refused:
        zermelo.Minimax().analyse(game)
    assert "cannot be played: result(state, 2) does not return within 2 s, after 2" in str(refused.value)


def test_they_are_tried_elsewhere_whatever_was_registered_with_the_compiler(mine, tmp_path):
    """A process that does not know another file's overload can try the laws all the same: it compiles nothing."""
    mine(utility="return 1.0")
    told = python(
        """
        from numba.extending import overload
        import zermelo
        from zermelo.laws.trial import broken_law

        def own(x):
            return x

        @overload(own)
        def of_own(x):
            return lambda x: x

        print(broken_law(zermelo.load(FOLDER + "/mine.py")).law)
        """.replace("FOLDER", repr(str(tmp_path))),
        tmp_path / "cache",
    )
    assert told.stdout.startswith("utilities")
    assert told.stderr == ""  # it would say that there are no limits


def test_the_first_example_is_the_shortest(mine):
    game = mine(to_move="return 7 if state.stones == 1 else state.player")
    [finding] = [found for found in trial.try_laws(game, 2, 0, 60.0).findings if not found.holds]
    assert finding.moves == ("2", "2")


def test_games_of_this_package_are_not_tried(monkeypatch):
    monkeypatch.setattr(trial, "try_laws", None)
    assert trial.broken_law(zermelo.load("nim:stones=4")) is None


def test_how_a_game_is_written_is_no_matter_of_values():
    assert RETURNS in OF_VALUES
    assert not any("written" in law or "drawn" in law for law in OF_VALUES)
