// The tour: five steps that say what is where, shown at the first visit until it is finished or skipped.

import { button, element, remembered, write } from "../common/dom.js";

const DONE = "tour seen";
/** @typedef {{title: string, words: string, at: string}} Stop  at: what it is about, on the page */
/** @type {Stop[]} */
const STOPS = [
  {
    title: "Play",
    words: "Choose a game from the gallery, say who plays, and press Start. Click a piece and where it goes, or use the arrow keys and Enter.",
    at: "#game-list",
  },
  {
    title: "Ask",
    words: "Beside the board, Analyse says what each move is worth, and “Why not?” plays out what is wrong with yours.",
    at: "[data-view='play']",
  },
  {
    title: "Look inside",
    words: "The debugger steps through a search, forward and back: what each node is worth, and why a branch is cut.",
    at: "[data-view='debugger']",
  },
  {
    title: "Learn it",
    words: "The lessons explain it from the first tree on, and ask you questions.",
    at: "[data-view='lessons']",
  },
  {
    title: "Find out more",
    words: "Press ? anywhere for the keys of this page. This tour is there too.",
    at: "#sheet-open",
  },
];

/**
 * The tour's card; empty if it was seen before and nobody asked for it.
 *
 * @param {boolean} isWanted
 */
export function tour(isWanted) {
  const card = element("section", { id: "tour", class: "panel tour", "aria-labelledby": "tour-title" });
  if (!isWanted && remembered(DONE)) card.hidden = true;
  let at = 0;
  const count = element("p", { class: "note", id: "tour-count" });
  const title = element("h2", { id: "tour-title", tabindex: "-1" });
  const words = element("p", { id: "tour-words" });
  const back = button("Back", { id: "tour-back", on: { click: () => show(at - 1) } });
  const next = button("", { id: "tour-next", class: "primary" });
  const skip = button("Skip the tour", { id: "tour-skip", class: "quiet" });
  next.addEventListener("click", () => (at === STOPS.length - 1 ? end() : show(at + 1)));
  skip.addEventListener("click", end);
  card.addEventListener("keydown", (event) => {
    if (event.key === "Escape") end();
  });
  card.append(count, title, words, element("div", { class: "buttons" }, next, back, skip));

  /** @param {number} step */
  function show(step) {
    at = step;
    const stop = STOPS[at];
    write(count, `${at + 1} of ${STOPS.length}`);
    write(title, stop.title);
    write(words, stop.words);
    write(next, at === STOPS.length - 1 ? "Done" : "Next");
    back.hidden = at === 0;
    point(card.hidden || !card.isConnected ? "" : stop.at);
    if (card.contains(document.activeElement)) title.focus({ preventScroll: true });
  }

  function end() {
    remembered(DONE, "yes");
    card.hidden = true;
    point("");
  }

  show(0);
  return card;
}

/**
 * Marks what the tour is about; "": nothing.
 *
 * @param {string} selector
 */
export function point(selector) {
  for (const one of document.querySelectorAll(".toured")) one.classList.remove("toured");
  if (selector) document.querySelector(selector)?.classList.add("toured");
}
