// The terms of an evaluation as bars to the left and right of a middle line.

/** @import {Term} from "../common/messages.js" */

import { element } from "../common/dom.js";

const NEAR_NOTHING = 0.005;
const MOST = 10; // that are shown before one asks for the others, which a network has by the dozen

/**
 * A bar per term, the largest first; what are too many are folded below them.
 *
 * @param {Term[]} list
 * @param {boolean} isOpen  are the folded ones shown?
 */
export function terms(list, isOpen) {
  const shown = list.filter(({ share }) => Math.abs(share) >= NEAR_NOTHING);
  shown.sort((a, b) => Math.abs(b.share) - Math.abs(a.share));
  const most = Math.max(...shown.map(({ share }) => Math.abs(share)), NEAR_NOTHING);
  const [first, others] = shown.length > MOST + 2 ? [shown.slice(0, MOST), shown.slice(MOST)] : [shown, []];
  /** @param {Term[]} some */
  const listed = (some) => element("ul", { class: "terms" }, ...some.map((one) => term(one, most)));
  const more = element("details", { class: "more-terms", open: isOpen }, element("summary", {}, `${others.length} smaller ones`), listed(others));
  return element("div", {}, listed(first), others.length > 0 && more);
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
