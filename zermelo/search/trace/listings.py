"""The pseudocode of the traced algorithms, in the style of the textbooks.

What follows ` @ ` names the steps of a trace that light the line, and what follows ` ? ` says where the line is shown:
`depth` where a search reached its depth limit, `chance` where it met chance. A test runs these lines as a program and
compares what it does with the traces, so they are exact: whatever is changed here must still be what the kernels do.
"""

from __future__ import annotations

MAX_VALUE = """
function MAX-VALUE(state) returns a value
    v ← −∞                                                          @ enter max
    for each a in ACTIONS(state) do
        v ← MAX(v, VALUE(RESULT(state, a)))                         @ update max
    return v                                                        @ back max
"""

MIN_VALUE = """
function MIN-VALUE(state) returns a value
    v ← +∞                                                          @ enter min
    for each a in ACTIONS(state) do
        v ← MIN(v, VALUE(RESULT(state, a)))                         @ update min
    return v                                                        @ back min
"""

EXP_VALUE = """
function EXP-VALUE(state) returns a value
    v ← 0                                                           @ enter chance
    for each a in OUTCOMES(state) do
        v ← v + PROBABILITY(state, a) × VALUE(RESULT(state, a))     @ update chance
    return v                                                        @ back chance
"""


def _searching(name: str, *movers: str) -> str:
    """The functions that begin a search of one value. movers: how the value goes by who is to move."""
    lines = "".join(f"    {mover}\n" for mover in movers)
    return f"""
function {name}-SEARCH(state) returns an action
    v ← VALUE(state)
    return the first action that leads to v

function VALUE(state) returns the value for MAX
    if IS-TERMINAL(state) then return UTILITY(state)                @ leaf
    if IS-CUTOFF(state) then return EVAL(state)                     @ depth ? depth
    if TO-MOVE(state) = MAX then return MAX-VALUE(state)
{lines}"""


MINIMAX = _searching("MINIMAX", "return MIN-VALUE(state)") + MAX_VALUE + MIN_VALUE
EXPECTIMAX = _searching("EXPECTIMAX", "return EXP-VALUE(state)") + MAX_VALUE + EXP_VALUE.replace("OUTCOMES", "ACTIONS")
EXPECTIMINIMAX = (
    _searching("EXPECTIMINIMAX", "if TO-MOVE(state) = MIN then return MIN-VALUE(state)", "return EXP-VALUE(state)")
    + MAX_VALUE
    + MIN_VALUE
    + EXP_VALUE
)

ALPHABETA_HEAD = """
function ALPHA-BETA-SEARCH(state) returns an action
    v ← VALUE(state, −∞, +∞)
    return the first action that leads to v

function VALUE(state, α, β) returns the value for MAX
    if IS-TERMINAL(state) then return UTILITY(state)                @ leaf
    if IS-CUTOFF(state) then return EVAL(state)                     @ depth ? depth
    if TO-MOVE(state) = MAX then return MAX-VALUE(state, α, β)
    return MIN-VALUE(state, α, β)
"""

ALPHABETA_VALUE = """
function MAX-VALUE(state, α, β) returns a value
    v ← −∞                                                          @ enter max
    for each a in ACTIONS(state) do
        v ← MAX(v, VALUE(RESULT(state, a), α, β))
        if v ≥ β then return v  ▷ β-cut-off                         @ cut max
        α ← MAX(α, v)                                               @ update max
    return v                                                        @ back max

function MIN-VALUE(state, α, β) returns a value
    v ← +∞                                                          @ enter min
    for each a in ACTIONS(state) do
        v ← MIN(v, VALUE(RESULT(state, a), α, β))
        if v ≤ α then return v  ▷ α-cut-off                         @ cut min
        β ← MIN(β, v)                                               @ update min
    return v                                                        @ back min
"""

ALPHABETA_WINDOW = """
function MAX-VALUE(state, α, β) returns a value
    v ← −∞                                                          @ enter max
    for each a in ACTIONS(state) do
        v ← MAX(v, VALUE(RESULT(state, a), α, β))
        α ← MAX(α, v)                                               @ update max
        if α ≥ β then return v  ▷ β-cut-off                         @ cut max
    return v                                                        @ back max

function MIN-VALUE(state, α, β) returns a value
    v ← +∞                                                          @ enter min
    for each a in ACTIONS(state) do
        v ← MIN(v, VALUE(RESULT(state, a), α, β))
        β ← MIN(β, v)                                               @ update min
        if α ≥ β then return v  ▷ α-cut-off                         @ cut min
    return v                                                        @ back min
"""

MAXN = """
function MAX-N-SEARCH(state) returns an action
    v ← VALUES(state)
    return the first action that leads to v

function VALUES(state) returns a value for each player
    if IS-TERMINAL(state) then return UTILITIES(state)              @ leaf
    if IS-CUTOFF(state) then return EVALS(state)                    @ depth ? depth
    if TO-MOVE(state) = CHANCE then return EXP-VALUES(state)        ? chance
    return BEST-VALUES(state, TO-MOVE(state))

function BEST-VALUES(state, player) returns a value for each player
    v ← −∞ for each player                                          @ enter player
    for each a in ACTIONS(state) do
        w ← VALUES(RESULT(state, a))
        if w[player] > v[player] then v ← w                         @ update player
    return v                                                        @ back player
                                                                    ? chance
function EXP-VALUES(state) returns a value for each player          ? chance
    v ← 0 for each player                                           @ enter chance ? chance
    for each a in OUTCOMES(state) do                                ? chance
        v ← v + PROBABILITY(state, a) × VALUES(RESULT(state, a))    @ update chance ? chance
    return v                                                        @ back chance ? chance
"""

MCTS = """
function MONTE-CARLO-TREE-SEARCH(state) returns an action
    root ← NODE(state)
    while IS-TIME-REMAINING() do
        leaf ← SELECT(root)                                         @ selection
        child ← EXPAND(leaf)                                        @ expansion
        result ← SIMULATE(child)                                    @ simulation
        BACK-PROPAGATE(result, child)                               @ backup
    return the action whose child of root has the greatest N        @ choice

function SELECT(node) returns a leaf of the tree
    while IS-FULLY-EXPANDED(node) do
        if TO-MOVE(node) = CHANCE then node ← DRAWN-CHILD(node)     ? chance
        else node ← the child n of node with the greatest UCB1(n)   ? chance
        node ← the child n of node with the greatest UCB1(n)        ? no chance
    return node

function UCB1(n) returns a bound
    return W(n) / N(n) + C × √(ln N(PARENT(n)) / N(n))

function BACK-PROPAGATE(result, node)
    for each n on the path from node up to root do
        N(n) ← N(n) + 1
        W(n) ← W(n) + result for the player who chose n
"""
