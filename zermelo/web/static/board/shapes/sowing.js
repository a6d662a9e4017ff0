// Seeds that are sown: they fly one by one from the emptied pit around the board.

/** @import {BoardPicture, Cell} from "../../common/messages.js" */
/** @import {Layout} from "../layout.js" */

import { drawing } from "../../common/dom.js";

const STEP = 110; // milliseconds from seed to seed
const FLIGHT = 260;
const MOST = 30; // seeds that fly

/**
 * Animates a move between two pictures of a board of pits.
 *
 * @param {BoardPicture} before
 * @param {BoardPicture} after
 * @param {Cell} from  the pit that was emptied
 * @param {Layout} layout
 * @param {(cell: Cell) => HTMLElement} at
 */
export function sow(before, after, from, layout, at) {
  /** @type {(picture: BoardPicture, cell: Cell) => number} */
  const held = (picture, [row, column]) => Number(picture.cells[row]?.[column]) || 0;
  const around = ring(layout.cells, from);
  const grown = around.filter((cell) => held(after, cell) > held(before, cell));
  const caught = around.filter((cell) => held(after, cell) < held(before, cell));
  const start = layout.middle(from);
  const side = at(from).offsetWidth;
  let landed = 0;
  for (const cell of grown.slice(0, MOST)) {
    const [x, y] = layout.middle(cell);
    fly(at(cell), (start[0] - x) * side, (start[1] - y) * side, landed * STEP);
    appear(at(cell), String(held(before, cell)), landed * STEP + FLIGHT);
    landed++;
  }
  for (const cell of caught) appear(at(cell), String(held(before, cell)), landed * STEP + FLIGHT); // in the end
}

/**
 * The other cells in the order in which they are sown: along the lower row to the right, along the upper one back.
 *
 * @param {Cell[]} cells
 * @param {Cell} from
 */
function ring(cells, from) {
  const lower = cells.filter(([row]) => row > 0).sort(([, one], [, other]) => one - other);
  const upper = cells.filter(([row]) => row === 0).sort(([, one], [, other]) => other - one);
  const all = [...lower, ...upper];
  const place = all.findIndex((cell) => String(cell) === String(from));
  return [...all.slice(place + 1), ...all.slice(0, Math.max(0, place))];
}

/**
 * A seed that flies to a pit.
 *
 * @param {HTMLElement} pit
 * @param {number} across
 * @param {number} down
 * @param {number} delay
 */
function fly(pit, across, down, delay) {
  const seed = drawing("circle", { cx: 50, cy: 42, r: 7, class: "seed" });
  const layer = drawing("svg", { class: "piece flying", viewBox: "0 0 100 100", "aria-hidden": "true" }, seed);
  pit.append(layer);
  pit.classList.add("arriving");
  const way = [{ transform: `translate(${across}px, ${down}px)`, opacity: 1 }, { transform: "none", opacity: 1 }];
  const flight = layer.animate(way, { duration: FLIGHT, delay, easing: "ease-in-out" });
  flight.addEventListener("finish", () => {
    layer.remove();
    pit.classList.remove("arriving");
  });
}

/**
 * Shows what a pit held before until some time has passed.
 *
 * @param {HTMLElement} pit
 * @param {string} count
 * @param {number} delay
 */
function appear(pit, count, delay) {
  const held = pit.querySelector(".piece:not(.flying)");
  const number = held?.querySelector(".count");
  if (!held || !number) return;
  const now = number.textContent;
  number.textContent = count;
  const seeds = [...held.querySelectorAll(".seed")].slice(Number(count));
  for (const seed of seeds) seed.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay });
  const wait = number.animate([{ opacity: 1 }, { opacity: 1 }], { duration: delay });
  wait.addEventListener("finish", () => (number.textContent = now));
}
