// A turn of several moves, made one by one: the server says what may follow, and the last move can be taken back.

/** @import {Cell, HalfTurn} from "../../common/messages.js" */

/** @typedef {{from: Cell, to: Cell, after: number}} Step  after: the half-played turn that it leads to */

export class Turn {
  #turns;
  /** @type {Step[]} */
  #taken = [];

  /** @param {HalfTurn[]} turns  the first one is not begun */
  constructor(turns) {
    this.#turns = turns;
  }

  /** The moves made so far. */
  get taken() {
    return this.#taken;
  }

  /** The number of the action that the moves make, or null while more have to follow. */
  get action() {
    return this.#turns[this.#at]?.action ?? null;
  }

  /** The cells from where a piece can move now. */
  get origins() {
    return new Set(this.#steps(this.#at).map(({ from }) => String(from)));
  }

  /**
   * Where the piece on a cell can go, also by several moves of its own; each place with these moves. A place that two
   * ways lead to with a different effect is left out: its moves are made one by one.
   *
   * @param {Cell} from
   * @returns {Map<string, Step[]>} by "row,column"
   */
  targets(from) {
    /** @type {Map<string, Step[]>} */
    const found = new Map();
    let ways = this.#steps(this.#at).filter((step) => same(step.from, from)).map((step) => [step]);
    while (ways.length) {
      /** @type {Map<string, Step[][]>} */
      const arrived = new Map();
      for (const way of ways) {
        const place = String(way[way.length - 1].to);
        arrived.set(place, [...(arrived.get(place) ?? []), way]);
      }
      for (const [place, all] of arrived) {
        const ends = new Set(all.map((way) => way[way.length - 1].after));
        if (!found.has(place) && ends.size === 1) found.set(place, all[0]);
      }
      ways = ways.flatMap((way) => {
        const { to, after } = way[way.length - 1];
        return this.#steps(after).filter((step) => same(step.from, to)).map((step) => [...way, step]);
      });
    }
    return found;
  }

  /** @param {Step[]} steps  from `targets` */
  take(steps) {
    this.#taken = [...this.#taken, ...steps];
  }

  /**
   * Takes back moves and returns whether there were any.
   *
   * @param {number} [count]  by default the last one
   */
  takeBack(count = 1) {
    const had = this.#taken.length;
    this.#taken = this.#taken.slice(0, Math.max(0, had - count));
    return had > 0;
  }

  get #at() {
    return this.#taken[this.#taken.length - 1]?.after ?? 0;
  }

  /**
   * @param {number} at
   * @returns {Step[]}
   */
  #steps(at) {
    const steps = this.#turns[at]?.steps ?? [];
    return steps.map(([row, column, endRow, endColumn, after]) => ({ from: [row, column], to: [endRow, endColumn], after }));
  }
}

/**
 * @param {Cell} one
 * @param {Cell} other
 */
function same(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}
