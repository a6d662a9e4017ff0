// How counts, waits, pieces and cells are written, and how a screen reader says them. Values come as texts.

/** @import {BoardPicture, Position, Waiting} from "./messages.js" */

/** @type {Record<string, string>} */
const MEN = { "♔": "king", "♕": "queen", "♖": "rook", "♗": "bishop", "♘": "knight", "♙": "pawn" };
/** @type {Record<string, string>} */
const SOLID = { "♔": "♚", "♕": "♛", "♖": "♜", "♗": "♝", "♘": "♞", "♙": "♟" };
/** @type {Record<string, string>} */
const PIECES = { "": "empty", "●": "black disc", "○": "white disc", "⛃": "black king", "⛁": "white king" };
for (const colour of ["red", "green", "blue", "yellow"]) PIECES[colour] = `${colour} disc`;
/** @type {Record<string, string>} in the holes of a frame */
const HOLE_PIECES = { "●": "red disc", R: "red disc", "○": "yellow disc", Y: "yellow disc" };
for (const [white, name] of Object.entries(MEN)) {
  PIECES[white] = `white ${name}`;
  PIECES[SOLID[white]] = `black ${name}`;
}
/** @type {Record<string, string>} in a maze */
const MAZE_PIECES = { ".": "food", o: "capsule", P: "Pac-Man", X: "Pac-Man, caught", G: "ghost", g: "scared ghost" };
const UNITS = /** @type {const} */ ([[1e9, "G"], [1e6, "M"], [1e3, "k"]]);

/**
 * What a screen reader calls the content of a cell.
 *
 * @param {string} text
 * @param {BoardPicture["shape"]} [shape]
 */
export function pieceName(text, shape = "square") {
  if (shape === "maze" && text) return [MAZE_PIECES[text[0]] ?? text[0], text.slice(1)].filter(Boolean).join(" ");
  if (shape === "dots" && (text === "·" || text === "─" || text === "│")) return text === "·" ? "dot" : "line";
  if (shape === "pits" && text) return text === "1" ? "1 seed" : `${text} seeds`;
  if (shape === "climb" && text) {
    return [...text].map((who) => (who === "*" ? "a runner" : `player ${who}`)).join(", ");
  }
  const name = (shape === "hole" ? HOLE_PIECES[text] : null) ?? PIECES[text] ?? text;
  return shape === "crossing" || shape === "hex" ? name.replace(/ disc$/, " stone") : name;
}

/**
 * The solid shape of a chess piece, and whether it is a white one; null for other texts.
 *
 * @param {string} text
 */
export function chessShape(text) {
  if (text in SOLID) return { shape: SOLID[text], white: true };
  return Object.values(SOLID).includes(text) ? { shape: text, white: false } : null;
}

/**
 * e4; a1-b1 between dots; or square 13 on a draughts board, whose rows are labelled 9-12; else the column and the row.
 *
 * @param {BoardPicture} board
 * @param {number} row
 * @param {number} column
 */
export function cellName(board, row, column) {
  if (board.shape === "dots") {
    /** @type {(down: number, right: number) => string} */
    const dot = (down, right) => `${board.columns[column + right] ?? ""}${board.rows[row + down] ?? ""}`;
    if (row % 2 && column % 2) return `box at ${dot(-1, -1)}`;
    if (row % 2 || column % 2) return row % 2 ? `${dot(-1, 0)}-${dot(1, 0)}` : `${dot(0, -1)}-${dot(0, 1)}`;
  }
  const rowLabel = board.rows?.[row] ?? "";
  const columnLabel = board.columns?.[column] ?? "";
  if (rowLabel && columnLabel) return `${columnLabel}${rowLabel}`;
  const squares = /^(\d+)-(\d+)$/.exec(rowLabel);
  if (squares && !columnLabel) {
    return (row + column) % 2 ? `square ${Number(squares[1]) + Math.floor(column / 2)}` : "light square";
  }
  return `column ${columnLabel || column + 1}, row ${rowLabel || row + 1}`;
}

/**
 * 1,234,567: a count, in groups of three digits.
 *
 * @param {number} count
 */
export function grouped(count) {
  return count.toLocaleString("en");
}

/**
 * 1,234,567 as 1.23 M, for counts that grow while they are read.
 *
 * @param {number} number
 */
export function short(number) {
  for (const [unit, name] of UNITS) {
    const digits = number >= 100 * unit ? 0 : number >= 10 * unit ? 1 : 2;
    if (number >= unit) return `${(number / unit).toFixed(digits)} ${name}`;
  }
  return String(Math.round(number));
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The game's name as a heading, with the parameters that differ from the defaults.
 *
 * @param {Position} position
 */
export function gameTitle(position) {
  return position.heading;
}

/**
 * Why the answer is not here yet: something is compiled first, or other searches come first.
 *
 * @param {Waiting} waiting
 */
export function waitingWords({ ahead, note }) {
  if (note) return `${capital(note).replace(/[.…\s]+$/, "")}\u00a0…`;
  if (!ahead) return "Thinking …";
  return ahead === 1 ? "Waiting: one search is ahead." : `Waiting: ${ahead} searches are ahead.`;
}

/**
 * "about 9 s left", "about 2 min left"; "" where it is not known.
 *
 * @param {number | null | undefined} seconds
 */
export function leftWords(seconds) {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return "";
  if (seconds < 1) return "almost done";
  return seconds < 90 ? `about ${Math.round(seconds)} s left` : `about ${Math.round(seconds / 60)} min left`;
}
