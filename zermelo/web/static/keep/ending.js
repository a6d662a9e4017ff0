// <z-ending>: how players end a game that its rules do not end: they resign or agree on a draw. And another game after it.

/** @import {Session} from "../common/session.js" */

import { button, tell, write } from "../common/dom.js";
import { capital } from "../common/words.js";

const EVEN = 0.5; // an engine takes a draw where its share of the game is no larger

/** Events: `said` (detail: one line), `rematch`. */
export class Ending extends HTMLElement {
  /** @type {Session} */
  #session;
  #isSure = false;
  /** @type {number | null} player 0's share, as an engine last thought */
  #share = null;
  #resign = button("Resign", { id: "resign", on: { click: () => this.#giveUp(), blur: () => this.#calm() } });
  #draw = button("Offer draw", { id: "offer-draw", on: { click: () => this.#offer() } });
  #rematch = button("Rematch", { id: "rematch", class: "primary", on: { click: () => tell(this, "rematch") } });

  /** @param {Session} session */
  configure(session) {
    this.#session = session;
    this.append(this.#resign, this.#draw, this.#rematch);
    return this;
  }

  show() {
    const { mover, players, plies, ply, secret, closed, thought } = this.#session.shown;
    if (thought) this.#share = thought.share;
    if (!plies) this.#share = null;
    const isOver = mover === null || this.#session.isEnded;
    const canEnd = !isOver && !secret && !closed && players.length > 1 && plies > 0 && ply === plies && this.#loser !== null;
    this.#calm();
    this.#resign.hidden = !canEnd;
    this.#draw.hidden = !canEnd || players.length !== 2;
    this.#rematch.hidden = !isOver || ply < plies || plies === 0;
  }

  /** Who resigns: the person to move, or the only one. */
  get #loser() {
    const { mover, players } = this.#session.shown;
    if (this.#session.isPerson(mover)) return mover;
    const people = players.map((_, player) => player).filter((player) => this.#session.isPerson(player));
    return people.length === 1 ? people[0] : null;
  }

  #giveUp() {
    if (!this.#isSure) {
      this.#isSure = true;
      return write(this.#resign, "Really resign?");
    }
    this.#session.end("resign", this.#loser ?? 0);
  }

  #calm() {
    this.#isSure = false;
    write(this.#resign, "Resign");
  }

  /** People at one screen agree by the press of a button; an engine takes what is no worse than its own share. */
  #offer() {
    const { players } = this.#session.shown;
    const engine = players.findIndex((_, player) => !this.#session.isPerson(player));
    if (engine < 0) return this.#session.end("draw", this.#loser ?? 0);
    const mine = this.#share === null ? null : engine === 0 ? this.#share : 1 - this.#share;
    if (mine !== null && mine <= EVEN) return this.#session.end("draw", engine);
    tell(this, "said", `${capital(players[engine])} declines the draw.`);
  }
}

/**
 * How players ended a game, in words.
 *
 * @param {{how: string, by: number}} ended
 * @param {string[]} players
 */
export function endingWords({ how, by }, players) {
  if (how === "draw") return "draw by agreement";
  const lost = `${players[by]} ${how === "time" ? "is out of time" : "resigns"}`;
  return players.length === 2 ? `${lost}: ${players[1 - by]} wins` : lost;
}

customElements.define("z-ending", Ending);
