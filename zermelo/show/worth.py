"""A value in words: "mate in 1", "loses in 8 plies", "draw", "+0.31 pawns", "not better", "unknown"."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import Game
from zermelo.numerals import HUNDREDTHS, TENTHS, both_shares, estimated, is_zero, percent, settled
from zermelo.problem import SOLVED, STUCK, Problem
from zermelo.search.advantage import is_early
from zermelo.search.analysis import SOLVER, Analysis, Candidate, Variation

EARLY = "too few playouts"  # in place of a value that is a mean of only a few
NAMED, LEAST = 3, 0.01  # actions that a network or a search prefers: how many are named, and from which share on


def value_words(asked: tuple[Analysis, Candidate | Variation], beside: Analysis | None = None) -> str:
    """The value of a candidate or a variation of an analysis, for the player to move.

    A proved value says how the game ends; an estimate is a number with its unit; a bound is no value at all. beside: an
    analysis that this value is compared with: an estimate that equals a proved value is written as that one is.
    """
    analysis, one = asked
    game = analysis.game
    bound = one.bound if isinstance(one, Candidate) else "exact"
    if bound == "stopped":
        return "not searched"
    if not one.known:
        return "unknown"
    if bound == "upper":
        return "not better"
    if isinstance(one, Candidate) and is_early(analysis, one):
        return EARLY
    if one.decided:
        return decided_words(game, one.value, one.distance) or sure_amount(game, one.value)
    return _proved_alike(analysis, one.value, beside) or _estimate(analysis, one.value)


def _proved_alike(analysis: Analysis, value: float, beside: Analysis | None) -> str:
    """How the proved value is written that an estimate beside it equals; "" if there is none.

    Otherwise one number would be told in two precisions, "+12.0 discs" and "+12 discs".
    """
    game, proved = analysis.game, analysis.proved
    if not analysis.in_utilities:
        return ""
    if beside is not None and beside.best.decided and beside.best.known:
        proved = (*proved, beside.value)
    places = decimals(game)
    alike = (one for one in proved if round(one, places) == round(value, places) and not decided_words(game, one))
    return next((sure_amount(game, one) for one in alike), "")


def decided_words(game: Game, value: float, distance: int | None = None) -> str:
    """How a game ends that the rules decide: "wins in 5 plies", "draw"; "" if only its number says it.

    That is so in games for points, of chance (where the value is an average), and with other than two players.
    """
    if isinstance(game, Problem):
        if value <= 0:
            return STUCK
        return f"solved in {distance} {'action' if distance == 1 else 'actions'}" if distance else SOLVED
    if not game.is_duel or game.points is not None:
        return ""
    above, reach = value - game.middle, game.reach
    is_full = is_zero(abs(above) - reach, game.scale) if reach is not None else not game.has_chance
    if game.has_chance and not is_full:
        return ""
    if is_zero(above, game.scale):
        return "draw"
    if game.win_name and distance:
        return f"{game.win_name if above > 0 else game.win_name + 'd'} in {(distance + 1) // 2}"
    by = "" if is_full and is_zero(abs(above) - (reach or 1.0), game.scale) else f" with {settled(value, game.scale)}"
    return f"{'wins' if above > 0 else 'loses'}{by}{f' in {plies(distance)}' if distance else ''}"


def network_words(analysis: Analysis) -> str:
    """What a network says before any search, and what the search made of it; "" where no network was asked."""
    value = analysis.network_value
    if value is None:
        return ""
    priors = _shares(analysis, [one.prior or 0.0 for one in analysis.candidates])
    visits = _shares(
        analysis, [float(one.visits or 0) if one.weight is None else one.weight for one in analysis.candidates]
    )
    before = f"the network alone: {_estimate(analysis, value)}, {priors}"
    return f"{before}; with the search: {value_words((analysis, analysis.best))}, {visits}" if visits else before


def _shares(analysis: Analysis, weights: list[float]) -> str:
    """The largest shares of the candidates: "4 62%, 3 20%"; "" where nothing has weight."""
    total = sum(weights)
    order = sorted(range(len(weights)), key=lambda i: -weights[i])[:NAMED]
    parts = [
        f"{analysis.game.action_text(analysis.state, analysis.candidates[i].action)} {percent(weights[i] / total)}"
        for i in order
        if total and weights[i] / total >= LEAST
    ]
    return ", ".join(parts)


def headline(analysis: Analysis) -> str:
    """The best action and what it is worth; where chance is to move, what the position is worth."""
    subject = "chance is to move" if analysis.is_chance else best_text(analysis)
    return f"{subject}{': ' if analysis.is_chance else ' '}{verdict(analysis)}"


def best_text(analysis: Analysis) -> str:
    """The best action as its players write it; "" where chance is to move."""
    return "" if analysis.is_chance else analysis.game.action_text(analysis.state, analysis.action)


def verdict(analysis: Analysis) -> str:
    """The end of a sentence that begins with the best action: its value, for whom, and how certain it is.

    Where chance is to move, a sentence of its own, about the position.
    """
    game, best = analysis.game, analysis.best
    whose = _whose(game, analysis.player, "for")
    if not best.known and analysis.is_chance:
        return "the value is unknown: no end of the game was seen, and nothing evaluates it"
    if not best.known:
        return f"is tried first{whose}; its value is unknown: no end of the game was seen, and nothing evaluates it"
    words = value_words((analysis, best))
    if analysis.breach:
        certainty = f"not to be trusted, the game breaks a law: {analysis.breach}"
    elif best.decided and not analysis.exact:
        certainty = "proved, but another action may be better"
    elif best.decided and analysis.model:
        certainty = f"exact against {analysis.model}"
    elif best.decided:
        certainty = "" if decided_words(game, best.value) else "exact"
    else:
        certainty = f"estimated against {analysis.model}" if analysis.model else "estimated"
    subject = f"is best{whose}"
    if best.share is not None:
        subject = f"is played{_whose(game, analysis.player, 'by')} with a probability of {percent(best.share, 1)}"
    if analysis.is_chance:
        subject = f"the position is worth this{_whose(game, analysis.player, 'to')}"
    return f"{subject}: {words}" + (f" ({certainty})" if certainty else "")


def _whose(game: Game, player: int, word: str) -> str:
    """Whose a value or a choice is, after a word; "" in a game for one."""
    return "" if game.players == 1 else f" {word} {game.player_name(player)}"


def choice_words(analysis: Analysis) -> str:
    """Which search an engine chose that chooses one, and why; "" for the others."""
    if not analysis.chosen:
        return ""
    return f"{'solved' if analysis.chosen == SOLVER else f'chose {analysis.chosen}'}: {analysis.why}"


def side_words(analysis: Analysis) -> str:
    """For whom the values of the candidates are: "for White"; "" in a game for one."""
    return _whose(analysis.game, analysis.player, "for").strip()


def whose_words(analysis: Analysis) -> str:
    """For whom the value of a position is, after its words: "for White"; "" where the words say it, or it is a draw."""
    game, best = analysis.game, analysis.best
    is_told = game.players == 1 or not best.known or is_early(analysis)
    is_draw = best.decided and decided_words(game, best.value) == "draw"
    return "" if is_told or is_draw else side_words(analysis)


def position_words(analysis: Analysis) -> str:
    """The value of the position, for where a number stands alone: "mate in 1", "+3 (exact)", "+0.31 pawns"."""
    best = analysis.best
    is_number = best.decided and analysis.exact and not decided_words(analysis.game, best.value)
    return value_words((analysis, best)) + (" (exact)" if is_number else "")


def value_clause(analysis: Analysis, beside: Analysis | None = None) -> str:
    """What the best action does, after its name: "wins in 5 plies", "leads to mate in 2", "is worth +0.3 pawns".

    beside: as in `value_words`.
    """
    best = analysis.best
    words = value_words((analysis, best), beside)
    if not best.known:
        return "has an unknown value"
    told = decided_words(analysis.game, best.value, best.distance) if best.decided else ""
    if not told:
        return f"is worth {words}"
    if told == "draw":
        return "draws"
    if not told.startswith(("wins", "loses")):
        return f"leads to {told}" if best.value > analysis.game.middle else f"gets {told}"
    return told


def outcome_words(game: Game, player: int, value: float, distance: int | None = None) -> str:
    """A true value to a player as the game's result: "White wins in 12 plies", "Black wins by 8 discs", "draw".

    In a game for one, and where the players' values do not tell who wins, what it is worth.
    """
    if game.players == 1:
        return f"worth {sure_amount(game, value)}"
    if not game.is_duel or game.has_chance:
        return f"worth {settled(value, game.scale)} to {game.player_name(player)}"
    above = value - game.middle
    if is_zero(above, game.scale):
        return "draw"
    utilities = [value, game.total - value] if player == 0 else [game.total - value, value]
    words = game.result_text(utilities)
    if not distance:
        return words
    if game.win_name:
        return f"{words}, {game.win_name} in {(distance + 1) // 2}"
    return f"{words} in {plies(distance)}"


def outcome(analysis: Analysis, candidate: Candidate | None = None) -> int | None:
    """The proved result of a candidate, by default of the position: 1 a win of the player to move, 0 a draw, -1 a loss.

    None where it is not proved, and in games of chance or of other than two players.
    """
    game, one = analysis.game, candidate or analysis.best
    is_proved = one.decided and one.bound == "exact" and one.known and (candidate is not None or analysis.exact)
    if not is_proved or analysis.breach or analysis.model or not game.is_duel or game.has_chance or game.has_hidden:
        return None
    above = one.value - game.middle
    return 0 if is_zero(above, game.scale) else 1 if above > 0 else -1


def each_words(game: Game, values: Sequence[float]) -> str:
    """What each player gets: "White +1, Black -1"."""
    return ", ".join(f"{game.player_name(player)} {settled(value, game.scale)}" for player, value in enumerate(values))


def worth_difference(mine: Analysis, best: Analysis) -> float | None:
    """How much less the best action of one analysis is worth than that of another, as both are written.

    None if the values are not in the same units, or are not known.
    """
    known = mine.best.known and best.best.known and not is_early(mine) and not is_early(best)
    if not known or mine.is_utility() != best.is_utility():
        return None
    places = decimals(mine.game) if mine.in_utilities else HUNDREDTHS
    return round(mine.value, places) - round(best.value, places)


def difference_words(mine: Analysis, best: Analysis) -> str:
    """The same in words; "" where there is none, or where both are decided and their words say more."""
    difference = worth_difference(mine, best)
    is_told = mine.best.decided and best.best.decided and decided_words(mine.game, mine.best.value)
    return "" if difference is None or is_told else _estimate(mine, difference)


def share_words(share: float | None) -> list[str]:
    """How good a position is for player 0 and for the others; [] where that cannot be said."""
    return [] if share is None else [*both_shares(share)]


def units_of(analysis: Analysis) -> str:
    """What the numbers of an analysis count: "pawns", "discs"; "" if they have no name."""
    return (analysis.game.points or "") if analysis.in_utilities else analysis.units


def _estimate(analysis: Analysis, value: float) -> str:
    game = analysis.game
    if analysis.in_utilities:
        return amount(game.points or "", value, game.scale, decimals(game))
    return amount(analysis.units, value)


def decimals(game: Game) -> int:
    """With how many decimals estimates of a game's utilities are written: one where they count things, else two."""
    return TENTHS if game.points and not game.has_chance and not game.has_hidden else HUNDREDTHS


def sure_amount(game: Game, value: float) -> str:
    """A true utility with its sign and unit."""
    return f"{settled(value, game.scale)} {game.points or ''}".rstrip()


def amount(units: str, value: float, scale: float = 1.0, places: int = HUNDREDTHS) -> str:
    """An estimate with its sign and unit; scale: that of the game where it is a utility."""
    return f"{estimated(value, places, scale)} {units}".rstrip()


def plies(count: int) -> str:
    """A number of plies."""
    return f"{count} {'ply' if count == 1 else 'plies'}"
