// <z-compare>: two engines on the same position and against each other, and tournaments of several.

/** @import {LiveGame} from "../common/match.js" */
/** @import {Answer, Candidate, Chooser, Waiting} from "../common/messages.js" */
/** @import {Target} from "../common/route.js" */
/** @import {Session} from "../common/session.js" */

import { button, element, hear, tell, write } from "../common/dom.js";
import { lineOfMoves } from "../board/arrows.js";
import { asPlayer, readSeat, usualSeats, writeSeat } from "../common/seats.js";
import { capital, gameTitle } from "../common/words.js";
import "../analyse/analysis.js";
import "../board/board.js";
import "../common/waiting.js";
import "./match.js";
import "./tournament.js";
import "../common/player.js";

/** Event: `change`, when other engines or another time were chosen, or a match has come further. */
export class Compare extends HTMLElement {
  /** @type {Session} */
  #session;
  #id = 0;
  #stop = new AbortController();
  #title = element("h1");
  #game = element("select", { id: "compare-game" });
  #live = element("p", { id: "compare-live", class: "note", "aria-live": "off" });
  #board = element("z-board");
  #engines = [element("z-player"), element("z-player")];
  #views = [element("z-analysis"), element("z-analysis")];
  #time = element("input", { id: "compare-time", type: "number", min: "0.1", max: "30", step: "any", value: "2" });
  #run = button("Compare", { id: "compare-run", class: "primary" });
  #note = element("z-waiting", { class: "note" });
  #match = element("z-match");
  #tournament = element("z-tournament");
  /** @type {string[]} a match of the address, which goes on */
  #begun = [];

  /**
   * @param {Session} session
   * @param {Target} target  its engines and time, where it has any
   */
  configure(session, target) {
    this.#session = session;
    const { info } = session;
    const names = info.engines.map(({ name }) => name);
    const liked = ["alphabeta", "mcts"].map((name, side) => (names.includes(name) ? name : names[side % names.length]));
    this.#engines.forEach((engine, side) => {
      engine.configure({ id: `engine-${side}`, label: `Engine ${"AB"[side]}`, info, game: session.game?.name, levels: true });
      engine.value = { choice: `engine:${liked[side]}`, options: {} };
      engine.addEventListener("change", () => tell(this, "change"));
    });
    this.#time.addEventListener("change", () => tell(this, "change"));
    this.#restore(target);
    this.#match.configure(session, () => this.#chosen);
    hear(this.#match, "live", (live) => this.#watch(live));
    this.#match.addEventListener("over", () => this.#show());
    this.#match.addEventListener("kept", () => this.isConnected && tell(this, "change"));
    this.#begun = target.lists.match ?? [];
    this.#game.append(...info.games.map(({ name }) => element("option", { value: name }, capital(name))));
    this.#game.addEventListener("change", () => this.#change());
    this.#match.addEventListener("begin", () => {
      this.#tournament.forget();
      this.#forget(this.#id ? "Stopped, because a match began." : "");
    });
    this.#tournament.configure(session);
    hear(this.#tournament, "live", (live) => this.#watch(live));
    this.#tournament.addEventListener("over", () => this.#show());
    this.#tournament.addEventListener("begin", () => {
      this.#match.forget();
      this.#forget(this.#id ? "Stopped, because a tournament began." : "");
    });
    this.#run.addEventListener("click", () => this.#begin());
    this.#views.forEach((view, side) => hear(view, "point", (candidate) => this.#point(side, candidate)));
    this.#build();
    return this;
  }

  /** What is in the address besides the game. */
  get chosen() {
    return { engines: this.#engines.map(({ value }) => writeSeat(value)), time: this.#time.value, match: this.#match.kept };
  }

  /** @param {Target} target */
  #restore({ lists: { engines = [] }, words: { time = "" } }) {
    if (Number(time) > 0) this.#time.value = time;
    engines.slice(0, this.#engines.length).forEach((text, side) => {
      try {
        this.#engines[side].value = readSeat(this.#session.info, text);
      } catch (error) {
        this.#note.say(error instanceof Error ? capital(`${error.message}.`) : "");
      }
    });
  }

  #build() {
    const sides = this.#engines.map((engine, side) =>
      element("section", { class: "panel", "aria-label": `Engine ${"AB"[side]}` }, engine, this.#views[side]),
    );
    const time = element("label", { class: "inline" }, "Seconds per engine", this.#time);
    this.append(
      element(
        "section",
        { class: "compare-board" },
        element("label", { class: "inline" }, "Game", this.#game),
        element("div", { class: "stage-head" }, this.#title),
        this.#board,
        this.#live,
        element("p", { class: "note" }, "This is the position of ", element("a", { href: "#/play" }, "your game"), "."),
      ),
      element(
        "section",
        { class: "compare-sides" },
        element("div", { class: "compare-head" }, this.#run, time, this.#note),
        element("div", { class: "columns" }, ...sides),
        this.#match,
        this.#tournament,
      ),
    );
  }

  connectedCallback() {
    this.#stop = new AbortController();
    this.#session.addEventListener("position", () => this.#show(), { signal: this.#stop.signal });
    for (const engine of this.#engines) engine.fit(this.#session.game?.name ?? "");
    this.#tournament.fit(this.#session.game?.name ?? "");
    this.#show();
    if (this.#begun.length) this.#match.resume(this.#begun);
    this.#begun = [];
  }

  disconnectedCallback() {
    this.#stop.abort();
    this.#forget("");
    this.#match.forget();
    this.#tournament.forget();
    this.#session.socket.request("stop", {});
  }

  /** Another game, from its usual start. */
  async #change() {
    const { info } = this.#session;
    const players = info.games.find(({ name }) => name === this.#game.value)?.players ?? 2;
    this.#match.forget();
    this.#tournament.forget();
    this.#forget("");
    for (const view of this.#views) view.clear("");
    const answer = await this.#session.begin(this.#game.value, {}, { seats: usualSeats(info, players) });
    if (answer.type === "error") return this.#note.say(answer.message);
    for (const engine of this.#engines) engine.fit(this.#game.value);
    this.#tournament.fit(this.#game.value);
    tell(this, "change");
  }

  /**
   * The board of a game as it is played.
   *
   * @param {LiveGame & {engines?: string[]}} live  engines: of a tournament's game
   */
  #watch({ picture, last, number, seat, ply, engines }) {
    const { players, game } = this.#session.shown;
    this.#board.show({ picture, actions: [], last, mover: null, players, name: game, interactive: false });
    this.#board.moves = [];
    const who = `${engines ? engines[0] : "A"} is ${players[seat] ?? "to move"}`;
    const other = engines ? `, against ${engines[1]}` : "";
    write(this.#live, `Game ${number + 1}, move ${ply}: ${last.text}. ${who}${other}.`);
  }

  #show() {
    const position = this.#session.shown;
    write(this.#live, "");
    this.#game.value = this.#session.game?.name ?? "";
    const { picture, actions, last, mover, players, game } = position;
    write(this.#title, gameTitle(position));
    this.#board.show({ picture, actions, last, mover, players, name: game, interactive: false });
    const isChoice = mover !== null && mover >= 0;
    this.#run.disabled = !isChoice;
    if (!isChoice) this.#note.say("No player is to move in this position.");
  }

  #begin() {
    this.#match.forget();
    this.#tournament.forget();
    this.#forget("");
    const fields = { engines: this.#chosen.map((one) => ("level" in one ? one : one.engine)), time: Number(this.#time.value) || 2 };
    for (const view of this.#views) view.clear("Waiting …");
    this.#views[0].clear("Thinking …");
    this.#board.moves = [];
    const id = this.#session.socket.request("compare", fields, (answer) => this.#hear(id, answer));
    this.#id = id;
  }

  /** @returns {Chooser[]} */
  get #chosen() {
    return this.#engines.map(({ value }) => asPlayer(value));
  }

  /** @param {string} words */
  #forget(words) {
    if (this.#id) this.#session.socket.forget(this.#id);
    this.#id = 0;
    this.#note.say(words);
  }

  /**
   * @param {number} id
   * @param {Answer<"compare"> | Waiting} answer
   */
  #hear(id, answer) {
    if (id !== this.#id) return;
    if (answer.type === "waiting") {
      const words = answer.note ? "Not started: the engines are compiled first, and that time does not count." : "Waiting …";
      for (const view of this.#views) if (!view.analysis) view.clear(words);
      return this.#note.show(answer);
    }
    if (answer.type === "error") {
      for (const view of this.#views) if (!view.analysis) view.clear("");
      return this.#forget(answer.message);
    }
    const { side, done, analysis } = answer;
    this.#views[side].show(analysis, this.#session.shown);
    this.#drawMoves();
    if (side === 0 && analysis.done) this.#views[1].clear("Thinking …");
    if (!analysis.stand_in) this.#note.say("");
    if (done) {
      this.#id = 0;
      this.#note.say(this.#verdict());
    }
  }

  #verdict() {
    const [first, second] = this.#views.map(({ analysis }) => analysis?.action);
    if (!first || !second) return "";
    return first === second ? `Both choose ${first}.` : `A chooses ${first}, B chooses ${second}.`;
  }

  /** Draws the moves that the engines choose, each in its own colour. */
  #drawMoves() {
    const tones = ["best", "asked"];
    this.#board.moves = this.#views.flatMap(({ analysis }, side) =>
      analysis?.cells ? lineOfMoves([analysis.cells], tones[side]) : [],
    );
  }

  /**
   * @param {number} side
   * @param {Candidate | null} candidate
   */
  #point(side, candidate) {
    if (candidate) this.#board.moves = lineOfMoves([candidate.cells], side ? "asked" : "best");
    else this.#drawMoves();
  }
}

customElements.define("z-compare", Compare);
