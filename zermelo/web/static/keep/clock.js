// <z-clock>: a clock for each player, with seconds that a move adds.

/** @import {Position} from "../common/messages.js" */
/** @import {Begun, Session} from "../common/session.js" */

import { element, remembered, tell, write } from "../common/dom.js";
import { capital } from "../common/words.js";

const KEPT = "clock";
const TICK = 200; // milliseconds
const CHOICES = ["1/0", "3/2", "5/3", "10/5", "15/10", "30/20"]; // minutes, and seconds that a move adds

/** Clocks run from the second move on. Event: `flag` (detail: the player whose time is over). */
export class Clock extends HTMLElement {
  /** @type {Session} */
  #session;
  /** @type {Begun | null} the game that it is about */
  #game = null;
  #choice = element(
    "select",
    { id: "clock-choice" },
    element("option", { value: "" }, "no clock"),
    ...CHOICES.map((choice) => element("option", { value: choice }, `${choice.replace("/", " min and ")} s`)),
  );
  faces = element("div", { class: "clocks", role: "timer" }); // stand elsewhere where the page is narrow
  /** @type {number[]} seconds, by player */
  #left = [];
  #plies = 0; // that the clocks know
  /** @type {number | null} whose clock runs */
  #running = null;
  #since = 0;
  #timer = 0;

  /** @param {Session} session */
  configure(session) {
    this.#session = session;
    this.#choice.addEventListener("change", () => this.#begin());
    this.append(element("label", { for: "clock-choice" }, "Clock"), this.#choice, this.faces);
    return this;
  }

  /** @param {Position} position */
  show(position) {
    this.hidden = Boolean(position.secret) || position.players.length < 2;
    if (this.#game !== this.#session.game) {
      this.#game = this.#session.game;
      if (!this.#restore()) this.#begin();
    }
    if (!this.#left.length) return;
    const { ply, plies, mover, movers } = position;
    this.#count();
    if (ply === plies && plies === this.#plies + 1) {
      const who = movers[plies - 1];
      if (who >= 0 && plies > 1) this.#left[who] += this.#rate[1];
    }
    if (ply === plies) {
      this.#plies = plies;
      this.#running = this.#session.isEnded || mover === null || mover < 0 || plies === 0 ? null : mover;
    }
    this.#since = performance.now();
    this.#run();
  }

  /** Stops, because the view is left. */
  rest() {
    this.#count();
    this.#running = null;
    this.#run();
  }

  /** Minutes and added seconds. */
  get #rate() {
    return this.#choice.value.split("/").map(Number);
  }

  #begin() {
    const { players, plies, mover } = this.#session.shown;
    this.#left = this.#choice.value ? players.map(() => 60 * this.#rate[0]) : [];
    this.#plies = plies;
    this.#running = this.#left.length && plies && mover !== null && mover >= 0 ? mover : null;
    this.#since = performance.now();
    this.#run();
  }

  /** Takes the time that has passed from whose clock runs. */
  #count() {
    const now = performance.now();
    if (this.#running !== null) this.#left[this.#running] -= (now - this.#since) / 1000;
    this.#since = now;
  }

  #run() {
    clearInterval(this.#timer);
    if (this.#running !== null) this.#timer = setInterval(() => this.#tick(), TICK);
    this.#draw();
  }

  #tick() {
    this.#count();
    const player = this.#running;
    if (player !== null && this.#left[player] <= 0) {
      this.#left[player] = 0;
      this.#running = null;
      clearInterval(this.#timer);
      tell(this, "flag", player);
    }
    this.#draw();
  }

  #draw() {
    const { players } = this.#session.shown;
    if (this.faces.childElementCount !== this.#left.length) {
      this.faces.replaceChildren(...this.#left.map(() => element("span", { class: "clock-face" })));
    }
    [...this.faces.children].forEach((face, player) => {
      const seconds = Math.ceil(this.#left[player]);
      write(face, `${capital(players[player])} ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
      face.classList.toggle("runs", this.#running === player);
    });
    this.#keep();
  }

  /** What a reload finds again: the times of this very game. */
  #keep() {
    const kept = { game: this.#name, plies: this.#plies, choice: this.#choice.value, left: this.#left };
    remembered(KEPT, this.#left.length ? JSON.stringify(kept) : "");
  }

  #restore() {
    try {
      const { game, plies, choice, left } = JSON.parse(remembered(KEPT) || "{}");
      const { players, plies: shown } = this.#session.shown;
      const fits = game === this.#name && plies === shown && plies > 0 && CHOICES.includes(choice);
      if (!fits || !Array.isArray(left) || left.length !== players.length || !left.every(Number.isFinite)) return false;
      this.#choice.value = choice;
      [this.#left, this.#plies] = [left, plies];
      return true;
    } catch {
      return false;
    }
  }

  get #name() {
    return JSON.stringify([this.#game?.name, this.#game?.parameters, this.#game?.position ?? null]);
  }
}

customElements.define("z-clock", Clock);
