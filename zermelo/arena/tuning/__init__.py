"""Options of an engine tuned in games of the engine against itself.

space    which options, between which values, on which scale; the engine's text with values of them
method   what all methods share: rounds of trials, whose results they are told
spsa     simultaneous perturbation: steps along a slope that two engines a little apart show
bayes    Bayesian optimisation: a Gaussian process of the score over the options
file     what a run keeps, so that it can go on
run      plays the games of the rounds, and says what was found
"""
