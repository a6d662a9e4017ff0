// The visitor's game as the page knows it: the last position that the server sent, and who sits where.

/** @import {Chooser, Info, Position, Values} from "./messages.js" */
/** @import {Socket} from "./socket.js" */

import { hear, tell } from "./dom.js";
import { playHash } from "./route.js";

const HUMAN = "human";

/**
 * @typedef {{choice: string, options: Values}} Seat  choice: "human", "level:medium" or "engine:mcts"
 * @typedef {{name: string, parameters: Values, position?: string}} Begun  how a game was begun
 */

/** Event: `position` (detail: the message). */
export class Session extends EventTarget {
  /** @type {Position | null} */
  position = null;
  /** @type {Seat[]} one per player */
  seats = [];
  hash = ""; // the address under which this game was begun
  /** @type {Begun | null} a new object every time a game begins */
  game = null;
  #beginning = false;
  /** @type {(number | null | undefined)[]} who is to move, by ply, where that was seen */
  #movers = [];

  /**
   * @param {Socket} socket
   * @param {Info} info
   */
  constructor(socket, info) {
    super();
    this.socket = socket;
    this.info = info;
    hear(socket, "position", (position) => this.#take(position));
  }

  /**
   * Begins a game; resolves to the answer, a position or an error.
   *
   * @param {string} name
   * @param {Values} [parameters]
   * @param {{position?: string, moves?: string[], seats?: Seat[]}} [more]
   */
  async begin(name, parameters = {}, { position, moves, seats } = {}) {
    const { game, seats: seated } = this;
    const movers = this.#movers;
    this.game = { name, parameters, position };
    this.#movers = [];
    if (seats) this.seats = seats;
    this.#beginning = true;
    const more = { ...(position ? { position } : {}), ...(moves?.length ? { moves } : {}) };
    const answer = await this.socket.ask("new", { game: name, parameters, ...more });
    this.#beginning = false;
    if (answer.type !== "position") {
      [this.game, this.seats] = [game, seated];
      this.#movers = movers;
    }
    return answer;
  }

  /** @param {string} action */
  play(action) {
    return this.socket.ask("play", { action });
  }

  /** @param {number} ply */
  goTo(ply) {
    return this.socket.ask("goto", { ply });
  }

  roll() {
    return this.socket.ask("roll", {});
  }

  /** @param {number} player */
  seatOf(player) {
    return this.seats[player] ?? { choice: HUMAN, options: {} };
  }

  /** @param {number | null} player */
  isPerson(player) {
    return player !== null && player >= 0 && this.seatOf(player).choice === HUMAN;
  }

  /** The position, once there is one. */
  get shown() {
    if (!this.position) throw new Error("no game has begun");
    return this.position;
  }

  get hasPerson() {
    return (this.position?.players ?? []).some((_, player) => this.isPerson(player));
  }

  /**
   * Who was to move at this ply; undefined where it was not shown yet.
   *
   * @param {number} ply
   */
  moverAt(ply) {
    return this.#movers[ply];
  }

  /** Does chance wait for a person to roll? Whoever moved before it rolls. */
  get personRolls() {
    for (let ply = this.shown.ply - 1; ply >= 0; ply--) {
      const mover = this.#movers[ply];
      if (typeof mover === "number" && mover >= 0) return this.isPerson(mover);
    }
    return this.hasPerson;
  }

  /** The ply that taking back leads to: where a person last had to choose, or one ply back among engines. */
  get plyBefore() {
    const { ply } = this.shown;
    if (!this.hasPerson) return ply - 1;
    for (let before = ply - 1; before >= 0; before--) {
      const mover = this.#movers[before];
      if (mover === undefined || this.isPerson(mover)) return before;
    }
    return -1;
  }

  /** @param {Position} position */
  #take(position) {
    const known = this.position?.moves ?? [];
    let shared = 0;
    while (shared < known.length && known[shared] === position.moves[shared]) shared++;
    this.#movers.length = Math.min(this.#movers.length, shared + 1);
    this.#movers[position.ply] = position.mover;
    this.#adopt(position);
    this.position = position;
    tell(this, "position", position);
  }

  /**
   * Takes over a game that another view, such as the debugger, began on this connection.
   *
   * @param {Position} position
   */
  #adopt(position) {
    /** @param {Position} one */
    const kind = ({ game, parameters, start }) => JSON.stringify([game, parameters, start ?? null]);
    if (this.#beginning || (this.position && kind(position) === kind(this.position))) return;
    const { game: name, parameters, start } = position;
    this.game = { name, parameters, position: start ?? undefined };
    this.seats = usualSeats(this.info, position.players.length);
    const defaults = this.info.games.find((known) => known.name === name)?.parameters;
    this.hash = playHash(name, parameters, defaults);
  }
}

/**
 * The seats that a game begins with: a person against the medium level.
 *
 * @param {Info} info
 * @param {number} players
 * @returns {Seat[]}
 */
export function usualSeats(info, players) {
  const level = info.levels.includes("medium") ? "medium" : info.levels[0];
  const rest = level ? `level:${level}` : info.engines[0] ? `engine:${info.engines[0].name}` : HUMAN;
  return [...Array(players).keys()].map((player) => ({ choice: player === 0 ? HUMAN : rest, options: {} }));
}

/**
 * A player as `move` and `analyse` are told of it.
 *
 * @param {Seat} seat
 * @returns {Chooser}
 */
export function asPlayer({ choice, options }) {
  const [kind, name] = split(choice);
  return kind === "level" ? { level: name } : { engine: { name, options } };
}

/** @param {Seat} seat */
export function playerWords({ choice }) {
  const [kind, name] = split(choice);
  return kind === HUMAN ? "you" : kind === "level" ? `the ${name} level` : name;
}

/**
 * @param {string} choice
 * @returns {[kind: string, name: string]}
 */
function split(choice) {
  const at = choice.indexOf(":");
  return at < 0 ? [choice, ""] : [choice.slice(0, at), choice.slice(at + 1)];
}
