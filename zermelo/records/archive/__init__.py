"""The record of matches and tournaments: one SQLite file for many of them, described in docs/record.md.

schema       its tables, version by version
writing      contests and their games, written as they end, and resumed
reading      contests and games, by filters; as rows, as a table of pandas, or as games to replay
exporting    games as PGN, SGF, MAT, JSON or CSV
"""
