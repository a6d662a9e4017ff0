"""The turns that a roll allows, each once: two turns that lead to the same position are one.

An action is the places where the steps of the turn begin, five bits each, in the order in which they are played; 0 is a
turn without a step. The larger die is played first unless LOW_FIRST is set. Dice are two digits: 65 is a 6 and a 5.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.bits import Wide, highest, lowest, without_lowest
from zermelo.games.backgammon import board
from zermelo.games.backgammon.board import bit, blots, hit, moved, movers, occupied, opened

PASS = 0
PLACE, ALL_PLACES = 5, 31  # bits of a place in an action, and their mask
LOW_FIRST = 1 << 4 * PLACE
MOST_TURNS = 3060  # ways to give four steps to fifteen checkers
SIXTY_BITS = Wide((1 << 60) - 1)
KEYS = 1000  # where `fill_bearing` keeps two words per turn in the buffer; it lists at most 2 × 7 × 8 turns


def fill_turns(mine, theirs, dice, buffer):
    """Writes the legal turns and returns how many there are, at least one."""
    high, low = dice // 10, dice % 10
    landing = opened(theirs)
    if high == low:
        total = fill_doubles(mine, landing, high, buffer)
    elif is_few(mine >> 4 * (board.HOME + 1)):
        total = fill_bearing(mine, theirs, high, low, buffer)
    elif mine >> board.BAR_BITS:
        total = fill_entering(mine, theirs, high, low, buffer)
    else:
        total = fill_moving(mine, theirs, high, low, buffer)
    if total == 0 and high != low:  # one die alone: the larger if possible
        total = fill_last(movers(mine, landing, high), 0, 0, buffer, 0)
        if total == 0:
            total = fill_last(movers(mine, landing, low), 0, LOW_FIRST, buffer, 0)
    if total == 0:
        buffer[0] = PASS
        total = 1
    return total


def is_few(side):
    """Is there at most one checker?"""
    return not side or (not without_lowest(side) and lowest(side) & 3 == 0)


def fill_last(origins, shift, steps, buffer, total):
    """Writes a turn for each origin of its last step; steps: those before it, which take `shift` bits."""
    while origins:
        buffer[total] = steps | lowest(origins) >> 2 << shift
        origins = without_lowest(origins)
        total += 1
    return total


def fill_moving(mine, theirs, high, low, buffer):
    """With both dice, where no checker is on the bar and none can be borne off.

    Either one checker runs with both dice or two checkers move. Two that follow each other (one lands where the other
    begins) come to the same as one that runs, so they are left out.
    """
    there, landing, alone = occupied(mine), opened(theirs), blots(theirs)
    by_high, by_low = there & landing << 4 * high, there & landing << 4 * low
    running = there & landing << 4 * (high + low)
    total = 0
    runners = running & by_high
    while runners:
        origin = lowest(runners) >> 2
        runners = without_lowest(runners)
        buffer[total] = origin | origin - high << PLACE
        total += 1
    # To run by the smaller die first is another turn where the larger cannot be first, or where one of them hits
    runners = running & by_low & ~(by_high & ~(alone << 4 * high) & ~(alone << 4 * low))
    while runners:
        origin = lowest(runners) >> 2
        runners = without_lowest(runners)
        buffer[total] = LOW_FIRST | origin | origin - low << PLACE
        total += 1
    origins = by_high
    while origins:
        origin = lowest(origins) >> 2
        origins = without_lowest(origins)
        others = by_low & ~bit(origin - high) & ~bit(origin + low)
        if mine >> 4 * origin & 15 == 1:
            others &= ~bit(origin)
        total = fill_last(others, PLACE, origin, buffer, total)
    return total


def fill_entering(mine, theirs, high, low, buffer):
    """With both dice, where a checker is on the bar and none can be borne off."""
    landing, alone = opened(theirs), blots(theirs)
    enters_high, enters_low = landing & bit(board.BAR - high), landing & bit(board.BAR - low)
    if mine >> board.BAR_BITS > 1:
        if enters_high and enters_low:
            buffer[0] = board.BAR | board.BAR << PLACE
            return 1
        return 0
    rest = occupied(mine) & ~bit(board.BAR)
    total = 0
    if enters_high:
        total = fill_last((rest | enters_high) & landing << 4 * low, PLACE, board.BAR, buffer, 0)
    if enters_low:
        rest |= enters_low
        if enters_high and not alone & (enters_high | enters_low):
            rest &= ~enters_low  # to run on from there leads where running by the larger die first does
        total = fill_last(rest & landing << 4 * high, PLACE, LOW_FIRST | board.BAR, buffer, total)
    return total


def fill_bearing(mine, theirs, high, low, buffer):
    """With both dice in either order, by the rules for each step: the general case.

    Results are compared, to list each once: their words are kept further on in the buffer.
    """
    landing, alone = opened(theirs), blots(theirs)
    total = 0
    for way in range(2):
        die, other = (high, low) if way == 0 else (low, high)
        origins = movers(mine, landing, die)
        while origins:
            origin = lowest(origins) >> 2
            origins = without_lowest(origins)
            after = moved(mine, origin, die)
            hits = alone & bit(max(origin - die, 0))
            seconds = movers(after, landing, other)
            while seconds:
                second = lowest(seconds) >> 2
                seconds = without_lowest(seconds)
                mark = hits | alone & bit(max(second - other, 0))
                action = way * LOW_FIRST | origin | second << PLACE
                total = add_once(buffer, total, action, moved(after, second, other), mark)
    return total


def add_once(buffer, total, action, side, hits):
    """Adds a turn unless there is one that leads to the same: these checkers after the same hits."""
    mark = (lowest(hits) >> 2 | highest(hits) >> 2 << PLACE) if hits else 0
    below, above = int(side & SIXTY_BITS), int(side >> 60) | mark << 44  # each fits an integer of 64 bits
    for place in range(KEYS, KEYS + 2 * total, 2):
        if buffer[place] == below and buffer[place + 1] == above:
            return total
    buffer[total] = action
    buffer[KEYS + 2 * total] = below
    buffer[KEYS + 2 * total + 1] = above
    return total + 1


def fill_doubles(mine, landing, die, buffer):
    """With up to four steps by the same die, as many as possible.

    The steps of any turn can be played from the farthest origin to the nearest: so the origins in this order, which
    this goes through without a stack, are the turn.
    """
    total = most = depth = action = 0
    limit = board.BAR
    while True:
        origins = movers(mine, landing, die) & (bit(limit + 1) - board.ONE)
        if depth < 4 and origins:
            origin = highest(origins) >> 2
            mine = moved(mine, origin, die)
            action |= origin << PLACE * depth
            depth += 1
            limit = origin
            if depth > most:
                total, most = 0, depth
            if depth == most:
                buffer[total] = action
                total += 1
        elif depth > 0:
            depth -= 1
            origin = action >> PLACE * depth
            action ^= origin << PLACE * depth
            mine = mine + bit(origin) - bit(max(origin - die, board.OFF))
            limit = origin - 1
        else:
            return total


def played(mine, theirs, dice, action):
    """Both sides' checkers after a turn."""
    high, low = dice // 10, dice % 10
    die, other = (low, high) if action & LOW_FIRST else (high, low)
    rest = action & ~LOW_FIRST
    while rest:
        origin = rest & ALL_PLACES
        mine, theirs = moved(mine, origin, die), hit(theirs, origin - die)
        rest >>= PLACE
        die, other = other, die
    return mine, theirs


def steps_of(dice: int, action: int) -> Iterator[tuple[int, int]]:
    """The origin and the die of each step of a turn, in their order."""
    high, low = divmod(dice, 10)
    die, other = (low, high) if action & LOW_FIRST else (high, low)
    rest = action & ~LOW_FIRST
    while rest:
        yield rest & ALL_PLACES, die
        rest >>= PLACE
        die, other = other, die
