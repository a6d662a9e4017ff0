"""Backgammon for money or as a match, with or without the doubling cube.

A turn, which is the whole play of a roll, is one action (turns.py); rolls are chance. A match is one game of the
contract: its state holds the score, and the next game of the match begins where the last one was won.
"""

from __future__ import annotations

from zermelo.bits import fold, mix
from zermelo.game import CHANCE, Game, game_from_fill
from zermelo.games._named import named
from zermelo.games.backgammon import state as at
from zermelo.games.backgammon.board import CHECKERS, START
from zermelo.games.backgammon.drawing import drawn
from zermelo.games.backgammon.identifiers import read_identifier, write_gnubg, write_xgid
from zermelo.games.backgammon.notation import read_roll, read_turn, steps_with_hits, write_turn
from zermelo.games.backgammon.state import BackgammonState, Terms, may_double
from zermelo.games.backgammon.steps import single_steps, touched_cells
from zermelo.games.backgammon.turns import MOST_TURNS, fill_turns, played

WORDS = {at.OFFER: ("roll", "double"), at.ANSWER: ("take", "drop")}
SYNONYMS = {"redouble": "double", "accept": "take", "pass": "drop", "reject": "drop"}
FAR = 4 * 19  # the bits of the other side's home board, and of the bar, begin here


WRITERS = {"gnubg": write_gnubg, "xg": write_xgid}
SALTS = tuple(mix(number) for number in range(1, 5))


def backgammon(
    length: int = 0, cube: bool = False, jacoby: bool = False, crawford: bool = True, identifiers: str = "gnubg"
) -> Game:
    """Each side races fifteen checkers home and off the board, in opposite directions.

    Both dice are played, each with any checker, a double twice; points that two or more checkers of the other side hold
    are closed. A single checker can be hit and must enter again from the bar. Whoever bears off all checkers first
    wins: twice as much if the other has borne off none (a gammon), three times if one of them is still far back (a
    backgammon).

    length (0 to 1000): a match to so many points, which is won or lost as a whole; 0: one game for money, worth its
        points.
    cube: players may double the stakes before they roll, and the other takes or drops.
    jacoby: for money, gammons count only if the cube was turned.
    crawford: in a match, nobody doubles in the first game after one side comes within a point of winning.
    identifiers (gnubg or xg): how positions are written, as by GNU Backgammon or eXtreme Gammon; both are read.
    """
    if not 0 <= length <= at.LONGEST_MATCH:
        raise ValueError(f"length must be 0, for money, or a match to at most {at.LONGEST_MATCH} points, not {length}")
    if jacoby and (length or not cube):
        raise ValueError("jacoby=true is a rule of money play with the cube: leave it out, or give cube=true,length=0")
    if identifiers not in WRITERS:
        raise ValueError(f"identifiers must be {' or '.join(WRITERS)}, not '{identifiers}'")
    terms, write_identifier = Terms(length, cube, jacoby, crawford), WRITERS[identifiers]

    def initial():
        return new_game(0, 0, 0)

    def new_game(first, second, is_crawford):
        return BackgammonState(START, START, 0, at.OPENING, 0, 1, at.NOBODY, first, second, is_crawford)

    def to_move(state):
        return CHANCE if state.stage == at.ROLL or state.stage == at.OPENING else state.player

    def fill(state, buffer):
        if state.stage == at.PLAY:
            return fill_turns(state.mine, state.theirs, state.dice, buffer)
        buffer[0], buffer[1] = 0, 1  # roll or double, take or drop
        return 2

    def chances(state):
        if state.stage == at.OPENING:  # each rolls a die: the first digit is player 0's
            for one in range(1, 7):
                for other in range(1, 7):
                    if one != other:
                        yield 10 * one + other, 1 / 30
        else:
            for high in range(1, 7):
                for low in range(1, high + 1):
                    yield 10 * high + low, 1 / 36 if high == low else 1 / 18

    def result(state, action):
        stage = state.stage
        if stage == at.PLAY:
            mine, theirs = played(state.mine, state.theirs, state.dice, action)
            if mine & CHECKERS == CHECKERS:
                return won(state, mine, theirs, state.player, points_of(state, theirs))
            player = 1 - state.player
            doubles = cube and may_double(player, state.cube, state.owner, state.crawford)
            stage = at.OFFER if doubles else at.ROLL
            return state._replace(mine=theirs, theirs=mine, player=player, stage=stage, dice=0)
        if stage == at.ROLL:
            return state._replace(stage=at.PLAY, dice=action)
        if stage == at.OPENING:
            one, other = action // 10, action % 10
            dice = action if one > other else 10 * other + one
            return state._replace(player=0 if one > other else 1, stage=at.PLAY, dice=dice)
        if stage == at.OFFER:
            return turned(state, at.ANSWER) if action == at.DOUBLE else state._replace(stage=at.ROLL)
        if action == at.TAKE:
            return turned(state, at.ROLL)._replace(cube=2 * state.cube, owner=state.player)
        return won(state, state.theirs, state.mine, 1 - state.player, state.cube)

    def turned(state, stage):
        """The same position where the other player acts."""
        return state._replace(mine=state.theirs, theirs=state.mine, player=1 - state.player, stage=stage)

    def points_of(state, theirs):
        """What a game is worth whose winner has borne off all checkers."""
        if jacoby and state.owner == at.NOBODY:
            return state.cube
        if theirs & CHECKERS:
            return state.cube
        return 3 * state.cube if theirs >> FAR else 2 * state.cube

    def won(state, mine, theirs, winner, points):
        """The end of the game, or the next game of the match; mine: the winner's checkers."""
        first, second = state.first, state.second
        was_close = first == length - 1 or second == length - 1
        if winner == 0:
            first += points
        else:
            second += points
        if first < length and second < length:
            is_close = first == length - 1 or second == length - 1
            return new_game(first, second, 1 if crawford and is_close and not was_close else 0)
        return BackgammonState(
            theirs, mine, 1 - winner, at.OVER, 0, state.cube, state.owner, first, second, state.crawford
        )

    def is_terminal(state):
        return state.stage == at.OVER

    def utility(state, player):
        lead = state.first - state.second if player == 0 else state.second - state.first
        if length == 0:
            return float(lead)
        return 1.0 if lead > 0 else -1.0

    def key(state):
        dice = state.stage | state.player << 3 | state.dice << 4 | state.crawford << 11
        scores = state.first | state.second << 12 | state.cube << 24 | (state.owner + 1) << 40
        return fold(mix(state.mine) ^ SALTS[0], mix(state.theirs) ^ SALTS[1]) ^ fold(dice ^ SALTS[2], scores ^ SALTS[3])

    def ending(state):
        points = abs(state.first - state.second)
        if length:
            return f"{max(state.first, state.second)}–{min(state.first, state.second)}"
        if state.mine & CHECKERS != CHECKERS and state.theirs & CHECKERS != CHECKERS:
            how = "because the double was dropped"
        else:
            how = ("by a single game", "by a gammon", "by a backgammon")[min(points // state.cube, 3) - 1]
        return f"{how}, {points} {'point' if points == 1 else 'points'}"

    def turns_of(state):
        buffer = [0] * MOST_TURNS
        return buffer[: fill(state, buffer)]

    def touches(state, action):
        return touched_cells(state, action) if state.stage == at.PLAY else []

    def steps(state):
        return single_steps(state, turns_of(state)) if state.stage == at.PLAY else iter(())

    def format_action(state, action):
        if state.stage == at.PLAY:
            return write_turn(steps_with_hits(state.theirs, state.dice, action))
        if state.stage in WORDS:
            return WORDS[state.stage][action]
        return f"{action // 10}-{action % 10}"

    def parse_action(state, text):
        if state.stage == at.PLAY:
            return read_turn(text, state.theirs, state.dice, turns_of(state))
        if state.stage in WORDS:
            word = SYNONYMS.get(text.lower(), text.lower())
            return WORDS[state.stage].index(word) if word in WORDS[state.stage] else None
        return read_roll(text, state.stage == at.OPENING)

    def format_state(state):
        return write_identifier(state, terms)

    def parse_state(text):
        return read_identifier(text, terms)

    def picture(state):
        name = at.NAMES[state.player]
        doing = {
            at.OPENING: "each rolls a die to begin",
            at.OFFER: f"{name} may double",
            at.ANSWER: f"{name} may take or drop a cube of {2 * state.cube}",
            at.ROLL: f"{name} rolls",
            at.PLAY: f"{name} to move",
        }
        return drawn(state, terms, doing.get(state.stage, ""))

    return game_from_fill(
        fill,
        max_actions=MOST_TURNS,
        label="Backgammon",
        summary="race home on dice, hit what stands alone, double the stakes",
        best_utility=1.0 if length else 3.0 * (at.LARGEST_CUBE if cube else 1),
        points=None if length else "points",
        key_is_whole=True,
        player_names=at.NAMES,
        **named(initial, to_move, result, is_terminal, utility, chances, key, steps),
        **named(ending, format_action, parse_action, format_state, parse_state, picture, touches),
    )
