"""Ghost: players add letters in turn; whoever completes a word loses.

What has been written must always be the beginning of a word of the list. Words of fewer
than `shortest` letters do not count.
"""

from typing import NamedTuple

from zermelo import Game

WORDS = """
ape apple apply apt arch argue army art ask atom baker ball band bank bar bare bark barn bat bath bear
beat bed bell bend best bird bite board boat bone book boot born box brave bread bring cab cable cake
call calm camp can cane cap car card care cart case cash cat cave chair chance chess child chin city
claim class clean clever climb clock cloud coal coast coin cold come cook cool corn cost cow crab cream
"""


class GhostState(NamedTuple):
    written: str
    player: int


def ghost(shortest: int = 4, start: str = "") -> Game:
    """shortest: letters of a word that counts; start: what is written at the beginning."""
    words = frozenset(word for word in WORDS.split() if len(word) >= shortest)

    def initial():
        return GhostState(start, 0)

    def to_move(state):
        return state.player

    def actions(state):
        size = len(state.written)
        return sorted({word[size] for word in words if word.startswith(state.written) and len(word) > size})

    def result(state, letter):
        return GhostState(state.written + letter, 1 - state.player)

    def is_terminal(state):
        return state.written in words or not actions(state)

    def utility(state, player):
        return 1.0 if state.player == player else -1.0  # the other one has just completed a word

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        max_actions=26, max_plies=max(len(word) for word in words), best_utility=1.0,
        format_state=lambda state: state.written or "(nothing)",
        summary="Add a letter, but do not complete a word.",
    )  # fmt: skip
