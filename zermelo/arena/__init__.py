"""Matches, ratings, opening positions, and the doctor that examines a game."""
