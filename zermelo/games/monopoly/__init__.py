"""Monopoly: its board, its cards, its rules, its text."""

from zermelo.games.monopoly.rules import monopoly as monopoly
