// What developers of games are told, for the type checker; docs/page.md describes it.

import type { GameInfo } from "../games/messages.js";

/** The position as Python sees it. */
export interface Inspected {
  type: "inspect";
  kind: string; // the state's type
  state: string;
  mover: string;
  actions: { value: string; text: string }[];
  calls: { call: string; result: string; time: string }[]; // of the game's functions, to show the position
  count: number; // of all calls
  failed: string; // what went wrong in them; "": nothing
}

/** What the doctor found. */
export interface Examined {
  type: "examine";
  healthy: boolean;
  games: number;
  positions: number;
  laws: { law: string; holds: boolean; broken: string }[];
  compiled: boolean;
  verdict: string; // whether it compiles, and why not
  hint: string;
}

/** A file was saved; nobody asked. */
export interface Reloaded {
  type: "reloaded";
  game: string;
  file: string;
  wrong: string; // why its game cannot be loaded; "": it was
  card: GameInfo | null;
}
