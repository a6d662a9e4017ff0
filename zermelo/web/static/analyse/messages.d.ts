// What a search found, for the type checker; docs/page.md describes it. A field NAME_words, or `words`, is the text of a
// number, as it is shown.

import type { Cell, Picture } from "../common/messages.js";

export interface Candidate {
  text: string;
  cells: Cell[];
  value: number | null; // null: only a bound or nothing is known
  words: string; // the value as it is shown; "": it has none
  remark: string; // why it has none
  share: number | null;
  lost: number | null; // the share of the game that it gives away
  lost_words: string; // the same on the board: "-3%", "="; of the best one its share
  bound: "exact" | "upper" | "stopped";
  outcome: 1 | 0 | -1 | null; // a win, a draw or a loss for the player to move, if that is proved
  visits: number | null;
  prior: number | null;
  prior_words: string;
  note: string; // what its value is made of
  frequency: number | null; // with which a mixed strategy plays it
  frequency_words: string;
  votes: number | null; // of the deals that a search looked at
  probability: number | null; // of an outcome of chance
  line: string[] | null;
}

export interface Term {
  name: string;
  share: number;
  words: string;
}

export interface Chance {
  name: string; // of a way in which the game can end
  share: number;
  words: string;
}

export interface Analysis {
  engine: string;
  ply: number;
  action: string | null; // null: chance is to move
  cells: Cell[];
  value: number | null; // null: unknown
  words: string; // the value as it is shown
  whose: string; // for whom it is: "for White"; "": the words say it
  side: string; // for whom the candidates' values are; "" in a game for one
  early: boolean; // is it a mean of too few playouts to be shown?
  even: number; // the value of an even position
  share: number | null;
  share_words: string[]; // of player 0 and of the others; empty if it is not known
  chances: Chance[]; // of the ways in which the game can end; empty if they are not known
  choices: { title: string; rows: string[][] } | null; // a decision with the worth and the cost of each choice
  owners: number[][] | null; // by cell, from -1 (all for the second player) to 1
  pieces: string[][] | null; // by cell what its piece adds to a network's evaluation for the first player: "+5.2"
  lead: string; // by how many points somebody leads; "": not known
  exact: boolean;
  solved: string; // the result with perfect play: "White wins in 5 plies"; "": it is not proved
  outcome: 1 | 0 | -1 | null; // the same as a number, for the player to move
  distance: number | null;
  line: string[];
  arrows: Cell[][];
  depth: number;
  selective: number;
  nodes: number;
  speed: number;
  seconds: number;
  simulations: number | null;
  network: string; // what a network said before the search, and how the search changed it; "": none was asked
  candidates: Candidate[];
  terms: Term[];
  parts: string[];
  compiled: boolean;
  reason: string;
  stopped: string;
  choice: string; // which search the engine chose and why; "": it does not choose
  done: boolean;
  stand_in?: string; // what answered in place of the engine while that is compiled
}

export interface Frame {
  text: string;
  picture: Picture;
  cells: Cell[];
}

export interface ChangedTerm {
  name: string;
  mine: number;
  best: number;
  change: number;
  mine_words: string;
  best_words: string;
  change_words: string;
}

export interface Why {
  type: "why";
  action: string;
  value: number | null;
  value_words: string;
  share: number;
  best: { action: string; value: number | null; value_words: string; share: number; line: string[] };
  difference: number | null;
  difference_words: string;
  line: string[];
  frames: Frame[];
  terms: ChangedTerm[];
  words: string; // what the move does wrong, "loses the knight on e5", and what both are worth
  stand_in?: string;
}

export interface Threat {
  type: "threat";
  words: string;
  action?: string;
  value?: number;
  line?: string[];
  cells: Cell[];
  arrows?: Cell[][];
}

export interface Hint {
  type: "hint";
  words: string; // where to look
  spot: Cell[];
  answer: string; // the move, and what it is worth
  cells: Cell[];
}

export type MistakeKind = "inaccuracy" | "mistake" | "blunder";

export interface Mistake {
  ply: number;
  action: string;
  better: string;
  loss: number;
  loss_words: string;
  kind: MistakeKind;
  thrown: "win" | "draw" | ""; // a proved result that the move threw away
}

export interface Review {
  type: "review";
  ply: number;
  share: number | null;
  share_words: string[]; // as of an analysis
  value: number | null;
  best: string | null;
  done: boolean;
  mistakes?: Mistake[]; // with the last one
}

export interface Comparison {
  type: "compare";
  side: 0 | 1;
  analysis: Analysis;
  done: boolean;
}
