// The connection as the figures of a lesson use it: one search at a time, because a visitor's next search ends the last.

/** @import {Answer, Questions, Waiting} from "../common/messages.js" */
/** @import {Socket} from "../common/socket.js" */

export class Queue {
  #socket;
  /** @type {Promise<void>} */
  #last = Promise.resolve();

  /** @param {Socket} socket */
  constructor(socket) {
    this.#socket = socket;
  }

  /**
   * The connection for one figure: what it asks is about this figure, and waits until the others have their answers.
   *
   * @param {string} figure  its name
   * @param {string} which  tells it from the lesson's other figures
   * @returns {Socket}
   */
  of(figure, which) {
    const request = (
      /** @type {keyof Questions} */ type,
      /** @type {object} */ fields,
      /** @type {(answer: Answer<any> | Waiting) => void} */ onAnswer = () => {},
    ) => {
      const about = type === "trace" ? { figure, which } : { which };
      this.#last = this.#last.then(
        () =>
          new Promise((resolve) => {
            this.#socket.request(type, /** @type {any} */ ({ ...fields, ...about }), (answer) => {
              onAnswer(answer);
              if (answer.type !== "waiting") resolve();
            });
          }),
      );
      return 0;
    };
    return /** @type {Socket} */ (/** @type {unknown} */ ({ request }));
  }
}
