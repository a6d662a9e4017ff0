// The debugger's controls and texts around its tree.

/** @import {Report, Timeline} from "./time.js" */

import { button, element, write } from "../common/dom.js";
import "../common/waiting.js";

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
 *
 * @typedef {ReturnType<typeof controls>} Controls
 */

/**
 * The elements by name.
 *
 * @param {SVGSVGElement} tree
 * @param {Commands} on
 */
export function controls(tree, on) {
  const busy = element("z-waiting", { id: "debugger-busy", class: "d-busy" });
  const legend = element("p", { class: "d-legend" });
  const unfold = button("Unfold all", { id: "unfold-all", hidden: true, on: { click: on.unfold } });
  const refold = button("Fold again", { id: "fold-again", hidden: true, on: { click: on.refold } });
  const counted = counts();
  const tools = element(
    "div",
    { class: "d-tools", role: "group", "aria-label": "View" },
    tool("−", "zoom-out", "Zoom out", () => on.zoom(0.8)),
    tool("+", "zoom-in", "Zoom in", () => on.zoom(1.25)),
    tool("Fit", "zoom-fit", "Show the whole tree", on.fit),
  );
  return {
    ...{ busy, legend, unfold, refold },
    ...counted,
    ...exercises(on),
    ...walking(on),
    ...telling(on),
    error: element("p", { id: "debugger-error", class: "d-error", role: "alert" }),
    stage: element("div", { class: "d-stage" }, tree, tools, busy),
    under: element("div", { class: "d-under" }, legend, unfold, refold, counted.figures),
  };
}

/**
 * The numbers under the tree.
 *
 * @param {Controls} controls
 * @param {Report} report
 * @param {Timeline} time
 */
export function showFigures({ root, cut, seen, seenName, cutFigure, figures }, { algorithm, bounded }, time) {
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
export function empty({ legend, words, about, root, cut, seen, number, open, unfold, refold, slider, steps, figures }) {
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
 */
function telling(on) {
  const words = element("p", { id: "step-words", class: "d-words", "aria-live": "polite", "aria-atomic": "true" });
  const about = element("p", { id: "node-words", class: "d-about" });
  const open = button("Open this branch", { id: "branch-open", hidden: true, on: { click: on.open } });
  const told = element("div", { class: "d-told" }, words, element("div", { class: "d-chosen" }, about, open));
  return { words, about, open, told };
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
