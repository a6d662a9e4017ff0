// What there is to choose from: the answer to `games`, for the type checker; docs/page.md describes it.

import type { Values } from "../common/messages.js";

/** What is said about a game's parameter. */
export interface ParameterInfo {
  words: string;
  least: number | null;
  most: number | null;
  choices: string[];
}

export interface GameInfo {
  name: string;
  label: string; // the name that a person reads
  summary: string;
  rules: string; // in paragraphs
  again: string; // what the next game is called; "": a new game
  traits: string[];
  parameters: Values; // with their defaults
  about: Record<string, ParameterInfo>;
  players: number;
  svg: string; // the first position
  own: boolean; // the user's own file?
  solved: string; // what perfect play leads to, where it is known
  symmetric: boolean; // does it say which positions are turned or mirrored?
}

/** What can be set of an engine. */
export interface Option {
  name: string;
  kind: "bool" | "int" | "float" | "choice" | "text";
  default: string | number | boolean | null; // null: chosen for the game
  least?: number | null;
  most?: number | null;
  choices?: string[] | null;
  help?: string; // one line
}

export interface EngineInfo {
  name: string;
  options: Option[];
  help?: string; // one line
  game: string; // the only game that it plays; "": it plays any
  learned?: boolean; // is it a learned file?
}

export interface Info {
  type: "games";
  games: GameInfo[];
  engines: EngineInfo[];
  levels: string[];
  level_words: Record<string, string>; // how strong each level is
  algorithms: string[]; // that the debugger shows
  first: string; // the game to show first
  searches: string[]; // files of searches that can be checked
  versions: [name: string, version: string][]; // of what runs here
}
