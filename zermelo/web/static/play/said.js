// What <z-play> says in words: whose turn it is, what was played, what an engine thought.

/** @import {Position} from "../common/messages.js" */
/** @import {Session} from "../common/session.js" */

import { element } from "../common/dom.js";
import { endingWords } from "../keep/ending.js";
import { playerWords } from "../common/seats.js";
import { capital, short } from "../common/words.js";

/**
 * The line above the board.
 *
 * @param {Session} session
 * @param {Position} position
 * @param {string} doing  what an engine is doing; "": none is at work
 * @param {boolean} isCurtained
 */
export function statusWords(session, position, doing, isCurtained) {
  const { mover, players, result, ply, plies, moves, secret } = position;
  const who = mover === null ? "" : mover < 0 ? "chance" : players[mover];
  let words = mover === null ? result || "the game is over" : `${who} to move`;
  if (secret && mover === -2) words = isCurtained ? "the screen is handed over" : "the others move";
  else if (session.ended && session.isEnded) words = endingWords(session.ended, players);
  else if (doing) words += ` – ${playerWords(session.seatOf(mover ?? 0))} ${doing}`;
  const where = ply ? `After ${session.moveNumber(ply)} ${moves[ply - 1]}` : "At the start";
  return ply < plies ? `${where}: ${words}` : capital(words);
}

/**
 * What the engine that moved last thought; nothing where there is none.
 *
 * @param {Position} position
 * @returns {(string | Node)[]}
 */
export function thoughtWords({ thought, last }) {
  if (!thought || !last) return [];
  const depth = thought.simulations ? `${short(thought.simulations)} simulations` : `depth ${thought.depth}`;
  const worth = [thought.words, thought.whose].filter(Boolean).join(" ");
  const words = `${last.text}: ${worth}, ${depth}, ${short(thought.nodes)} nodes.`;
  return thought.stand_in ? [words, element("span", { class: "stand-in" }, capital(thought.stand_in))] : [words];
}

/**
 * A move as those hear it who use a screen reader.
 *
 * @param {Position} position  after the move
 */
export function moveWords({ last, players, result, mover }) {
  if (!last) return "";
  const who = last.mover === -2 ? "somebody" : last.mover < 0 ? "chance" : players[last.mover];
  const end = mover === null ? `. ${capital(result || "the game is over")}` : "";
  return `${capital(who)}: ${last.text}${end}`;
}
