"""Games between players, and what is counted in them.

play          one game, with clocks; play_game: the same as in the AIMA notebooks, with players' names
match         a match between two engines; openings, seats, lanes: where games begin, who sits where, several at once
score         what each engine won; elo, mean: what follows from it; frames: the same for pandas
statistics    what results say about strength: Elo, normalized Elo, SPRT
table         several engines against several others
recorded      what matches and tournaments put into a record
tournament    several engines in a round-robin, gauntlet, Swiss or knock-out tournament
tuning        options of an engine tuned in games of the engine against itself
strength      players that are weaker than they could be
rollout       what actions are worth, by playing on from each many times
doctor        examines a game; engine_trial: one short game with each engine
"""
