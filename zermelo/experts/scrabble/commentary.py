"""What is said beside the worth of a turn: what it keeps, where its word would score more, what answers it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from zermelo.evaluate.commentary import Commentary, Reason
from zermelo.experts.scrabble.leaves import Terms, shipped_model
from zermelo.game import CHANCE, Action, Game, State
from zermelo.games.scrabble.challenge import DONE, LAYING, finished
from zermelo.games.scrabble.finding import Finder
from zermelo.games.scrabble.laying import laid, with_play, word_at
from zermelo.games.scrabble.plays import EXCHANGE, PASS, is_down, square_of, tiles_of, without
from zermelo.games.scrabble.squares import squares_of

LEAST_BETTER = 2  # points by which another place is better
POOR = -2.0  # what is kept is worth less


def commentary() -> Commentary:
    """What is said about turns."""
    return Commentary(reasons=reasons)


def reasons(game: Game, states: Sequence[State], actions: Sequence[Action]) -> list[Reason]:
    """What the first turn does wrong: it is no word, scores more elsewhere, keeps bad tiles, allows an answer."""
    before, action = states[0], actions[0]
    if game.to_move(before) == CHANCE or before.laying or action & (LAYING | DONE) or action > EXCHANGE * 2:
        return [*_taken_back(game, states, actions)]
    finder = finder_of(game)
    found = _elsewhere(game, finder, before, action)
    if len(before.bag) > 0 and action != PASS:
        kept = without(before.racks[before.player], tiles_of(action))
        worth = _worth(finder, kept)
        if worth < POOR:
            found.append(
                Reason("kept", -worth, f"keeps {finder.tiles.text(kept)}, worth {worth:+.1f} points".replace("-", "−"))
            )
    return [*found, *_answers(game, states, actions)]


def finder_of(game: Game) -> Finder:
    """Finds the plays of a game."""
    given = game.parameters
    return Finder(given["size"], given["tiles"].strip(), given["words"].strip(), given["rack"], given["bonus"])


def _elsewhere(game: Game, finder: Finder, state: Any, action: int) -> list[Reason]:
    """Where the same word scores more."""
    if action == PASS or action & EXCHANGE:
        return []
    own = _word(finder, state.board, action)
    plays = finder.plays(state.board, state.racks[state.player]).tolist()
    mine = next((score for play, score, _ in plays if play == action), None)
    if mine is None:
        return []
    others = [(score, play) for play, score, _ in plays if score > mine and _word(finder, state.board, play) == own]
    if not others or max(others)[0] - mine < LEAST_BETTER:
        return []
    score, best = max(others)
    place = game.action_text(state, best).split()[0]
    return [Reason("place", score - mine, f"scores {mine}, and the same word {score} at {place}")]


def _answers(game: Game, states: Sequence[Any], actions: Sequence[Action]) -> list[Reason]:
    """The play that follows in the line."""
    mover = states[0].player
    for state, after, action in zip(states[1:], states[2:], actions[1:], strict=False):
        if game.to_move(state) == CHANCE:
            continue
        gained = after.scores[state.player] - state.scores[state.player]
        if state.player == mover or gained <= 0:
            return []
        return [Reason("answer", gained, f"allows {game.action_text(state, action)} for {gained}")]
    return []


def _taken_back(game: Game, states: Sequence[Any], actions: Sequence[Action]) -> list[Reason]:
    """Words that are not in the list."""
    for state, action in zip(states, actions, strict=False):
        if game.to_move(state) == CHANCE or not state.laying or action != DONE:
            continue
        finder = finder_of(game)
        missing = finder.missing_words(state.board, finished(squares_of(finder.size), state.board, state.laying))
        if missing:
            words = " and ".join(map(finder.tiles.text, missing))
            return [
                Reason(
                    "list", 1e6, f"can be challenged: {words} {'is' if len(missing) == 1 else 'are'} not in the list"
                )
            ]
    return []


def _word(finder: Finder, board: bytes, play: int) -> str:
    squares = squares_of(finder.size)
    fresh = laid(squares, board, play)
    return finder.tiles.text(
        word_at(squares.size, with_play(board, fresh), square_of(play), is_down(play)).tiles
    ).upper()


def _worth(finder: Finder, kept: bytes) -> float:
    return _terms(finder).worth(shipped_model(finder.tiles), kept)


@lru_cache(maxsize=8)
def _terms(finder: Finder) -> Terms:
    return Terms(finder.tiles)
