"""TD(λ), as TD-Gammon: a small network learns the chances of the outcomes by playing against itself.

method   the method in `zermelo learn`; kernel: self-play and learning
"""

from zermelo.learn.td.method import TD as TD
