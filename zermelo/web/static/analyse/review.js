// <z-review>: a review of the game: its course as a graph, and the mistakes with better moves.

/** @import {Answer, Mistake, Position, Waiting} from "../common/messages.js" */
/** @import {Session} from "../common/session.js" */
/** @import {Share} from "./graph.js" */

import { button, drawing, element, hear, tell } from "../common/dom.js";
import { mistakeMark } from "./graph.js";
import "../common/waiting.js";

/** Events: `ply` (detail: the ply to go to), `marks` (detail: {ply: kind}), `over`. */
export class Review extends HTMLElement {
  /** @type {Session} */
  #session;
  #id = 0;
  /** @type {string[]} of the game that was reviewed */
  #moves = [];
  /** @type {Map<number, Share>} by ply */
  #shares = new Map();
  /** @type {Mistake[]} */
  #mistakes = [];
  #shared = 0; // plies that the line reviewed and the line shown have in common
  /** @type {Position | null} */
  #position = null;
  #graph = element("z-graph", { id: "graph" });
  #progress = element("z-waiting", { class: "note" });
  #list = element("ol", { class: "mistakes" });
  #next = button("Next mistake", { id: "next-mistake", on: { click: () => this.#goToNext() } });

  /** @param {Session} session */
  configure(session) {
    this.#session = session;
    hear(this.#graph, "ply", (ply) => this.#go(ply));
    const head = element("div", { class: "panel-head" }, element("h2", {}, "Review"), this.#next);
    this.replaceChildren(head, this.#progress, this.#graph, this.#list);
    return this;
  }

  get isRunning() {
    return this.#id !== 0;
  }

  /** @param {Position} position */
  start(position) {
    this.cancel();
    this.#position = position;
    this.#moves = [...position.moves];
    this.#shared = this.#moves.length;
    this.#shares = new Map();
    this.#mistakes = [];
    this.#say("Reviewing …");
    const id = this.#session.socket.request("review", {}, (answer) => this.#hear(id, answer));
    this.#id = id;
    this.#draw();
  }

  /** Stops listening; what has arrived stays. */
  cancel() {
    if (!this.#id) return;
    this.#session.socket.forget(this.#id);
    this.#id = 0;
    this.#say("The review was interrupted.");
    this.dispatchEvent(new Event("over"));
  }

  /**
   * Follows the game; what was found about the line reviewed is shown as far as the line shown is the same.
   *
   * @param {Position} position
   */
  show(position) {
    this.#position = position;
    this.cancel(); // a new position ends the server's search
    let shared = 0;
    while (shared < this.#moves.length && this.#moves[shared] === position.moves[shared]) shared++;
    this.#shared = shared;
    this.#draw();
  }

  /**
   * @param {number} id
   * @param {Answer<"review"> | Waiting} answer
   */
  #hear(id, answer) {
    if (id !== this.#id) return;
    if (answer.type === "waiting") return this.#progress.show(answer);
    if (answer.type === "review") {
      const { ply, share, share_words: [words] } = answer;
      if (share !== null) this.#shares.set(ply, { share, words });
      if (answer.mistakes) this.#mistakes = answer.mistakes;
      const progress = `Reviewing … ${this.#shares.size} of ${this.#moves.length + 1} positions`;
      this.#say(answer.done ? this.#summary() : progress);
    } else {
      this.#say(answer.message);
    }
    this.#draw();
    if (answer.type === "review" && !answer.done) return;
    this.#id = 0;
    this.dispatchEvent(new Event("over"));
  }

  #summary() {
    const count = this.#mistakes.length;
    return count === 0 ? "No mistakes." : count === 1 ? "One mistake." : `${count} mistakes.`;
  }

  /** @param {string} words */
  #say(words) {
    this.#progress.say(words);
  }

  #draw() {
    const ply = this.#position?.ply ?? 0;
    const mistakes = this.#known;
    this.#graph.show({
      shares: new Map([...this.#shares].filter(([at]) => at <= this.#shared)),
      plies: this.#position?.plies ?? this.#moves.length,
      mistakes,
      current: ply,
      player: this.#position?.players[0] ?? "the first player",
    });
    this.#next.disabled = !mistakes.length;
    this.#list.replaceChildren(...mistakes.map((mistake) => this.#row(mistake, ply)));
    const kinds = Object.fromEntries(mistakes.map(({ ply: at, kind }) => [at, kind]));
    tell(this, "marks", kinds);
  }

  /**
   * @param {Mistake} mistake
   * @param {number} current
   */
  #row(mistake, current) {
    const { ply, action, better, loss_words: lost, kind, thrown } = mistake;
    const cost = `${kind}, ${thrown ? `threw away a ${thrown}` : lost}`;
    const icon = { viewBox: "0 0 20 20", class: "mark-icon", "aria-hidden": "true" };
    const mark = drawing("svg", icon, mistakeMark(kind, 10, 10));
    const [played, instead] = [element("b", {}, action), element("b", {}, better)];
    const words = element("span", {}, `${this.#session.moveNumber(ply)} `, played, ` ${cost}; better `, instead);
    const attributes = { class: "mistake", "data-mistake": ply, "aria-current": ply === current ? "step" : null };
    return element("li", {}, button([mark, words], { ...attributes, on: { click: () => this.#go(ply) } }));
  }

  /** The mistakes in what is shown. */
  get #known() {
    return this.#mistakes.filter(({ ply }) => ply <= this.#shared);
  }

  #goToNext() {
    const next = this.#known.find(({ ply }) => ply > (this.#position?.ply ?? 0)) ?? this.#known[0];
    if (next) this.#go(next.ply);
  }

  /** @param {number} ply */
  #go(ply) {
    tell(this, "ply", ply);
  }
}

customElements.define("z-review", Review);
