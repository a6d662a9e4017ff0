"""What `auto` tries before it searches: depth-first to the end of the game, with a table, or all states listed.

solver       attempts in stages; listed: by listing all states
duel, maxn   the kernels, for two players and for any number; layout, table: their memory, and what they remember
"""
