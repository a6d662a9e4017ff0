"""How the facts of a figure are measured: a small vocabulary, each word of which asks our own searches and rules.

vocabulary  all measures, and the one that a fact asks for
subject     the figure that is measured: its game, its position, and the searches that several facts share
traces      values, leaves and cuts of a search that is traced
players     what an engine chooses, and how far it looks
plans       in how many layouts of what is not seen an action wins
rules       what the rules say of a position, and how many positions there are
chances     an opponent's probabilities at a node
counts      UCB1 from wins and visits
orders      leaves that alpha-beta visits, by order and depth
turns       turns of several moves
problems    single-agent search
matches     games won, and mean results
formulas    powers and products
practice    exercises on random trees

Nothing is evaluated as code: a measure is matched against the patterns of the vocabulary, and refused if none fits.
"""

from zermelo.measures.vocabulary import VOCABULARY as VOCABULARY
from zermelo.measures.vocabulary import agrees as agrees
from zermelo.measures.vocabulary import measured as measured
from zermelo.measures.vocabulary import mistakes as mistakes
