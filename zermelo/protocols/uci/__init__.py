"""The UCI protocol, as an engine and as a player.

engine   `zermelo uci`; options: what can be set; go: one command; search: from there to the move
player   any UCI engine as a player
"""
