"""All that is known about single games beyond their rules: a file or a folder per game, named after it.

Each has `expert(**parameters) -> Expert` (see zermelo/evaluate/expert.py), which is found by the game's name. Engines
that play one game only are in `engines.py` of its folder. Nothing but that is asked of it from outside: no room of the
package knows a game by name.
"""
