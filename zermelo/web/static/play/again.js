// Beginning again: the same game, or the next one ("next hand") where games of that kind follow each other.

/** @import {Session} from "../common/session.js" */

import { write } from "../common/dom.js";
import { capital } from "../common/words.js";

/**
 * What the next game is called, once this one is over; else "".
 *
 * @param {Session} session
 */
function nextOf({ position, known }) {
  return position?.mover === null ? (known?.again ?? "") : "";
}

/**
 * @param {HTMLButtonElement} restart
 * @param {Session} session
 */
export function nameRestart(restart, session) {
  const next = nextOf(session);
  write(restart, capital(next) || "Restart");
  restart.classList.toggle("primary", Boolean(next));
}

/**
 * Begins the game anew. In the next one everybody moves on by a seat, so that another deals.
 *
 * @param {Session} session  in which a game has begun
 */
export function beginAgain(session) {
  const { name, parameters, position } = session.game ?? { name: "", parameters: {}, position: undefined };
  const [first, ...others] = session.seats;
  return session.begin(name, parameters, { position, ...(nextOf(session) ? { seats: [...others, first] } : {}) });
}
