"""The contract: a game is a handful of pure functions with the book's names, over a small immutable value.

    Game(initial, to_move, actions, result, is_terminal, utility)

Everything else is optional: chance, traits, text and a picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from zermelo.bits import Wide, blended, key_word
from zermelo.by_value import read_state, write_state
from zermelo.declared import result_words, teams_of, wrong_opinions, wrong_sides
from zermelo.numerals import LONGEST_ERROR as LONGEST_ERROR
from zermelo.numerals import as_typed, capitalised, counted, plain
from zermelo.numerals import brief as brief
from zermelo.picture import Annotations, Arranging, Lines, Picture, drawn_by, guessed

CHANCE = -1  # to_move of a state where nature moves: dice, a coin, a card
MAX, MIN = 0, 1  # the book's names of players 0 and 1 in a two-player zero-sum game

State = Any  # a tuple or NamedTuple of numbers, or of such tuples, where speed matters; any hashable value works
Action = Any  # an int where speed matters; any hashable value works


class ZermeloError(Exception):
    """A user's mistake, told in one line: what was given, what is allowed, what to try.

    >>> import zermelo
    >>> zermelo.load("tic-tac-tow")
    Traceback (most recent call last):
    zermelo.game.ZermeloError: no game is called 'tic-tac-tow'; did you mean tic-tac-toe?
    """


class Strategy(Protocol):
    """Anything that chooses: a search, a person, a user's function."""

    def __call__(self, game: Game, state: State) -> Action: ...


@dataclass(frozen=True, eq=False)
class Game:
    """The rules of one game, its traits, and how it is written and drawn.

    The six functions of the book:

    initial() -> state                 the start
    to_move(state) -> player           0, 1, … or CHANCE
    actions(state) -> iterator         the legal actions, the best-looking first; called only while the game is on
    result(state, action) -> state     the state after an action, or after an outcome of chance
    is_terminal(state) -> bool         is the game over?
    utility(state, player) -> float    what a terminal state is worth to a player

    Optional rules:

    fill(state, buffer) -> count       instead of `actions`, for a game with many kinds of move: writes the
                                       actions (integers) into the buffer and returns how many there are
    pick(state, fraction) -> action    the action that a random fraction, 0 ≤ f < 1, selects uniformly; for a game
                                       of integer actions that draws one faster than it lists all of them
    chances(state) -> iterator         (outcome, probability) pairs at a CHANCE state
    key(state) -> int                  a 64-bit hash that equal positions share, and other positions do not: not even
                                       mirror images, for which there is `symmetries`; by default made of all that is
                                       in the state. By it positions are the same in a game's history and in books.
                                       Tables of a game of yours go by whole states, whatever its key leaves out, unless
                                       it has `reversible`
    symmetries(state) -> iterator      the states that are this one turned or mirrored (with or without itself): the
                                       same player is to move, they are worth the same, they have as many actions,
                                       which lead to states that are symmetric again, and each names all the others.
                                       Tables of values in games for two keep one entry for all of them; what
                                       remembers actions or paths (repetition, books, MCTS) tells them apart
    counts_on(state) -> bool           does perft go on from here? By default it does until the game is over
    view(state, player) -> value       what a player sees of a state now, a value like a state; by default everything.
                                       What it saw and did before it remembers: see zermelo.knowledge
    deal(knowledge, fraction) -> state a state that fits what a player knows, drawn with a random fraction,
                                       0 ≤ f < 1; for a game with too many of them to list
    adjudicated(state) -> bool         a quick half of `is_terminal` (fifty moves, too little material), for a game
                                       that is over for this reason or because there is no action, and for no
                                       other; `fill` may then be called at any state that is not adjudicated
    reversible(state) -> int           plies since the last action that cannot be undone, for a game that is drawn
                                       when a position (equal `key`) comes up for the third time. That draw depends
                                       on the path, so it is not part of `is_terminal`: whoever keeps a path checks it

    What a network sees, if it is to learn; by default worked out from the picture's board and the actions (see
    zermelo.evaluate.encoding):

    encode(state, planes)              writes numbers from 0 to 255 into planes, all 0 before: the one of a plane in a
                                       cell is planes[(row × columns + column) × depth + plane], where
                                       `planes` = (rows, columns, depth)
    action_index(state, action) -> int the place of an action in a policy of `policy` places

    Text and drawing:

    format_action(state, action)       an action as the game's players write it; by default str(action)
    parse_action(state, text)          a second way to write actions: the action, or None where the text is not one;
                                       raises ValueError where it can say why an action is not legal
    format_state(state) -> text        a position as the game's players write it; by default its numbers
    parse_state(text) -> state         the reverse; raises ValueError with a helpful line
    picture(state) -> Picture          what a position looks like; by default guessed from the state
    scene(view, player) -> Picture     what a player's view looks like, drawn from nothing else, so that no secret is
                                       shown; by default guessed from the view
    heard(before, after, player)       (mover, text) of the move of another, or the outcome of chance, that took one
                                       view of a player to the next, as far as these two tell it: the text is "" where
                                       they do not say which move it was, and None stands for nothing at all. By default
                                       a move is named if no other fits what the player knows (zermelo.hidden.news)
    swing(points) -> float             what a difference of so many points counts between two tables with the same deal
                                       in a match of sides: bridge's IMPs, see `swing_name`
    board(number) -> state             where the deal of this number, from 0 on, begins in such a match, if not at
                                       the start: another dealer, other sides that are vulnerable
    ending(state) -> text              how a finished game was won or drawn, as it is said after "White wins" or "draw":
                                       "by checkmate", "with 4 in a row"
    touches(state, action) -> cells    the (row, column) of those cells of the picture's board that a person touches to
                                       play the action: one to put something there, two (they may be the same) to move
                                       from the first to the second, more to go over those between (a chain of jumps),
                                       none where the board does not show it. In `Points` they are pairs (from, to,
                                       from, to, …), in `Cards` the number of a hand and that of a card in it. By
                                       default `show.touch` works it out from what the action names or changes
    laying(state, tiles)               on a board of letters: (actions, words), the actions, one after the other, that
                                       lay these tiles from a rack, each (row, column, text), and what is said of them
                                       before, such as their score. By default the board after each action is looked at
    arranging                          an `Arranging`: how a position is put together on the board by hand
    steps(state) -> iterator           for a game whose action is a turn of several moves that a person makes one by
                                       one: (half, from, to, after), where a move between two cells of the picture
                                       takes a half-played turn to another or, if the turn is whole then, to its
                                       action. A half-played turn is any value that is no action; None: not begun

    Opinions, if they come with the rules; those on games of this package are in zermelo.experts. They are also found by
    name in a user's file: `evaluate`, or functions of the parameters that return one, `evaluator`, `guide`, `expert`:

    evaluate(state, player) -> float   how good a state that is not terminal looks to a player, in units of utility; or
                                       a `Linear`, `Vector` or `Opinion`, which may have a scale and tactics
    guide                              a `Guide`: what Monte Carlo searches play in playouts, and expect of actions
    features(state, buffer) -> count   what a small network sees, for `zermelo learn --method td`: numbers, always as
                                       many; for player 0, or `Features`, which say for whom. By default the state's own
    expert                             an `Expert`: all that is known beyond the rules, such as a solver or an indexing

    >>> from zermelo import MAX, MIN, Game, Minimax
    >>> game = Game(  # both name a side; MAX wants them to be the same
    ...     initial=lambda: (),
    ...     to_move=lambda state: MIN if len(state) == 1 else MAX,
    ...     actions=lambda state: (1, 2),
    ...     result=lambda state, action: (*state, action),
    ...     is_terminal=lambda state: len(state) == 2,
    ...     utility=lambda state, player: (1.0 if state[0] == state[1] else -1.0) * (1 if player == MAX else -1),
    ...     compiles=False,
    ... )
    >>> Minimax().analyse(game).value
    -1.0
    """

    # the functions of the book, in the book's order
    initial: Callable[[], State]
    to_move: Callable[[State], int]
    actions: Callable[[State], Iterator[Action]]
    result: Callable[[State, Action], State]
    is_terminal: Callable[[State], bool]
    utility: Callable[[State, int], float]

    # optional rules
    fill: Callable[[State, Any], int] | None = None
    pick: Callable[[State, float], Action] | None = None
    chances: Callable[[State], Iterator[tuple[Action, float]]] | None = None
    key: Callable[[State], int] | None = None
    symmetries: Callable[[State], Iterator[State]] | None = None
    counts_on: Callable[[State], bool] | None = None
    view: Callable[[State, int], Any] | None = None
    deal: Callable[[Any, float], State] | None = None
    adjudicated: Callable[[State], bool] | None = None
    reversible: Callable[[State], int] | None = None

    # what a network sees
    encode: Callable[[State, Any], None] | None = None
    action_index: Callable[[State, Action], int] | None = None
    planes: tuple[int, int, int] | None = None
    policy: int | None = None

    # traits
    name: str = "game"  # that a person types
    label: str = ""  # the name that a person reads: "Nine Men's Morris"; "": made of `name`
    summary: str = ""
    rules: str = ""  # in a few sentences; "": what `load` finds in the docstring of the function that made it
    about: Mapping[str, Any] = field(default_factory=dict)  # the parameters: see adapters.docstrings
    again: str = ""  # what the game after a finished one is called: "next hand"
    origin: str = ""  # what the rules were made of, if they are somebody else's: "an AIMA class" (zermelo.adapters)
    players: int = 2
    zero_sum: bool = True  # do the players' utilities add up to the same `total` in every finished game? (not for one)
    sides: Sequence[
        int
    ] = ()  # [player] whose side each is on, from 0 on: partners always get the same; (): everybody's
    #                            own side
    total: float = 0.0  # 1 for a game that pays 1, ½ and 0: one player's gain is still the other's loss
    max_actions: int = 512  # no state has more
    max_plies: int | None = None  # no game is longer; None: not known
    max_items: int | Mapping[str, int] | None = None  # no tuple of a state that grows and shrinks is longer, or by
    #                                                   the name of the state's field; None: found in trial games
    best_utility: float | None = None  # no player ever gets more (nor, of two in a zero-sum game, less than the rest)
    points: str | None = None  # what utilities count if the game is played for points ("discs", "": numbers);
    #                            None: a game is won, drawn or lost
    swing_name: str = ""  # what `swing` counts: "IMPs"
    win_name: str = ""  # what a win is called if players count the moves to it: "mate"
    key_is_whole: bool = False  # does `key` leave out nothing that is in a state? Then tables check more than the key
    compiles: bool = True  # False: too small for compiling to pay, or over values that do not compile
    parameters: Mapping[str, Any] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)  # of the parameters
    player_names: Sequence[str] = ()

    # text and drawing
    format_action: Callable[[State, Action], str] | None = None
    parse_action: Callable[[State, str], Action | None] | None = None
    format_state: Callable[[State], str] | None = None
    parse_state: Callable[[str], State] | None = None
    picture: Callable[[State], Picture] | None = None
    scene: Callable[[Any, int], Picture] | None = None
    heard: Callable[[Any, Any, int], tuple[int, str] | None] | None = None
    touches: Callable[[State, Action], Sequence[tuple[int, int]]] | None = None
    laying: Callable[[State, Sequence[tuple[int, int, str]]], tuple[Sequence[Action], str]] | None = None
    swing: Callable[[float], float] | None = None
    board: Callable[[int], State] | None = None
    steps: Callable[[State], Iterator[tuple[Any, tuple[int, int], tuple[int, int], Any]]] | None = None
    arranging: Arranging | None = None
    ending: Callable[[State], str] | None = None
    annotations: Annotations | None = None  # names, counts and remarks, if it was read from a figure or a text

    # opinions
    evaluate: Any = None  # a function of a state and a player, or an evaluator: see zermelo.evaluate.linear
    guide: Any = None  # see zermelo.evaluate.guide
    features: Any = None  # see zermelo.evaluate.learned.features
    expert: Any = None  # see zermelo.evaluate.expert

    def __repr__(self) -> str:
        count = f"{self.players} {'player' if self.players == 1 else 'players'}"
        traits = (
            count,
            "chance" if self.has_chance else "",
            "hidden information" if self.has_hidden else "",
            f"from {self.origin}" if self.origin else "",
        )
        return f"<Game {self.title}: {', '.join(filter(None, traits))}>"

    def __post_init__(self) -> None:
        if self.players == 1:
            if self.total:
                raise ZermeloError(
                    f"{self.name}: total={self.total:g} is what several players share, and this is a game for one: "
                    "leave it out"
                )
            object.__setattr__(self, "zero_sum", False)  # utilities are points, and there is nobody who loses them
        wrong = wrong_sides(self.sides, self.players) or wrong_opinions(self.evaluate, self.guide, self.expert)
        if wrong:
            raise ZermeloError(f"{self.name}: {wrong}")
        if self.total and not self.zero_sum:
            raise ZermeloError(
                f"{self.name}: total={self.total:g} says that utilities have a constant sum, zero_sum=False that they "
                "have none: leave one of them out"
            )

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """[side] its players; without partners, each player alone."""
        return teams_of(self.sides, self.players)

    @property
    def is_duel(self) -> bool:
        """Has it two players, of whom one loses what the other wins?"""
        return self.players == 2 and self.zero_sum

    @property
    def middle(self) -> float:
        """The utility of an even result in a duel, half of the total; 0 in other games.

        Kernels work with utilities above and below it, so that one player's value is the negative of the other's.
        """
        return self.total / 2 if self.is_duel else 0.0

    @property
    def reach(self) -> float | None:
        """How far the best utility lies above `middle`; None: not known."""
        return None if self.best_utility is None else self.best_utility - self.middle

    @property
    def scale(self) -> float:
        """How large utilities are, as far as the game says it, else 1: what is tiny beside it is a rounding error."""
        reach = abs(self.reach or 0.0)
        return reach if 0.0 < reach < math.inf else 1.0

    @property
    def has_chance(self) -> bool:
        """Does nature move in this game?"""
        return self.chances is not None

    @property
    def has_hidden(self) -> bool:
        """Do players see less than the whole state?"""
        return self.view is not None

    @property
    def title(self) -> str:
        """The name, and the parameters that differ from their defaults, as a person types them: `nim:stones=9`."""
        chosen = ",".join(f"{name}={word}" for name, word in self._chosen())
        return f"{self.name}:{chosen}" if chosen else self.name

    @property
    def heading(self) -> str:
        """The same as a person reads it: "Nim (stones 9)", "Backgammon (cube, no jacoby)"."""
        name = self.label or capitalised(self.name.replace("-", " "))
        told = ((name.replace("_", " "), word) for name, word in self._chosen())
        switches = {"true": "{0}", "false": "no {0}"}
        chosen = ", ".join(switches.get(word, "{0} {1}").format(what, brief(word, 24)) for what, word in told)
        return f"{name} ({chosen})" if chosen else name

    def _chosen(self) -> list[tuple[str, str]]:
        """The parameters that differ from their defaults, and what was chosen."""
        usual = self.defaults
        return [(name, as_typed(v)) for name, v in self.parameters.items() if name not in usual or v != usual[name]]

    def legal(self, state: State) -> list[Action]:
        """The actions of a state as a list; empty when the game is over or chance is to move."""
        if self.is_terminal(state) or self.to_move(state) == CHANCE:
            return []
        return list(self.actions(state))

    def moves(self, state: State) -> list[Action]:
        """What `result` takes here: the outcomes where chance is to move, else the legal actions; empty when over."""
        if self.is_terminal(state):
            return []
        if self.to_move(state) == CHANCE:
            return [outcome for outcome, _ in self.outcomes(state)]
        return list(self.actions(state))

    def outcomes(self, state: State) -> list[tuple[Action, float]]:
        """The (outcome, probability) pairs of a chance state."""
        assert self.chances is not None
        return list(self.chances(state))

    def player_name(self, player: int) -> str:
        """What a person calls this player."""
        if player == CHANCE:
            return "chance"
        usual = "player" if self.players == 1 else f"player {player + 1}"
        return self.player_names[player] if player < len(self.player_names) else usual

    def result_text(self, utilities: Sequence[float], how: str = "") -> str:
        """Who won, in words, and how: "White wins by checkmate", "draw by repetition", or what each player got.

        Of a player whose name may be plural it is "win for Hounds". A game for one is told by its points.
        """
        if self.players == 1:
            told = plain(utilities[0], self.scale)
            points = counted(told, self.points) if self.points else f"a result of {told}"
            return f"{points} {how}".rstrip()
        names = [self.player_name(player) for player in range(self.players)]
        scored = self.points, self.middle, self.scale
        return result_words(utilities, names, self.teams, self.zero_sum, *scored, how)

    def ending_text(self, state: State) -> str:
        """How a finished game ended, in a line."""
        utilities = [float(self.utility(state, player)) for player in range(self.players)]
        return self.result_text(utilities, self.ending(state) if self.ending else "")

    def action_text(self, state: State, action: Action) -> str:
        """An action as its players write it."""
        return self.format_action(state, action) if self.format_action else str(action)

    def read_action(self, state: State, text: str) -> Action:
        """The legal action (or outcome of chance) that a person typed. Raises ZermeloError naming the legal ones."""
        wanted = text.strip()
        if self.is_terminal(state):
            raise ZermeloError(f"'{brief(wanted)}' cannot be played: the game is over")
        legal = self.moves(state)
        names: list[str] = []
        for action in legal:
            names.append(self.action_text(state, action))
            if names[-1] == wanted:
                return action
        for action, name in zip(legal, names, strict=True):
            if name.lower() == wanted.lower():
                return action
        try:
            other = self.parse_action(state, wanted) if self.parse_action else None
        except ValueError as error:
            raise ZermeloError(f"'{brief(wanted)}' is not legal here: {brief(error, 200)}") from None
        if other is not None and other in legal:
            return other
        shown = brief(", ".join(names[:12]) + (", …" if len(names) > 12 else ""), 160)
        who = brief(self.player_name(self.to_move(state)))
        raise ZermeloError(f"'{brief(wanted)}' is not legal here; {who} may play {shown}")

    def state_text(self, state: State) -> str:
        """A position as its players write it."""
        if self.format_state:
            return self.format_state(state)
        if isinstance(state, tuple) and all(isinstance(field, int | float | Wide) for field in state):
            return ",".join(str(field) for field in state)
        return write_state(state)

    def read_state(self, text: str) -> State:
        """The position that a person typed. Raises ZermeloError saying what would be right."""
        try:
            if self.parse_state:
                return self.parse_state(text)
            return read_state(self.initial(), text)
        except ValueError as error:
            raise ZermeloError(f"'{brief(text)}' is not a position of {self.name}: {brief(error, 200)}") from None

    def state_key(self, state: State) -> int:
        """A 64-bit number that equal states share: the game's own, else made of all that is in the state."""
        return key_word(self.key(state)) if self.key else blended(state)

    def describe(self, state: State) -> Picture:
        """What the position looks like, for `show/` to draw.

        Where the game does not say, a state that holds a grid is drawn as a board, one of named numbers as bars, and
        any other is written as text.
        """
        if self.picture:
            return self.picture(state)
        mover = None if self.is_terminal(state) else self.to_move(state)
        caption = "the game is over" if mover is None else f"{self.player_name(mover)} to move"
        return guessed(state, self.initial(), mover, caption) or Lines((self.state_text(state),))

    def _repr_svg_(self) -> str:
        return drawn_by("svg", self.describe(self.initial()))

    def _repr_html_(self) -> str:
        return drawn_by("game_html", self)


def game_from_fill(fill: Callable[[State, Any], int], *, max_actions: int = 512, **parts: Any) -> Game:
    """A game that lists its actions into a buffer; `actions` is derived from `fill`.

    `fill(state, buffer) -> count` writes integer actions; `parts` are Game's other fields.

    >>> import zermelo
    >>> def fill(state, buffer):
    ...     buffer[:2] = (1, 2)
    ...     return min(state, 2)
    >>> rest = dict.fromkeys(("initial", "to_move", "result", "is_terminal", "utility"), lambda *_: 0)
    >>> zermelo.game_from_fill(fill, **rest).legal(1)
    [1]
    """

    def actions(state: State) -> Iterator[int]:
        buffer = [0] * max_actions
        yield from buffer[: fill(state, buffer)]

    return Game(actions=actions, fill=fill, max_actions=max_actions, **parts)
