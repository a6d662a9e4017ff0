// What the page and the server say to each other, as types; docs/page.md explains them. Nothing here runs.
//
// `Questions` are the messages that the page sends, by type, without `type` and `id`. `Answers` are the messages that
// answer them. Every question may also be answered by `Waiting` (more is to come) and by `Failure`.

/**
 * @typedef {[row: number, column: number]} Cell
 * @typedef {Record<string, string | number | boolean>} Values  parameters of a game, or options of an engine, by name
 *
 * @typedef {{name: string, options: Values}} Engine  as the server is told of one
 * @typedef {{level: string} | {engine: Engine}} Chooser  who is to move
 */

// --- what there is ---------------------------------------------------------------------------------------------------

/**
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} summary
 * @property {string[]} traits
 * @property {Values} parameters  with their defaults
 * @property {number} players
 * @property {string} svg  the first position
 * @property {boolean} own  the user's own file?
 *
 * @typedef {object} Option  what can be set of an engine
 * @property {string} name
 * @property {"bool" | "int" | "float" | "choice" | "text"} kind
 * @property {string | number | boolean | null} default  null: chosen for the game
 * @property {number | null} [least]
 * @property {number | null} [most]
 * @property {string[] | null} [choices]
 * @property {string} [help]  one line
 *
 * @typedef {object} EngineInfo
 * @property {string} name
 * @property {Option[]} options
 * @property {string} [help]  one line
 * @property {string} game  the only game that it plays; "": it plays any
 * @property {boolean} [learned]  is it a learned file?
 *
 * @typedef {object} Info
 * @property {"games"} type
 * @property {GameInfo[]} games
 * @property {EngineInfo[]} engines
 * @property {string[]} levels
 * @property {string[]} algorithms  that the debugger shows
 * @property {string} first  the game to show first
 */

// --- the game --------------------------------------------------------------------------------------------------------

/**
 * @typedef {{text: string, cells: Cell[]}} Action
 * @typedef {{text: string, probability: number, words: string}} Outcome  words: the probability as it is shown
 *
 * @typedef {object} HalfTurn  a turn of several moves as far as it has been played
 * @property {number | null} action  the number of the action that it makes as it is
 * @property {[row: number, column: number, toRow: number, toColumn: number, after: number][]} steps  what may follow
 *
 * @typedef {object} Secret
 * @property {number | null} viewer  whose view it is; null: nobody's
 * @property {number | null} curtain  the person who must take over the screen
 * @property {boolean} proceeds  is it the turn of an engine, or of chance?
 *
 * @typedef {object} Position
 * @property {"position"} type
 * @property {number} id
 * @property {string} game  its name
 * @property {string} title
 * @property {Values} parameters
 * @property {string | null} [start]  the position that the game was set up with
 * @property {number} ply
 * @property {number} plies  of the whole record
 * @property {string[]} moves  of the whole record
 * @property {number[]} movers  who played them; -1: chance, -2: not told
 * @property {string} position
 * @property {Picture} picture
 * @property {string[]} players
 * @property {number | null} mover  -1: chance, -2: somebody else, null: the game is over
 * @property {Action[]} actions
 * @property {HalfTurn[]} turns  the first one is not begun; empty where actions are not made of steps
 * @property {Outcome[]} outcomes
 * @property {string} result
 * @property {number[] | null} utilities
 * @property {(Action & {mover: number}) | null} last
 * @property {boolean} can_pass
 * @property {boolean} hidden  has the game hidden information?
 * @property {boolean} closed  and is it over, so that everything is shown and nothing more is played?
 * @property {Secret} [secret]  where something is hidden from the visitor
 * @property {Analysis | null} [thought]  after `move`
 */

// --- pictures --------------------------------------------------------------------------------------------------------

/**
 * @typedef {object} BoardPicture
 * @property {"board"} kind
 * @property {string[][]} cells
 * @property {string[]} rows
 * @property {string[]} columns
 * @property {Cell[]} marked
 * @property {"square" | "hole" | "crossing" | "hex" | "maze"} shape
 * @property {Cell[]} absent  places of the grid without a cell
 * @property {[Cell, Cell][]} lines  of crossings, from end to end
 * @property {Cell[]} stars  crossings with a dot
 * @property {string[]} sides  colours of hexagons' sides: top and bottom, left and right
 * @property {string} caption
 *
 * @typedef {{label: string, value: number | null, words: string, most: number | null, active: boolean, colour?: string}} Bar
 * @typedef {{kind: "bars", bars: Bar[], caption: string}} BarsPicture
 *
 * @typedef {{label: string, cards: string[], active: boolean}} Hand
 * @typedef {{kind: "cards", hands: Hand[], caption: string}} CardsPicture
 *
 * @typedef {object} PointsPicture
 * @property {"points"} kind
 * @property {number[]} points
 * @property {[number, number]} bar
 * @property {[number, number]} off
 * @property {number[]} dice
 * @property {number} numbered  the player from whose home the points are numbered
 * @property {number} cube  0: there is none
 * @property {number} owner  of the cube; -1: nobody
 * @property {number} offered  the value at which it may be taken or dropped; 0: it is not offered
 * @property {[number, number] | null} score  of the match
 * @property {number} length  of the match
 * @property {string} caption
 *
 * @typedef {object} PictureNode
 * @property {number} x
 * @property {number} y
 * @property {number | null} parent
 * @property {string} kind
 * @property {string} label
 * @property {string} edge
 * @property {string} state
 * @property {string} note
 * @property {number} [alike]  the number of its information set, if other nodes are in it
 *
 * @typedef {{kind: "tree", nodes: PictureNode[], width: number, height: number, caption: string}} TreePicture
 * @typedef {{kind: "lines", lines: string[], caption?: string}} LinesPicture
 * @typedef {BoardPicture | BarsPicture | CardsPicture | PointsPicture | TreePicture | LinesPicture} Picture
 */

// --- what a search found ---------------------------------------------------------------------------------------------

// A field NAME_words, or `words`, is the text of a number, as it is shown.

/**
 * @typedef {object} Candidate
 * @property {string} text
 * @property {Cell[]} cells
 * @property {number | null} value  null: only a bound or nothing is known
 * @property {string} words  the value as it is shown
 * @property {number | null} share
 * @property {"exact" | "upper" | "stopped"} bound
 * @property {1 | 0 | -1 | null} outcome  a win, a draw or a loss for the player to move, if that is proved
 * @property {number | null} visits
 * @property {number | null} prior
 * @property {string} prior_words
 * @property {number | null} frequency  with which a mixed strategy plays it
 * @property {string} frequency_words
 * @property {number | null} votes  of the deals that a search looked at
 * @property {number | null} probability  of an outcome of chance
 * @property {string[] | null} line
 *
 * @typedef {{name: string, share: number, words: string}} Term
 *
 * @typedef {object} Analysis
 * @property {string} engine
 * @property {number} ply
 * @property {string | null} action  null: chance is to move
 * @property {Cell[]} cells
 * @property {number | null} value  null: unknown
 * @property {string} words  the value as it is shown
 * @property {number} even  the value of an even position
 * @property {number | null} share
 * @property {string[]} share_words  of player 0 and of the others; empty if it is not known
 * @property {boolean} exact
 * @property {string} solved  the result with perfect play: "White wins in 5 plies"; empty if it is not proved
 * @property {1 | 0 | -1 | null} outcome  the same as a number, for the player to move
 * @property {number | null} distance
 * @property {string[]} line
 * @property {Cell[][]} arrows
 * @property {number} depth
 * @property {number} selective
 * @property {number} nodes
 * @property {number} speed
 * @property {number} seconds
 * @property {number | null} simulations
 * @property {string} network  what a network said before the search, and how the search changed it; empty: none was asked
 * @property {Candidate[]} candidates
 * @property {Term[]} terms
 * @property {string[]} parts
 * @property {boolean} compiled
 * @property {string} reason
 * @property {string} stopped
 * @property {string} choice  which search the engine chose and why; empty if it does not choose
 * @property {boolean} done
 * @property {string} [stand_in]  what answered in place of the engine while that is compiled
 *
 * @typedef {{text: string, picture: Picture, cells: Cell[]}} Frame
 * @typedef {object} ChangedTerm
 * @property {string} name
 * @property {number} mine
 * @property {number} best
 * @property {number} change
 * @property {string} mine_words
 * @property {string} best_words
 * @property {string} change_words
 *
 * @typedef {object} Why
 * @property {"why"} type
 * @property {string} action
 * @property {number | null} value
 * @property {string} value_words
 * @property {number} share
 * @property {{action: string, value: number | null, value_words: string, share: number, line: string[]}} best
 * @property {number | null} difference
 * @property {string} difference_words
 * @property {string[]} line
 * @property {Frame[]} frames
 * @property {ChangedTerm[]} terms
 * @property {string} words
 * @property {string} [stand_in]
 *
 * @typedef {object} Threat
 * @property {"threat"} type
 * @property {string} words
 * @property {string} [action]
 * @property {number} [value]
 * @property {string[]} [line]
 * @property {Cell[]} cells
 * @property {Cell[][]} [arrows]
 *
 * @typedef {"inaccuracy" | "mistake" | "blunder"} MistakeKind
 * @typedef {object} Mistake
 * @property {number} ply
 * @property {string} action
 * @property {string} better
 * @property {number} loss
 * @property {string} loss_words
 * @property {MistakeKind} kind
 * @property {"win" | "draw" | ""} thrown  a proved result that the move threw away
 *
 * @typedef {object} Review
 * @property {"review"} type
 * @property {number} ply
 * @property {number | null} share
 * @property {string[]} share_words  as of an analysis
 * @property {number | null} value
 * @property {string | null} best
 * @property {boolean} done
 * @property {Mistake[]} [mistakes]  with the last one
 *
 * @typedef {{type: "compare", side: 0 | 1, analysis: Analysis, done: boolean}} Comparison
 *
 * @typedef {object} MatchScore
 * @property {"match"} type
 * @property {number} games
 * @property {number} total
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} score
 * @property {string} score_words
 * @property {number | null} elo
 * @property {number | null} low
 * @property {number | null} high
 * @property {string} elo_words  the difference and its interval
 * @property {MeanResult[]} [means]  of A and of B, where games are more than won or lost
 * @property {string} [means_words]
 * @property {string} [points]  what they count
 * @property {string[]} engines
 * @property {boolean} done
 *
 * @typedef {{value: number, low: number | null, high: number | null}} MeanResult
 */

// --- the debugger ----------------------------------------------------------------------------------------------------

/**
 * @typedef {object} TraceNode
 * @property {string} id
 * @property {number} parent  -1: the root
 * @property {string} kind  max, min, chance, leaf, or "player 2"
 * @property {string} edge
 * @property {number} depth
 * @property {number | null} value
 * @property {(number | null)[]} [values]  of max^n: one per player
 * @property {string} bound
 * @property {string} label  the value as it is shown; empty: unknown
 * @property {"" | "cut" | "best"} state
 * @property {number} skipped
 * @property {boolean} opened
 * @property {number} [alike]  the number of its information set, if other nodes are in it
 * @property {number} [visits]  of MCTS
 * @property {number | null} [mean]
 *
 * @typedef {object} SearchStep  of minimax and its relatives
 * @property {undefined} [phase]
 * @property {undefined} [path]
 * @property {undefined} [utilities]
 * @property {string} event
 * @property {number} node
 * @property {number | null} alpha
 * @property {number | null} beta
 * @property {number | null} value
 * @property {(number | null)[]} [values]  of max^n: one per player
 * @property {string} bound
 * @property {string} label  the value as it is shown; empty: unknown
 * @property {string} window  alpha and beta as they are shown; empty: there are none
 * @property {string} reason
 * @property {string} words
 *
 * @typedef {object} GrowthStep  of MCTS
 * @property {"selection" | "expansion" | "simulation" | "backup"} phase
 * @property {string} event
 * @property {number} iteration
 * @property {number[]} path
 * @property {number} node
 * @property {(number | null)[]} utilities
 * @property {string} window  how a simulation ended
 * @property {[node: number, visits: number, mean: number | null][]} changes
 * @property {string[]} labels  the means of the changes as they are shown
 * @property {string} words
 *
 * @typedef {SearchStep | GrowthStep} Step
 *
 * @typedef {{index: number, x: number, y: number, hidden: number}} Place
 * @typedef {{nodes: Place[], width: number, height: number}} Placed
 *
 * @typedef {object} Trace
 * @property {"trace"} type
 * @property {string} algorithm
 * @property {string} game
 * @property {string} position
 * @property {string[]} players
 * @property {boolean} bounded
 * @property {boolean} strict
 * @property {number | null} depth
 * @property {number} [simulations]
 * @property {number | null} value
 * @property {(number | null)[]} [values]  of max^n: one per player
 * @property {string | null} action
 * @property {number} leaves
 * @property {number} skipped
 * @property {boolean} counted
 * @property {TraceNode[]} nodes
 * @property {Step[]} steps
 * @property {Placed} placed
 * @property {number[]} folded
 *
 * @typedef {Omit<Trace, "type"> & {type: "branch", node: number, words: string}} Branch
 */

// --- questions and answers -------------------------------------------------------------------------------------------

/**
 * @typedef {object} Start  how a game begins
 * @property {string} game
 * @property {Values} parameters
 * @property {string} [position]
 * @property {string[]} [moves]
 * @property {(Chooser | null)[]} [seats]  where something is hidden; null: a person
 *
 * @typedef {object} TraceQuestion
 * @property {string} algorithm
 * @property {number} [depth]
 * @property {number} [simulations]
 * @property {boolean} [strict]
 * @property {string} [tree]
 *
 * @typedef {object} Questions
 * @property {{}} games
 * @property {Start} new
 * @property {{action: string}} play
 * @property {{}} roll
 * @property {{ply: number}} goto
 * @property {{}} uncover
 * @property {{}} proceed
 * @property {Chooser} move
 * @property {{engine?: Engine, lines?: number, time?: number}} analyse
 * @property {{}} stop
 * @property {{action: string}} why
 * @property {{}} threat
 * @property {{time?: number}} review
 * @property {{engines: Engine[], time?: number}} compare
 * @property {{engines: Engine[], games: number}} match
 * @property {{player: string}} learning
 * @property {TraceQuestion} trace
 * @property {{folded: number[]}} fold
 * @property {{node: number, folded: number[]}} branch
 *
 * @typedef {object} Answers
 * @property {Info} games
 * @property {Position} new
 * @property {Position} play
 * @property {Position} roll
 * @property {Position} goto
 * @property {Position} uncover
 * @property {Position} proceed
 * @property {Position} move
 * @property {Analysis & {type: "analysis"}} analyse
 * @property {{type: "stopped"}} stop
 * @property {Why} why
 * @property {Threat} threat
 * @property {Review} review
 * @property {Comparison} compare
 * @property {MatchScore} match
 * @property {{type: "learning", games: number, done: boolean, svg: string}} learning
 * @property {Trace} trace
 * @property {Placed & {type: "tree"}} fold
 * @property {Branch} branch
 *
 * @typedef {object} Waiting
 * @property {"waiting"} type
 * @property {number} ahead  searches of others that come first
 * @property {string} [note]  what is being compiled
 * @property {number} [progress]  0 to 1, of compiling
 * @property {number} [left]  seconds, an estimate
 *
 * @typedef {{type: "error", message: string, lost?: boolean}} Failure  lost: the connection broke
 */

/**
 * @template {keyof Questions} Kind
 * @typedef {Answers[Kind] | Failure} Answer
 */

export {};
