"""Go on sets of points: surround the other's stones to take them, and own more of the board at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from zermelo.bits import mix
from zermelo.game import Game, game_from_fill
from zermelo.games._named import named
from zermelo.games.go import text as texts
from zermelo.games.go.boards import Points, boards
from zermelo.games.go.text import cell_of, is_move, taken_by, vertex
from zermelo.picture import Arranging, written_rows

KO_RULES = ("simple", "positional", "situational")
SCORINGS = ("area", "territory")
NOWHERE = -1
REMEMBERED = 64  # positions that superko looks back on
LARGEST = 19
MANY = 2000  # more prisoners than any game has
SALTS = (mix(1), mix(2))
COUNT = 511  # the bits of a position's hash that count its stones
NOTES = ("ko", "last", "passes", "ply", "prisoners", "past")


class GoState(NamedTuple):
    mine: Points  # the stones of the player to move
    theirs: Points
    atari: Points  # the stones of either side whose chain has one liberty left
    ko: int  # the point that may not be taken back at once, or NOWHERE
    last: int  # the point just played, or NOWHERE: at the start, and after a pass
    player: int  # to move: 0 is Black
    passes: int  # in a row, up to now
    ply: int
    prisoners: int  # taken by Black and by White; `taken_by` tells them apart
    komi: int  # in half points; never changes, and is here so that another komi is not another game to compile
    past: tuple[int, ...]  # hashes of the positions so far, the latest first; without superko one 0


def go(
    size: int = 9,
    rows: int = 0,
    columns: int = 0,
    komi: float = 7.5,
    handicap: int = 0,
    ko: str = "simple",
    suicide: bool = False,
    scoring: str = "area",
    margin: bool = False,
) -> Game:
    """Black begins, White after a handicap.

    Players put stones on the crossings. A chain of stones without an empty crossing beside it is taken off the board.
    Whoever owns more of the board at the end, stones and what they surround, has won. Two passes in a row end the game,
    as do three plies per point (128 or more).

    size (1 to 19): of the board.
    rows, columns (0 to 19): where the board is not a square of this size; 0: it is.
    komi (-1000 to 1000): points that White gets for moving second, in halves.
    handicap (0 to 9): stones that Black has on the board at the start.
    ko (simple, positional or situational): simple: no stone is taken back at once; else no position, or none with the
        same player to move, comes up again among the last 64.
    suicide: a player may fill the last liberty of their own chain of two or more.
    scoring (area or territory): stones and what they surround, or what they surround and prisoners. All stones on the
        board are alive: take dead ones before you pass.
    margin: the game is worth the difference in points; else 1 to the winner.
    """
    rows, columns = rows or size, columns or size
    if not (1 <= rows <= LARGEST and 1 <= columns <= LARGEST):
        raise ValueError(f"a board has 1 to {LARGEST} rows and columns, not {rows} and {columns}")
    if ko not in KO_RULES:
        raise ValueError(f"ko must be {', '.join(KO_RULES[:-1])} or {KO_RULES[-1]}, not '{ko}'")
    if scoring not in SCORINGS:
        raise ValueError(f"scoring must be {' or '.join(SCORINGS)}, not '{scoring}'")
    if not -1000 <= komi <= 1000 or komi * 2 != int(komi * 2):
        raise ValueError(f"komi must be a whole number of half points, not {komi}")
    stride, cells = columns + 1, rows * columns
    passing = rows * stride  # the action after the last point
    longest = max(3 * cells, 128)
    superko, situational, territory = ko != "simple", ko == "situational", scoring == "territory"
    half_points = int(komi * 2)
    given = texts.handicap_cells(rows, columns, handicap)

    on = boards(rows, columns)
    board, nothing = on.board, on.nothing
    spread, both, either, less, flood = on.spread, on.both, on.either, on.less, on.flood
    some, several, size_of, first, place, single = on.some, on.several, on.size, on.first, on.place, on.single
    list_points, digest, has, liberties = on.list_points, on.digest, on.has, on.liberties

    # --- rules ------------------------------------------------------------------------------------------------------

    def initial():
        stones = on.as_points(row * stride + column for row, column in given)
        mine, theirs, player = (nothing, stones, 1) if given else (nothing, nothing, 0)
        past = begun(mine, theirs, player)
        return GoState(mine, theirs, in_atari(mine, theirs), NOWHERE, NOWHERE, player, 0, 0, 0, half_points, past)

    def to_move(state):
        return state.player

    def freed(atari, near, stones):
        """The stones in atari, less the chains that reach the points near."""
        touched = both(near, both(stones, atari))
        return less(atari, flood(touched, both(stones, atari))) if some(touched) else atari

    def prisoner_lead(prisoners):
        """How many more stones Black has taken than White."""
        return (prisoners & texts.MOST_TAKEN) - (prisoners >> texts.TAKEN_BITS)

    def result(state, action):
        mover = state.player
        mine, theirs, atari, prisoners = state.mine, state.theirs, state.atari, state.prisoners
        ply, komi = state.ply + 1, state.komi
        if action == passing:
            past = remembered(state.past, theirs, mine, 1 - mover) if situational else state.past
            passes = state.passes + 1
            return GoState(theirs, mine, atari, NOWHERE, NOWHERE, 1 - mover, passes, ply, prisoners, komi, past)
        stone = single(action)
        around = spread(stone)
        forbidden = NOWHERE

        # Step 1. Take the chains whose last liberty this was; mine beside them have room again
        hit, taken = both(around, both(theirs, atari)), nothing
        if some(hit):
            taken = flood(hit, both(theirs, atari))
            theirs, atari = less(theirs, taken), less(atari, taken)
            atari = freed(atari, spread(taken), mine)
            prisoners += size_of(taken) << texts.TAKEN_BITS * mover

        # Step 2. The chain of the new stone: free, in atari, or without a liberty
        atari = freed(atari, around, mine)
        mine = either(mine, stone)
        empty = less(board, either(mine, theirs))
        chain, free = liberties(stone, mine, empty)
        if not some(free):  # `fill` lists this where suicide is allowed
            mine, empty = less(mine, chain), either(empty, chain)
            atari = freed(atari, spread(chain), theirs)
            prisoners += size_of(chain) << texts.TAKEN_BITS * (1 - mover)
        elif not several(free):
            atari = either(atari, chain)
            if not superko and chain == stone and free == taken:
                forbidden = place(taken)

        # Step 3. Their chains that lost a liberty
        beside = both(around, theirs)
        while some(beside):
            chain, free = liberties(first(beside), theirs, empty)
            if not several(free):
                atari = either(atari, chain)
            beside = less(beside, chain)
        past = remembered(state.past, theirs, mine, 1 - mover)
        return GoState(theirs, mine, atari, forbidden, action, 1 - mover, 0, ply, prisoners, komi, past)

    def allowed(state):
        """The points that may be taken, superko aside: beside an empty one, a free chain of mine or one to take.

        A stone that would stand alone without a liberty is never allowed: it would be gone at once.
        """
        empty = less(board, either(state.mine, state.theirs))
        friends = state.mine if suicide else less(state.mine, state.atari)
        helpful = either(empty, either(friends, both(state.theirs, state.atari)))
        return less(both(empty, spread(helpful)), single(state.ko))

    def fill(state, buffer):
        total = list_new(state, allowed(state), buffer)
        buffer[total] = passing
        return total + 1

    def is_terminal(state):
        return state.passes >= 2 or state.ply >= longest

    def lead(state):
        """By how many half points Black is ahead; what both reach over empty points counts for neither."""
        empty = less(board, either(state.mine, state.theirs))
        mine = size_of(flood(state.mine, either(state.mine, empty)))
        theirs = size_of(flood(state.theirs, either(state.theirs, empty)))
        if territory:
            mine -= size_of(state.mine)
            theirs -= size_of(state.theirs)
        ahead = mine - theirs if state.player == 0 else theirs - mine
        if territory:
            ahead += prisoner_lead(state.prisoners)
        return 2 * ahead - state.komi

    def utility(state, player):
        ahead = lead(state) if player == 0 else -lead(state)
        if margin:
            return ahead / 2
        return 1.0 if ahead > 0 else -1.0 if ahead < 0 else 0.0

    def ending(state):
        ahead = abs(lead(state)) / 2
        return f"by {ahead:g} {'point' if ahead == 1 else 'points'}" if ahead else ""

    def key(state):
        word = state.player | state.passes << 1 | (state.ko + 1) << 3
        if territory:
            word |= (prisoner_lead(state.prisoners) + MANY) << 12
        if superko:
            for position in state.past:
                word ^= position
        return digest(state.theirs, digest(state.mine, mix(word)))

    # --- superko ----------------------------------------------------------------------------------------------------

    def position_hash(mine, theirs, player):
        """Of the stones, and under situational superko of the player to move, whose stones are `mine`.

        The lowest bits are the number of stones.
        """
        black, white = (mine, theirs) if player == 0 else (theirs, mine)
        word = digest(white, digest(black, SALTS[player] if situational else SALTS[0]))
        return (word | COUNT) ^ COUNT | size_of(mine) + size_of(theirs)

    def begun(mine, theirs, player):
        """The past of a position that nothing is known about."""
        return (position_hash(mine, theirs, player),) + (0,) * (REMEMBERED - 1) if superko else (0,)

    def push(past, mine, theirs, player):
        return (position_hash(mine, theirs, player), *past[:-1])

    def keep(past, mine, theirs, player):
        return past

    def is_new(state, action):
        """Would this move lead to a position that is not remembered?"""
        mine, theirs, mover = state.mine, state.theirs, state.player
        stone = single(action)
        catchable = both(theirs, state.atari)
        taken = flood(both(spread(stone), catchable), catchable)
        mine, theirs = either(mine, stone), less(theirs, taken)
        if suicide:
            chain, free = liberties(stone, mine, less(board, either(mine, theirs)))
            if not some(free):
                mine = less(mine, chain)
        after = position_hash(theirs, mine, 1 - mover)
        return not is_remembered(state.past, after)

    def list_all(state, points, buffer):
        return list_points(points, buffer)

    def list_fresh(state, points, buffer):
        most = 0
        for position in state.past:
            most = max(most, position & COUNT)
        surely_new = nothing
        if size_of(state.mine) + size_of(state.theirs) >= most:  # one stone more, and none gone, was never there
            empty = less(board, either(state.mine, state.theirs))
            alive = spread(either(empty, less(state.mine, state.atari)))
            surely_new = less(alive, spread(both(state.theirs, state.atari)))
        kept = 0
        for i in range(list_points(points, buffer)):
            action = buffer[i]
            if has(surely_new, action) or is_new(state, action):
                buffer[kept] = action
                kept += 1
        return kept

    is_remembered = _finder(REMEMBERED)
    remembered, list_new = (push, list_fresh) if superko else (keep, list_all)

    # --- text and drawing -------------------------------------------------------------------------------------------

    places = [(row, column) for row in range(rows) for column in range(columns)]

    def cell(action):
        return divmod(action, stride)

    def name(action):
        return texts.PASS if action == passing else vertex(cell(action), rows)

    def letters(state):
        """All points from the top left: X for Black, O for White, . for none."""
        black, white = (state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)
        return "".join(
            "X" if has(black, point) else "O" if has(white, point) else "."
            for point in (row * stride + column for row, column in places)
        )

    def format_state(state):
        past = ",".join(f"{position:x}" for position in state.past if position)
        notes = {
            "ko": "" if state.ko == NOWHERE else name(state.ko),
            "last": "" if state.last == NOWHERE else name(state.last),
            "passes": state.passes,
            "ply": state.ply,
            "prisoners": state.prisoners and "{},{}".format(*taken_by(state.prisoners)),
            "past": past,
        }
        said = [f"{note}={value}" for note, value in notes.items() if value]
        return " ".join([texts.write_board(letters(state), columns), "XO"[state.player], *said])

    def parse_state(text):
        words = text.replace(",", " ").split()
        return _from_moves(words) if words and all(map(is_move, words)) else _from_board(text)

    def _from_moves(words):
        state = initial()
        for number, word in enumerate(words, 1):
            if is_terminal(state):
                raise ValueError(f"the game is over before '{word}', at move {number}")
            where = None if word.lower() == texts.PASS else cell_of(word, rows, columns)
            action = passing if word.lower() == texts.PASS else where[0] * stride + where[1] if where else -1
            buffer = [0] * (cells + 1)
            if action not in buffer[: fill(state, buffer)]:
                raise ValueError(f"'{word}' at move {number} is not legal")
            state = result(state, action)
        return state

    def _from_board(text):
        written = texts.read_position(text, rows, columns, NOTES, format_state(initial()))
        stones = [
            on.as_points(
                row * stride + column
                for (row, column), point in zip(places, written.board, strict=True)
                if point == who
            )
            for who in "XO"
        ]
        mine, theirs = stones[written.player], stones[1 - written.player]
        forbidden = last = NOWHERE
        if "ko" in written.notes:
            where = cell_of(written.notes["ko"], rows, columns)
            if superko or where is None or written.board[places.index(where)] != ".":
                raise ValueError(f"ko={written.notes['ko']} is not an empty point that simple ko could forbid")
            forbidden = where[0] * stride + where[1]
        if "last" in written.notes:
            where = cell_of(written.notes["last"], rows, columns)
            if where is None or written.board[places.index(where)] not in ("OX"[written.player], "." * suicide):
                raise ValueError(
                    f"last={written.notes['last']} is not a point that the other side can have just played"
                )
            last = where[0] * stride + where[1]
        passes = texts.whole_number(written.notes, "passes", 0, 2)
        ply = texts.whole_number(written.notes, "ply", 0, longest)
        prisoners = texts.read_prisoners(written.notes.get("prisoners", "0"))
        past = _read_past(written.notes.get("past", ""), begun(mine, theirs, written.player))
        atari = in_atari(mine, theirs)
        return GoState(mine, theirs, atari, forbidden, last, written.player, passes, ply, prisoners, half_points, past)

    def _read_past(text, unknown):
        if not text:
            return unknown
        try:
            found = tuple(int(word, 16) for word in text.split(","))
        except ValueError:
            raise ValueError(f"past must be numbers in base 16 with commas, not '{text}'") from None
        if len(found) > len(unknown) or not all(0 < position < 1 << 63 for position in found) or not superko:
            raise ValueError(f"past is up to {REMEMBERED} hashes of positions, and only superko keeps it")
        return found + (0,) * (len(unknown) - len(found))

    def in_atari(mine, theirs):
        """All stones whose chain has one liberty. Raises ValueError where a chain has none."""
        found, empty = nothing, less(board, either(mine, theirs))
        for stones in (mine, theirs):
            waiting = stones
            while some(waiting):
                chain = flood(first(waiting), stones)
                free = both(spread(chain), empty)
                if not some(free):
                    raise ValueError(f"the chain at {name(place(first(chain)))} has no liberty")
                if not several(free):
                    found = either(found, chain)
                waiting = less(waiting, chain)
        return found

    def score(state):
        """What Black and White would have if both passed now, without komi."""
        stones = (state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)
        empty = less(board, either(*stones))
        black, white = (flood(own, either(own, empty)) for own in stones)
        points = size_of(less(black, white)), size_of(less(white, black))
        if not territory:
            return points
        taken = taken_by(state.prisoners)
        return tuple(points[who] - size_of(stones[who]) + taken[who] for who in (0, 1))

    def caption(state):
        """The lines below the board; whose turn it is comes last."""
        counts = []
        if some(state.mine) and some(state.theirs):  # else one side would own the whole board
            komi = f" {'+' if state.komi > 0 else '-'} {abs(state.komi) / 2:g} komi" if state.komi else ""
            counts.append("score: Black {}, White {}".format(*score(state)) + komi)
        if state.prisoners:
            counts.append("captured: {} by Black, {} by White".format(*taken_by(state.prisoners)))
        lines = ["; ".join(counts)] if counts else []
        if is_terminal(state):
            ahead = lead(state)
            winner = "Black" if ahead > 0 else "White"
            return "\n".join([*lines, f"{winner} wins by {abs(ahead) / 2:g}" if ahead else "a draw"])
        told = [f"{('White', 'Black')[state.player]} passed"] if state.passes else []
        told += [f"ko at {name(state.ko)}"] if state.ko != NOWHERE else []
        return "\n".join([*lines, ", ".join([*told, f"{('Black', 'White')[state.player]} to move"])])

    def picture(state):
        marked = [cell(point) for point in (state.last, state.ko) if point != NOWHERE]
        return texts.drawn(letters(state), rows, columns, marked, caption(state))

    def written(state, cells, mover):
        prisoners = " prisoners={},{}".format(*taken_by(state.prisoners)) if state.prisoners else ""
        return f"{written_rows(cells, {'●': 'X', '○': 'O'})} {'XO'[mover]}{prisoners}"

    return game_from_fill(
        fill,
        arranging=Arranging(("●", "○"), written),
        max_actions=cells + 1,
        label="Go",
        summary="surround stones to take them, and own more of the board at the end",
        max_plies=longest,
        best_utility=cells + abs(komi) + (longest if territory else 0) if margin else 1.0,
        points="points" if margin else None,
        player_names=("Black", "White"),
        format_action=lambda state, action: name(action),
        touches=lambda state, action: () if action == passing else (cell(action),),
        **named(initial, to_move, result, is_terminal, utility, key),
        **named(format_state, parse_state, picture, ending),
    )


def _finder(length: int) -> Callable[..., bool]:
    """(numbers, wanted) is it among the first so many? Unrolled: a compiled loop over a tuple jumps at each."""
    a, b, c, d, e, f, g, h = range(length - 8, length)

    def last_eight(numbers, wanted):
        return (
            (numbers[a] == wanted)
            | (numbers[b] == wanted)
            | (numbers[c] == wanted)
            | (numbers[d] == wanted)
            | (numbers[e] == wanted)
            | (numbers[f] == wanted)
            | (numbers[g] == wanted)
            | (numbers[h] == wanted)
        )

    if length == 8:
        return last_eight
    rest = _finder(length - 8)
    return lambda numbers, wanted: rest(numbers, wanted) or last_eight(numbers, wanted)
