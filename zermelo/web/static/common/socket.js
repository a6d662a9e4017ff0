// The one connection to the server: numbers the questions and hands each answer to whoever asked. When the connection
// breaks, connects again and restores the game.

/** @import {Answer, Position, Questions, Start, Waiting} from "./messages.js" */

import { tell } from "./dom.js";

const STREAMS = new Set(["analysis", "review", "compare", "match"]); // answered again and again, until `done`
const FIRST_PAUSE = 500; // milliseconds before another try to connect; it doubles
const LONGEST_PAUSE = 8000;
const LOST = "The connection to the server was lost.";

/** @typedef {(answer: any) => void} Listener */

/**
 * Events: `state` when `state` changes; `position` with every position that the server sends, whoever asked for it
 * (detail: the message); `restored` when the game is back after a break.
 */
export class Socket extends EventTarget {
  /** @type {"connecting" | "open" | "lost"} */
  state = "connecting";
  #address;
  /** @type {WebSocket} */
  #socket;
  #lastId = 0;
  /** @type {Map<number, Listener>} by id of the question */
  #listeners = new Map();
  /** @type {string[]} messages to send once connected */
  #waiting = [];
  /** @type {Map<number, Start>} what a `new` asked for, by its id */
  #starts = new Map();
  /** @type {(Start & {moves: string[], ply: number}) | null} the game as a new connection is told of it */
  #record = null;
  #pause = FIRST_PAUSE;
  #timer = 0;

  /** @param {URL} address */
  constructor(address) {
    super();
    this.#address = address;
    document.addEventListener("visibilitychange", () => {
      // a phone that wakes up connects at once
      if (!document.hidden && this.state === "lost") this.#connect();
    });
    this.#connect();
  }

  /**
   * Asks; `onAnswer` gets every answer, `waiting` and `error` too. Returns the question's id.
   *
   * @template {keyof Questions} Kind
   * @param {Kind} type
   * @param {Questions[Kind]} fields
   * @param {(answer: Answer<Kind> | Waiting) => void} [onAnswer]
   */
  request(type, fields, onAnswer = () => {}) {
    const id = ++this.#lastId;
    this.#listeners.set(id, onAnswer);
    if (type === "new") this.#starts.set(id, /** @type {Start} */ (fields));
    const message = JSON.stringify({ ...fields, type, id });
    if (this.state === "open") this.#socket.send(message);
    else this.#waiting.push(message);
    return id;
  }

  /**
   * Asks; resolves to the first answer that is not `waiting`. An `error` is an answer like any other.
   *
   * @template {keyof Questions} Kind
   * @param {Kind} type
   * @param {Questions[Kind]} fields
   * @returns {Promise<Answer<Kind>>}
   */
  ask(type, fields) {
    return new Promise((resolve) => {
      this.request(type, fields, (answer) => {
        if (answer.type !== "waiting") resolve(/** @type {Answer<Kind>} */ (answer));
      });
    });
  }

  /**
   * Ignores further answers to this question.
   *
   * @param {number} id
   */
  forget(id) {
    this.#listeners.delete(id);
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#become(this.#record || this.state === "lost" ? "lost" : "connecting");
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened(socket));
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#closed();
    });
  }

  /** @param {WebSocket} socket */
  #opened(socket) {
    this.#pause = FIRST_PAUSE;
    if (!this.#record) return this.#flush();
    const { ply, ...start } = this.#record;
    const isElsewhere = ply !== start.moves.length;
    const id = ++this.#lastId;
    this.#starts.set(id, start);
    this.#listeners.set(id, (answer) => {
      if (answer.type === "position" && isElsewhere) return;
      this.#flush();
      this.dispatchEvent(new Event("restored"));
    });
    socket.send(JSON.stringify({ ...start, type: "new", id }));
    if (!isElsewhere) return;
    const look = ++this.#lastId;
    this.#listeners.set(look, () => {
      this.#flush();
      this.dispatchEvent(new Event("restored"));
    });
    socket.send(JSON.stringify({ type: "goto", id: look, ply }));
  }

  #flush() {
    this.#become("open");
    for (const message of this.#waiting.splice(0)) this.#socket.send(message);
  }

  #closed() {
    this.#become("lost");
    const unanswered = [...this.#listeners];
    this.#listeners.clear();
    this.#waiting = [];
    for (const [id, listener] of unanswered) listener({ type: "error", id, message: LOST, lost: true });
    this.#timer = setTimeout(() => this.#connect(), this.#pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }

  /** @param {"connecting" | "open" | "lost"} state */
  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === "position") this.#keep(message);
    const listener = this.#listeners.get(message.id);
    const goesOn = message.type === "waiting" || (STREAMS.has(message.type) && !message.done);
    if (!goesOn) {
      this.#listeners.delete(message.id);
      this.#starts.delete(message.id);
    }
    listener?.(message);
  }

  /** @param {Position} position */
  #keep(position) {
    const start = this.#starts.get(position.id) ?? this.#record;
    if (start) {
      const { game, parameters, position: text, seats } = start;
      const played = position.hidden ? { moves: [], ply: 0 } : { moves: position.moves, ply: position.ply };
      this.#record = { game, parameters, position: text, seats, ...played };
    }
    tell(this, "position", position);
  }
}
