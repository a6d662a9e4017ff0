// Labelled quantities, one per line: piles, scores, walls.

/** @import {Bar, BarsPicture} from "../../common/messages.js" */

import { element } from "../../common/dom.js";

const COUNTABLE = 21; // up to here a bar is cut into units

/** @param {BarsPicture} picture */
export function bars(picture) {
  return element("div", { class: "bars" }, ...picture.bars.map(bar));
}

/** @param {Bar} bar */
function bar({ label, value, words, most: limit, active, colour }) {
  const most = limit ?? 0;
  const part = most > 0 && value !== null ? Math.min(1, Math.max(0, value / most)) : 0;
  const track = element("span", { class: "track", "aria-hidden": "true" });
  if (most > 0 && most <= COUNTABLE && Number.isInteger(most) && Number.isInteger(value)) {
    const full = Math.round(part * most);
    track.classList.add("units");
    for (let unit = 0; unit < most; unit++) track.append(element("i", { class: unit < full ? "full" : "" }));
  } else if (most > 0) {
    const full = element("i", { class: "full" });
    full.style.width = `${100 * part}%`;
    track.append(full);
  }
  return element(
    "div",
    { class: active ? "bar active" : "bar", "data-colour": colour },
    element("span", { class: "label" }, active ? element("span", { class: "unseen" }, "to move: ") : null, label),
    element("span", { class: "number" }, words),
    most > 0 ? track : null,
  );
}
