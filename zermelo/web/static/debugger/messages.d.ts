// The debugger's messages; common/messages.js has the others, docs/page.md explains them.

import type { Start } from "../common/messages.js";

export interface TraceQuestion {
  algorithm: string;
  depth?: number;
  fitting?: boolean; // may it be less, so that the tree is not too large?
  simulations?: number;
  strict?: boolean;
  notation?: string;
  exploration?: number;
  leaves?: boolean; // is every leaf of the tree to be there, with what it is worth?
  merged?: boolean; // do positions that are turned or mirrored count as one?
  order?: string; // of the children: best, worst or random; left out: as the game lists them
  tree?: string;
  start?: Start; // a game, in place of a tree
  figure?: string; // in place of a tree or of the visitor's position
  which?: string; // the place of the page that shows it, where there are several
}

export interface TraceNode {
  id: string;
  parent: number; // -1: the root
  kind: string; // max, min, chance, leaf, "player 2", or state where there is one agent
  edge: string;
  depth: number;
  value: number | null;
  values?: (number | null)[]; // of max^n: one per player
  bound: string;
  label: string; // the value as it is shown; empty: unknown
  state: "" | "cut" | "best";
  skipped: number;
  opened: boolean;
  utility?: string; // of a leaf, as it is shown, where every leaf was asked for
  alike?: number; // the number of its information set, if other nodes are in it
  name?: string; // in a typed tree
  note?: string; // below it, where there is one agent: cost and estimate
  visits?: number; // of MCTS
  mean?: number | null;
  record?: string; // W/N
}

/** A step of minimax and its relatives. */
export interface SearchStep {
  phase?: undefined;
  path?: undefined;
  utilities?: undefined;
  bounds?: undefined;
  tables?: undefined;
  event: string;
  node: number;
  line: number; // of the pseudocode, from 1 on
  alpha: number | null;
  beta: number | null;
  value: number | null;
  values?: (number | null)[]; // of max^n: one per player
  bound: string;
  label: string; // the value as it is shown; empty: unknown
  window: string; // alpha and beta as they are shown; empty: there are none
  cut: string; // its name; empty: nothing is cut
  reason: string;
  words: string;
}

/** What UCB1 compares at a node. */
export interface Compared {
  title: string;
  rows: string[][];
  chosen: number;
}

/** A step of MCTS. */
export interface GrowthStep {
  phase: "selection" | "expansion" | "simulation" | "backup" | "choice";
  event: string;
  iteration: number;
  path: number[];
  node: number;
  utilities: (number | null)[];
  window: string; // how a simulation ended
  changes: [node: number, visits: number, mean: number | null][];
  line: number; // of the pseudocode, from 1 on
  labels: string[]; // the means of the changes as they are shown
  records: string[]; // W/N of the changes
  bounds: [node: number, bound: string][]; // of UCB1, for a selection
  tables: Compared[];
  words: string;
}

export type Step = SearchStep | GrowthStep;

export interface Place {
  index: number;
  x: number;
  y: number;
  hidden: number;
}

export interface Placed {
  nodes: Place[];
  width: number;
  height: number;
  column: number; // between neighbours
  level: number; // between levels
}

export interface Trace {
  type: "trace";
  algorithm: string;
  game: string;
  position: string;
  players: string[];
  remarks: string[]; // on how a typed tree was understood
  pictured: boolean; // can the positions at the nodes be drawn?
  bounded: boolean;
  strict: boolean;
  depth: number | null;
  simulations?: number;
  value: number | null;
  values?: (number | null)[]; // of max^n: one per player
  action: string | null;
  leaves: number;
  skipped: number;
  counted: boolean;
  pseudocode: string[];
  nodes: TraceNode[];
  steps: Step[];
  placed: Placed;
  folded: number[];
}

export type Branch = Omit<Trace, "type"> & { type: "branch"; node: number; words: string };

/** The position at a node: the inside of an SVG, and how to come there. */
export interface NodeBoard {
  node: number;
  body: string;
  width: number;
  height: number;
  position: string;
  moves: string[]; // from the root
}

export interface Boards {
  type: "boards";
  style: string; // that all of them share
  boards: NodeBoard[];
}
