// Practice in the debugger: a tree without its search, on which a student marks the branches that will be cut.

/** @import {Trace, TraceQuestion} from "./messages.js" */
/** @import {Asker} from "./asking.js" */
/** @import {Controls} from "./controls.js" */
/** @import {Form} from "./form.js" */
/** @import {TreeView} from "./tree/tree.js" */

import { write } from "../common/dom.js";
import { ASKED, checkSize, Exercise, randomTree } from "./practice.js";

const TRIES = 12; // at a random tree in which something is cut

export class Training {
  /** @type {Exercise | null} */
  exercise = null;
  #host;
  #parts;

  /**
   * @param {HTMLElement} host
   * @param {{asker: Asker, form: Form, tree: TreeView, controls: Controls, trace: (question?: TraceQuestion) => Promise<Trace>}} parts
   */
  constructor(host, parts) {
    this.#host = host;
    this.#parts = parts;
  }

  /**
   * Asks for the searched tree and for the whole of it. Resolves to the whole one; undefined where it was refused.
   *
   * @param {string | null} [text]  of a tree; null: what the form says
   */
  async begin(text = null) {
    const { asker, form, trace } = this.#parts;
    if (text !== null) form.useTree(text);
    form.algorithm = "alphabeta";
    const answer = await asker.latest(async () => {
      const searched = await trace();
      checkSize(searched);
      const whole = await trace({ ...form.question, algorithm: "minimax" });
      checkSize(whole);
      return { searched, whole };
    });
    if (!answer) return undefined;
    const cut = new Set(answer.searched.nodes.filter(({ state }) => state === "cut").map(({ id }) => id));
    this.exercise = new Exercise(answer.whole.nodes, cut);
    return answer.whole;
  }

  /** A random tree, if possible one in which something is cut. */
  async another() {
    const { asker } = this.#parts;
    let tree = randomTree();
    for (let tries = 0; tries < TRIES; tries++) {
      const found = await asker.latest(() => asker.ask("trace", { algorithm: "alphabeta", tree, strict: false }));
      if (!found || found.skipped > 1) break;
      tree = randomTree();
    }
    return tree;
  }

  /** The exercise is on the page. */
  show() {
    const { controls } = this.#parts;
    this.#host.classList.add("d-practising");
    controls.practice.setAttribute("aria-pressed", "true");
    write(controls.result, ASKED);
    controls.through.hidden = true;
  }

  leave() {
    this.exercise = null;
    this.#host.classList.remove("d-practising");
    this.#parts.controls.practice.setAttribute("aria-pressed", "false");
  }

  check() {
    if (!this.exercise) return;
    const { tree, controls } = this.#parts;
    const { words } = this.exercise.check();
    tree.select(null);
    tree.update(tree.visible);
    write(controls.result, words);
    controls.through.hidden = false;
  }

  again() {
    const { tree, controls } = this.#parts;
    this.exercise?.again();
    tree.update(tree.visible);
    write(controls.result, ASKED);
    controls.through.hidden = true;
  }
}
