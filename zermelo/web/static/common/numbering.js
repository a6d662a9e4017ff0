// How the moves of a game are counted where two players take turns: by pairs, as in 3. Nf3 and 3… Nc6. And how the
// positions of a record with variations are: line by line, as docs/page.md has it.

/** @import {Position} from "./messages.js" */
/** @import {TreeRow, Variation} from "../play/messages.js" */

/** @typedef {{row: number, column: number}} Place  row: the number of the pair, from 1; column: the player */

/**
 * Where each ply stands. Several plies of one player in a row, such as an amazon's move and its shot, stand in one place.
 *
 * @param {number[]} movers  by ply
 * @returns {Place[]}
 */
export function places(movers) {
  let row = 1;
  return movers.map((column, ply) => {
    if (ply && column < movers[ply - 1]) row++;
    return { row, column };
  });
}

/**
 * "3." before a move of the first player, "3…" before one of the second.
 *
 * @param {Place} place
 */
export function placeWords({ row, column }) {
  return column === 0 ? `${row}.` : `${row}…`;
}

/**
 * @typedef {object} Written  a game as a server is told of it, or an address
 * @property {string[]} moves  of the main line
 * @property {Variation[]} lines  the variations
 * @property {[place: number, text: string][]} comments
 * @property {number} at  the place of the position shown
 */

/**
 * The record that a position belongs to.
 *
 * @param {Position} position
 * @returns {Written}
 */
export function written({ moves, tree, node, ply }) {
  if (!tree) return { moves, lines: [], comments: [], at: ply };
  const order = new Map(tree.map(([number], place) => [number, place]));
  const place = (/** @type {number} */ number) => order.get(number) ?? 0;
  const [main, ...others] = linesOf(tree);
  /** @param {TreeRow[]} rows */
  const texts = (rows) => rows.map(([, , text]) => text);
  return {
    moves: texts(main),
    lines: others.map((rows) => ({ after: place(rows[0][1]), moves: texts(rows) })),
    comments: tree.flatMap(([, , , , comment], at) => (comment ? [[at, comment]] : [])),
    at: place(node),
  };
}

/**
 * The lines of a record, the main one first.
 *
 * @param {TreeRow[]} tree
 * @returns {TreeRow[][]}
 */
export function linesOf(tree) {
  /** @type {TreeRow[][]} */
  const lines = [[]];
  tree.slice(1).forEach((row, index) => {
    if (row[1] !== tree[index][0]) lines.push([]);
    lines[lines.length - 1].push(row);
  });
  return lines;
}
