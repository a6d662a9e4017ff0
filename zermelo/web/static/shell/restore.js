// Begins the game that an address names; where that cannot be done, the game as it usually begins.

/** @import {Failure} from "../common/messages.js" */
/** @import {Target} from "../common/route.js" */
/** @import {Session} from "../common/session.js" */

import { readComments, readLines, typed } from "../common/route.js";
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
    const [beside, comments] = [readLines(lists.lines ?? []), readComments(lists.comments ?? [])];
    const at = placeOf(words.ply, moves.length, beside.reduce((sum, line) => sum + line.moves.length, 0));
    const record = { moves, lines: beside, comments, at, position: words.position || undefined };
    heard(await session.begin(game, typed(parameters, known.parameters), { seats, ...record }));
    const ended = /^(resign|draw|time):(\d{1,2})$/.exec(words.ended ?? "");
    if (ended) session.end(ended[1], Math.min(Number(ended[2]), known.players - 1));
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
 * @param {number} plies  of the main line
 * @param {number} more  in variations
 */
function placeOf(text, plies, more) {
  if (text === undefined) return plies;
  const place = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (place < 0 || place > plies + more) throw new Error(`a ply is 0 to ${plies + more}, not “${text}”`);
  return place;
}
