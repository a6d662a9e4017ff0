// Begins the game that an address names; where that cannot be done, the game as it usually begins.

/** @import {Failure} from "../common/messages.js" */
/** @import {Target} from "../common/route.js" */
/** @import {Session} from "../common/session.js" */

import { typed } from "../common/route.js";
import { readSeat, usualSeats } from "../common/seats.js";

/**
 * Resolves to one line about what was wrong with the address, or "". Rejects where the connection broke.
 *
 * @param {Session} session
 * @param {Target} target
 */
export async function restore(session, target) {
  const { info } = session;
  const { game, parameters, lists, words } = target;
  const known = info.games.find(({ name }) => name === game);
  if (!known) {
    await beginUsual(session, info.first);
    return `There is no game called “${game}”.`;
  }
  try {
    const usual = usualSeats(info, known.players);
    const seats = usual.map((seat, player) => (lists.seats?.[player] ? readSeat(info, lists.seats[player]) : seat));
    const moves = lists.moves ?? [];
    const ply = plyOf(words.ply, moves.length);
    const position = words.position || undefined;
    heard(await session.begin(game, typed(parameters, known.parameters), { seats, moves, ply, position }));
    return "";
  } catch (error) {
    if (error instanceof Lost) throw error;
    await beginUsual(session, game);
    return `The address was not understood: ${error instanceof Error ? error.message : ""}.`.replace(/\.\.$/, ".");
  }
}

/** The connection broke. */
export class Lost extends Error {}

/**
 * Begins a game as the picker would.
 *
 * @param {Session} session
 * @param {string} name
 */
export async function beginUsual(session, name) {
  const players = session.info.games.find((game) => game.name === name)?.players ?? 2;
  heard(await session.begin(name, {}, { seats: usualSeats(session.info, players) }));
}

/** @param {{type: string} | Failure} answer */
function heard(answer) {
  if (answer.type !== "error") return;
  const { lost, message } = /** @type {Failure} */ (answer);
  throw lost ? new Lost(message) : new Error(message);
}

/**
 * @param {string | undefined} text
 * @param {number} plies
 */
function plyOf(text, plies) {
  if (text === undefined) return plies;
  const ply = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (ply < 0 || ply > plies) throw new Error(`a ply is 0 to ${plies}, not “${text}”`);
  return ply;
}
