// How the moves of a game are counted where two players take turns: by pairs, as in 3. Nf3 and 3… Nc6.

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
