"""Samuel's method: the weights of an evaluation, learned from nothing by playing against itself.

method   the method in `zermelo learn`; kernel: self-play under alpha-beta, and what is learned from it
"""

from zermelo.learn.samuel.method import Samuel as Samuel
