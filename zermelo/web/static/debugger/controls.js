// The debugger's controls and texts around its tree.

/** @import {Target} from "../common/route.js" */
/** @import {Report, Timeline} from "./time.js" */
/** @import {TreeView} from "./tree/tree.js" */

import { announce, button, copy, element, write } from "../common/dom.js";
import { writeHash } from "../common/route.js";
import "../common/waiting.js";
import { BoardPanel } from "./beside/boards.js";
import { Code } from "./beside/code.js";
import { Stack } from "./beside/stack.js";

const SPEEDS = [
  ["1500", "slow"],
  ["700", "normal"],
  ["200", "fast"],
  ["40", "very fast"],
];

/**
 * @typedef {object} Commands  what the controls do
 * @property {() => void} open  a branch that was cut
 * @property {() => void} unfold
 * @property {() => void} refold
 * @property {(factor: number) => void} zoom
 * @property {() => void} fit
 * @property {(step: number) => void} step  goes to a step
 * @property {(steps: number) => void} move  goes that many steps on
 * @property {() => void} play  or pause
 * @property {() => void} search
 * @property {() => void} practice
 * @property {() => void} check
 * @property {() => void} again
 * @property {() => void} anew
 * @property {() => void} boards  shows them below the nodes, or not
 * @property {(kind: "svg" | "png") => void} save  a picture
 * @property {() => void} link  copies it
 *
 * @typedef {ReturnType<typeof controls>} Controls
 */

/**
 * The elements by name.
 *
 * @param {TreeView} view
 * @param {HTMLButtonElement} full  the button for the whole screen
 * @param {Commands} on
 */
export function controls({ element: tree, crowd }, full, on) {
  const busy = element("z-waiting", { id: "debugger-busy", class: "d-busy" });
  const legend = element("p", { class: "d-legend" });
  const unfold = button("Unfold all", { id: "unfold-all", hidden: true, on: { click: on.unfold } });
  const refold = button("Fold again", { id: "fold-again", hidden: true, on: { click: on.refold } });
  const counted = counts();
  const code = new Code();
  const stack = new Stack();
  const panel = new BoardPanel();
  const boards = button("Boards", {
    id: "boards-toggle",
    class: "toggle",
    "aria-pressed": "false",
    title: "Draw the positions below the nodes",
    hidden: true,
    on: { click: on.boards },
  });
  const tools = element(
    "div",
    { class: "d-tools", role: "group", "aria-label": "View" },
    tool("−", "zoom-out", "Zoom out", () => on.zoom(0.8)),
    tool("+", "zoom-in", "Zoom in", () => on.zoom(1.25)),
    tool("Fit", "zoom-fit", "Fit: show the whole tree, as large as there is room", on.fit),
    boards,
    code.toggle,
    sharing(on),
    full,
  );
  const stage = element("div", { class: "d-stage" }, crowd.canvas, tree, tools, busy);
  return {
    ...{ busy, legend, unfold, refold, code, stack, panel, boards },
    ...counted,
    ...exercises(on),
    ...walking(on),
    ...telling(on, code),
    error: element("p", { id: "debugger-error", class: "d-error", role: "alert" }),
    stage: element("div", { class: "d-beside" }, stage, element("div", { class: "d-side" }, code.element, stack.element, panel.element)),
    under: element("div", { class: "d-under" }, legend, unfold, refold, counted.figures),
  };
}

/**
 * The numbers under the tree, and the line of the pseudocode beside it.
 *
 * @param {Controls} controls
 * @param {Report} report
 * @param {Timeline} time
 */
export function showFigures({ root, cut, seen, seenName, cutFigure, figures, code, stack }, report, time) {
  const { algorithm, bounded } = report;
  stack.show(report, time);
  code.light(report, time.step);
  write(root, time.known(0).label || "?");
  write(cut, String(time.cutLeaves));
  write(seen, String(time.seenLeaves));
  write(seenName, algorithm === "mcts" ? "Simulations " : "Leaves searched ");
  cutFigure.hidden = !bounded;
  figures.hidden = false;
}

/**
 * Says nothing any more about a tree that is gone.
 *
 * @param {Controls} controls
 */
export function empty(controls) {
  const { legend, words, about, root, cut, seen, number, open, unfold, refold, slider, steps, figures, code } = controls;
  code.clear();
  controls.stack.clear();
  controls.panel.show([]);
  controls.boards.hidden = controls.playHere.hidden = true;
  for (const text of [legend, words, about, root, cut, seen, number]) write(text, "");
  for (const one of [open, unfold, refold, figures]) one.hidden = true;
  slider.max = "0";
  steps.inert = true;
}

/** @param {Commands} on */
function exercises(on) {
  const practice = button("Practise", {
    id: "practice",
    class: "toggle",
    "aria-pressed": "false",
    title: "Mark the branches that alpha-beta will cut",
    on: { click: on.practice },
  });
  const result = element("p", { id: "practice-result", class: "d-result", "aria-live": "polite" });
  const through = button("Step through the search", { id: "practice-steps", hidden: true, on: { click: on.search } });
  const exercise = element(
    "div",
    { class: "d-exercise" },
    button("Check", { id: "practice-check", class: "primary", on: { click: on.check } }),
    through,
    button("Try again", { id: "practice-again", on: { click: on.again } }),
    button("Another tree", { id: "practice-new", on: { click: on.anew } }),
    result,
  );
  return { practice, result, through, exercise };
}

/**
 * The slider and the buttons that step through the search.
 *
 * @param {Commands} on
 */
function walking(on) {
  const range = { id: "step", type: "range", min: "0", max: "0", step: "1", "aria-label": "Step of the search" };
  const slider = element("input", range);
  slider.value = "0";
  let frame = 0; // a slider fires more often than frames are drawn
  slider.addEventListener("input", () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => on.step(Number(slider.value)));
  });
  const first = tool("|◀\ufe0e", "step-first", "First step", () => on.step(0));
  const previous = tool("◀\ufe0e", "step-previous", "Previous step", () => on.move(-1));
  const play = button("Play", { id: "step-play", class: "primary", on: { click: on.play } });
  const next = tool("▶\ufe0e", "step-next", "Next step", () => on.move(1));
  const last = tool("▶\ufe0e|", "step-last", "Last step", () => on.step(Infinity));
  const number = element("output", { id: "step-number", class: "d-number", for: "step" });
  const choices = SPEEDS.map(([value, words]) => element("option", { value }, words));
  const speed = element("select", { id: "step-speed" }, ...choices);
  speed.value = "700";
  const follow = element("input", { id: "step-follow", type: "checkbox" });
  follow.checked = true;
  const steps = element(
    "div",
    { class: "d-steps", role: "group", "aria-label": "Steps" },
    element("div", { class: "d-buttons" }, first, previous, play, next, last),
    slider,
    number,
    element("label", { class: "d-inline", for: "step-speed" }, element("span", {}, "Speed"), speed),
    element("label", { class: "d-inline", for: "step-follow" }, follow, element("span", {}, "Follow")),
  );
  return { slider, first, previous, play, next, last, number, speed, follow, steps };
}

function counts() {
  const root = element("b", { id: "root-value" });
  const cut = element("b", { id: "cut-count" });
  const seen = element("b", { id: "seen-count" });
  const seenName = element("span", {}, "Leaves searched ");
  const cutFigure = element("span", {}, "Leaves cut ", cut);
  const parts = [element("span", {}, "Root ", root), element("span", {}, seenName, seen), cutFigure];
  return { root, cut, seen, seenName, cutFigure, figures: element("p", { class: "d-figures" }, ...parts) };
}

/**
 * The words about the step, and those about a node.
 *
 * @param {Commands} on
 * @param {Code} code
 */
function telling(on, code) {
  const words = element("p", { id: "step-words", class: "d-words", "aria-live": "polite", "aria-atomic": "true" });
  const about = element("p", { id: "node-words", class: "d-about" });
  const open = button("Open this branch", { id: "branch-open", hidden: true, on: { click: on.open } });
  const playHere = element("a", { id: "play-from-here", hidden: true }, "Play from here");
  const chosen = element("div", { class: "d-chosen" }, about, open, playHere);
  const told = element("div", { class: "d-told" }, code.line, words, code.tables, chosen);
  return { words, about, open, playHere, told };
}

/**
 * What can be taken along: the picture, and a link to the step.
 *
 * @param {Commands} on
 */
function sharing(on) {
  const menu = element(
    "div",
    { class: "d-menu" },
    button("Picture as SVG", { id: "save-svg", on: { click: () => on.save("svg") } }),
    button("Picture as PNG", { id: "save-png", on: { click: () => on.save("png") } }),
    button("Copy link", { id: "copy-link", on: { click: on.link } }),
  );
  const details = element("details", { class: "d-share" }, element("summary", { id: "share" }, "Share"), menu);
  menu.addEventListener("click", () => details.removeAttribute("open"));
  return details;
}

/** @param {Target} target */
export async function copyLink(target) {
  const link = new URL(writeHash(target), location.href).href;
  announce((await copy(link)) ? "The link is copied" : "The link could not be copied");
}

/**
 * @param {string} words
 * @param {string} id
 * @param {string} name
 * @param {() => void} onClick
 */
function tool(words, id, name, onClick) {
  return button(words, { id, class: "d-tool", "aria-label": name, title: name, on: { click: onClick } });
}
