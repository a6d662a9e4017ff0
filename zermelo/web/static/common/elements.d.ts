// The page's own elements by their tags, for the type checker.

import type { Analyser } from "../analyse/analyser.js";
import type { Analysis } from "../analyse/analysis.js";
import type { Asks } from "../analyse/asks.js";
import type { Candidates } from "../analyse/candidates.js";
import type { Graph } from "../analyse/graph.js";
import type { Review } from "../analyse/review.js";
import type { Why } from "../analyse/why.js";
import type { Board } from "../board/board.js";
import type { Compare } from "../compare/compare.js";
import type { Match } from "../compare/match.js";
import type { Debugger } from "../debugger/debugger.js";
import type { Games } from "../games/games.js";
import type { Learn } from "../learn/learn.js";
import type { Chance } from "../play/chance.js";
import type { Curtain } from "../play/curtain.js";
import type { Moves } from "../play/moves.js";
import type { Play } from "../play/play.js";
import type { PositionText } from "../play/position.js";
import type { Steps } from "../play/steps.js";
import type { Player } from "./player.js";
import type { WaitingNote } from "./waiting.js";

declare global {
  interface HTMLElementTagNameMap {
    "z-analyser": Analyser;
    "z-analysis": Analysis;
    "z-asks": Asks;
    "z-board": Board;
    "z-candidates": Candidates;
    "z-chance": Chance;
    "z-compare": Compare;
    "z-curtain": Curtain;
    "z-debugger": Debugger;
    "z-games": Games;
    "z-graph": Graph;
    "z-learn": Learn;
    "z-match": Match;
    "z-moves": Moves;
    "z-play": Play;
    "z-player": Player;
    "z-position": PositionText;
    "z-review": Review;
    "z-steps": Steps;
    "z-waiting": WaitingNote;
    "z-why": Why;
  }
}
