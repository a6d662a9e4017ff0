// The score of a match and the standings of a tournament, for the type checker; docs/page.md describes it.

import type { Action, Picture } from "./messages.js";

export interface MeanResult {
  value: number;
  low: number | null;
  high: number | null;
}

/** A game as it is played. */
export interface LiveGame {
  number: number; // from 0
  seat: number; // of A
  ply: number;
  picture: Picture;
  last: Action & { mover: number };
}

/** A game that is over. */
export interface MatchGame {
  seat: number; // of A
  moves: string[]; // from the match's first position on
  result: string;
  utilities: number[];
}

/** A game that was played before the match was interrupted. */
export type EarlierGame = Omit<MatchGame, "moves">;

export interface MatchNews {
  type: "match";
  live: LiveGame;
  done: false;
}

export interface MatchScore {
  type: "match";
  live?: undefined;
  game?: MatchGame; // the one that has ended
  earlier?: EarlierGame[]; // in its place, where a match goes on: those that were played before
  games: number;
  total: number;
  wins: number;
  draws: number;
  losses: number;
  score: number;
  score_words: string;
  elo: number | null;
  low: number | null;
  high: number | null;
  elo_words: string; // the difference and its interval
  means?: MeanResult[]; // of A and of B, where games are more than won or lost
  means_words?: string;
  points?: string; // what they count
  engines: string[];
  done: boolean;
}

export interface TournamentNews {
  type: "tournament";
  live: LiveGame & { engines: string[] };
  done: false;
}

export interface Place {
  place: number;
  engine: string;
  points: string;
  games: number;
  counts: number[]; // won, shared, lost
  elo: string; // over the mean of all
  between: string;
  better: string; // how likely it is better than the next one
}

export interface Standings {
  type: "tournament";
  live?: undefined;
  game: MatchGame & { engines: string[] }; // the one that has ended; `seat` is the first engine's
  games: number;
  total: number;
  left: number; // seconds
  places: Place[];
  cross: string[][]; // points against each other, in the order of the places
  remarks: string[];
  svg: string; // ratings and results by opening
  done: boolean;
}
