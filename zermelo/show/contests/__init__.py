"""Contests of several engines, in words and drawings.

standings    a tournament as text: places, the cross table, pairs of games
ratings      ratings with their intervals as SVG, and below them the results by opening
openings     results by opening as a drawing
tuning       what a run of tuning found, and its course as SVG
record       a record: contests, games, one game move by move
"""
