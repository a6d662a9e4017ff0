"""The algorithms: one per file or folder, one shape of call.

base, options           what an algorithm is, and how its options are declared
task, analysis          what one search is asked to do, and what all of them return; known: without a search
depth_first, sampling   what depth-first searches share, and what searches by simulations share
textbook                the tree searches as the book presents them; trace: step by step
pvs, star, solver       depth-first searches for real games: without chance, with chance, to the end of the game
mcts, puct              Monte Carlo tree search, and the same guided by a network
alphabeta               one name for the book's and the strong one; expectiminimax: likewise; paired: how that is done
single                  search for one agent: ways to a goal, and climbing towards better states
optimal, uniform        play by a table of exact values, and at random
advantage               how good a value is, between 0 and 1
perft                   counts sequences of actions
time                    budgets, clocks, deadlines and threads
"""
