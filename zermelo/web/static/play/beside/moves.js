// <z-moves>: the moves of the game with its variations; a click on one goes to the position after it.

/** @import {MistakeKind, Position} from "../../common/messages.js" */
/** @import {Place} from "../../common/numbering.js" */
/** @import {TreeRow} from "../messages.js" */

import { button, element, tell } from "../../common/dom.js";
import { places, placeWords } from "../../common/numbering.js";

const MARGIN = 8; // pixels between the current move and the edge of the list

/** Events: `ply` (detail: the ply of the line shown to go to), `node` (detail: the position of another line). */
export class Moves extends HTMLElement {
  /** @type {string[]} */
  #shown = [];
  #shape = "";
  /** @type {Record<number, MistakeKind>} by ply of the line shown */
  #kinds = {};

  /**
   * @param {Position} position
   * @param {boolean} isPaired  do two sides take turns? Each has a column of its own then.
   */
  show(position, isPaired) {
    if (position.tree) return this.#showTree(position, position.tree, isPaired);
    const { moves, ply, movers } = position;
    this.#showLine(moves, ply, isPaired ? movers : null);
  }

  /**
   * @param {string[]} moves
   * @param {number} ply
   * @param {number[] | null} movers
   */
  #showLine(moves, ply, movers) {
    const placed = movers ? places(movers) : null;
    const shape = movers ? `paired ${movers[0] ?? ""}` : "";
    const fits = shape === this.#shape && this.#shown.every((text, index) => text === moves[index]);
    if (!fits || this.#shown.length > moves.length) {
      this.#shown = [];
      this.#shape = shape;
      this.replaceChildren();
      this.className = movers ? "moves paired" : "moves";
    }
    for (let at = this.#shown.length; at < moves.length; at++) {
      const move = this.#move(moves[at], at);
      if (placed) this.#place(move, placed[at], placed[at - 1]);
      else this.append(move);
      this.#shown.push(moves[at]);
    }
    this.#markCurrent((one) => Number(one.dataset.ply) === ply);
  }

  /**
   * Shows a record with variations: each below the move that it stands for, those within it in brackets.
   *
   * @param {Position} position
   * @param {TreeRow[]} tree
   * @param {boolean} isPaired
   */
  #showTree({ line = [], node }, tree, isPaired) {
    this.#shown = [];
    this.#shape = "tree";
    this.className = isPaired ? "moves paired" : "moves";
    const rows = new Map(tree.map((row) => [row[0], row]));
    const plies = new Map(line.map((number, index) => [number, index + 1]));
    /** @type {Map<number, TreeRow[]>} by the position before them, the main one first */
    const following = new Map(tree.map(([number]) => [number, []]));
    for (const row of tree.slice(1)) following.get(row[1])?.push(row);
    /** @param {TreeRow} row @returns {TreeRow[]} */
    const lineFrom = (row) => {
      const found = [row];
      for (let next = following.get(row[0])?.[0]; next; next = following.get(next[0])?.[0]) found.push(next);
      return found;
    };
    /** @param {number} number @returns {number[]} who played the moves to a position */
    const moversTo = (number) => {
      /** @type {number[]} */
      const found = [];
      for (let row = rows.get(number); row && row[1] >= 0; row = rows.get(row[1])) found.unshift(row[3] ?? 0);
      return found;
    };
    /** @param {TreeRow} row */
    const made = ([number, , text]) => this.#move(text, (plies.get(number) ?? 0) - 1, number);
    /** @param {TreeRow} first @returns {Node[]} a variation in words and moves */
    const variation = (first) => {
      const before = moversTo(first[1]);
      const whole = lineFrom(first);
      const placed = isPaired ? places([...before, ...whole.map(([, , , mover]) => mover ?? 0)]) : null;
      let isBroken = true; // does the next move need its number?
      return whole.flatMap((row, index) => {
        const at = before.length + index;
        const isNumbered = placed && (isBroken || placed[at].row !== placed[at - 1]?.row);
        const number = isNumbered ? [element("span", { class: "number" }, placeWords(placed[at]))] : [];
        const others = index ? (following.get(row[1]) ?? []).slice(1) : [];
        const inner = others.map((other) => element("span", { class: "inner" }, "(", ...variation(other), ")"));
        const said = row[4] ? [element("span", { class: "remark" }, row[4])] : [];
        isBroken = Boolean(inner.length || said.length);
        return [...number, made(row), ...said, ...inner];
      });
    };
    const first = following.get(0)?.[0];
    const main = first ? lineFrom(first) : [];
    const placed = isPaired ? places(main.map(([, , , mover]) => mover ?? 0)) : null;
    this.replaceChildren();
    if (tree[0][4]) this.append(element("p", { class: "remark" }, tree[0][4]));
    let isBroken = true;
    main.forEach((row, at) => {
      if (placed) this.#place(made(row), placed[at], isBroken ? undefined : placed[at - 1]);
      else this.append(made(row));
      const others = (following.get(row[1]) ?? []).slice(1);
      isBroken = Boolean(row[4] || others.length);
      if (row[4]) this.append(element("p", { class: "remark" }, row[4]));
      for (const other of others) {
        this.append(element("div", { class: "variation", role: "group", "aria-label": "Variation" }, ...variation(other)));
      }
    });
    this.#markCurrent((one) => Number(one.dataset.node) === node);
    this.mark(this.#kinds);
  }

  /** @param {(one: HTMLButtonElement) => boolean} isShown */
  #markCurrent(isShown) {
    let current = null;
    for (const one of this.querySelectorAll("button")) {
      const isCurrent = isShown(one);
      if (isCurrent) current = one;
      if (isCurrent) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    }
    this.#keepInSight(current);
  }

  /**
   * Marks the mistakes that a review found.
   *
   * @param {Record<number, MistakeKind>} kinds  by ply
   */
  mark(kinds) {
    this.#kinds = kinds;
    for (const one of this.querySelectorAll("button")) {
      const kind = kinds[Number(one.dataset.ply)];
      if (kind) one.dataset.kind = kind;
      else delete one.dataset.kind;
    }
  }

  /**
   * Puts a move into its column; one that belongs to the move before it stands beside that.
   *
   * @param {HTMLElement} move
   * @param {Place} place
   * @param {Place | undefined} before
   */
  #place(move, { row, column }, before) {
    if (row !== before?.row) this.append(element("span", { class: "move-number" }, `${row}.`));
    if (row !== before?.row && column) this.append(element("span", { class: "move-gap" }, "…"));
    if (row === before?.row && column === before.column) this.lastElementChild?.append(move);
    else this.append(element("span", { class: "turn" }, move));
  }

  /**
   * @param {string} text
   * @param {number} index  in the line shown; -1: it is in another
   * @param {number | null} [node]
   */
  #move(text, index, node = null) {
    const go = () => (index < 0 ? tell(this, "node", node) : tell(this, "ply", index + 1));
    return button(text, { class: "move", "data-ply": index < 0 ? null : index + 1, "data-node": node, on: { click: go } });
  }

  /**
   * Scrolls this list alone, never the page.
   *
   * @param {HTMLElement | null} current
   */
  #keepInSight(current) {
    if (!current) {
      if (this.#shown.length) this.scrollTop = this.scrollLeft = 0;
      return;
    }
    const [list, move] = [this.getBoundingClientRect(), current.getBoundingClientRect()];
    if (move.top < list.top) this.scrollTop -= list.top - move.top + MARGIN;
    else if (move.bottom > list.bottom) this.scrollTop += move.bottom - list.bottom + MARGIN;
    if (move.left < list.left) this.scrollLeft -= list.left - move.left + MARGIN;
    else if (move.right > list.right) this.scrollLeft += move.right - list.right + MARGIN;
  }
}

customElements.define("z-moves", Moves);
