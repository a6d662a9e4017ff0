from zermelo.games.pacman.rules import PacmanState, pacman

__all__ = ["PacmanState", "pacman"]
