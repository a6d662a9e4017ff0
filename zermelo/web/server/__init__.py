"""What runs in the server's process: it never calls a game's functions, which may hang or end a process.

serving     starts it; app: static files and the websocket; doorman: who is let in
visitor     one visitor's messages; desk: its searches; budget: how much it may ask for
questions   searches about a position; secret_play: play with hidden information; tracing: the debugger
contests    tournaments of several engines
developing  users' files are loaded again when they are saved, and their games looked into
catalogue   the games and engines on offer; score_sheet: a visitor's game; record: what is done with its moves
crews       worker processes for all visitors; pool, process, warming: how they are kept
"""
