"""A network that learns from games that others have played, as AlphaGo began: what they chose, and how it ended.

options     what can be set
method      the same as a method of learning, which begins and resumes runs
examples    games as positions to learn from
run         a run that `zermelo learn` begins, saves and resumes

The network, what it sees and how it learns are those of zermelo.learn.alphazero, which can go on from its file.
"""

from zermelo.learn.imitation.method import Imitation

__all__ = ["Imitation"]
