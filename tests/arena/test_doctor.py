"""The doctor: faults that it finds beyond the contract's laws."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.arena import doctor
from zermelo.compile.trust.compare import Difference
from zermelo.compile.trust.guarded import Outcome


@pytest.mark.long
def test_a_pick_that_forgets_an_action_is_told():
    from dataclasses import replace

    from zermelo.arena.doctor import examine

    game = zermelo.load("breakthrough:rows=4,columns=2,ranks=1")
    assert all(finding.holds for finding in examine(game, seconds=1).findings)
    lazy = replace(game, pick=lambda state, fraction: game.legal(state)[0])
    broken = [finding.broken for finding in examine(lazy, seconds=1).findings if not finding.holds]
    assert broken == ["pick does not draw the actions uniformly"]


def test_compiling_takes_no_longer_than_the_time_left(monkeypatch):
    from zermelo.arena import doctor
    from zermelo.compile.trust.compare import Difference
    from zermelo.compile.trust.guarded import Outcome

    given = []

    def too_slow(work, *arguments, seconds):
        given.append(seconds)
        return Outcome(failure=f"does not return within {seconds:.2g} s")

    monkeypatch.setattr(doctor, "run_guarded", too_slow)
    monkeypatch.setattr(doctor, "compared", lambda game, evaluate, compiling: given.append(compiling))
    diagnosis = doctor.examine(zermelo.load("nim:stones=5"), games=2, seconds=200.0)
    assert all(0 < seconds <= 200.0 for seconds in given)
    assert len(given) == 2
    assert (diagnosis.compiled, diagnosis.healthy) == (False, True)
    assert "give it more --seconds" in diagnosis.reason
    assert diagnosis.unreached == (doctor.AGREES,)
    monkeypatch.setattr(doctor, "compared", lambda game, evaluate, compiling: Difference(""))
    diagnosis = doctor.examine(zermelo.load("nim:stones=5"), games=2, seconds=0.2)
    assert (diagnosis.compiled, given[-1]) == (True, doctor.QUICK)  # the rules did compile


@pytest.mark.long
def test_it_judges_by_the_kernel_that_searches_use():
    """A game whose utility does not compile was said to compile, since counting positions asks for none."""
    from dataclasses import replace

    from zermelo.arena import doctor

    game = zermelo.load("nim:stones=5")
    text = replace(game, utility=lambda state, player: eval("1.0") if state.player != player else -1.0)
    diagnosis = doctor.examine(text, games=2, seconds=60.0)
    assert diagnosis.healthy
    assert not diagnosis.compiled
    assert diagnosis.reason


def test_what_the_comparison_found_is_known_where_the_kernel_is_compiled(monkeypatch):
    """Also if it cannot be kept on disk: it is not compared twice."""
    from stones import pile

    from zermelo.arena import doctor
    from zermelo.compile.trust import compare
    from zermelo.players.engines import default_engine

    monkeypatch.setattr(compare, "find_difference", None)
    game = pile(name="never compared")
    wanted = default_engine(game).wanted(game)
    known = {"text": "", "is_wide": False, "failure": "it has a moustache", "places": ""}
    known["places"] = compare.places(game, wanted["evaluate"])
    assert doctor._prepared(wanted, known, lambda text: None) == [False, "it has a moustache"]


def test_a_hidden_game_that_is_solved_is_compiled_all_the_same(monkeypatch):
    """Its default engine solves it and compiles none of its rules; another one's kernel tells whether they compile."""
    asked = []

    def prepared(work, wanted, *arguments, seconds):
        asked.append(wanted["label"])
        return Outcome(value=[True, ""])

    monkeypatch.setattr(doctor, "compared", lambda game, evaluate, seconds: Difference(""))
    monkeypatch.setattr(doctor, "run_guarded", prepared)
    _, compiled, reason = doctor._compile(zermelo.load("kuhn-poker"), 0.0)
    assert (asked, compiled, reason) == (["ismcts"], True, "")
