// Moves over several cells: each square where a piece lands may be touched in turn, or only the last.

/** @import {Action, BoardPicture, Cell} from "../common/messages.js" */

/**
 * The actions, and those that lay something over empty cells from its other end too: nothing moves there.
 *
 * @param {Action[]} actions
 * @param {BoardPicture} picture
 */
export function bothWays(actions, picture) {
  if (picture.shape === "climb" || picture.shape === "sheet") return actions; // cells of an action are no way there
  return actions.flatMap((action) => {
    const { cells } = action;
    const isLaid = cells.length === 2 && cells.every(([row, column]) => !picture.cells[row]?.[column]);
    return isLaid && !same(cells[0], cells[1]) ? [action, { ...action, cells: [...cells].reverse() }] : [action];
  });
}

/**
 * The actions of the piece on the first of these cells that go over all of the others.
 *
 * @param {Action[]} actions
 * @param {Cell[]} touched
 */
export function goingOver(actions, [from, ...via]) {
  return actions.filter(({ cells }) => {
    if (cells.length < 2 || !same(cells[0], from)) return false;
    const between = cells.slice(1, -1);
    return via.every((place) => between.some((cell) => same(cell, place)));
  });
}

/**
 * The cells that come next: where a piece lands after those touched, and where its moves end.
 *
 * @param {Action[]} actions  those that go over the touched cells
 * @param {Cell[]} touched
 * @returns {Cell[]}
 */
export function nextCells(actions, touched) {
  return actions.flatMap(({ cells }) => {
    const at = cells.findIndex((cell) => same(cell, touched[touched.length - 1]));
    return [cells[at + 1], last(cells)];
  });
}

/**
 * @param {Action[]} actions  those that go over the touched cells
 * @param {Cell} place
 * @returns {{ending: Action[], passing: Action[]}} that end there, or only pass
 */
export function arriving(actions, place) {
  const ending = actions.filter(({ cells }) => same(last(cells), place));
  const passing = actions.filter(
    (action) => !ending.includes(action) && action.cells.slice(1, -1).some((cell) => same(cell, place)),
  );
  return { ending, passing };
}

/**
 * @param {Cell | null} one
 * @param {Cell | null} other
 */
export function same(one, other) {
  return one !== null && other !== null && one[0] === other[0] && one[1] === other[1];
}

/** @param {Cell[]} cells */
export function last(cells) {
  return cells[cells.length - 1];
}
