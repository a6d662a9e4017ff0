"""Matches and tournaments in a record (zermelo.records.archive).

keeping      what a match or a tournament tells the record about itself
importing    files of matches that were saved as .jsonl or .pgn
played       games of all these files and of other notations, to learn from
"""
