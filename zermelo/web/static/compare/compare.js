// <z-compare>: two engines on the same position, and against each other.

import { button, element, write } from "../common/dom.js";
import { lineOfMoves } from "../board/arrows.js";
import { playHash } from "../common/route.js";
import { usualSeats } from "../common/session.js";
import { gameTitle, waitingWords } from "../common/words.js";
import "../analyse/analysis.js";
import "../board/board.js";
import "./match.js";
import "../common/player.js";

export class Compare extends HTMLElement {
  #session = null;
  #id = 0;
  #stop = null;
  #title = element("h1");
  #board = document.createElement("z-board");
  #engines = [document.createElement("z-player"), document.createElement("z-player")];
  #views = [document.createElement("z-analysis"), document.createElement("z-analysis")];
  #time = element("input", { id: "compare-time", type: "number", min: "0.1", max: "30", step: "any", value: "2" });
  #run = button("Compare", { id: "compare-run", class: "primary" });
  #note = element("p", { class: "note", role: "status" });
  #match = document.createElement("z-match");

  configure(session) {
    this.#session = session;
    const { info, socket } = session;
    const names = info.engines.map(({ name }) => name);
    const liked = ["alphabeta", "mcts"].map((name, side) => (names.includes(name) ? name : names[side % names.length]));
    this.#engines.forEach((engine, side) => {
      engine.configure({ id: `engine-${side}`, label: `Engine ${"AB"[side]}`, info });
      engine.value = { choice: `engine:${liked[side]}`, options: {} };
    });
    this.#match.configure(socket, () => this.#engines.map(({ engine }) => engine));
    this.#match.addEventListener("begin", () => this.#forget(this.#id ? "Stopped: a match has begun." : ""));
    this.#run.addEventListener("click", () => this.#begin());
    this.#views.forEach((view, side) => view.addEventListener("point", (event) => this.#point(side, event.detail)));
    this.#build();
    return this;
  }

  #build() {
    const sides = this.#engines.map((engine, side) =>
      element("section", { class: "panel", "aria-label": `Engine ${"AB"[side]}` }, engine, this.#views[side]),
    );
    const time = element("label", { class: "inline" }, "Seconds each", this.#time);
    this.append(
      element(
        "section",
        { class: "compare-board" },
        element("div", { class: "stage-head" }, this.#title),
        this.#board,
        element("p", { class: "note" }, "This is the position of ", element("a", { href: "#/play" }, "your game"), "."),
      ),
      element(
        "section",
        { class: "compare-sides" },
        element("div", { class: "compare-head" }, this.#run, time, this.#note),
        element("div", { class: "columns" }, ...sides),
        this.#match,
      ),
    );
  }

  async connectedCallback() {
    this.#stop = new AbortController();
    this.#session.addEventListener("position", () => this.#show(), { signal: this.#stop.signal });
    if (!this.#session.position) await this.#beginAGame();
    else this.#show();
  }

  disconnectedCallback() {
    this.#stop.abort();
    this.#forget("");
    this.#match.forget();
    this.#session.socket.request("stop");
  }

  /** Somebody came here first: there must be a position to compare engines on. */
  async #beginAGame() {
    const { info } = this.#session;
    const { name, players } = info.games.find((game) => game.name === info.first) ?? info.games[0];
    const answer = await this.#session.begin(name, {}, { seats: usualSeats(info, players) });
    if (answer.type === "error") write(this.#note, answer.message);
    else this.#session.hash = playHash(name);
  }

  #show() {
    const position = this.#session.position;
    const { picture, actions, last, mover, players, game } = position;
    write(this.#title, gameTitle(position));
    this.#board.show({ picture, actions, last, mover, players, name: game, interactive: false });
    const isChoice = mover !== null && mover >= 0;
    this.#run.disabled = !isChoice;
    write(this.#note, isChoice ? "" : "Nobody is to choose in this position.");
  }

  #begin() {
    this.#match.forget();
    this.#forget("");
    const fields = { engines: this.#engines.map(({ engine }) => engine), time: Number(this.#time.value) || 2 };
    for (const view of this.#views) view.clear("Waiting …");
    this.#views[0].clear("Thinking …");
    this.#board.moves = [];
    const id = this.#session.socket.request("compare", fields, (answer) => this.#hear(id, answer));
    this.#id = id;
  }

  #forget(words) {
    if (this.#id) this.#session.socket.forget(this.#id);
    this.#id = 0;
    write(this.#note, words);
  }

  #hear(id, answer) {
    if (id !== this.#id) return;
    if (answer.type === "waiting") return write(this.#note, waitingWords(answer));
    if (answer.type === "error") {
      for (const view of this.#views) if (!view.analysis) view.clear("");
      return this.#forget(answer.message);
    }
    if (answer.type !== "compare") return;
    const { side, done, analysis = answer } = answer;
    this.#views[side].show(analysis, this.#session.position);
    this.#drawMoves();
    if (side === 0 && analysis.done) this.#views[1].clear("Thinking …");
    write(this.#note, "");
    if (done) {
      this.#id = 0;
      write(this.#note, this.#verdict());
    }
  }

  #verdict() {
    const [first, second] = this.#views.map(({ analysis }) => analysis?.action);
    if (!first || !second) return "";
    return first === second ? `Both choose ${first}.` : `A chooses ${first}, B chooses ${second}.`;
  }

  /** The moves that both choose, each in its own colour. */
  #drawMoves() {
    const tones = ["best", "asked"];
    this.#board.moves = this.#views.flatMap(({ analysis }, side) =>
      analysis?.cells ? lineOfMoves([analysis.cells], tones[side]) : [],
    );
  }

  #point(side, candidate) {
    if (candidate) this.#board.moves = lineOfMoves([candidate.cells], side ? "asked" : "best");
    else this.#drawMoves();
  }
}

customElements.define("z-compare", Compare);
