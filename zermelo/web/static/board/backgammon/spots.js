// Where the points, the bar and the trays of a backgammon board lie, in widths of a point, and what is on them.
//
// Its cells are two rows of fourteen, as in `point_cell` of zermelo/picture.py: six points, the bar, six points, the tray.

/** @import {Cell, PointsPicture} from "../../common/messages.js" */
/** @import {Point} from "../layout.js" */
/** @import {Step} from "./turn.js" */

export const [BAR, TRAY] = [6, 13]; // columns
export const COLUMNS = 14;
export const MOST = 5; // checkers drawn in a stack; a higher one shows its number
const MOST_ON_BAR = 3;
const CHECKER = 0.94; // its width
const [RIM, DIVIDER, BAR_WIDTH, TRAY_WIDTH] = [0.42, 0.28, 1.16, 1.16];
const HALF = 5.35; // the height of a row
const OFF_MIDDLE = 0.72; // where the checkers on the bar begin: the cube may be between them

export class Spots {
  width = 2 * RIM + 12 + BAR_WIDTH + DIVIDER + TRAY_WIDTH;
  height = 2 * RIM + 2 * HALF;
  rim = RIM;
  half = HALF;
  spike = 4.9;
  checker = CHECKER;
  #flipped;
  #counts;

  /**
   * @param {number[][]} counts
   * @param {boolean} flipped  is player 1 at the bottom?
   */
  constructor(counts, flipped) {
    this.#counts = counts;
    this.#flipped = flipped;
  }

  /** @param {number} row */
  isTop(row) {
    return (row === 0) !== this.#flipped;
  }

  /**
   * @param {Cell} cell
   * @returns {{x: number, y: number, width: number, height: number}}
   */
  area([row, column]) {
    const width = column === BAR ? BAR_WIDTH : column === TRAY ? TRAY_WIDTH : 1;
    const before = (column > BAR ? column - 1 + BAR_WIDTH : column) + (column === TRAY ? DIVIDER : 0);
    return { x: RIM + before, y: this.isTop(row) ? RIM : RIM + HALF, width, height: HALF };
  }

  /**
   * The middle of a checker of a stack, from 0, or of the place of the next one.
   *
   * @param {Cell} cell
   * @param {number} level
   * @returns {Point}
   */
  spot(cell, level) {
    const { x, y, width } = this.area(cell);
    const isTop = this.isTop(cell[0]);
    const isBar = cell[1] === BAR;
    const most = isBar ? MOST_ON_BAR : MOST;
    const along = (isBar ? OFF_MIDDLE : 0.03) + (Math.min(level, most - 1) + 0.5) * CHECKER;
    const fromTop = isTop === isBar ? HALF - along : along; // on the bar from the middle outwards
    return [x + width / 2, y + fromTop];
  }

  /** @param {Cell} cell */
  shown([row, column]) {
    return Math.min(Math.abs(this.#counts[row][column]), column === BAR ? MOST_ON_BAR : MOST);
  }

  /**
   * For arrows: the outermost checker.
   *
   * @param {Cell} cell
   * @returns {Point}
   */
  middle(cell) {
    const { x, y, width, height } = this.area(cell);
    return cell[1] === TRAY ? [x + width / 2, y + height / 2] : this.spot(cell, Math.max(0, this.shown(cell) - 1));
  }

  /**
   * Where a cell is put on the board, in per cent of its size.
   *
   * @param {Cell} cell
   */
  box(cell) {
    const { x, y, width, height } = this.area(cell);
    return {
      left: `${(100 * x) / this.width}%`,
      top: `${(100 * y) / this.height}%`,
      width: `${(100 * width) / this.width}%`,
      height: `${(100 * height) / this.height}%`,
    };
  }
}

/**
 * The number of a place as a player counts: a point from the player's home, 0 off, 25 the bar.
 *
 * @param {Cell} cell
 * @param {number} player
 */
export function placeOf([row, column], player) {
  if (column === TRAY) return 0;
  if (column === BAR) return 25;
  const fromLeft = column > BAR ? column - 1 : column;
  const point = row === 0 ? 13 + fromLeft : 12 - fromLeft;
  return player === 0 ? point : 25 - point;
}

/**
 * The checkers on each cell, those of player 1 below 0.
 *
 * @param {PointsPicture} picture
 * @returns {number[][]} [row][column]
 */
export function countsOf({ points, bar, off }) {
  const counts = [0, 1].map((row) =>
    Array.from({ length: COLUMNS }, (_, column) => points[placeOf([row, column], 0) - 1] ?? 0),
  );
  [counts[0][BAR], counts[1][BAR]] = [bar[0], -bar[1]];
  [counts[1][TRAY], counts[0][TRAY]] = [off[0], -off[1]];
  return counts;
}

/**
 * The checkers after some moves. A single one of the other side that is met goes to the bar.
 *
 * @param {number[][]} counts
 * @param {number} player
 * @param {Step[]} steps
 */
export function afterSteps(counts, player, steps) {
  const [after, sign] = [counts.map((row) => [...row]), player === 0 ? 1 : -1];
  for (const { from, to } of steps) {
    after[from[0]][from[1]] -= sign;
    if (after[to[0]][to[1]] * sign < 0) {
      after[to[0]][to[1]] = 0;
      after[1 - player][BAR] -= sign;
    }
    after[to[0]][to[1]] += sign;
  }
  return after;
}

/**
 * How far a player's checkers have to go in all.
 *
 * @param {number[][]} counts
 * @param {number} player
 */
export function pipsOf(counts, player) {
  const sign = player === 0 ? 1 : -1;
  let sum = 0;
  counts.forEach((row, at) =>
    row.forEach((count, column) => (sum += Math.max(0, count * sign) * placeOf([at, column], player))),
  );
  return sum;
}

/**
 * Which of the dice the moves have used up: each the die of its length, or the largest left for a checker borne off.
 *
 * @param {number[]} dice
 * @param {number} player
 * @param {Step[]} steps
 * @returns {boolean[]}
 */
export function usedDice(dice, player, steps) {
  const used = dice.map(() => false);
  for (const { from, to } of steps) {
    const far = placeOf(from, player) - placeOf(to, player);
    let die = dice.findIndex((number, at) => number === far && !used[at]);
    if (die < 0) {
      const left = dice.map((number, at) => (used[at] ? 0 : number));
      die = left.indexOf(Math.max(...left));
    }
    if (die >= 0) used[die] = true;
  }
  return used;
}
