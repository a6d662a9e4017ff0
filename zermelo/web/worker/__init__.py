"""What runs in a worker's process, which can be killed: everything that calls a game's functions.

worker        the process: reads jobs, does them, tells what it finds; tell: how
open_games    short jobs: open a game, play a move, draw a position; jobs: searches; paths: the games that are open
open_secret   a game with hidden information; secrets: its jobs
open_game     a game and its states; reports: positions and analyses as the page gets them
trace_report  a search step by step, for the debugger; trace_words: in words
"""
