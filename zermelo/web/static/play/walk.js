// Goes through a game: to a ply, back to a person's last choice, and along a line that is played.

/** @import {Answer} from "../common/messages.js" */
/** @import {Session} from "../common/session.js" */
/** @import {Referee} from "./referee.js" */

import { tell } from "../common/dom.js";

/** Events: `aim` when another ply is aimed at (detail: the ply), `settled` when nothing is on its way any more. */
export class Walk extends EventTarget {
  #session;
  #referee;
  #perform;
  /** @type {number | null} the ply that was asked for and is not shown yet */
  #aim = null;
  isFollowing = false; // several moves are being played in a row: nobody else moves meanwhile

  /**
   * @param {Session} session
   * @param {Referee} referee
   * @param {(asked: Promise<Answer<"play">>) => Promise<boolean>} perform  shows what went wrong; was it done?
   */
  constructor(session, referee, perform) {
    super();
    this.#session = session;
    this.#referee = referee;
    this.#perform = perform;
  }

  /** The ply that is on its way, or null. */
  get aim() {
    return this.#aim;
  }

  /**
   * Goes to a ply; while another is on its way, there next. So quick steps add up.
   *
   * @param {number} ply
   */
  async goTo(ply) {
    const { plies } = this.#session.shown;
    if (ply < 0 || ply > plies) return;
    const isOnTheWay = this.#aim !== null;
    this.#aim = ply;
    tell(this, "aim", ply);
    if (isOnTheWay) return;
    while (this.#aim !== this.#session.shown.ply && (await this.#perform(this.#session.goTo(this.#aim))));
    this.#aim = null;
    tell(this, "aim");
  }

  /**
   * Goes to a position of any line.
   *
   * @param {number} node
   */
  async goToNode(node) {
    if (this.#aim === null) await this.#perform(this.#session.goToNode(node));
  }

  /**
   * Plays several moves, of both sides, one after the other.
   *
   * @param {string[]} texts
   */
  async follow(texts) {
    if (this.isFollowing) return;
    this.#referee.rest();
    this.isFollowing = true;
    for (const text of texts) if (!(await this.#perform(this.#session.play(text)))) break;
    this.isFollowing = false;
    tell(this, "settled");
  }

  /** Goes back to where a person last had to choose. */
  async undo() {
    if (this.isFollowing) return;
    if (!this.#session.hasPerson) this.#referee.hold();
    this.#referee.rest();
    this.isFollowing = true;
    const ply = this.#session.plyBefore;
    if (ply >= 0) await this.#perform(this.#session.takeBack(ply));
    this.isFollowing = false;
    tell(this, "settled");
  }
}
