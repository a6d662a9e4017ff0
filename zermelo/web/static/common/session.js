// The visitor's game as the page knows it: the last position that the server sent, and who sits where.

/** @import {Beside} from "../play/messages.js" */
/** @import {Info, Position, Values} from "./messages.js" */
/** @import {Target} from "./route.js" */
/** @import {Seat} from "./seats.js" */
/** @import {Socket} from "./socket.js" */

import { hear, tell } from "./dom.js";
import { places, placeWords, written } from "./numbering.js";
import { changed, writeComments, writeLines } from "./route.js";
import { asPlayer, isPersonSeat, personSeat, usualSeats, writeSeat } from "./seats.js";

/** @typedef {{name: string, parameters: Values, position?: string}} Begun  how a game was begun */

/**
 * Events: `position` (detail: the message), `seats` when another player was seated, `ended` when players ended the game.
 */
export class Session extends EventTarget {
  /** @type {Position | null} */
  position = null;
  /** @type {Seat[]} one per player */
  seats = [];
  /** @type {Begun | null} a new object every time a game begins */
  game = null;
  /** @type {{how: string, by: number, line: string} | null} how players ended the game, and after which moves */
  ended = null;
  #beginning = false;
  #isQuiet = false; // the position that comes is not the one to show

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
   * Begins a game; resolves to the answer, a position or an error. With `at` it is shown at that place of the record.
   *
   * @param {string} name
   * @param {Values} [parameters]
   * @param {{position?: string, moves?: string[], at?: number, seats?: Seat[]} & Beside} [more]
   */
  async begin(name, parameters = {}, more = {}) {
    const { position, moves = [], lines = [], comments = [], at = moves.length, seats } = more;
    const { game, seats: seated, ended } = this;
    this.ended = null;
    this.game = { name, parameters, position };
    if (seats) this.seats = seats;
    this.#beginning = true;
    this.#isQuiet = at !== moves.length;
    const isHidden = this.info.games.find((one) => one.name === name)?.traits.includes("hidden information");
    const chosen = isHidden ? { seats: this.seats.map((seat) => (isPersonSeat(seat) ? null : asPlayer(seat))) } : {};
    const record = { ...given("moves", moves), ...given("lines", lines), ...given("comments", comments) };
    const start = { ...(position ? { position } : {}), ...record, ...chosen };
    const asked = this.socket.ask("new", { game: name, parameters, ...start });
    const looked = this.#isQuiet ? this.goToNode(at) : null; // at once: nobody moves on meanwhile
    const answer = await asked;
    this.#beginning = this.#isQuiet = false;
    if (answer.type !== "position") [this.game, this.seats, this.ended] = [game, seated, ended];
    return looked && answer.type === "position" ? looked : answer;
  }

  /** @param {string} action */
  play(action) {
    return this.socket.ask("play", { action });
  }

  /** @param {number} ply */
  goTo(ply) {
    return this.socket.ask("goto", { ply });
  }

  /**
   * Takes back the moves after a ply: they are a variation if another is played there.
   *
   * @param {number} ply
   */
  takeBack(ply) {
    return this.socket.ask("goto", { ply, back: true });
  }

  /** @param {number} node  the number of a position */
  goToNode(node) {
    return this.socket.ask("goto", { node });
  }

  roll() {
    return this.socket.ask("roll", {});
  }

  /** The next person is at the screen. */
  uncover() {
    return this.socket.ask("uncover", {});
  }

  /** @param {number} player */
  seatOf(player) {
    return this.seats[player] ?? personSeat();
  }

  /** @param {number | null} player */
  isPerson(player) {
    return player !== null && player >= 0 && isPersonSeat(this.seatOf(player));
  }

  /**
   * @param {number} player
   * @param {Seat} seat
   */
  seat(player, seat) {
    this.seats[player] = seat;
    tell(this, "seats");
  }

  /**
   * Players end the game at the position shown.
   *
   * @param {string} how  resign, draw or time
   * @param {number} by
   */
  end(how, by) {
    this.ended = { how, by, line: this.#line };
    tell(this, "ended");
  }

  /** Has it been ended at the position shown? Elsewhere one can go on, to see what would have been. */
  get isEnded() {
    return this.ended !== null && this.ended.line === this.#line;
  }

  get #line() {
    return JSON.stringify(this.shown.moves.slice(0, this.shown.ply));
  }

  /** The position, once there is one. */
  get shown() {
    if (!this.position) throw new Error("no game has begun");
    return this.position;
  }

  get hasPerson() {
    return (this.position?.players ?? []).some((_, player) => this.isPerson(player));
  }

  /** The game's entry in the catalogue. */
  get known() {
    return this.info.games.find(({ name }) => name === this.game?.name);
  }

  /** Do two players take turns without chance, so that moves are counted in pairs? */
  get isPaired() {
    const { players, outcomes, movers, hidden } = this.shown;
    const hasChance = this.known?.traits.includes("chance") || outcomes?.length > 0 || movers.includes(-1);
    return players.length === 2 && !hasChance && !hidden;
  }

  /**
   * The number of a move as the list of moves counts: "3." or "3…" in pairs, else its place.
   *
   * @param {number} ply  after the move
   */
  moveNumber(ply) {
    return this.isPaired ? placeWords(places(this.shown.movers)[ply - 1]) : `${ply}.`;
  }

  /**
   * Does chance wait for a person to roll? Not after an action, which asked for it ("roll", "flip"): only at the start of
   * a game, and from the second roll on, which whoever acted before them makes.
   */
  get personRolls() {
    const { ply, movers } = this.shown;
    const acted = movers.slice(0, ply).findLastIndex((mover) => mover >= 0);
    return acted < 0 ? this.hasPerson : acted < ply - 1 && this.isPerson(movers[acted]);
  }

  /** The ply that taking back leads to: where a person last had to choose, or one ply back among engines. */
  get plyBefore() {
    const { ply, movers, secret } = this.shown;
    if (secret) return -1;
    return this.hasPerson ? movers.slice(0, ply).findLastIndex((mover) => this.isPerson(mover)) : ply - 1;
  }

  /**
   * The game as the address of a view holds it. Where something is hidden, the moves would tell it.
   *
   * @param {string} view
   * @returns {Target}
   */
  target(view) {
    const { parameters, players, hidden } = this.shown;
    const { moves, lines, comments, at } = written(this.shown);
    const record = { moves, lines: writeLines(lines), comments: writeComments(comments) };
    const seats = this.seats.map(writeSeat);
    const usual = usualSeats(this.info, players.length).map(writeSeat);
    return {
      view,
      game: this.game?.name ?? "",
      parameters: changed(parameters, this.known?.parameters),
      lists: { seats: String(seats) === String(usual) ? [] : seats, ...(hidden ? {} : record) },
      words: {
        position: this.game?.position ?? "",
        ended: this.ended && this.isEnded ? `${this.ended.how}:${this.ended.by}` : "",
        ply: at !== moves.length && !hidden ? String(at) : "",
      },
    };
  }

  /** @param {Position} position */
  #take(position) {
    this.#adopt(position);
    this.position = position;
    if (!this.#isQuiet) tell(this, "position", position);
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
  }
}

/**
 * A list by its name, where there is something in it.
 *
 * @template {string} Name
 * @template Item
 * @param {Name} name
 * @param {Item[]} list
 * @returns {{[Key in Name]?: Item[]}}
 */
function given(name, list) {
  return /** @type {{[Key in Name]?: Item[]}} */ (list.length ? { [name]: list } : {});
}
