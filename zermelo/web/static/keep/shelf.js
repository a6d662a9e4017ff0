// The games that a person has saved in this browser.

import { remembered } from "../common/dom.js";

const SHELF = "saved games";
const MOST = 200;

/** @typedef {{name: string, hash: string, at: string}} Saved  at: when, as toISOString writes it */

/** @returns {Saved[]} the latest first */
export function savedGames() {
  try {
    const kept = JSON.parse(remembered(SHELF) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter((one) => ["name", "hash", "at"].every((field) => typeof one?.[field] === "string"));
  } catch {
    return [];
  }
}

/**
 * Saves a game; one of the same name is replaced. Returns whether the browser allows it.
 *
 * @param {string} name
 * @param {string} hash
 */
export function saveGame(name, hash) {
  const others = savedGames().filter((one) => one.name !== name);
  return put([{ name, hash, at: new Date().toISOString() }, ...others].slice(0, MOST));
}

/** @param {string} name */
export function forgetGame(name) {
  return put(savedGames().filter((one) => one.name !== name));
}

/** @param {Saved[]} games */
function put(games) {
  const text = JSON.stringify(games);
  return remembered(SHELF, text) === text;
}
