"""Go against a slow twin, GNU Go, known counts and solved small boards, with the famous shapes drawn."""

from __future__ import annotations

import itertools
import json
import random
import shutil
import subprocess

import pytest

import zermelo
from zermelo.records.sgf import position_node, write_sgf
from zermelo.show.text import text

GNUGO = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")


def drawn(game, board, side, notes=""):
    """The position of a drawn board."""
    return game.read_state(f"{board} {side} {notes}")


def play(game, state, moves):
    for move in moves.split():
        assert not game.is_terminal(state), move
        state = game.result(state, game.read_action(state, move))
    return state


def names(game, state):
    return {game.action_text(state, action) for action in game.legal(state)}


def board_of(game, state):
    return game.state_text(state).split()[0].split("/")


def lead(game, state):
    """By how much Black is ahead in a game for the margin."""
    return game.utility(state, 0)


# --- the slow, obvious twin ------------------------------------------------------------------------------------------


def neighbours(board, cell):
    row, column = cell
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [other for other in around if other in board]


def region(board, cell):
    """The connected points of one kind, and what lies beside them."""
    found, border, waiting = {cell}, set(), [cell]
    while waiting:
        for other in neighbours(board, waiting.pop()):
            if board[other] != board[cell]:
                border.add(other)
            elif other not in found:
                found.add(other)
                waiting.append(other)
    return found, border


def liberties(board, cell):
    return [other for other in region(board, cell)[1] if board[other] == "."]


class Twin:
    """A board as a dictionary; every position so far in a list."""

    def __init__(self, rows, columns, ko, suicide, scoring):
        self.board = {(row, column): "." for row in range(rows) for column in range(columns)}
        self.rule, self.suicide, self.scoring = ko, suicide, scoring
        self.side, self.ko, self.passes, self.ply = "X", None, 0, 0
        self.prisoners = {"X": 0, "O": 0}
        self.past = [self.situation(self.board, self.side)]

    def copy(self):
        twin = object.__new__(Twin)
        twin.__dict__ = dict(
            self.__dict__, board=dict(self.board), prisoners=dict(self.prisoners), past=list(self.past)
        )
        return twin

    @property
    def other(self):
        return "O" if self.side == "X" else "X"

    def situation(self, board, side):
        return tuple(board.values()), side if self.rule == "situational" else ""

    def after(self, cell):
        """The board after a stone there, what it took, and what of the mover's own died."""
        board = dict(self.board)
        board[cell] = self.side
        taken = set()
        for near in neighbours(board, cell):
            if board[near] == self.other and not liberties(board, near):
                taken |= region(board, near)[0]
        board.update(dict.fromkeys(taken, "."))
        lost = set() if liberties(board, cell) else region(board, cell)[0]
        board.update(dict.fromkeys(lost, "."))
        return board, taken, lost

    def is_legal(self, cell):
        if self.board[cell] != "." or (self.rule == "simple" and cell == self.ko):
            return False
        board, _, lost = self.after(cell)
        if lost and (not self.suicide or len(lost) == 1):
            return False
        return self.rule == "simple" or self.situation(board, self.other) not in self.past[-64:]

    def moves(self):
        return [*(cell for cell in self.board if self.is_legal(cell)), "pass"]

    def play(self, move):
        self.passes = self.passes + 1 if move == "pass" else 0
        self.ko = None
        if move != "pass":
            board, taken, lost = self.after(move)
            self.board = board
            self.prisoners[self.side] += len(taken)
            self.prisoners[self.other] += len(lost)
            if len(taken) == 1 and region(board, move)[0] == {move} and liberties(board, move) == list(taken):
                self.ko = next(iter(taken))
        self.side = self.other
        self.ply += 1
        if move != "pass" or self.rule == "situational":
            self.past.append(self.situation(self.board, self.side))

    def is_over(self):
        return self.passes == 2 or self.ply == max(3 * len(self.board), 128)

    def lead(self):
        points = {"X": 0, "O": 0}
        for cell, stone in self.board.items():
            if stone == ".":
                owners = {self.board[other] for other in region(self.board, cell)[1]}
                if len(owners) == 1:
                    points[owners.pop()] += 1
            elif self.scoring == "area":
                points[stone] += 1
        if self.scoring == "territory":
            points = {who: points[who] + self.prisoners[who] for who in points}
        return points["X"] - points["O"]


def leaves(twin, depth):
    """Sequences of exactly so many plies."""
    if depth == 0:
        return 1
    if twin.is_over():
        return 0
    total = 0
    for move in twin.moves():
        following = twin.copy()
        following.play(move)
        total += leaves(following, depth - 1)
    return total


def both(rows, columns, ko, suicide, scoring, **more):
    rules = {"ko": ko, "suicide": suicide, "scoring": scoring}
    game = zermelo.load("go", rows=rows, columns=columns, komi=0, margin=True, **rules, **more)
    return game, Twin(rows, columns, **rules)


def cell_of(game, state, action):
    cells = game.touches(state, action)
    return cells[0] if cells else "pass"


OPTIONS = list(itertools.product(("simple", "positional", "situational"), (False, True), ("area", "territory")))


@pytest.mark.parametrize(("ko", "suicide", "scoring"), OPTIONS)
def test_random_games_go_as_the_twin_says(ko, suicide, scoring):
    noise = random.Random(f"{ko} {suicide} {scoring}")
    captures = 0
    for rows, columns, games in ((1, 1, 1), (1, 6, 4), (2, 2, 6), (3, 3, 6), (4, 2, 4), (5, 5, 2), (6, 19, 1)):
        for _ in range(games):
            game, twin = both(rows, columns, ko, suicide, scoring)
            state = game.initial()
            while True:
                assert "".join(board_of(game, state)) == "".join(twin.board.values())
                assert game.to_move(state) == "XO".index(twin.side)
                assert game.is_terminal(state) == twin.is_over()
                if noise.random() < 0.1:
                    assert game.read_state(game.state_text(state)) == state
                if twin.is_over():
                    assert [game.utility(state, player) for player in (0, 1)] == [twin.lead(), -twin.lead()]
                    break
                legal = game.legal(state)
                moves = {cell_of(game, state, action): action for action in legal}
                assert list(moves) == twin.moves()
                move = noise.choice(twin.moves()[:-1] * 4 + ["pass"])
                state = game.result(state, moves[move])
                twin.play(move)
            captures += sum(twin.prisoners.values())
    assert captures > 50


@pytest.mark.parametrize(
    ("rows", "columns", "ko", "suicide", "scoring"),
    [(3, 3, "simple", False, "area"), (2, 4, "positional", True, "territory"), (8, 8, "situational", True, "area")],
)
def test_counts_from_random_positions_are_the_twins(rows, columns, ko, suicide, scoring):
    """Compiled; the random games above are interpreted."""
    noise = random.Random(rows)
    game, start = both(rows, columns, ko, suicide, scoring)
    for _ in range(8):
        state, twin = game.initial(), start.copy()
        for _ in range(noise.randrange(3 * rows * columns)):
            moves = {cell_of(game, state, action): action for action in game.legal(state)}
            move = noise.choice([*moves][:-1] or ["pass"])
            following = game.result(state, moves[move])
            if game.is_terminal(following):
                break
            state = following
            twin.play(move)
        depth = 3 if rows < 8 else 2
        assert zermelo.perft(game, state, depth=depth, compiled=True).leaves == leaves(twin, depth)


@pytest.mark.parametrize("spec", ["go", "go:size=5,ko=positional,suicide=true", "go:size=7,scoring=territory"])
def test_compiled_and_interpreted_agree(spec):
    diagnosis = zermelo.examine(zermelo.load(spec), games=3)
    assert diagnosis.healthy
    assert diagnosis.compiled


def test_the_largest_board_compiles():
    game = zermelo.load("go:size=19,handicap=9")
    assert zermelo.perft(game, depth=1, compiled=True).leaves == 361 - 9 + 1


# --- small boards, known from elsewhere ------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "legal"), [(1, 1), (2, 57), (3, 12675)])
def test_legal_positions_are_as_many_as_tromp_counted(size, legal):
    game, found = zermelo.load("go", size=size), 0
    for board in itertools.product(".XO", repeat=size * size):
        try:
            game.parse_state("".join(board) + " X")
            found += 1
        except ValueError:
            continue
    assert found == legal


@pytest.mark.parametrize(("columns", "games"), [(1, 1), (2, 9), (3, 907)])
def test_games_without_repetition_are_as_many_as_tromp_counted(columns, games):
    """Either player may move at any time, for the other may pass."""
    game = zermelo.load("go", rows=1, columns=columns, ko="positional", suicide=True)
    pass_action = game.legal(game.initial())[-1]

    def paths(state):
        total = 1
        for turn in (state, game.result(state, pass_action)):
            buffer = [0] * game.max_actions
            for action in buffer[: game.fill(turn, buffer) - 1]:
                total += paths(game.result(turn, action))
        return total

    assert paths(game.initial()) == games


@pytest.mark.parametrize("board", ["1x1", "1x2", "1x3", "1x4", "2x2"])
def test_small_boards_have_the_known_value(truth, board):
    """Black's lead under Tromp-Taylor rules, by searching all there is."""
    known = json.loads(truth("go/small_board_facts.json").read_text())
    rows, columns = map(int, board.split("x"))
    game, _ = both(rows, columns, "positional", True, "area")
    engine = zermelo.AlphaBeta(evaluate="none", plain=False, exact=True, compiled=board == "2x2")
    analysis = engine.analyse(game)
    assert analysis.exact
    assert analysis.value == known["tromp_taylor_area_score_black_first_psk_exact_helper"][board]


# --- shapes ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["simple", "positional", "situational"])
def five(request):
    return zermelo.load("go", size=5, ko=request.param, komi=0, margin=True)


KO = """
    .XO..
    XO.O.
    .XO..
    .....
    .....
    """


def test_ko(five):
    state = play(five, drawn(five, KO, "X"), "C4")
    assert board_of(five, state) == [".XO..", "X.XO.", ".XO..", ".....", "....."]
    assert "B4" not in names(five, state)
    state = play(five, state, "E1 A1")
    assert "B4" in names(five, state)
    state = play(five, state, "B4")
    assert board_of(five, state) == [".XO..", "XO.O.", ".XO..", ".....", "X...O"]
    assert "C4" not in names(five, state)


def test_only_superko_still_forbids_the_ko_after_two_passes(five):
    """Simple ko forgets it with the first pass; the board would be the one before the ko, and Black to move again."""
    state = play(five, drawn(five, KO, "X"), "C4 pass")
    state = state._replace(passes=0)
    state = play(five, state, "pass")
    assert ("B4" in names(five, state)) == (five.parameters["ko"] == "simple")


def test_snapback(five):
    before = """
        ..OX.
        OOX..
        XX...
        .....
        .....
        """
    state = play(five, drawn(five, before, "X"), "A5 B5")
    assert board_of(five, state) == [".OOX.", "OOX..", "XX...", ".....", "....."]
    assert "A5" in names(five, state)
    state = play(five, state, "A5")
    assert board_of(five, state) == ["X..X.", "..X..", "XX...", ".....", "....."]


def test_sending_two_returning_one(five):
    before = """
        .O.O.
        XXO..
        .....
        .....
        .....
        """
    state = play(five, drawn(five, before, "O"), "A5 C5")
    assert board_of(five, state) == ["..XO.", "XXO..", ".....", ".....", "....."]
    if five.parameters["ko"] == "positional":
        assert "B5" not in names(five, state)
        return
    state = play(five, state, "B5")
    assert board_of(five, state) == [".O.O.", "XXO..", ".....", ".....", "....."]
    state = play(five, state, "pass")
    assert ("A5" in names(five, state)) == (five.parameters["ko"] == "simple")


def test_seki_leaves_both_alive_and_the_shared_points_to_nobody():
    board = """
        XXXX
        .OO.
        """
    for scoring, points in (("area", 2), ("territory", 0)):
        game, _ = both(2, 4, "simple", False, scoring)
        state = drawn(game, board, "X")
        assert names(game, state) == {"A1", "D1", "pass"}
        assert lead(game, play(game, state, "pass pass")) == points
        assert board_of(game, play(game, state, "A1 D1")) == ["....", ".OOO"]  # who moves first is taken


def test_bent_four_in_the_corner_is_a_ko(five):
    board = """
        ...OX
        .OOOX
        OOXXX
        XXX..
        .....
        """
    state = drawn(five, board, "X")
    assert lead(five, state) == 15 - 10
    state = play(five, state, "B5 A5")
    assert "C5" not in names(five, state)  # two stones without a liberty
    state = play(five, state, "A4")
    assert board_of(five, state)[:2] == [".X.OX", "XOOOX"]
    assert "A5" not in names(five, state)
    state = play(five, state, "pass C5")
    assert board_of(five, state) == [".XX.X", "X...X", "..XXX", "XXX..", "....."]


def test_dame():
    board = """
        .X.O.
        .X.O.
        .X.O.
        .X.OO
        .XXO.
        """
    for scoring, points in (("area", 1), ("territory", 1)):
        game, _ = both(5, 5, "simple", False, scoring)
        assert lead(game, drawn(game, board, "X")) == points


def test_territory_counts_prisoners():
    board = """
        .XO
        XXO
        .OO
        """
    game, _ = both(3, 3, "simple", False, "territory")
    state = drawn(game, board, "O", "prisoners=-1")
    assert lead(game, state) == 0  # the corner for Black, a prisoner for White, and a1 for nobody
    area, _ = both(3, 3, "simple", False, "area")
    assert lead(area, drawn(area, board, "O")) == 0


@pytest.mark.parametrize("suicide", [False, True])
def test_suicide(suicide):
    game = zermelo.load("go", size=4, suicide=suicide)
    board = """
        X.O.
        OO..
        ...O
        ..O.
        """
    state = drawn(game, board, "X")
    assert ("B4" in names(game, state)) == suicide
    assert "D1" not in names(game, state)  # a stone alone would be gone at once
    if suicide:
        assert board_of(game, play(game, state, "B4")) == ["..O.", "OO..", "...O", "..O."]


# --- GNU Go ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def gnugo(tmp_path):
    """Asks GNU Go: ask(options, commands) -> the answers."""
    if GNUGO is None:
        pytest.skip("gnugo is not installed")

    def ask(options, commands):
        done = subprocess.run(
            [GNUGO, "--mode", "gtp", *options],
            input="\n".join([*commands, "quit", ""]),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        answers = done.stdout.split("\n\n")[: len(commands)]
        assert all(answer.lstrip().startswith("=") for answer in answers), answers
        return [answer.strip()[1:].strip() for answer in answers]

    return ask


@pytest.mark.parametrize("ko", ["simple", "positional", "situational"])
@pytest.mark.parametrize("suicide", [False, True])
def test_gnu_go_allows_the_same_moves_in_random_games(gnugo, ko, suicide):
    noise = random.Random(ko)
    options = ["--simple-ko" if ko == "simple" else f"--{ko}-superko", f"--{'allow' if suicide else 'forbid'}-suicide"]
    for size in (5, 9):
        game = zermelo.load("go", size=size, ko=ko, suicide=suicide)
        state, commands, legal = game.initial(), [f"boardsize {size}", "clear_board"], []
        while not game.is_terminal(state) and len(legal) < 100:
            colour = ("black", "white")[game.to_move(state)]
            legal.append(names(game, state) - {"pass"})
            move = noise.choice(sorted(legal[-1]) or ["pass"])
            commands += [f"all_legal {colour}", f"play {colour} {move}"]
            state = play(game, state, move)
        answers = gnugo(options, commands)
        assert [set(answer.upper().split()) for answer in answers[2::2]] == legal


@pytest.mark.parametrize("scoring", ["area", "territory"])
def test_gnu_go_counts_the_same(gnugo, tmp_path, scoring):
    """Boards where nothing is dead."""
    boards = [
        ".X.O. .X.O. .X.O. .X.OO .XXO.",
        "..XO. .XXO. X.XOO .XXO. ..XO.",
        "..XO... ..XO... XXXOOO. ..XXXO. ...XOO. .XXXO.. ..XOO..",
    ]
    rules = "--chinese-rules" if scoring == "area" else "--japanese-rules"
    for board in boards:
        size = len(board.split()[0])
        game = zermelo.load("go", size=size, komi=0.5, scoring=scoring, margin=True)
        state = drawn(game, board, "X")
        path = tmp_path / "position.sgf"
        path.write_text(write_sgf([position_node(game, state)]))
        (_, _, answer) = gnugo([rules], [f"loadsgf {path}", "komi 0.5", "final_score"])
        points = float(answer[2:]) * (1 if answer[0] == "B" else -1)
        assert points == lead(game, state), board


# --- notation and parameters -----------------------------------------------------------------------------------------


def test_how_it_looks():
    game = zermelo.load("go:size=3,komi=0")
    state = game.read_state("A1 B2 pass C3")
    assert game.state_text(state) == "..O/.O./X.. X last=C3 ply=4"
    assert text(game.describe(state)).splitlines() == [
        "3  . . ○",
        "2  . ○ .",
        "1  ● . .",
        "   A B C",
        "Black to move",
    ]
    assert game.action_text(state, game.legal(state)[-1]) == "pass"
    end = play(game, state, "pass pass")
    assert game.describe(end).caption == "White wins by 1"
    assert [game.utility(end, player) for player in (0, 1)] == [-1, 1]


def test_the_last_point_is_written_and_is_no_part_of_the_key():
    game = zermelo.load("go:size=5")
    played = game.read_state("C3 D4")
    assert game.touches(played, played.last) == ((1, 3),)
    typed = game.read_state("...../...O./..X../...../..... X ply=2")
    assert typed == played._replace(last=-1)
    assert game.key(typed) == game.key(played)
    assert "last" not in game.state_text(game.initial())
    assert "last" not in game.state_text(play(game, played, "pass"))


def test_columns_have_no_i():
    game = zermelo.load("go:size=19")
    assert names(game, game.initial()) >= {"A1", "H8", "J9", "T19"}
    assert "I9" not in names(game, game.initial())


def test_handicap():
    game = zermelo.load("go:size=9,handicap=5")
    state = game.initial()
    assert game.to_move(state) == 1
    assert {"C3", "G7", "C7", "G3", "E5"} & names(game, state) == set()
    assert game.state_text(state).count("X") == 5


def test_a_draw():
    game = zermelo.load("go:size=2,komi=0")
    state = game.read_state("pass pass")
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in (0, 1)] == [0, 0]
    assert game.describe(state).caption == "a draw"


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("", "give moves such as A2 pass, or 2 rows"),
        (".X/", "or 2 rows"),
        ("../.. Z", "side to move, X or O, not 'Z'"),
        ("XX/XX O", "the chain at A2 has no liberty"),
        ("../.. X ko=A3", "no empty point"),
        ("../.. X last=A3", "last=A3 is no point that the other side can just have played"),
        ("X./.. X last=A2", "last=A2 is no point"),
        ("../.. X last=A2", "last=A2 is no point"),
        ("../.. X moon=3", "'moon=3' should be one of ko="),
        ("../.. X passes=3", "passes must be a whole number of 0 to 2"),
        ("../.. X past=12", "only superko keeps it"),
        ("../.. X past=zz", "base 16"),
        ("A1 A1", "'A1' at move 2 is not legal"),
        ("A3", "'A3' at move 1 is not legal"),
        ("pass pass A1", "the game is over before 'A1'"),
    ],
)
def test_a_bad_position_is_told_in_one_line(position, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        zermelo.load("go:size=2").read_state(position)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ("size=20", "1 to 19 rows"),
        ("size=0", "1 to 19 rows"),
        ("ko=triple", "ko must be simple, positional or situational"),
        ("scoring=stones", "area or territory"),
        ("komi=0.3", "half points"),
        ("handicap=1", "0, or 2 to 9,"),
        ("size=5,handicap=2", "handicap must be 0 on 5 rows"),
    ],
)
def test_bad_parameters_are_refused(parameters, told):
    with pytest.raises(zermelo.ZermeloError, match=told):
        zermelo.load(f"go:{parameters}")
