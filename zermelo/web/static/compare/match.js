// <z-match>: a small match between two engines, with the score as it grows.

import { button, element, write } from "../common/dom.js";
import { signed, waitingWords } from "../common/words.js";

/** Tells by the event `begin` that it takes the visitor's one search for itself. */
export class Match extends HTMLElement {
  #socket = null;
  #engines = null; // () -> [engine, engine]
  #id = 0;
  #games = element("input", { id: "match-games", type: "number", min: "1", max: "200", step: "1", value: "10" });
  #run = button("Play a match", { id: "match-run", class: "primary" });
  #bars = ["win", "draw", "loss"].map((kind) => element("i", { class: kind }));
  #bar = element("div", { class: "score-bar", role: "img" }, ...this.#bars);
  #score = element("p", { id: "match-score", class: "match-score" });
  #elo = element("p", { id: "match-elo", class: "note" });
  #note = element("p", { class: "note", role: "status" });

  configure(socket, engines) {
    this.#socket = socket;
    this.#engines = engines;
    this.#run.addEventListener("click", () => (this.#id ? this.#halt() : this.#begin()));
    this.#bar.hidden = true;
    this.className = "panel";
    const head = element("div", { class: "panel-head" }, element("h2", {}, "Match, A against B"));
    const games = element("label", { class: "inline" }, "Games", this.#games);
    const start = element("div", { class: "compare-head" }, this.#run, games, this.#note);
    this.replaceChildren(head, start, this.#bar, this.#score, this.#elo);
    return this;
  }

  /** Another search has taken its place. */
  forget() {
    if (!this.#id) return;
    this.#socket.forget(this.#id);
    this.#over("The match was stopped.");
  }

  #begin() {
    this.dispatchEvent(new Event("begin"));
    const games = Math.min(200, Math.max(1, Math.round(Number(this.#games.value)) || 10));
    write(this.#note, "The first game is on …");
    write(this.#run, "Stop");
    write(this.#score, "");
    write(this.#elo, "");
    this.#bar.hidden = true;
    const fields = { engines: this.#engines(), games };
    const id = this.#socket.request("match", fields, (answer) => this.#hear(id, answer));
    this.#id = id;
  }

  #halt() {
    this.#socket.forget(this.#id);
    this.#socket.request("stop");
    this.#over("The match was stopped.");
  }

  #over(words) {
    this.#id = 0;
    write(this.#run, "Play a match");
    write(this.#note, words);
  }

  #hear(id, answer) {
    if (id !== this.#id) return;
    if (answer.type === "waiting") return write(this.#note, waitingWords(answer));
    if (answer.type !== "match") return this.#over(answer.message ?? "The match was stopped.");
    this.#show(answer);
    if (answer.done) this.#over("");
    else write(this.#note, `Game ${answer.games + 1} of ${answer.total} …`);
  }

  #show({ games, total, wins, draws, losses, score, elo, low, high }) {
    this.#bar.hidden = false;
    [wins, draws, losses].forEach((count, index) => {
      this.#bars[index].style.width = `${(100 * count) / total}%`;
    });
    const words = `A: ${wins} won, ${draws} drawn, ${losses} lost; ${(100 * score).toFixed(0)} % of ${games}`;
    this.#bar.setAttribute("aria-label", words);
    write(this.#score, words);
    const rounded = (number, infinite) => (number === null ? infinite : signed(Math.round(number)));
    const difference = elo === null ? "" : `${rounded(elo)}, `;
    write(this.#elo, `Elo difference ${difference}95 % interval ${rounded(low, "−∞")} to ${rounded(high, "+∞")}`);
  }
}

customElements.define("z-match", Match);
