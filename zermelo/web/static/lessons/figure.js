// A figure of a lesson: the debugger, ready to step through its search, or what the position looks like.

/** @import {FigureBlock} from "./messages.js" */
/** @import {Info} from "../common/messages.js" */
/** @import {Socket} from "../common/socket.js" */
/** @import {Queue} from "./queue.js" */

import { element, pictureOf, write } from "../common/dom.js";
import "../board/board.js";
import "../debugger/debugger.js";

const WIDE = 800; // pixels, of a drawing that takes more room than the text

/**
 * @param {FigureBlock} block
 * @param {Socket} socket
 * @param {Queue} queue
 * @param {Info} info
 */
export function figure(block, socket, queue, info) {
  const { number, title, explanation, place, play, debugger: search } = block;
  const links = [
    search ? element("a", { href: search, id: `${place}-debugger` }, "Open in the debugger") : "",
    play ? element("a", { href: play, id: `${place}-play` }, "Play it") : "",
  ];
  return element(
    "figure",
    { class: `lesson-figure ${block.algorithm ? "wide" : ""}`, id: place, "aria-labelledby": `${place}-title`, tabindex: "-1" },
    element("figcaption", { id: `${place}-title` }, element("b", {}, `Figure ${number}`), " ", title),
    block.algorithm ? searched(block, queue, info) : drawn(block, socket),
    element("p", { class: "lesson-links" }, ...links),
    element("details", {}, element("summary", {}, "What it shows"), ...paragraphs(explanation)),
  );
}

/** @param {string} text */
function paragraphs(text) {
  return text.split("\n\n").map((words) => element("p", {}, words));
}

/**
 * The debugger without its form: the lesson says what is searched. Several stand in a page, so their ids get a name.
 *
 * @param {FigureBlock} block
 * @param {Queue} queue
 * @param {Info} info
 */
function searched({ name, place, algorithm, depth, simulations, step }, queue, info) {
  const words = {
    from: "current", // which is this figure, by what the queue adds
    algorithm,
    depth: depth ? String(depth) : "",
    simulations: simulations ? String(simulations) : "",
    step: step ? String(step) : "",
  };
  const target = { view: "debugger", game: "", parameters: {}, lists: {}, words };
  const shown = element("z-debugger").configure(queue.of(name, place), info, target);
  for (const form of shown.querySelectorAll("form")) form.remove();
  for (const name of ["id", "for", "aria-controls"]) {
    for (const one of shown.querySelectorAll(`[${name}]`)) one.setAttribute(name, `${place}-${one.getAttribute(name)}`);
  }
  return shown;
}

/**
 * @param {FigureBlock} block
 * @param {Socket} socket
 */
function drawn({ name, drawing }, socket) {
  const words = element("p", { class: "note", role: "status" }, "Drawing …");
  socket.ask("figure", { name, drawing }).then((answer) => {
    if (answer.type === "error") return write(words, answer.message);
    const { picture, svg } = answer;
    if (!picture) return words.replaceWith(scrolled(pictureOf(svg, answer.words)));
    const board = element("z-board");
    board.show({ picture, actions: [], interactive: false, last: null, mover: null, players: [], name });
    words.replaceWith(board);
  });
  return words;
}

/**
 * A drawing, which may be wider than the text; where there is no room for that it can be scrolled, by keys too.
 *
 * @param {HTMLImageElement} image
 */
function scrolled(image) {
  const frame = element("div", { class: "lesson-drawing", tabindex: "0", role: "group", "aria-label": "Drawing" }, image);
  const place = () => frame.closest("figure")?.classList.toggle("wide", image.naturalWidth > WIDE);
  image.addEventListener("load", place);
  return frame;
}
