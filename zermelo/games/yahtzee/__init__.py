"""Yahtzee: its dice, its score card, its rules."""

from zermelo.games.yahtzee.rules import yahtzee as yahtzee
