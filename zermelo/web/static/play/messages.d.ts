// The messages about the record of a game: its variations and comments; docs/page.md explains them.

import type { Position, Values } from "../common/messages.js";

/** A position of the record: its number, that of the one before it, the move between them, who made it, and a comment. */
export type TreeRow = [node: number, before: number, text: string, mover: number | null, comment: string];

/** What a position tells of the record besides the line shown. */
export interface Branched {
  node: number; // the position shown; 0: the first
  tree?: TreeRow[]; // all positions, line by line, the first one first; where there are variations or comments
  line?: number[]; // the positions of the line shown but the first; with `tree`
}

/** A variation, after a position by its place in the record. */
export interface Variation {
  after: number;
  moves: string[];
}

/** What a game begins with besides the moves of its main line. */
export interface Beside {
  lines?: Variation[];
  comments?: [place: number, text: string][];
}

/** What a text holds: its games by title, and one of them as `new` is told of it. */
export interface ReadRecord extends Beside {
  type: "read";
  games: string[];
  game: string;
  parameters: Values;
  position: string | null;
  moves: string[];
}

/** How a position is put together on the board. */
export interface Arranging {
  pieces: string[]; // that may stand on a cell
  turns: boolean; // may it be either player's turn?
}

export interface Questions {
  arrange: { cells: string[][]; mover: number };
  read: { text: string; number?: number };
  write: { tags?: Record<string, string> };
  goto: { ply: number; back?: boolean } | { node: number };
  comment: { text: string };
  promote: { node: number; main?: boolean };
  delete: { node: number };
}

export interface Answers {
  arrange: { type: "arrange"; text: string };
  read: ReadRecord;
  write: { type: "write"; text: string; file: string };
  goto: Position;
  comment: Position;
  promote: Position;
  delete: Position;
}
