"""Engines that play hold'em only."""

from zermelo.experts.holdem.blueprint import blueprint_player

PLAYERS = {"blueprint": blueprint_player}
