// Types of what boards and cards look like; docs/page.md explains them.

import type { Cell } from "../../common/messages.js";

export interface BoardLooks {
  ground: "" | "felt" | "sea";
  dark: Cell[]; // cells that are not seen
  warned: Cell[]; // what is in danger
  corners: string[][]; // a small text in the corner of each cell, or none
  ships: [Cell, Cell][]; // from one end to the other
  beside: string[][]; // pieces above the board, and below it
}

export interface Hand {
  label: string;
  cards: string[];
  active: boolean;
  dice: boolean; // are they dice?
  middle: boolean; // does it lie in the middle of the table?
  places: number; // how many cards will lie there
  chips: string;
  bet: string;
  note: string;
}

export interface CardsPicture {
  kind: "cards";
  hands: Hand[];
  pot: string;
  table: boolean;
  caption: string;
}
