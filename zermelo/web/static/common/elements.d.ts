// The page's own elements by their tags, for the type checker.

import type { Analyser } from "../analyse/analyser.js";
import type { Analysis } from "../analyse/analysis.js";
import type { Asks } from "../analyse/asks.js";
import type { Candidates } from "../analyse/candidates.js";
import type { Evaluation } from "../analyse/bar/evaluation.js";
import type { Graph } from "../analyse/graph.js";
import type { Hint } from "../analyse/hint.js";
import type { Review } from "../analyse/review.js";
import type { Why } from "../analyse/why.js";
import type { Board } from "../board/board.js";
import type { Check } from "../check/check.js";
import type { Compare } from "../compare/compare.js";
import type { Match } from "../compare/match.js";
import type { Tournament } from "../compare/tournament.js";
import type { Debugger } from "../debugger/debugger.js";
import type { Drawer } from "../develop/drawer.js";
import type { Demo } from "../front/demo.js";
import type { Front } from "../front/front.js";
import type { Filter } from "../games/filter.js";
import type { Games } from "../games/games.js";
import type { Learn } from "../learn/learn.js";
import type { LessonView } from "../lessons/lesson.js";
import type { Lessons } from "../lessons/lessons.js";
import type { Clock } from "../keep/clock.js";
import type { Ending } from "../keep/ending.js";
import type { Keeper } from "../keep/keeper.js";
import type { LineTools } from "../keep/tools.js";
import type { Chance } from "../play/chance.js";
import type { Curtain } from "../play/curtain.js";
import type { Moves } from "../play/beside/moves.js";
import type { Play } from "../play/play.js";
import type { PositionText } from "../play/beside/position.js";
import type { Rules } from "../play/beside/rules.js";
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
    "z-check": Check;
    "z-clock": Clock;
    "z-compare": Compare;
    "z-curtain": Curtain;
    "z-debugger": Debugger;
    "z-demo": Demo;
    "z-drawer": Drawer;
    "z-ending": Ending;
    "z-evaluation": Evaluation;
    "z-filter": Filter;
    "z-front": Front;
    "z-games": Games;
    "z-graph": Graph;
    "z-hint": Hint;
    "z-keeper": Keeper;
    "z-learn": Learn;
    "z-lesson": LessonView;
    "z-lessons": Lessons;
    "z-line-tools": LineTools;
    "z-match": Match;
    "z-tournament": Tournament;
    "z-moves": Moves;
    "z-play": Play;
    "z-player": Player;
    "z-position": PositionText;
    "z-review": Review;
    "z-rules": Rules;
    "z-steps": Steps;
    "z-waiting": WaitingNote;
    "z-why": Why;
  }
}
