// Questions to the server: only the latest answer counts, and why there is a wait is shown.

/** @import {Answers, Questions} from "../common/messages.js" */
/** @import {Socket} from "../common/socket.js" */
/** @import {WaitingNote} from "../common/waiting.js" */

import { write } from "../common/dom.js";
import { capital } from "../common/words.js";

const SEARCHING = "Searching …";

export class Asker {
  isLost = false; // did the connection break before the last answer?
  #socket;
  #host;
  #shown;
  #turn = 0; // numbers the questions: only the latest answer counts

  /**
   * @param {Socket} socket
   * @param {HTMLElement} host
   * @param {{busy: WaitingNote, error: HTMLElement}} shown  where waits and refusals are told
   */
  constructor(socket, host, shown) {
    this.#socket = socket;
    this.#host = host;
    this.#shown = shown;
  }

  /**
   * Resolves to the answer; rejects with the server's words.
   *
   * @template {keyof Questions} Kind
   * @param {Kind} type
   * @param {Questions[Kind]} fields
   * @returns {Promise<Answers[Kind]>}
   */
  ask(type, fields) {
    return new Promise((resolve, reject) => {
      this.#socket.request(type, fields, (answer) => {
        this.isLost = answer.type === "error" && answer.lost === true;
        if (answer.type === "error") reject(new Error(answer.message));
        else if (answer.type !== "waiting") resolve(/** @type {Answers[Kind]} */ (answer));
        else if (answer.note || answer.ahead) this.#shown.busy.show(answer);
        else this.#busy(SEARCHING);
      });
    });
  }

  /**
   * Runs what asks the server, and shows what it says when it refuses. Returns undefined where that is out of date.
   *
   * @template Result
   * @param {() => Promise<Result>} work
   */
  async latest(work) {
    const turn = ++this.#turn;
    this.#busy(SEARCHING);
    write(this.#shown.error, "");
    try {
      const answer = await work();
      return turn === this.#turn ? answer : undefined;
    } catch (error) {
      if (turn === this.#turn) write(this.#shown.error, capital(error instanceof Error ? error.message : ""));
      return undefined;
    } finally {
      if (turn === this.#turn) this.#busy("");
    }
  }

  /** @param {string} words */
  #busy(words) {
    this.#shown.busy.say(words);
    if (words) this.#host.setAttribute("aria-busy", "true");
    else this.#host.removeAttribute("aria-busy");
  }
}
