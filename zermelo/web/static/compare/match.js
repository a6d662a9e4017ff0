// <z-match>: a short match between two engines, with the running score.

/** @import {MatchGame} from "../common/match.js" */
/** @import {Answer, Chooser, MatchScore, Waiting} from "../common/messages.js" */
/** @import {Session} from "../common/session.js" */

import { button, element, tell, write } from "../common/dom.js";
import { writeHash } from "../common/route.js";
import { capital } from "../common/words.js";
import "../common/waiting.js";

/** Events: `begin`, before it takes the visitor's one search; `live` (detail: a game as it is played); `over`. */
export class Match extends HTMLElement {
  /** @type {Session} */
  #session;
  /** @type {() => Chooser[]} the two */
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
  #played = element("ol", { id: "match-list", class: "match-list", "aria-label": "Games of the match" });

  /**
   * @param {Session} session
   * @param {() => Chooser[]} engines
   */
  configure(session, engines) {
    this.#session = session;
    this.#engines = engines;
    this.#run.addEventListener("click", () => (this.#id ? this.#halt() : this.#begin()));
    this.#bar.hidden = true;
    this.className = "panel";
    const head = element("div", { class: "panel-head" }, element("h2", {}, "Match: A against B"));
    const games = element("label", { class: "inline" }, "Games", this.#games);
    const start = element("div", { class: "compare-head" }, this.#run, games, this.#note);
    this.replaceChildren(head, start, this.#bar, this.#score, this.#means, this.#elo, this.#played);
    return this;
  }

  /** Stops, because another search took its place. */
  forget() {
    if (!this.#id) return;
    this.#session.socket.forget(this.#id);
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
    this.#played.replaceChildren();
    const engines = this.#engines().map((one) => ("level" in one ? one : one.engine));
    const fields = { engines, games };
    const id = this.#session.socket.request("match", fields, (answer) => this.#hear(id, answer));
    this.#id = id;
  }

  #halt() {
    this.#session.socket.forget(this.#id);
    this.#session.socket.request("stop", {});
    this.#over("The match was stopped.");
  }

  /** @param {string} words */
  #over(words) {
    this.#id = 0;
    write(this.#run, "Play a match");
    this.#note.say(words);
    this.dispatchEvent(new Event("over"));
  }

  /**
   * @param {number} id
   * @param {Answer<"match"> | Waiting} answer
   */
  #hear(id, answer) {
    if (id !== this.#id) return;
    if (answer.type === "waiting") return this.#note.show(answer);
    if (answer.type === "error") return this.#over(answer.message);
    if (answer.live) return tell(this, "live", answer.live);
    this.#show(answer);
    this.#played.append(this.#replay(answer.game));
    if (answer.done) this.#over("");
    else this.#note.say(`Playing game ${answer.games + 1} of ${answer.total} …`);
  }

  /**
   * A game that is over, with the way to its first position in Play, where it can be stepped through and reviewed.
   *
   * @param {MatchGame} game
   */
  #replay({ seat, moves, result }) {
    const target = this.#session.target("play");
    const seats = this.#session.seats.map(() => "human");
    const hidden = this.#session.shown.hidden;
    const words = { ...target.words, ply: "0" };
    const address = writeHash({ ...target, lists: { seats, moves }, words });
    const name = this.#session.shown.players[seat] ?? "";
    const link = hidden ? "" : element("a", { href: address }, "Replay");
    return element("li", {}, `A was ${name}: ${result}. `, link);
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
