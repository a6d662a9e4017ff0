"""Figures of a course (`zermelo.figures`), drawn in the terminal and as SVG.

report   a figure with its question and its numbers
drawing  what is drawn of it; pictured, boards, counts, model, table: the larger kinds
"""
