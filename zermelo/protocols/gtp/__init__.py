"""The GTP protocol, as an engine and as a player.

engine      `zermelo gtp`; words: its syntax; board: the board and the moves on it; clock: how long to think
thinking    how it chooses a move; analysis: what it tells viewers meanwhile
player      any GTP engine as a player
"""
