// Hands of cards, face up or face down.

/** @import {CardsPicture, Hand} from "../../common/messages.js" */

import { element } from "../../common/dom.js";

const RED = /[♥♦]/;

/** @param {CardsPicture} picture */
export function cards(picture) {
  return element("div", { class: "hands" }, ...picture.hands.map(hand));
}

/** @param {Hand} hand */
function hand({ label, cards: held, active }) {
  const shown = held.map((card) =>
    card
      ? element("span", { class: RED.test(card) ? "playing-card red-suit" : "playing-card" }, `${card}\ufe0e`)
      : element("span", { class: "playing-card face-down", role: "img", "aria-label": "a card face down" }),
  );
  return element(
    "div",
    { class: active ? "hand active" : "hand" },
    element("span", { class: "label" }, label),
    element("span", { class: "held" }, ...shown),
  );
}
