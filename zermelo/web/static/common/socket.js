// The one connection to the server: numbers the questions and hands each answer to whoever asked. When the connection
// breaks, connects again and restores the game.

/** @import {Answer, Position, Questions, Start, Waiting} from "./messages.js" */

import { tell } from "./dom.js";
import { written } from "./numbering.js";

const STREAMS = new Set(["analysis", "review", "compare", "match", "tournament"]); // answered again and again, until `done`
const FIRST_PAUSE = 500; // milliseconds before another try to connect; it doubles
const LONGEST_PAUSE = 8000;
const LOST = "The connection to the server was lost.";

/** @typedef {(answer: any) => void} Listener */
/** @typedef {EventTarget & {send(text: string): void}} WireLike  a WebSocket, or what is used as one */

/**
 * Events: `state` when `state` changes; `position` with every position that the server sends, whoever asked for it
 * (detail: the message); `reloaded` when the file of a game was saved (detail: the message); `restored` when the game is back after a break.
 */
export class Socket extends EventTarget {
  /** @type {"connecting" | "open" | "lost"} */
  state = "connecting";
  #open;
  /** @type {WireLike} */
  #socket;
  #lastId = 0;
  /** @type {Map<number, Listener>} by id of the question */
  #listeners = new Map();
  /** @type {string[]} messages to send once connected */
  #waiting = [];
  /** @type {Map<number, Start>} what a `new` asked for, by its id */
  #starts = new Map();
  /** @type {(Start & {moves: string[], at: number}) | null} the game as a new connection is told of it */
  #record = null;
  /** @type {Map<number, string>} moves that the server has not confirmed, by id: a new connection is told them again */
  #kept = new Map();
  /** @type {Set<number>} ids of what a new connection is told before anything else */
  #restoring = new Set();
  #isSecret = false; // has the game hidden information?
  #pause = FIRST_PAUSE;
  #timer = 0;

  /** @param {() => WireLike} open  a new connection, not open yet */
  constructor(open) {
    super();
    this.#open = open;
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
    const isKept = type === "play" && this.#record !== null && !this.#isSecret;
    if (isKept) this.#kept.set(id, message);
    if (this.state === "open") this.#socket.send(message);
    else if (!isKept) this.#waiting.push(message);
    return id;
  }

  /** Does a move wait for the connection? */
  get keepsMove() {
    return this.state !== "open" && this.#kept.size > 0;
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
    const socket = this.#open();
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened(socket));
    socket.addEventListener("message", (event) => {
      this.#hear(JSON.parse(/** @type {MessageEvent} */ (event).data));
    });
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#closed();
    });
  }

  /** @param {WireLike} socket */
  #opened(socket) {
    this.#pause = FIRST_PAUSE;
    if (!this.#record) return this.#flush();
    const { at, ...start } = this.#record;
    const isElsewhere = at !== start.moves.length;
    const id = ++this.#lastId;
    this.#restoring = new Set([id]);
    this.#starts.set(id, start);
    this.#listeners.set(id, (answer) => {
      if (answer.type === "position" && isElsewhere) return;
      this.#restored(answer.type === "position");
    });
    socket.send(JSON.stringify({ ...start, type: "new", id }));
    if (!isElsewhere) return;
    const look = ++this.#lastId;
    this.#restoring.add(look);
    this.#listeners.set(look, () => this.#restored(true));
    socket.send(JSON.stringify({ type: "goto", id: look, node: at }));
  }

  /** @param {boolean} isThere  is the game as it was, so that moves which were made meanwhile can be played? */
  #restored(isThere) {
    if (!isThere || this.#isSecret) this.#fail([...this.#kept.keys()]);
    this.#flush();
    this.dispatchEvent(new Event("restored"));
  }

  #flush() {
    this.#become("open");
    for (const message of [...this.#kept.values(), ...this.#waiting.splice(0)]) this.#socket.send(message);
  }

  #closed() {
    this.#become("lost");
    this.#waiting = [];
    this.#fail([...this.#listeners.keys()].filter((id) => !this.#kept.has(id)));
    this.#timer = setTimeout(() => this.#connect(), this.#pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }

  /**
   * Answers questions that the server will not answer any more.
   *
   * @param {number[]} ids
   */
  #fail(ids) {
    for (const id of ids) {
      const listener = this.#listeners.get(id);
      this.#listeners.delete(id);
      this.#kept.delete(id);
      listener?.({ type: "error", id, message: LOST, lost: true });
    }
  }

  /** @param {"connecting" | "open" | "lost"} state */
  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === "reloaded") return tell(this, "reloaded", message);
    if (message.type === "position") this.#keep(message);
    const listener = this.#listeners.get(message.id);
    const goesOn = message.type === "waiting" || (STREAMS.has(message.type) && !message.done);
    if (!goesOn) {
      this.#listeners.delete(message.id);
      this.#starts.delete(message.id);
      this.#kept.delete(message.id);
    }
    listener?.(message);
  }

  /** @param {Position} position */
  #keep(position) {
    const start = this.#starts.get(position.id) ?? this.#record;
    if (start) {
      const { game, parameters, position: text, seats } = start;
      this.#isSecret = position.hidden;
      const played = position.hidden ? { moves: [], at: 0 } : written(position);
      this.#record = { game, parameters, position: text, seats, ...played };
    }
    const isOverMoved = this.#restoring.has(position.id) && this.#kept.size > 0 && !position.hidden;
    if (!isOverMoved) tell(this, "position", position); // else what the kept moves lead to is shown
  }
}
