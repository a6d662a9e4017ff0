// <z-match>: a short match between two engines, with the running score.

/** @import {Answer, Engine, MatchScore, Waiting} from "../common/messages.js" */
/** @import {Socket} from "../common/socket.js" */

import { button, element, write } from "../common/dom.js";
import { capital } from "../common/words.js";
import "../common/waiting.js";

/** Event: `begin`, before it takes the visitor's one search. */
export class Match extends HTMLElement {
  /** @type {Socket} */
  #socket;
  /** @type {() => Engine[]} the two */
  #engines;
  #id = 0;
  #games = element("input", { id: "match-games", type: "number", min: "1", max: "200", step: "1", value: "10" });
  #run = button("Play a match", { id: "match-run", class: "primary" });
  #bars = ["win", "draw", "loss"].map((kind) => element("i", { class: kind }));
  #bar = element("div", { class: "score-bar", role: "img" }, ...this.#bars);
  #score = element("p", { id: "match-score", class: "match-score" });
  #elo = element("p", { id: "match-elo", class: "note" });
  #means = element("p", { id: "match-means", class: "note" });
  #note = element("z-waiting", { class: "note" });

  /**
   * @param {Socket} socket
   * @param {() => Engine[]} engines
   */
  configure(socket, engines) {
    this.#socket = socket;
    this.#engines = engines;
    this.#run.addEventListener("click", () => (this.#id ? this.#halt() : this.#begin()));
    this.#bar.hidden = true;
    this.className = "panel";
    const head = element("div", { class: "panel-head" }, element("h2", {}, "Match: A against B"));
    const games = element("label", { class: "inline" }, "Games", this.#games);
    const start = element("div", { class: "compare-head" }, this.#run, games, this.#note);
    this.replaceChildren(head, start, this.#bar, this.#score, this.#means, this.#elo);
    return this;
  }

  /** Stops, because another search took its place. */
  forget() {
    if (!this.#id) return;
    this.#socket.forget(this.#id);
    this.#over("The match was stopped.");
  }

  #begin() {
    this.dispatchEvent(new Event("begin"));
    const games = Math.min(200, Math.max(1, Math.round(Number(this.#games.value)) || 10));
    this.#note.say("Playing the first game …");
    write(this.#run, "Stop");
    write(this.#score, "");
    write(this.#elo, "");
    write(this.#means, "");
    this.#bar.hidden = true;
    const fields = { engines: this.#engines(), games };
    const id = this.#socket.request("match", fields, (answer) => this.#hear(id, answer));
    this.#id = id;
  }

  #halt() {
    this.#socket.forget(this.#id);
    this.#socket.request("stop", {});
    this.#over("The match was stopped.");
  }

  /** @param {string} words */
  #over(words) {
    this.#id = 0;
    write(this.#run, "Play a match");
    this.#note.say(words);
  }

  /**
   * @param {number} id
   * @param {Answer<"match"> | Waiting} answer
   */
  #hear(id, answer) {
    if (id !== this.#id) return;
    if (answer.type === "waiting") return this.#note.show(answer);
    if (answer.type === "error") return this.#over(answer.message);
    this.#show(answer);
    if (answer.done) this.#over("");
    else this.#note.say(`Playing game ${answer.games + 1} of ${answer.total} …`);
  }

  /** @param {MatchScore} match */
  #show({ games, total, wins, draws, losses, score_words: score, elo_words: elo, means_words: means = "" }) {
    this.#bar.hidden = false;
    [wins, draws, losses].forEach((count, index) => {
      this.#bars[index].style.width = `${(100 * count) / total}%`;
    });
    const words = `A: ${wins} won, ${draws} drawn, ${losses} lost; ${score} of ${games}`;
    this.#bar.setAttribute("aria-label", words);
    write(this.#score, words);
    write(this.#means, capital(means));
    write(this.#elo, elo);
  }
}

customElements.define("z-match", Match);
