"""A digest of rules by what they do."""

from __future__ import annotations

from dataclasses import replace

import zermelo
from zermelo.evaluate.learned.fingerprint import rules_digest


def test_it_is_the_same_in_every_process():
    nim = zermelo.load("nim", stones=9)
    assert rules_digest(nim) == "a71a0cef8d89737bc8cbc63b226812a6755a208991398128ae3f3f829340ba5b"
    assert rules_digest(zermelo.load("pig")) == rules_digest(replace(zermelo.load("pig"), summary="another"))


def test_it_differs_between_sizes_and_rules():
    games = [zermelo.load("nim", stones=9), zermelo.load("nim", stones=9, most=4), zermelo.load("nim", stones=8)]
    backwards = replace(games[0], actions=lambda state: reversed(list(games[0].actions(state))))
    kinder = replace(games[0], utility=lambda state, player: 0.5 * games[0].utility(state, player))
    assert len({rules_digest(game) for game in (*games, backwards, kinder)}) == 5


def test_states_of_any_kind_have_one():
    """Objects whose text names their address do not make it change."""

    class Stone:
        pass

    def game():
        return zermelo.Game(
            initial=lambda: (Stone(), 0),
            to_move=lambda state: state[1] % 2,
            actions=lambda state: iter(("a", "b")),
            result=lambda state, action: (Stone(), state[1] + 1),
            is_terminal=lambda state: state[1] == 3,
            utility=lambda state, player: 0.0,
        )

    assert rules_digest(game()) == rules_digest(game())
