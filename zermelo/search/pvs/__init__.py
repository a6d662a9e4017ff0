"""The strong alpha-beta: principal-variation search and all that it needs.

search      the algorithm and its session; parts: which parts serve a game; report: what it found, as an analysis
kernel      the search in numbered steps; quiescence, endgames, scores: the horizon, databases, distances
deepening   windows, lines, threads, when to stop; inside: the same within compiled loops over games
layout      the words of its memory
"""
