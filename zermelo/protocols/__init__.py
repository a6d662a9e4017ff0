"""Other people's engines as players, and Zermelo as an engine for other people's programs.

uci, gtp    the protocols of chess and of Go, in both directions
gnubg       GNU Backgammon as a player
external    what such players share; process: their programs
"""
