// The colours of two sides, in which a bar between them is drawn.

const KNOWN = new Set(["white", "black", "red", "green", "blue", "yellow", "x", "o"]);

/**
 * Gives a bar the colours of its two players, where their names tell them.
 *
 * @param {HTMLElement} bar
 * @param {string[]} players
 */
export function dressed(bar, players) {
  const names = players.map((name) => name.toLowerCase());
  const both = players.length === 2 && names.every((name) => KNOWN.has(name));
  bar.dataset.first = both ? names[0] : "other";
  bar.dataset.second = both ? names[1] : "other";
}
