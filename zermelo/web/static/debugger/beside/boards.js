// The positions at the nodes of a game's tree, drawn by the server and fetched as they are needed.

/** @import {Boards, NodeBoard} from "../messages.js" */

import { element } from "../../common/dom.js";

const MOST = 200; // asked for at once

/** @typedef {{url: string, about: NodeBoard}} Drawn */

export class NodeBoards {
  /** @type {Map<number, Drawn>} */
  #drawn = new Map();
  /** @type {Set<number>} that were asked for */
  #asked = new Set();
  /** @type {number[]} that are to be asked for */
  #wanted = [];
  #ask;
  #changed;

  /**
   * @param {(nodes: number[]) => Promise<Boards>} ask
   * @param {(nodes: number[]) => void} changed  these have come
   */
  constructor(ask, changed) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** @param {number} node */
  of(node) {
    return this.#drawn.get(node) ?? null;
  }

  /**
   * Fetches those that are not there yet.
   *
   * @param {Iterable<number>} nodes
   */
  want(nodes) {
    for (const node of nodes) {
      if (this.#asked.has(node)) continue;
      this.#asked.add(node);
      if (this.#wanted.push(node) === 1) queueMicrotask(() => this.#fetch());
    }
  }

  async #fetch() {
    while (this.#wanted.length) {
      const nodes = this.#wanted.splice(0, MOST);
      try {
        const { style, boards } = await this.#ask(nodes);
        for (const about of boards) this.#drawn.set(about.node, { url: image(about, style), about });
        this.#changed(boards.map(({ node }) => node));
      } catch {
        for (const node of nodes) this.#asked.delete(node); // asked for again when it is next in sight
        return;
      }
    }
  }
}

/**
 * An image cannot run scripts, whatever a game writes on its board.
 *
 * @param {NodeBoard} board
 * @param {string} style
 */
function image({ body, width, height }, style) {
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" class="zermelo" ${size}><style>${style}</style>${body}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The boards beside the tree: of the current node, and of the chosen one. */
export class BoardPanel {
  element = element("section", { id: "node-boards", class: "d-boards", "aria-label": "Positions", hidden: true });

  /** @param {{drawn: Drawn | null, title: string}[]} shown */
  show(shown) {
    const there = shown.flatMap(({ drawn, title }) => (drawn ? [{ ...drawn, title }] : []));
    this.element.hidden = there.length === 0;
    const figures = there.map(({ url, about, title }) =>
      element(
        "figure",
        { "data-of": about.node },
        element("img", { src: url, alt: about.position, draggable: "false" }),
        element("figcaption", {}, title),
      ),
    );
    this.element.replaceChildren(...figures);
  }
}
