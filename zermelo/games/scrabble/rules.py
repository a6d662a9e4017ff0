"""Scrabble: lay words from hidden racks across each other for points."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from zermelo.game import CHANCE, Game, brief
from zermelo.games._named import named
from zermelo.games.scrabble.challenge import (
    CHALLENGE,
    DONE,
    DOUBLE,
    FIVE,
    IN_VAIN,
    LAYING,
    NO_PLAY,
    PENALTY,
    RULES,
    SPELLING,
    VOID,
    LastPlay,
    beginnings,
    continuations,
    finished,
    kept_of,
    longer,
)  # fmt: skip
from zermelo.games.scrabble.finding import Finder
from zermelo.games.scrabble.laying import laid, score_of, with_play
from zermelo.games.scrabble.moves import MOST_PLAYS
from zermelo.games.scrabble.plays import EXCHANGE, PASS, exchange_of, is_exchange, on_rack, tiles_of, without
from zermelo.games.scrabble.squares import LEAST, MOST, squares_of
from zermelo.games.scrabble.text import notation
from zermelo.games.scrabble.tiles import read_tiles
from zermelo.games.scrabble.trying import trial
from zermelo.games.scrabble.words import check_words
from zermelo.installed import np

MOST_ACTIONS = MOST_PLAYS + (1 << 8)  # exchanges, passing and challenging too


class ScrabbleState(NamedTuple):
    """A tile is a byte: the number of its letter, from 1, plus 64 for a blank; a blank on a rack is 64."""

    board: bytes  # [square], 0 is empty
    racks: tuple[bytes, ...]  # [player], in ascending order
    bag: bytes  # in ascending order
    aside: bytes  # what the last player gave back, which is put into the bag when the new tiles are drawn
    scores: tuple[int, ...]
    player: int  # who plays next
    scoreless: int  # turns in a row that scored nothing
    laying: int = 0  # a word that the player to move lays letter by letter, as far as it is laid
    last: LastPlay = NO_PLAY  # the last play, while it may be challenged


class ScrabbleView(NamedTuple):
    """What one player sees."""

    board: bytes
    held: bytes  # the rack, and zeros: every view of a game has one size
    sizes: tuple[int, ...]  # [player], tiles on each rack
    bag: int  # tiles in the bag
    scores: tuple[int, ...]
    player: int
    scoreless: int
    laying: int = 0
    last: LastPlay = NO_PLAY  # the rack is zeros for all but its owner

    @property
    def rack(self) -> bytes:
        """The tiles of the one who sees this, in ascending order."""
        return self.held.rstrip(b"\0")


def scrabble(
    size: int = 15,
    rack: int = 7,
    bonus: int = 50,
    players: int = 2,
    words: str = "enable",
    tiles: str = "english",
    exchange: int = 7,
    scoreless: int = 6,
    challenge: str = "void",
) -> Game:
    """Players lay words from their racks across each other on a board, and draw new tiles from a bag.

    Nobody sees the racks of the others. All words that a play makes must be in the list of words. A player may instead
    exchange tiles, or pass. The game is over when the bag is empty and a player has laid all tiles, or after some turns
    in a row that scored nothing: each player loses what is left on the rack, and who has laid all tiles gets what the
    others lose. Utilities are points: how far a player is ahead of the others, or of their mean.

    size (3 to 15): squares of a side; a smaller board is the middle of the standard one.
    rack (1 to 7): tiles on a full rack.
    bonus (0 to 1000): points for laying a full rack at once.
    players (2 to 4): at the board.
    words: enable, which comes with the package, a file FILE.txt with a word per line, or words such as AT+CAT.
    tiles: english, a file FILE.tiles, or letters with value and number, such as A1x9+B3x2+?x2.
    exchange (1 to 250): tiles in the bag without which none are exchanged.
    scoreless (2 to 20): turns in a row that score nothing and end the game.
    challenge: void, where only words of the list can be laid; else any tiles can, `lay 8D` and letter by letter, and
        the next player may challenge the play. Then it is taken back if a word is not in the list; else a challenge
        costs nothing (single), the turn (double), or five points, which the other gets (five).
    """
    limits = {
        "size": (size, LEAST, MOST), "rack": (rack, 1, 7), "bonus": (bonus, 0, 1000), "players": (players, 2, 4),
        "exchange": (exchange, 1, 250), "scoreless": (scoreless, 2, 20),
    }  # fmt: skip
    for name, (value, least, most) in limits.items():
        if not least <= value <= most:
            raise ValueError(f"{name} must be {least} to {most}, not {value}")
    if challenge not in RULES:
        raise ValueError(f"challenge must be {', '.join(RULES)}, not '{brief(challenge)}'")
    all_tiles, squares = read_tiles(tiles), squares_of(size)
    if len(all_tiles.all) < players * rack:
        raise ValueError(f"{players} racks of {rack} need {players * rack} tiles, not {len(all_tiles.all)}")
    check_words(words, tiles, size)
    finder = Finder(size, tiles.strip(), words.strip(), rack, bonus)

    def initial():
        return ScrabbleState(bytes(size * size), (b"",) * players, all_tiles.all, b"", (0,) * players, 0, 0)

    def is_drawing(state):
        return bool(state.bag) and any(len(own) < rack for own in state.racks)

    def to_move(state):
        return CHANCE if is_drawing(state) else state.player

    def drawer(state):
        """Who draws: the first whose rack is not full."""
        return next(player for player, own in enumerate(state.racks) if len(own) < rack)

    def chances(state):
        for tile, count in Counter(state.bag).items():
            yield tile, count / len(state.bag)

    @lru_cache(maxsize=64)
    def plays(board, own):
        """The plays of a rack, those that score most first."""
        found = finder.plays(board, own)
        return found[np.lexsort((found[:, 0], -found[:, 1])), 0].tolist()

    def is_legal(state, action):
        if is_drawing(state) or is_terminal(state):
            return False
        if action == PASS or action >= EXCHANGE or state.laying or is_out(state):
            return action in (list(actions(state)) if state.laying else other_turns(state))
        return action in plays(state.board, state.racks[state.player])

    def is_out(state):
        """Has a player laid all tiles, so that the game is over, or will be unless the play is challenged?"""
        return not state.bag and not state.aside and not all(state.racks)

    def actions(state):
        own = state.racks[state.player]
        if state.laying:
            yield from continuations(squares, state.board, own, state.laying, len(all_tiles.names))
        elif not is_out(state):
            yield from plays(state.board, own)
            yield from other_turns(state)
        else:
            yield from other_turns(state)

    def other_turns(state):
        """What a player may do beside laying words of the list."""
        if not is_out(state):
            yield from turns_without_a_play(state)
        else:
            yield PASS
        if state.last.play:
            yield CHALLENGE
        if challenge != VOID and not is_out(state):
            yield from beginnings(squares, state.board, len(state.racks[state.player]))

    def turns_without_a_play(state):
        own = state.racks[state.player]
        if len(state.bag) >= max(exchange, rack):
            for count in range(len(own), 0, -1):
                for tiles in sorted(set(combinations(own, count))):
                    yield exchange_of(tiles)
        yield PASS

    def result(state, action):
        if is_drawing(state):
            return drawn(state, action)
        if action == CHALLENGE:
            return challenged(state)
        if action & LAYING:
            return state._replace(laying=action, last=NO_PLAY)
        if action & SPELLING:
            if action != DONE:
                return state._replace(laying=longer(state.laying, action))
            action, state = finished(squares, state.board, state.laying), state._replace(laying=0)
        mover, racks, scores = state.player, list(state.racks), list(state.scores)
        board, aside, row = state.board, b"", state.scoreless + 1
        following, last = (mover + 1) % players, NO_PLAY
        if action != PASS:
            racks[mover] = without(racks[mover], tiles_of(action))
        if is_exchange(action):
            aside = tiles_of(action)
        elif action != PASS:
            gained = score_of(squares, all_tiles, board, action, rack, bonus)
            board = with_play(board, laid(squares, board, action))
            scores[mover] += gained
            row = 0 if gained else row
            if challenge != VOID:
                last = LastPlay(action, state.board, state.racks[mover], state.scoreless)
        after = ScrabbleState(board, tuple(racks), state.bag, aside, tuple(scores), following, row, 0, last)
        return after._replace(scores=settled(after)) if is_terminal(after) else after

    def challenged(state):
        """What comes of a challenge of the last play."""
        last, owner, scores = state.last, (state.player - 1) % players, list(state.scores)
        if not finder.missing_words(last.board, last.play):
            scores[owner] += PENALTY if challenge == FIVE else 0
            after = state._replace(scores=tuple(scores), last=IN_VAIN)
            if challenge == DOUBLE:
                after = after._replace(player=(state.player + 1) % players, scoreless=state.scoreless + 1)
        else:
            racks = list(state.racks)
            back = without(racks[owner], kept_of(last))  # what was drawn for the play
            racks[owner] = last.rack
            scores[owner] -= score_of(squares, all_tiles, last.board, last.play, rack, bonus)
            after = state._replace(
                board=last.board, racks=tuple(racks), bag=bytes(sorted(state.bag + back)), scores=tuple(scores),
                scoreless=last.scoreless + 1, last=NO_PLAY,
            )  # fmt: skip
        return after._replace(scores=settled(after)) if is_terminal(after) else after

    def drawn(state, tile):
        who = drawer(state)
        racks = list(state.racks)
        racks[who] = bytes(sorted((*racks[who], tile)))
        after = state._replace(racks=tuple(racks), bag=without(state.bag, [tile]))
        if after.aside and not is_drawing(after):
            after = after._replace(bag=bytes(sorted(after.bag + after.aside)), aside=b"")
        return after

    def is_terminal(state):
        if state.scoreless >= scoreless:
            return True
        return is_out(state) and not state.last.play

    def settled(state):
        """The scores when all that is left on the racks is counted."""
        left = [all_tiles.points(own) for own in state.racks]
        return tuple(
            score - lost + (0 if own else sum(left))
            for score, lost, own in zip(state.scores, left, state.racks, strict=True)
        )

    def utility(state, player):
        own = state.scores[player]
        return own - (sum(state.scores) - own) / (players - 1)

    def view(state, player):
        sizes, last = tuple(map(len, state.racks)), state.last
        if last.play and player != (state.player - 1) % players:
            last = last._replace(rack=bytes(len(last.rack)))
        own, bag = state.racks[player].ljust(rack, b"\0"), len(state.bag)
        return ScrabbleView(
            state.board, own, sizes, bag, state.scores, state.player, state.scoreless, state.laying, last
        )

    def unseen(view):
        """The tiles that a player does not see, in ascending order."""
        seen = bytes(tile if tile < 64 else 64 for tile in view.board if tile) + view.rack
        return without(all_tiles.all, seen)

    def deal(knowledge, fraction):
        view, own = knowledge.view, knowledge.player
        known = bytes(sorted(map(on_rack, tiles_of(view.laying)))) if view.player != own else b""
        rest, noise = list(without(unseen(view), known)), random.Random(int(fraction * (1 << 53)))
        noise.shuffle(rest)
        racks = []
        for player, count in enumerate(view.sizes):
            shown = known if player == view.player else b""
            count -= len(shown)
            racks.append(view.rack if player == own else bytes(sorted((*shown, *rest[:count]))))
            rest = rest if player == own else rest[count:]
        last, owner = view.last, (view.player - 1) % players
        if last.play and owner != own:  # what was kept is some of what is on the rack now
            tiles = list(map(on_rack, tiles_of(last.play)))
            kept = noise.sample(racks[owner], len(last.rack) - len(tiles))
            last = last._replace(rack=bytes(sorted((*kept, *tiles))))
        bag = bytes(sorted(rest))
        return ScrabbleState(
            view.board, tuple(racks), bag, b"", view.scores, view.player, view.scoreless, view.laying, last
        )

    refusal, laying = trial(finder, exchange, challenge != VOID, is_legal)
    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        players=players, max_actions=MOST_ACTIONS, points="points", compiles=False,
        label="Scrabble",
        summary="lay words across each other for points",
        **named(chances, view, deal, laying),
        **notation(squares, all_tiles, players, rack, scoreless, challenge != VOID, is_legal, refusal, ScrabbleState),
    )  # fmt: skip
