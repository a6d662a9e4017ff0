"""The laws of games with hidden information: what players see, know and may play, and the states dealt to fit that."""

from __future__ import annotations

from zermelo.by_value import hashable, same, written
from zermelo.game import CHANCE, Game, brief
from zermelo.knowledge import Knowledge, after, at_start, view_of
from zermelo.laws.patient import Patient

KEPT = 20_000  # positions that are kept to compare others with
HEARD = 8  # moves of one position that are listened to
FRACTIONS = (0.0, 0.5, 1.0 - 2.0**-53)  # besides a random one


def shows_the_same(p: Patient) -> str | None:
    """What a player sees of a state can be hashed, is the same each time, and looking changes nothing."""
    game, before = p.game, written(p.state)
    assert game.view is not None
    for player in range(game.players):
        shown = game.view(p.state, player)
        if written(p.state) != before:
            return f"view(state, {player}) changed the state it was given"
        try:
            hashable(shown)
        except TypeError:
            told = f"view(state, {player}) gives {brief(shown)}"
            return f"{told}, which cannot be compared with others: use tuples and numbers"
        if not same(shown, game.view(p.state, player)):
            return f"view(state, {player}) gives something else each time"
    return ""


def knows_what_is_legal(p: Patient) -> str | None:
    """A player who saw and did the same, in the same order, has the same actions, in the same order."""
    if not _has_choice(p):
        return None
    known, legal = known_at(p)[p.game.to_move(p.state)], p.game.legal(p.state)
    other = p.seen.known.get(known)
    if other is None:
        if len(p.seen.known) < KEPT:
            p.seen.known[known] = p
        return ""
    others = p.game.legal(other.state)
    if others == legal:
        return ""
    who = f"{p.game.player_name(known.player)} knows what it knows {brief(other.place)}"
    if set(others) == set(legal):
        return f"{who}, but actions are listed in another order, which tells more"
    only = [action for action in legal if action not in others] or [action for action in others if action not in legal]
    return f"{who}, but only one of them allows {brief(repr(only[0]))}"


def shows_actions_alike(p: Patient) -> str | None:
    """A player who saw and did the same finds its actions written alike, and on the same cells of the board."""
    if not _has_choice(p):
        return None
    game = p.game
    other = p.seen.known.get(known_at(p)[game.to_move(p.state)])  # see knows_what_is_legal
    if other is None or game.legal(other.state) != game.legal(p.state):
        return ""
    who = f"{game.player_name(game.to_move(p.state))} knows what it knows {brief(other.place)}"
    for action in p.some(game.legal(p.state)):
        here, there = (game.action_text(state, action) for state in (p.state, other.state))
        if here != there:
            return f"{who}, but {brief(repr(action))} is written '{brief(here)}' here and '{brief(there)}' there"
        cells = [[tuple(cell) for cell in game.touches(one.state, action)] for one in (p, other) if game.touches]
        if cells and cells[0] != cells[1]:
            return f"{who}, but touches other cells there for '{brief(here)}'"
    return ""


def hears_what_happened(p: Patient) -> str | None:
    """What `heard` says of a move is true: who made it, and how it is written, where it says that."""
    game, state = p.game, p.state
    assert game.heard is not None
    if game.is_terminal(state):
        return None
    mover, is_tried = game.to_move(state), False
    for action in p.some(game.moves(state), HEARD):
        following, text = game.result(state, action), game.action_text(state, action)
        for player in range(game.players):
            before, after_it = view_of(game, state, player), view_of(game, following, player)
            if same(before, after_it):
                continue
            is_tried, told = True, game.heard(before, after_it, player)
            if told is not None and told not in ((mover, ""), (mover, text)):
                is_what = f"the move is {brief(repr((mover, text)))}"
                return f"heard tells {game.player_name(player)} {brief(repr(told))}, and {is_what}"
    return "" if is_tried else None


def deals_what_fits(p: Patient) -> str | None:
    """A state that is dealt looks the same to the player, who is to move there and may play the same."""
    if not _has_choice(p):
        return None
    game, mover = p.game, p.game.to_move(p.state)
    assert game.deal is not None
    assert game.view is not None
    knowledge = known_at(p)[mover]
    for fraction in (*FRACTIONS, p.noise.random()):
        state = game.deal(knowledge, fraction)
        dealt = f"deal(knowledge, {fraction:g}) gives {brief(state, 120)}"
        if game.is_terminal(state) or game.to_move(state) != mover:
            return f"{dealt}, where {game.player_name(mover)} is not to move"
        if not same(game.view(state, mover), game.view(p.state, mover)):
            return f"{dealt}, which looks different to {game.player_name(mover)}"
        if game.legal(state) != game.legal(p.state):
            return f"{dealt}, where other actions are legal"
        if not same(game.deal(knowledge, fraction), state):
            return f"deal(knowledge, {fraction:g}) gives something else each time"
    return ""


def known_at(p: Patient) -> tuple[Knowledge, ...]:
    """What each player knows where we are, on the path that led here."""
    path, state, known = p.seen.last
    if p.path == path and known:
        return known
    if not known or p.path[:-1] != path:
        state, path = p.game.initial(), ()
        known = at_start(p.game, state)
    for action in p.path[len(path) :]:
        following = p.game.result(state, action)
        known, state = after(p.game, known, state, action, following), following
    p.seen.last = p.path, state, known
    return known


def _has_choice(p: Patient) -> bool:
    return not p.game.is_terminal(p.state) and p.game.to_move(p.state) != CHANCE


def hides(game: Game) -> bool:
    """Applies to games with hidden information."""
    return game.has_hidden
