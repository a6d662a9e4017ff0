// The terms of an evaluation as bars to the left and right of a middle line.

/** @import {Term} from "../common/messages.js" */

import { element } from "../common/dom.js";

const NEAR_NOTHING = 0.005;

/**
 * A bar per term, the largest first.
 *
 * @param {Term[]} list
 */
export function terms(list) {
  const shown = list.filter(({ share }) => Math.abs(share) >= NEAR_NOTHING);
  shown.sort((a, b) => Math.abs(b.share) - Math.abs(a.share));
  const most = Math.max(...shown.map(({ share }) => Math.abs(share)), NEAR_NOTHING);
  return element("ul", { class: "terms" }, ...shown.map((one) => term(one, most)));
}

/**
 * @param {Term} term
 * @param {number} most
 */
function term({ name, share, words }, most) {
  return element(
    "li",
    {},
    element("span", { class: "term-name" }, name),
    diverging(share, most),
    element("span", { class: "number" }, words),
  );
}

/**
 * A bar from the middle: to the right where the share is good for the player to move, to the left where it is bad.
 *
 * @param {number} share
 * @param {number} most
 */
export function diverging(share, most) {
  const bar = element("i", { class: share < 0 ? "against" : "for" });
  bar.style.width = `${(50 * Math.min(1, Math.abs(share) / most)).toFixed(1)}%`;
  return element("span", { class: "diverging", "aria-hidden": "true" }, bar);
}
