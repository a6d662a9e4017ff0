"""What runs in a worker's process, which can be killed: everything that calls a game's functions.

worker        the process: reads jobs, does them, tells what it finds; tell: how
open_games    short jobs: open a game, play a move, draw a position; jobs: searches; paths: the games that are open
searching     which search a job runs; asking: what a person asks beyond an analysis
open_secret   a game with hidden information; secrets: its jobs
open_game     a game and its states; reports: positions and analyses as the page gets them
records       records read and written
checks        a search of the user's own; developing: a game of the user's own, from inside
watched       a game of a match, as it is played; contests: the standings of a tournament
debugging     the debugger's jobs
"""
