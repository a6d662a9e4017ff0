// The address of what is shown, in the browser's bar and history; what is too long for it is kept in the browser.

/** @import {Target} from "../common/route.js" */

import { remembered } from "../common/dom.js";
import { readHash, writeHash } from "../common/route.js";

const LONGEST = 8000; // characters of an address that programs still pass on
const MOST_KEPT = 30; // long addresses
const PAUSE = 350; // milliseconds between two changes of the address: browsers allow about a hundred in half a minute
const KEPT = "kept addresses";
const NOT_HERE = "What this address stands for was too long for it, and is kept in another browser.";

export class Address {
  #wanted = "";
  #from = ""; // what the bar held when that was asked for
  /** @type {number} */
  #timer = 0;
  #last = 0;

  /**
   * The target that the browser's bar names, and what is wrong with it, or "".
   *
   * @returns {{target: Target, wrong: string}}
   */
  read() {
    const target = readHash(location.hash);
    const { kept } = target.words;
    if (!kept) return { target, wrong: "" };
    const whole = keptAddresses().find(([key]) => key === kept)?.[1];
    return whole ? { target: readHash(whole), wrong: "" } : { target, wrong: NOT_HERE };
  }

  /**
   * Shows a target's address without going there; with isNew as another step of the browser's history.
   *
   * @param {Target} target
   * @param {boolean} [isNew]
   */
  show(target, isNew = false) {
    const hash = shortened(target);
    if (isNew) {
      this.flush(); // the step that is left has the last of what it showed
      if (hash !== location.hash) history.pushState(null, "", hash);
      return;
    }
    [this.#wanted, this.#from] = [hash, location.hash];
    clearTimeout(this.#timer);
    const left = this.#last + PAUSE - performance.now();
    if (left <= 0) this.flush();
    else this.#timer = setTimeout(() => this.flush(), left);
  }

  /** Writes what is still to be written, unless the browser went elsewhere meanwhile. */
  flush() {
    clearTimeout(this.#timer);
    const isHere = location.hash === this.#from;
    if (this.#wanted && isHere && this.#wanted !== this.#from) history.replaceState(null, "", this.#wanted);
    this.#wanted = "";
    this.#last = performance.now();
  }

  /** Forgets what is still to be written, because the browser went elsewhere. */
  forget() {
    clearTimeout(this.#timer);
    this.#wanted = "";
  }
}

/**
 * What a view showed last, in this browser; with a second argument, keeps it.
 *
 * @param {string} view
 * @param {Target} [target]
 * @returns {Target | null}
 */
export function lastShown(view, target) {
  const hash = remembered(`last ${view}`, target ? writeHash(target) : undefined);
  return hash ? readHash(hash) : null;
}

/**
 * @param {Target} target
 * @returns {string}
 */
function shortened(target) {
  const whole = writeHash(target);
  if (whole.length <= LONGEST) return whole;
  const key = digest(whole);
  /** @type {[string, string][]} */
  const others = keptAddresses().filter(([other]) => other !== key);
  remembered(KEPT, JSON.stringify([[key, whole], ...others].slice(0, MOST_KEPT)));
  return writeHash({ ...target, parameters: {}, lists: {}, words: { kept: key } });
}

/** @returns {[string, string][]} an address by its key */
function keptAddresses() {
  try {
    const kept = JSON.parse(remembered(KEPT) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.flatMap(([key, hash]) => (typeof key === "string" && typeof hash === "string" ? [[key, hash]] : []));
  } catch {
    return [];
  }
}

/**
 * A short name for a text (FNV-1a).
 *
 * @param {string} text
 */
function digest(text) {
  let number = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) number = Math.imul(number ^ text.charCodeAt(at), 0x01000193);
  return `${(number >>> 0).toString(36)}${text.length.toString(36)}`;
}
