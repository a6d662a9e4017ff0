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

/** @typedef {import("../games/messages.js").GameInfo} GameInfo */
/** @typedef {import("../games/messages.js").Option} Option */
/** @typedef {import("../games/messages.js").EngineInfo} EngineInfo */
/** @typedef {import("../games/messages.js").Info} Info */

// --- the game --------------------------------------------------------------------------------------------------------

/**
 * @typedef {{text: string, cells: Cell[], piece?: string}} Action  piece: what tells it from others with these cells
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
 * @typedef {PositionFacts & import("../play/messages.js").Branched} Position
 * @typedef {object} PositionFacts
 * @property {"position"} type
 * @property {number} id
 * @property {string} game  its name
 * @property {string} title
 * @property {string} heading  the same as a person reads it
 * @property {number | null} bottom  the player whose side of the board is below
 * @property {Values} parameters
 * @property {import("../play/messages.js").Arranging | null} arranging
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
 * @property {number} unlisted  how many more can be played
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
 * @typedef {object} BoardPlan
 * @property {"board"} kind
 * @property {string[][]} cells
 * @property {string[]} rows
 * @property {string[]} columns
 * @property {Cell[]} marked
 * @property {"square" | "hole" | "crossing" | "hex" | "maze" | "tile" | "dots" | "pits" | "sheet" | "climb" | "letters"} shape
 * @property {Cell[]} absent  places of the grid without a cell
 * @property {[Cell, Cell][]} lines  of crossings, from end to end
 * @property {Cell[]} stars  crossings with a dot
 * @property {string[]} sides  colours of hexagons' sides: top and bottom, left and right
 * @property {number[] | null} dice  those beside the board; null: the game has none
 * @property {[Cell, string][]} offers  what filling an empty box of a score sheet would bring
 * @property {string} caption
 *
 * @typedef {{label: string, value: number | null, words: string, most: number | null, active: boolean, colour?: string}} Bar
 * @typedef {{kind: "bars", bars: Bar[], caption: string}} BarsPicture
 *
 * @typedef {BoardPlan & import("../board/looks/messages.js").BoardLooks} BoardPicture
 * @typedef {import("../board/looks/messages.js").Hand} Hand
 * @typedef {import("../board/looks/messages.js").CardsPicture} CardsPicture
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
 * @property {number} parent  -1: the root
 * @property {string} kind
 * @property {string} label
 * @property {string} edge
 * @property {string} state
 * @property {string} note
 * @property {number} [alike]  the number of its information set, if other nodes are in it
 *
 * @typedef {{kind: "tree", nodes: PictureNode[], width: number, height: number, caption: string}} TreePicture
 * @typedef {{kind: "lines", lines: string[], caption?: string}} LinesPicture
 * @typedef {BoardPicture | BarsPicture | CardsPicture | PointsPicture | TreePicture | LinesPicture | import("../board/pictures/pictures.js").TrackPicture} Picture
 */

// --- what a search found ---------------------------------------------------------------------------------------------

/**
 * @typedef {import("../analyse/messages.js").Analysis} Analysis
 * @typedef {import("../analyse/messages.js").Candidate} Candidate
 * @typedef {import("../analyse/messages.js").Chance} Chance
 * @typedef {import("../analyse/messages.js").ChangedTerm} ChangedTerm
 * @typedef {import("../analyse/messages.js").Comparison} Comparison
 * @typedef {import("../analyse/messages.js").Frame} Frame
 * @typedef {import("../analyse/messages.js").Hint} Hint
 * @typedef {import("../analyse/messages.js").Mistake} Mistake
 * @typedef {import("../analyse/messages.js").MistakeKind} MistakeKind
 * @typedef {import("../analyse/messages.js").Review} Review
 * @typedef {import("../analyse/messages.js").Term} Term
 * @typedef {import("../analyse/messages.js").Threat} Threat
 * @typedef {import("../analyse/messages.js").Why} Why
 * @typedef {import("./match.js").MatchScore} MatchScore
 */

// --- the debugger and the lessons, whose messages are in their folders ---

/** @import {Boards, Branch, Placed, Trace, TraceQuestion} from "../debugger/messages.js" */
/** @import {Contents, FigureMessage, LessonMessage, Verdict} from "../lessons/messages.js" */

// --- questions and answers -------------------------------------------------------------------------------------------

/**
 * @typedef {StartFacts & import("../play/messages.js").Beside} Start  how a game begins
 * @typedef {object} StartFacts
 * @property {string} game
 * @property {Values} parameters
 * @property {string} [position]
 * @property {string[]} [moves]
 * @property {(Chooser | null)[]} [seats]  where something is hidden; null: a person
 * @property {boolean} [fits]  as much of it as the rules still allow
 *
 * @typedef {QuestionsHere & import("../play/messages.js").Questions} Questions
 * @typedef {object} QuestionsHere
 * @property {{}} games
 * @property {Start} new
 * @property {{action: string}} play
 * @property {{tiles: [number, number, string][]}} lay
 * @property {{}} roll
 * @property {{}} uncover
 * @property {{}} proceed
 * @property {Chooser} move
 * @property {{engine?: Engine, lines?: number, time?: number}} analyse
 * @property {{}} stop
 * @property {{action: string}} why
 * @property {{}} threat
 * @property {{}} hint
 * @property {{time?: number}} review
 * @property {{engines: (Engine | {level: string})[], time?: number}} compare
 * @property {{engines: (Engine | {level: string})[], games: number, seed: number, results: number[][]}} match
 * @property {{engines: (Engine | {level: string})[], kind: string, games: number}} tournament
 * @property {{player: string}} learning
 * @property {{search: string}} check
 * @property {{}} inspect
 * @property {{}} examine
 * @property {TraceQuestion} trace
 * @property {{folded: number[], which?: string}} fold
 * @property {{node: number, folded: number[], which?: string}} branch
 * @property {{nodes: number[], which?: string}} boards
 * @property {{}} lessons
 * @property {{name: string}} lesson
 * @property {{lesson: string, question: string, answer: string}} answer
 * @property {{name: string, drawing: string}} figure
 *
 * @typedef {AnswersHere & import("../play/messages.js").Answers} Answers
 * @typedef {object} AnswersHere
 * @property {Info} games
 * @property {Position} new
 * @property {Position} play
 * @property {{type: "laid", actions: string[], words: string}} lay
 * @property {Position} roll
 * @property {Position} uncover
 * @property {Position} proceed
 * @property {Position} move
 * @property {Analysis & {type: "analysis"}} analyse
 * @property {{type: "stopped"}} stop
 * @property {Why} why
 * @property {Threat} threat
 * @property {Hint} hint
 * @property {Review} review
 * @property {Comparison} compare
 * @property {MatchScore | import("./match.js").MatchNews} match
 * @property {import("./match.js").Standings | import("./match.js").TournamentNews} tournament
 * @property {{type: "learning", games: number, done: boolean, svg: string}} learning
 * @property {import("../check/messages.js").Checked} check
 * @property {import("../develop/messages.js").Inspected} inspect
 * @property {import("../develop/messages.js").Examined} examine
 * @property {Trace} trace
 * @property {Placed & {type: "tree"}} fold
 * @property {Branch} branch
 * @property {Boards} boards
 * @property {Contents} lessons
 * @property {LessonMessage} lesson
 * @property {Verdict} answer
 * @property {FigureMessage} figure
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
