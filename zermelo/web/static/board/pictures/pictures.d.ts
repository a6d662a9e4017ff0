// The types of the picture of a track; those of the other pictures are in messages.js.

export interface TrackPlace {
  name: string;
  colour: string; // of its group; "": it has none
  note: string;
  owner: number; // a player, from 1 on; 0: nobody
  built: string;
  tokens: number[]; // the players who are there, from 1 on
  cell: [row: number, column: number];
}

export interface Purse {
  label: string;
  money: string;
  note: string;
  things: [name: string, colour: string][];
  active: boolean;
}

export interface TrackPicture {
  kind: "track";
  places: TrackPlace[];
  purses: Purse[];
  side: number; // steps from corner to corner
  marked: number[]; // places
  caption: string;
}
