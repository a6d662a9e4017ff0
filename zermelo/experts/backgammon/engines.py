"""Engines that play backgammon only."""

from zermelo.experts.backgammon.pubeval.player import pubeval_player

PLAYERS = {"pubeval": pubeval_player}
