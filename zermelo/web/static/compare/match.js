// <z-match>: a short match between two engines, with the running score.

/** @import {EarlierGame, MatchGame} from "../common/match.js" */
/** @import {Answer, Chooser, MatchScore, Waiting} from "../common/messages.js" */
/** @import {Session} from "../common/session.js" */

import { button, element, tell, write } from "../common/dom.js";
import { writeHash } from "../common/route.js";
import { capital } from "../common/words.js";
import "../common/waiting.js";

const MOST_SEED = 2 ** 31;

/**
 * Events: `begin`, before it takes the visitor's one search; `live` (detail: a game as it is played); `over`; `kept`, when
 * the address should hold something else.
 */
export class Match extends HTMLElement {
  /** @type {Session} */
  #session;
  /** @type {() => Chooser[]} the two */
  #engines;
  #id = 0;
  #total = 0; // games of the match
  #seed = 0; // by which the same games are played again
  /** @type {number[][]} of the games that are over: A's seat, and each player's utility */
  #results = [];
  #isBroken = false; // did the connection break while it ran?
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
    session.socket.addEventListener("restored", () => this.#isBroken && this.isConnected && this.#go());
    this.#run.addEventListener("click", () => (this.#id ? this.#halt() : this.#begin()));
    this.#bar.hidden = true;
    this.className = "panel";
    const head = element("div", { class: "panel-head" }, element("h2", {}, "Match: A against B"));
    const games = element("label", { class: "inline" }, "Games", this.#games);
    const start = element("div", { class: "compare-head" }, this.#run, games, this.#note);
    this.replaceChildren(head, start, this.#bar, this.#score, this.#means, this.#elo, this.#played);
    return this;
  }

  /** The match as an address holds it, with which it goes on elsewhere; empty where there is none. */
  get kept() {
    return this.#total ? [String(this.#total), String(this.#seed), ...this.#results.map((row) => row.join(":"))] : [];
  }

  /**
   * Goes on with a match of an address.
   *
   * @param {string[]} kept
   */
  resume([total, seed, ...results]) {
    const rows = results.map((text) => text.split(":").map(Number));
    if (!/^\d{1,3}$/.test(total) || !/^\d{1,10}$/.test(seed ?? "")) return this.#note.say("The match in the address was not understood.");
    [this.#total, this.#seed, this.#results] = [Number(total), Number(seed), rows];
    this.#games.value = total;
    this.#played.replaceChildren();
    this.#go();
  }

  /** Stops, because another search took its place. */
  forget() {
    this.#isBroken = false;
    if (!this.#id) return;
    this.#session.socket.forget(this.#id);
    this.#over("The match was stopped.");
  }

  #begin() {
    this.dispatchEvent(new Event("begin"));
    this.#total = Math.min(200, Math.max(1, Math.round(Number(this.#games.value)) || 10));
    [this.#seed, this.#results] = [Math.floor(Math.random() * MOST_SEED), []];
    write(this.#score, "");
    write(this.#elo, "");
    write(this.#means, "");
    this.#bar.hidden = true;
    this.#played.replaceChildren();
    this.#go();
    this.dispatchEvent(new Event("kept"));
  }

  /** Asks for the games that are missing. */
  #go() {
    this.#isBroken = false;
    write(this.#run, "Stop");
    this.#note.say(this.#results.length ? `Playing game ${this.#results.length + 1} of ${this.#total} …` : "Playing the first game …");
    const engines = this.#engines().map((one) => ("level" in one ? one : one.engine));
    const fields = { engines, games: this.#total, seed: this.#seed, results: this.#results };
    const id = this.#session.socket.request("match", fields, (answer) => this.#hear(id, answer));
    this.#id = id;
  }

  #halt() {
    this.#session.socket.forget(this.#id);
    this.#session.socket.request("stop", {});
    this.#over("The match was stopped.");
  }

  /** @param {string} words  "": it was played to its end */
  #over(words) {
    this.#id = 0;
    if (words) this.#total = 0; // it does not go on
    this.dispatchEvent(new Event("kept"));
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
    if (answer.type === "error" && answer.lost) return this.#break();
    if (answer.type === "error") return this.#over(answer.message);
    if (answer.live) return tell(this, "live", answer.live);
    this.#show(answer);
    const { game, earlier } = answer;
    if (earlier && !this.#played.childElementCount) this.#played.append(...earlier.map((one) => this.#told(one)));
    if (game) {
      this.#results.push([game.seat, ...game.utilities]);
      this.#played.append(this.#replay(game));
      this.dispatchEvent(new Event("kept"));
    }
    if (answer.done) this.#over("");
    else this.#note.say(`Playing game ${answer.games + 1} of ${answer.total} …`);
  }

  /** It goes on when the connection is back. */
  #break() {
    this.#id = 0;
    this.#isBroken = true;
    this.#note.say("The match goes on when the connection is back.");
  }

  /** @param {EarlierGame} game */
  #told({ seat, result }) {
    return element("li", {}, `A was ${this.#session.shown.players[seat] ?? ""}: ${result}. `);
  }

  /**
   * A game that is over, with the way to its first position in Play, where it can be stepped through and reviewed.
   *
   * @param {MatchGame} game
   */
  #replay({ seat, moves, result, utilities }) {
    const target = this.#session.target("play");
    const seats = this.#session.seats.map(() => "human");
    const hidden = this.#session.shown.hidden;
    const words = { ...target.words, ply: "0" };
    const address = writeHash({ ...target, lists: { seats, moves }, words });
    const item = this.#told({ seat, result, utilities });
    if (!hidden) item.append(element("a", { href: address }, "Replay"));
    return item;
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
