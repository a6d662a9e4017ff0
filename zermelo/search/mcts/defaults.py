"""Chooses the MCTS options that were left open, for a game."""

from __future__ import annotations

import math

from zermelo.compile.kernel.failures import involves_user
from zermelo.compile.kernel.rules import has_moves
from zermelo.compile.trust.borders import checked_prior
from zermelo.evaluate import Guide, advice
from zermelo.game import Game
from zermelo.search.mcts.options import MctsOptions, Playout
from zermelo.search.mcts.parts import MctsParts
from zermelo.search.sampling.workspace import traits_of
from zermelo.solve.databases.endgames import built_indexing

USUAL = math.sqrt(0.5)  # exploration of UCB1
GUIDED, LED = 0.2, 0.05  # exploration with priors, and with RAVE
MOST_PLAYERS = 15  # for RAVE and MAST, which keep a player in four bits


def choose(search: MctsOptions, game: Game) -> tuple[MctsParts, dict[str, float]]:
    """The parts that are on for a game, and their numbers."""
    mirrored = game.is_duel
    evaluator, own = search.evaluator(game), advice(game)
    guide = Guide(prior=own.prior, decisive=False) if search.plain else own  # plain: nothing but what is asked for
    learns = has_moves(game) and game.players <= MOST_PLAYERS
    rave = guide.rave if search.rave is None else float(search.rave)
    solver = mirrored and not search.open_loop and (not search.plain if search.solver is None else search.solver)
    is_opinionated = evaluator is not None and mirrored and not search.open_loop
    usual = 0.0 if search.plain else 1.0 if guide.prior else guide.trust
    weight = usual if search.prior is None else float(search.prior)
    cut = search.longest or (guide.longest if evaluator is not None else None)
    priors = weight > 0 and not search.open_loop and (guide.prior is not None or is_opinionated)
    policy = _policy(search.playout, guide)
    parts = MctsParts(
        **traits_of(game),
        shared=search.shares,
        tuned=search.selection == "ucb1-tuned",
        urgent=search.urgency is not None,
        bias=search.bias > 0 and priors,
        priors=priors,
        prior=checked_prior(guide.prior) if priors else None,
        rave=rave > 0 and learns,
        mast=search.mast and learns,
        playout=policy,
        guarded=policy is not None and involves_user(policy),
        implicit=search.implicit > 0 and is_opinionated,
        solver=solver,
        decisive=solver and (guide.decisive if search.decisive is None else search.decisive),
        transpositions=search.transpositions,
        open_loop=search.open_loop and game.has_chance,
        cut=cut is not None,
        indexing=built_indexing(game, search.databases) if solver and not search.plain else None,
    )
    knobs = {
        "exploration": search.exploration or (LED if parts.rave else GUIDED if parts.priors else USUAL),
        "urgency": search.urgency or 0.0,
        "bias": search.bias,
        "prior": weight,
        "rave": rave,
        "implicit": search.implicit,
        "loss": search.virtual_loss,
        "epsilon": (0.4 if search.mast else 0.0) if search.epsilon is None else search.epsilon,
        "cut": cut or parts.longest,
        "patience": (2 if guide.prior and not search.plain else 1) if search.patience is None else search.patience,
        "threads": search.threads,
        "early": 0
        if not search.stops_early
        else -1
        if search.threads > 1 and search.parallel == "root"
        else search.threads,
    }
    return parts, knobs


def _policy(given: Playout | str | None, guide: Guide) -> Playout | None:
    """The playout policy: the game's own by default, none for `random`."""
    if given is None:
        return guide.playout
    return None if isinstance(given, str) else given
