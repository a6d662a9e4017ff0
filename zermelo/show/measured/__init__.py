"""What was measured of a game (`zermelo.experiments`), in words and drawings.

complexity   how large its tree is; plot: lines on a logarithmic scale
policy       policies as tables
static       the evaluation of one position, with its terms
transform    decisions under two utilities, side by side
"""
