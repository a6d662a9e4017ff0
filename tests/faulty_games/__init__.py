"""Users' games, each with one fault: what `check`, the searches and the page must survive.

Each file is loaded as a user's file is: `zermelo check tests/faulty_games/overflow.py`. Every game begins in a healthy
position and has a fault further on, unless its docstring says otherwise.
"""
