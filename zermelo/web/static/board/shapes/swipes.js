// Directions on a board of tiles: arrow keys and swipes play the actions named left, up, right and down.

/** @import {Action} from "../../common/messages.js" */

/** @type {Record<string, string>} */
const NAMES = { ArrowLeft: "left", ArrowUp: "up", ArrowRight: "right", ArrowDown: "down" };
const LEAST = 24; // pixels of a swipe

/**
 * The action that an arrow key stands for.
 *
 * @param {string} key
 * @param {Action[]} actions
 */
export function directed(key, actions) {
  return actions.find(({ text }) => text.toLowerCase() === NAMES[key]);
}

/**
 * Calls `play` with the arrow key for every swipe over an element.
 *
 * @param {HTMLElement} over
 * @param {(key: string) => void} play
 */
export function hearSwipes(over, play) {
  /** @type {PointerEvent | null} */
  let begun = null;
  over.addEventListener("pointerdown", (event) => (begun = event.isPrimary ? event : null));
  over.addEventListener("pointercancel", () => (begun = null));
  over.addEventListener("pointerup", (event) => {
    if (!begun || begun.pointerId !== event.pointerId) return;
    const [across, down] = [event.clientX - begun.clientX, event.clientY - begun.clientY];
    begun = null;
    if (Math.max(Math.abs(across), Math.abs(down)) < LEAST) return;
    if (Math.abs(across) > Math.abs(down)) play(across < 0 ? "ArrowLeft" : "ArrowRight");
    else play(down < 0 ? "ArrowUp" : "ArrowDown");
  });
}
