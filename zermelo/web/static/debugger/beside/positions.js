// The positions at the nodes of a search: below them where there is room, and beside the tree.

/** @import {Target} from "../../common/route.js" */
/** @import {Boards} from "../messages.js" */
/** @import {Controls} from "../controls.js" */
/** @import {Report, Timeline} from "../time.js" */
/** @import {TreeView} from "../tree/tree.js" */

import { writeHash } from "../../common/route.js";
import { NodeBoards } from "./boards.js";
import { nodeName } from "../looks.js";

/**
 * @typedef {object} Parts
 * @property {TreeView} tree
 * @property {Controls} controls
 * @property {(nodes: number[]) => Promise<Boards>} ask
 * @property {(moves: string[]) => Target | null} playFrom  where one can play on after these moves from the root
 */

export class Positions {
  #parts;
  /** @type {NodeBoards} */
  #boards;
  /** @type {{report: Report, time: Timeline} | null} the search whose positions can be drawn */
  #search = null;
  /** @type {boolean | null} are they drawn below the nodes? null: where there is room */
  #wish = null;

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
    this.forget();
  }

  /** Another tree is shown: none of its positions is known. */
  forget() {
    this.#search = null;
    this.#boards = new NodeBoards(this.#parts.ask, (nodes) => this.#come(nodes));
  }

  /**
   * @param {Report} report
   * @param {Timeline} time
   */
  take(report, time) {
    this.#search = report.pictured ? { report, time } : null;
  }

  /** Draws them below the nodes, or not, as somebody wants it or as there is room. */
  arrange() {
    const { tree, controls: { boards } } = this.#parts;
    boards.hidden = this.#search === null;
    tree.hasBoards = this.#search !== null && (this.#wish ?? tree.hasRoomForBoards);
    boards.setAttribute("aria-pressed", String(tree.hasBoards));
  }

  flip() {
    this.#wish = !this.#parts.tree.hasBoards;
    this.arrange();
  }

  /** @param {number[]} nodes */
  want(nodes) {
    this.#boards.want(nodes);
  }

  /** @param {number} node */
  urlOf(node) {
    return this.#boards.of(node)?.url ?? null;
  }

  /** Shows those of the current and of the chosen node beside the tree, and the way to play on from there. */
  show() {
    const { tree: { selected }, controls: { panel, playHere }, playFrom } = this.#parts;
    const now = this.#now;
    playHere.hidden = true;
    if (!this.#search) return panel.show([]);
    const { nodes } = this.#search.report;
    const chosen = selected === null || selected === now ? [] : [selected];
    this.want([now, ...chosen]);
    const named = (/** @type {number} */ node, /** @type {string} */ which) => {
      const { kind, edge, name } = nodes[node];
      return { drawn: this.#boards.of(node), title: `${which}: ${nodeName(kind, edge, name)}` };
    };
    panel.show([named(now, "Now"), ...chosen.map((node) => named(node, "Chosen"))]);
    const from = this.#boards.of(selected ?? now);
    const target = from && playFrom(from.about.moves);
    if (!target) return;
    playHere.hidden = false;
    playHere.href = writeHash(target);
  }

  /** The node that the step is about. */
  get #now() {
    return this.#search?.time.step?.node ?? 0;
  }

  /** @param {number[]} nodes  whose positions are there now */
  #come(nodes) {
    const { tree } = this.#parts;
    tree.refresh();
    if (nodes.some((node) => node === this.#now || node === tree.selected)) this.show();
  }
}
