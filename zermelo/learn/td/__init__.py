"""TD(λ), as TD-Gammon: a small network learns the chances of the outcomes by playing against itself."""

from zermelo.learn.td.method import TD as TD
