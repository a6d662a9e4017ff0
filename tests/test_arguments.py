"""Arguments of public functions are checked at the door."""

from __future__ import annotations

import inspect

import pytest

import zermelo
from zermelo import ZermeloError
from zermelo.arguments import checked
from zermelo.game import Game, State

NIM = zermelo.load("nim:stones=5")
STATE = NIM.initial()
CHOICE = "nim:stones=5, such as NimState(stones=5, player=0)"


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: zermelo.perft(NIM, 3, STATE), f"perft: state should be a state of {CHOICE}, not 3; it is called as "
         "perft(game, state, depth, compiled, cluster)"),
        (lambda: zermelo.perft(NIM, depth=2.5), "perft: depth should be a whole number, not 2.5"),
        (lambda: zermelo.perft(NIM, depth=True), "perft: depth should be a whole number, not True"),
        (lambda: zermelo.perft("nim"), "perft: game should be a Game, not 'nim', which zermelo.load('nim') gives"),
        (lambda: zermelo.perft(STATE, NIM), "perft: game should be a Game, not NimState(stones=5, player=0), or see"),
        (lambda: zermelo.perft(), "missing a required argument: 'game'; it is called as perft(game, state, depth, com"),
        (lambda: zermelo.perft(NIM, deep=3), "got an unexpected keyword argument 'deep'; it is called as perft(game, "),
        (lambda: zermelo.analyse(NIM, "mcts"), f"analyse: state should be a state of {CHOICE}, not 'mcts'"),
        (lambda: zermelo.analyse(STATE), "analyse: game should be a Game"),
        (lambda: zermelo.AlphaBeta().analyse(STATE, NIM), "analyse: game should be a Game"),
        (lambda: zermelo.AlphaBeta().analyse(NIM, 4), f"analyse: state should be a state of {CHOICE}, not 4"),
        (lambda: zermelo.solve(NIM, 30.0), f"solve: state should be a state of {CHOICE}, not 30.0"),
        (lambda: zermelo.solve(NIM, STATE, 5), "solve: method should be a text, not 5"),
        (lambda: zermelo.match(NIM, "mcts", "random"), "match: engines should be a list, not 'mcts'"),
        (lambda: zermelo.match(NIM, ["random"] * 2, "10"), "match: games should be a whole number, not '10'"),
        (lambda: zermelo.play(NIM, STATE, ["random"] * 2), f"play: state should be a state of {CHOICE}, not ['random'"),
        (lambda: zermelo.play(["random"] * 2, NIM), "play: game should be a Game, not ['random', 'random']"),
        (lambda: zermelo.rollout(NIM, STATE, "random"), f"rollout: state should be a state of {CHOICE}, not 'random'"),
        (lambda: zermelo.table(NIM, "random", "random"), "table: firsts should be a list, not 'random'"),
        (lambda: zermelo.trace(NIM, 3), f"trace: state should be a state of {CHOICE}, not 3; it is called as"),
        (lambda: zermelo.trace(NIM, "alphabat"), "expectimax, expectiminimax, maxn and mcts, not 'alphabat'"),
        (lambda: zermelo.trace(NIM, "mcts"), "in Python, zermelo.trace_mcts(game, state) traces it"),
        (lambda: zermelo.trace_mcts(NIM, 20), f"trace_mcts: state should be a state of {CHOICE}, not 20"),
        (lambda: zermelo.examine("take.py"), "examine: game should be a Game, not 'take.py', which zermelo.load"),
        (lambda: zermelo.load(NIM), "load: spec should be a text, not <Game nim:stones=5: 2 players>"),
        (lambda: zermelo.Position(NIM, 3), f"Position: state should be a state of {CHOICE}, not 3"),
    ],
)  # fmt: skip
def test_a_wrong_argument_is_told_in_a_line(call, told):
    with pytest.raises(ZermeloError) as error:
        call()
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_rules_that_answer_to_anything_are_not_asked_about_texts_and_numbers():
    game = zermelo.Game(
        initial=lambda: (0,),
        to_move=lambda state: 0,
        actions=lambda state: iter((1, 2)),
        result=lambda state, action: (1,),
        is_terminal=lambda state: state != (0,),
        utility=lambda state, player: 0.0,
        compiles=False,
    )
    with pytest.raises(ZermeloError, match=r"analyse: state should be a state of game, such as \(0,\), not 'minimax'"):
        zermelo.analyse(game, "minimax")
    assert zermelo.analyse(game, player="minimax").value == 0.0


def test_a_game_may_have_states_of_several_kinds():
    """They are asked by the rules, not by their types."""
    game = zermelo.Game(
        initial=lambda: "begin",
        to_move=lambda state: 0 if state == "begin" else 1,
        actions=lambda state: iter((1, 2)),
        result=lambda state, action: action if state == "begin" else (state, action),
        is_terminal=lambda state: isinstance(state, tuple),
        utility=lambda state, player: 1.0 if player == sum(state) % 2 else -1.0,
        compiles=False,
    )
    assert zermelo.analyse(game, 2, "minimax").action in (1, 2)
    assert zermelo.perft(game, 2, 1).leaves == 2


def test_what_is_not_annotated_is_left_alone():
    @checked
    def told(game: Game, state: State | None = None, *others, games: int = 1, name: str | None = None, **more):
        return games, name, others, more

    assert told(NIM, None, 7, name="x", extra=object) == (1, "x", (7,), {"extra": object})
    assert str(inspect.signature(told)).startswith("(game: 'Game', state: 'State | None' = None")
    assert told.__name__ == "told"


def test_every_public_function_with_a_game_checks_it():
    for name in set(dir(zermelo)) - {"play_game", "adapt"}:  # these take other libraries' games too
        function = getattr(zermelo, name)
        parameters = inspect.signature(function).parameters if inspect.isfunction(function) else {}
        if "game" in parameters:
            needed = [one for one in parameters.values() if one.default is inspect.Parameter.empty]
            with pytest.raises(ZermeloError, match="game should be a Game, not 7"):
                function(7, *[None] * (len(needed) - 1))
