// The help sheet, opened by "?": the keys of each view, the tour again, and the versions of what runs here.

import { button, element, hear, write } from "../common/dom.js";

/** @typedef {[keys: string, words: string][]} Keys */
/** @type {[where: string, keys: Keys][]} */
const KEYS = [
  [
    "Anywhere",
    [
      ["?", "this sheet"],
      ["Tab", "to the next control; Shift Tab back"],
      ["Esc", "closes a dialog, lets go of a piece"],
    ],
  ],
  [
    "On a board",
    [
      ["← ↑ → ↓", "to the next cell, or the way to go"],
      ["Enter", "touches the cell: a piece, then where it goes"],
    ],
  ],
  [
    "In a game, outside the board",
    [
      ["← →", "one move back, one on"],
      ["Home End", "to the first position, to the last"],
    ],
  ],
  [
    "In the debugger",
    [
      ["← →", "one step of the search back, one on"],
      ["Home End", "before the first step, after the last"],
      ["← ↑ → ↓", "on the tree: to the node beside, above or below"],
      ["Ctrl Enter", "in the text of a tree: searches it"],
    ],
  ],
];

/**
 * The sheet, closed. Event: `tour`, when the tour is asked for.
 *
 * @returns {HTMLDialogElement}
 */
export function sheet() {
  const versions = element("dl", { id: "versions", class: "versions" });
  const dialog = element("dialog", { id: "sheet", class: "sheet", "aria-labelledby": "sheet-title" });
  const close = button("Close", { id: "sheet-close", on: { click: () => dialog.close() } });
  const again = button("Take the tour", { id: "tour-again" });
  again.addEventListener("click", () => {
    dialog.close();
    dialog.dispatchEvent(new Event("tour"));
  });
  const here = element("section", { id: "keys-here" });
  const lists = KEYS.map(([where, keys]) =>
    element("section", {}, element("h3", {}, where), element("dl", { class: "keys" }, ...keys.flatMap(row))),
  );
  dialog.append(
    element("div", { class: "panel-head" }, element("h2", { id: "sheet-title" }, "Help"), close),
    element("p", {}, "The ", element("a", { href: "help/index.html", id: "manual-link" }, "manual"), " explains everything in detail. "),
    again,
    element("div", { class: "sheet-keys" }, here, ...lists),
    element("h3", {}, "About"),
    element("p", {}, "Zermelo searches and plays games, and shows how. It is named after Ernst Zermelo, who proved in 1913 that chess has a value."),
    versions,
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // beside the sheet
  });
  dialog.addEventListener("toggle", () => dialog.open && here.replaceChildren(...keysHere()));
  hear(dialog, "versions", (/** @type {[name: string, version: string][]} */ known) => {
    versions.replaceChildren(...known.flatMap(row));
  });
  return dialog;
}

/**
 * Opens the sheet with "?" wherever nothing is being typed.
 *
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} opener
 */
export function openBy(dialog, opener) {
  opener.addEventListener("click", () => dialog.showModal());
  addEventListener("keydown", (event) => {
    const at = event.target instanceof Element ? event.target : null;
    const isTyping = at?.closest("input:not([type='checkbox'], [type='radio'], [type='range']), textarea, select, [contenteditable]");
    if (event.key !== "?" || isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    dialog.showModal();
  });
}

/** The keys of the buttons that are shown, from the buttons themselves. */
function keysHere() {
  const named = [...document.querySelectorAll("main [aria-keyshortcuts]")].filter((one) => one.checkVisibility());
  if (!named.length) return [];
  const rows = named.map((one) => {
    const words = (one.getAttribute("title") || one.getAttribute("aria-label") || one.textContent || "").replace(/ \([^)]*\)$/, "");
    return row([String(one.getAttribute("aria-keyshortcuts")), words]);
  });
  return [element("h3", {}, "Shown now"), element("dl", { class: "keys" }, ...rows.flat())];
}

/** @param {[term: string, words: string]} pair */
function row([term, words]) {
  const shown = element("dt", {});
  write(shown, term);
  return [shown, element("dd", {}, words)];
}
