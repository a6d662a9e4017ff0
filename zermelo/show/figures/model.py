"""An opponent that is modelled: each of its nodes is a chance node, inside which its own search is simulated."""

from __future__ import annotations

from zermelo.game import Action, Game, State
from zermelo.measures.chances import average, probabilities, read_model
from zermelo.numerals import plain
from zermelo.picture import Lines, Tree
from zermelo.search.textbook.opponents import Opponent
from zermelo.search.trace.trace import trace
from zermelo.show.figures.pictured import Pictured


def modelled(game: Game, model: str) -> Pictured:
    """The root with a frame for each of its actions: what the opponent simulates there, and what is expected."""
    opponent, state = read_model(model), game.initial()
    player = game.to_move(state)
    worths = {action: average(game, game.result(state, action), player, opponent) for action in game.legal(state)}
    best = max(worths.values())
    children = tuple(_simulated(game, state, action, opponent, worths[action] == best) for action in worths)
    found = Lines((f"{game.player_name(player)} expects {plain(best)}",))
    return Pictured(found, (f"the opponent is {model}",), children=children, framed=True)


def _simulated(game: Game, before: State, action: Action, opponent: Opponent, is_best: bool) -> Pictured:
    """A chance node: the opponent's simulated search, then how likely each of its moves is."""
    state, player = game.result(before, action), game.to_move(before)
    chances = probabilities(game, state, opponent)
    shares = [
        f"move {game.action_text(state, move)}: {_share(game, state, move, opponent, chance)}"
        for move, chance in chances.items()
    ]
    worths = [average(game, game.result(state, move), player, opponent) for move in chances]
    terms = " + ".join(
        f"{plain(chance)} × {_signed(worth)}" for chance, worth in zip(chances.values(), worths, strict=True)
    )
    total = sum(chance * worth for chance, worth in zip(chances.values(), worths, strict=True))
    words = (*shares, f"{terms} = {plain(total)}")
    return Pictured(_search(game, state, opponent), words, game.action_text(before, action), framed=True, best=is_best)


def _search(game: Game, state: State, opponent: Opponent) -> Tree:
    """The search that the opponent makes at a state, or all that may follow if it makes none."""
    depths = [getattr(strategy, "depth", None) for _, strategy in opponent.following]
    shown = trace(game, state, "minimax", depths[0] if depths else None).picture()
    return Tree(shown.root, "simulated") if depths else Tree(shown.root)


def _share(game: Game, state: State, move: Action, opponent: Opponent, chance: float) -> str:
    """How the probability of a move comes about: "0.8 + 0.1 = 0.9"."""
    followed = sum(part for part, strategy in opponent.following if strategy(game, state) == move)
    at_random = opponent.random / len(game.legal(state))
    parts = [part for part in (followed, at_random) if part]
    told = " + ".join(map(plain, parts))
    return f"{told} = {plain(chance)}" if len(parts) > 1 and abs(sum(parts) - chance) < 1e-9 else plain(chance)


def _signed(worth: float) -> str:
    return plain(worth) if worth >= 0 else f"({plain(worth)})"
