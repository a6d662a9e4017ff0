"""How a game is likely to go on, beside a value: chances, decisions that are judged alone, whose a place will be."""

from __future__ import annotations

from functools import lru_cache

from zermelo.evaluate import Ownership, commentary_of, odds_of, opinion
from zermelo.evaluate.commentary import Choice
from zermelo.game import Game, State
from zermelo.numerals import TENTHS, capitalised, estimated, percent, plain
from zermelo.picture import Board
from zermelo.search.advantage import UNSURE, chances, is_early
from zermelo.search.analysis import Analysis, Candidate
from zermelo.show.worth import amount, decimals

LEAST_LEAD = 0.25  # points


def endings(analysis: Analysis) -> list[tuple[str, float, str]]:
    """The ways in which the game can end, each with its chance and the text of that; [] where these say nothing new."""
    game, state, best = analysis.game, analysis.state, analysis.best
    known = commentary_of(game).endings
    if known is not None:
        found = list(known(game, state))
        if not found and not analysis.is_chance and not best.decided:
            after = game.result(state, analysis.action)
            found = [] if game.is_terminal(after) else list(known(game, after))
        if not best.decided:  # a table may say that a side hardly ever wins: until it is proved, that is an estimate
            found[:2] = [(name, min(max(share, UNSURE), 1.0 - UNSURE)) for name, share in found[:2]]
        return [(capitalised(name), share, percent(share)) for name, share in found]
    if not best.known or is_early(analysis) or odds_of(game) is None:
        return []
    told = chances(game, best.value, analysis.is_utility(), best.decided and not analysis.model)
    if told is None or told[1] < UNSURE / 2:
        return []
    win, draw, loss = told if analysis.player == 0 else told[::-1]
    shares = round(100 * win), round(100 * draw)
    words = f"{shares[0]}%", f"{shares[1]}%", f"{100 - sum(shares)}%"
    names = f"{game.player_name(0)} wins", "draw", f"{game.player_name(1)} wins"
    return [(capitalised(n), s, w) for n, s, w in zip(names, (win, draw, loss), words, strict=True)]


def choices(analysis: Analysis) -> list[list[str]]:
    """The ways to decide, with what each is worth and what it costs against the best; [] where nothing is decided."""
    game, state = analysis.game, analysis.state
    known = commentary_of(game).choices
    found = [] if known is None or analysis.is_chance else list(known(game, state))
    if not found:
        return []
    worth = {choice.name: _worth(analysis, choice) for choice in found}
    mine: dict[object, float] = {}  # what each of the player's own actions is worth, after the best answer
    for choice in found:
        mine[choice.line[0]] = min(worth[choice.name], mine.get(choice.line[0], float("inf")))
    best, places = max(mine.values()), decimals(game)
    rows = []
    for choice in found:
        is_answered = worth[choice.name] == mine[choice.line[0]]
        cost = round(worth[choice.name], places) - round(best, places)
        told = "the best" if not cost else amount("", cost, game.scale, places)
        rows.append([choice.name, amount(game.points or "", worth[choice.name], game.scale, places)])
        rows[-1].append(told if is_answered else "")
    return rows


def _worth(analysis: Analysis, choice: Choice) -> float:
    """What a choice is worth: as the search found, if its line begins with the choice."""
    found = next((one for one in analysis.candidates if one.action == choice.line[0]), None)
    if found is None or not _is_value(found):
        return choice.value
    return found.value if (found.line or (found.action,))[: len(choice.line)] == choice.line else choice.value


def _is_value(one: Candidate) -> bool:
    return one.known and one.bound == "exact"


def ownership(analysis: Analysis) -> Ownership | None:
    """Whose the places on the board are likely to be; None where that is not known, or would take long."""
    if not analysis.compiled or is_early(analysis) or commentary_of(analysis.game).ownership is None:
        return None
    return _ownership(analysis.game, analysis.state)


@lru_cache(maxsize=16)
def _ownership(game: Game, state: State) -> Ownership:
    known = commentary_of(game).ownership
    assert known is not None
    return known(game, state)


def shares_of_pieces(analysis: Analysis) -> tuple[tuple[str, ...], ...] | None:
    """By cell of the picture what its piece adds to the game's evaluation for player 0, such as "+5.2"; "": no piece.

    None where the evaluation does not go by pieces.
    """
    game, state, evaluator = analysis.game, analysis.state, opinion(analysis.game)
    standing = getattr(evaluator, "standing", None)
    if evaluator is None or standing is None or game.is_terminal(state):
        return None
    board = game.describe(state)
    if not isinstance(board, Board):
        return None
    found = [[""] * len(row) for row in board.cells]
    for piece, share in standing(state, 0):
        found[piece.row][piece.column] = estimated(share, TENTHS)
    return tuple(map(tuple, found)) if any(map(any, found)) else None


def lead_words(game: Game, owned: Ownership, share: float | None) -> str:
    """Who leads by how much: "Black leads by about 3.5 points"; "" where the chances of player 0 say otherwise.

    Quick games say little while the board is nearly empty.
    """
    if share is None or (share - 0.5) * owned.lead < 0.0:
        return ""
    if abs(owned.lead) < LEAST_LEAD:
        return "about even in points"
    leader = game.player_name(0 if owned.lead > 0 else 1)
    return f"{capitalised(leader)} leads by about {plain(round(2 * abs(owned.lead)) / 2)} points"
