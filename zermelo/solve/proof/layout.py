"""The words of the proof search's memory."""

from __future__ import annotations

from zermelo.compile.kernel.memory import COUNTERS, Words
from zermelo.compile.kernel.recursion import PLIES

OWN = Words(
    "WHY", "MASK", "ATTACKER", "DEEPEST", "ROOM", "PROOF", "DISPROOF", "REASON", "REACH", PATH=PLIES + 1, after=COUNTERS
)
WHY, MASK, ATTACKER, DEEPEST, ROOM, PROOF, DISPROOF, REASON, REACH, PATH = OWN
# WHY: why the kernel gave up       MASK: of the table              ATTACKER: the player who is to win
# DEEPEST: plies at most            ROOM: the last place in memory where a state's actions may begin
# PROOF, DISPROOF: the numbers that a call found
# REASON: if it proved the state, plies within which it is won; if it disproved it, the first ply of the path that the
#         disproof rests on, or NEVER
# REACH: what a win is worth, as a float; 0 until one was seen      PATH: [ply] keys of the positions on the path
TOO_DEEP, NO_ACTIONS, UNEQUAL = 1, 2, 3  # UNEQUAL: games are won by different amounts

INFINITE = 1 << 30  # a proof number of what is disproved, a disproof number of what is proved
FOREVER = 0xFFFF  # plies left where there is no bound
NEVER = 1 << 30  # of a disproof that holds whatever the path is

STACK = OWN.end  # for each state on the path: its moves, then these words of each of them
CHILD = 4  # words per move: itself, and the PROOF, DISPROOF and REASON of the state that it leads to
