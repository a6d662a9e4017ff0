"""Samuel's method: the weights of an evaluation, learned from nothing by playing against itself."""

from zermelo.learn.samuel.method import Samuel as Samuel
