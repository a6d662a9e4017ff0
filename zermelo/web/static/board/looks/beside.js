// What lies beside a board: pieces that were captured, or a rack of tiles.

/** @import {BoardPicture} from "../../common/messages.js" */

import { element } from "../../common/dom.js";
import { piece } from "../pieces.js";
import { pieceName } from "../../common/words.js";

/**
 * Pieces above the board (side 0) or below it, in a row.
 *
 * @param {HTMLElement} row
 * @param {BoardPicture} picture
 * @param {0 | 1} side
 */
export function layBeside(row, picture, side) {
  const pieces = picture.beside[side] ?? [];
  row.hidden = !picture.beside.length; // the board keeps its place while one of the rows is empty
  row.classList.toggle("rack", picture.shape === "letters");
  row.replaceChildren(
    ...pieces.map((text) => {
      if (picture.shape === "letters") return rackTile(text);
      const drawn = pieceName(text) === text ? null : piece(text, "square");
      return drawn ? element("span", { role: "img", "aria-label": pieceName(text) }, drawn) : element("b", {}, text);
    }),
  );
}

/**
 * A tile on a rack: A1 is a letter and its points; "" is a gap.
 *
 * @param {string} text
 */
function rackTile(text) {
  const [, letter, points] = /^(.*?)(\d*)$/.exec(text) ?? ["", text, ""];
  const corner = element("span", { class: "corner", "aria-hidden": "true" }, points);
  const drawn = piece(letter, "letters");
  return element("span", { role: "img", "aria-label": letter }, ...(drawn ? [drawn, corner] : []));
}
