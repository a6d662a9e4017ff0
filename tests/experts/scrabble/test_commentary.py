"""What is said about a turn."""

from __future__ import annotations

import zermelo
from zermelo.evaluate import commentary_of, odds_of
from zermelo.experts.scrabble.commentary import reasons

SMALL = "scrabble:size=5,rack=3,words=AT+TA+CAT+ACT+TACT+CATA,tiles=A1x6+C3x3+T1x5+?0x1,exchange=3"


def told(game, state, *texts):
    states, actions = [state], []
    for text in texts:
        actions.append(game.read_action(states[-1], text))
        states.append(game.result(states[-1], actions[-1]))
    return {one.kind: one for one in reasons(game, states, actions)}


def test_a_better_place_for_the_same_word():
    game = zermelo.load(SMALL)
    state = game.read_state("5/5/1CAT1/5/5 ACT/AAT 0/0")
    scores = {}
    for action in game.legal(state):
        text = game.action_text(state, action)
        if text[0] != "e" and text.replace("(", "").replace(")", "").endswith(" ACT"):
            scores[text] = game.result(state, action).scores[0]
    worst, best = min(scores, key=scores.get), max(scores, key=scores.get)
    assert scores[best] > scores[worst] + 1
    found = told(game, state, worst)["place"]
    assert found.weight == scores[best] - scores[worst]
    assert found.words.startswith(f"scores {scores[worst]}, and the same word {scores[best]} at ")
    assert "place" not in told(game, state, best)


def test_the_answer_that_a_turn_allows():
    game = zermelo.load(SMALL)
    state = game.read_state("5/5/5/5/5 AT/ATC 0/0")._replace(bag=b"")
    after = game.result(state, game.read_action(state, "3C AT"))
    assert game.is_terminal(after)  # it went out
    state = game.read_state("5/5/5/5/5 ATT/ATC 0/0")._replace(bag=b"")
    found = told(game, state, "3B AT", "B2 C(A)T")["answer"]
    assert found.words.startswith("allows B2 C(A)T for ")
    assert "answer" not in told(game, state, "3B AT", "pass")


def test_bad_tiles_that_are_kept():
    game = zermelo.load("scrabble")
    rows = "/".join(["15"] * 15)
    state = game.read_state(f"{rows} CATUVVQ/AEINRST 0/0")
    found = told(game, state, "8G CAT")["kept"]
    assert found.words.startswith("keeps QUVV, worth −")
    assert "kept" not in told(game, game.read_state(f"{rows} CATERS?/AEINRST 0/0"), "8G CAT")


def test_a_word_that_can_be_challenged():
    game = zermelo.load(SMALL + ",challenge=single")
    state = game.read_state("5/5/5/5/5 ACT/AAT 0/0")
    assert told(game, state, "lay 3C", "T", "C", "done")["list"].words == "can be challenged: TC is not in the list"
    assert told(game, state, "lay 3C", "A", "T", "done") == {}


def test_it_is_found_by_the_game_and_values_become_chances():
    game = zermelo.load(SMALL)
    assert commentary_of(game).reasons is reasons
    assert odds_of(game).win(0.0) == 0.5
    state = game.read_state("5/5/1CAT1/5/5 ACT/AAT 40/0")
    found = zermelo.analyse(game, state, zermelo.engine("wordsmith:style=simulating,sims=4,seed=1"))
    assert found.candidates[0].note.startswith("scores ")
    assert ", answer " in found.candidates[0].note
    assert "note" in str(found)
    assert found.to_json()["candidates"][0]["note"] == found.candidates[0].note
