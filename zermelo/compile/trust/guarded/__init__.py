"""Work in a process of its own, with a limit on time and memory: where users' rules are tried.

running     what is done there, and what becomes of it
process     the processes: started, kept for the next question, killed when one takes too long
page        what such a process notes, so that others see what it does and whether it takes too long
packing     how a game is sent there; parcel: and arrives; question: with what else
answering   what runs there; limits: what holds it in

No process is forked: a fork of one that has threads may wait forever for a lock that one of them held.
"""

from zermelo.compile.trust.guarded.page import Note
from zermelo.compile.trust.guarded.process import start_process
from zermelo.compile.trust.guarded.running import Outcome, run_guarded

__all__ = ["Note", "Outcome", "run_guarded", "start_process"]
