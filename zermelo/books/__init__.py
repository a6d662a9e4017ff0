"""Opening books.

book       what to play without thinking, and how often
files      books as files; polyglot: of chess, as other programs have them; text: of any game
"""
