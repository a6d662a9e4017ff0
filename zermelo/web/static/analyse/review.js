// <z-review>: the game looked at afterwards: the graph, and the mistakes with what would have been better.

import { button, drawing, element, write } from "../common/dom.js";
import { mistakeMark } from "./graph.js";
import { percent, waitingWords } from "../common/words.js";

/** Events: `ply` (detail: the ply to go to), `marks` (detail: {ply: kind}), `over`. */
export class Review extends HTMLElement {
  #socket = null;
  #id = 0;
  #moves = []; // of the game that was reviewed
  #shares = new Map();
  #mistakes = [];
  #position = null;
  #graph = element("z-graph", { id: "graph" });
  #progress = element("p", { class: "note", role: "status" });
  #list = element("ol", { class: "mistakes" });
  #next = button("Next mistake", { id: "next-mistake", on: { click: () => this.#goToNext() } });

  configure(socket) {
    this.#socket = socket;
    this.#graph.addEventListener("ply", (event) => this.#go(event.detail));
    const head = element("div", { class: "panel-head" }, element("h2", {}, "Review"), this.#next);
    this.replaceChildren(head, this.#progress, this.#graph, this.#list);
    return this;
  }

  get isRunning() {
    return this.#id !== 0;
  }

  start(position) {
    this.cancel();
    this.#position = position;
    this.#moves = [...position.moves];
    this.#shares = new Map();
    this.#mistakes = [];
    this.#say("Reviewing …");
    const id = this.#socket.request("review", {}, (answer) => this.#hear(id, answer));
    this.#id = id;
    this.#draw();
  }

  /** Nobody waits for it any more; what came stays. */
  cancel() {
    if (!this.#id) return;
    this.#socket.forget(this.#id);
    this.#id = 0;
    this.#say("The review was interrupted.");
    this.dispatchEvent(new Event("over"));
  }

  /** Follows the game: what was played otherwise since is dropped. */
  show(position) {
    this.#position = position;
    this.cancel(); // a new position ends the server's search
    let shared = 0;
    while (shared < this.#moves.length && this.#moves[shared] === position.moves[shared]) shared++;
    if (shared < this.#moves.length) {
      this.#moves.length = shared;
      for (const ply of [...this.#shares.keys()]) if (ply > shared) this.#shares.delete(ply);
      this.#mistakes = this.#mistakes.filter(({ ply }) => ply <= shared);
    }
    this.#draw();
  }

  #hear(id, answer) {
    if (id !== this.#id) return;
    if (answer.type === "waiting") return this.#say(waitingWords(answer));
    if (answer.type === "review") {
      if (answer.share !== null && answer.share !== undefined) this.#shares.set(answer.ply, answer.share);
      if (answer.mistakes) this.#mistakes = answer.mistakes;
      this.#say(answer.done ? this.#summary() : `Reviewing … ${this.#shares.size} of ${this.#moves.length + 1}`);
    } else {
      this.#say(answer.type === "error" ? answer.message : "The review was interrupted.");
    }
    this.#draw();
    if (answer.type === "review" && !answer.done) return;
    this.#id = 0;
    this.dispatchEvent(new Event("over"));
  }

  #summary() {
    const count = this.#mistakes.length;
    if (count === 0) return "No mistakes were found.";
    return count === 1 ? "One mistake was found." : `${count} mistakes were found.`;
  }

  #say(words) {
    write(this.#progress, words);
  }

  #draw() {
    const { players = [], ply = 0 } = this.#position ?? {};
    this.#graph.show({
      shares: this.#shares,
      plies: Math.max(this.#moves.length, this.#position?.plies ?? 0),
      mistakes: this.#mistakes,
      current: ply,
      player: players[0] ?? "the first player",
    });
    this.#next.disabled = !this.#mistakes.length;
    this.#list.replaceChildren(...this.#mistakes.map((mistake) => this.#row(mistake, ply)));
    const kinds = Object.fromEntries(this.#mistakes.map(({ ply: at, kind }) => [at, kind]));
    this.dispatchEvent(new CustomEvent("marks", { detail: kinds }));
  }

  #row(mistake, current) {
    const { ply, action, better, loss, kind } = mistake;
    const icon = { viewBox: "0 0 20 20", class: "mark-icon", "aria-hidden": "true" };
    const mark = drawing("svg", icon, mistakeMark(kind, 10, 10));
    const [played, instead] = [element("b", {}, action), element("b", {}, better)];
    const words = element("span", {}, `${ply}. `, played, ` ${kind}, −${percent(loss)}; better `, instead);
    const attributes = { class: "mistake", "data-mistake": ply, "aria-current": ply === current ? "step" : null };
    return element("li", {}, button([mark, words], { ...attributes, on: { click: () => this.#go(ply) } }));
  }

  #goToNext() {
    const next = this.#mistakes.find(({ ply }) => ply > this.#position.ply) ?? this.#mistakes[0];
    if (next) this.#go(next.ply);
  }

  #go(ply) {
    this.dispatchEvent(new CustomEvent("ply", { detail: ply }));
  }
}

customElements.define("z-review", Review);
