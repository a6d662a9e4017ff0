// Asks which of several actions is meant: a promotion, or two captures between the same cells.

/** @import {Action} from "../common/messages.js" */

import { button, element } from "../common/dom.js";
import { piece } from "../board/pieces.js";
import { pieceName } from "../common/words.js";

/** @type {HTMLDialogElement | null} the question that is open */
let open = null;

/** Closes the question, if one is open: its position is no longer shown. */
export function forgetQuestion() {
  open?.close();
}

addEventListener("hashchange", forgetQuestion);

/**
 * Resolves to the chosen action, or to null when the question was closed. Where pieces tell the actions apart they are
 * shown at their square.
 *
 * @param {Action[]} actions
 * @param {Element} [board]
 * @returns {Promise<Action | null>}
 */
export function chooseAction(actions, board) {
  if (actions.length === 1) return Promise.resolve(actions[0]);
  forgetQuestion();
  return new Promise((resolve) => {
    /** @type {Action | null} */
    let chosen = null;
    const dialog = element("dialog", { class: "chooser", "aria-labelledby": "chooser-question" });
    const cell = actions.every((action) => action.piece) ? lastCell(actions[0], board) : null;
    const answers = actions.map((action) => {
      const answer = button(cell ? "" : action.text, {
        "data-action": action.text,
        ...(cell ? { "aria-label": `${action.text}, ${pieceName(action.piece ?? "")}`, title: action.text } : {}),
        on: {
          click: () => {
            chosen = action;
            dialog.close();
          },
        },
      });
      const drawn = cell ? piece(action.piece ?? "", "square") : null;
      if (drawn) answer.append(drawn);
      return answer;
    });
    dialog.append(
      element("h2", { id: "chooser-question" }, "Which move?"),
      element("div", { class: "choices" }, ...answers),
      cell ? "" : button("Cancel", { class: "quiet", on: { click: () => dialog.close() } }),
    );
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close(); // outside the box
    });
    dialog.addEventListener("keydown", (event) => step(event, answers));
    dialog.addEventListener("close", () => {
      if (open === dialog) open = null;
      dialog.remove();
      resolve(chosen);
    });
    document.body.append(dialog);
    open = dialog;
    dialog.showModal();
    if (cell) putAt(dialog, cell);
    answers[0].focus();
  });
}

/**
 * @param {Action} action
 * @param {Element} [board]
 */
function lastCell({ cells }, board) {
  return board?.querySelector(`[data-cell="${cells[cells.length - 1]}"]`) ?? null;
}

/**
 * Puts the choices over their square and those before it, the first one on the square itself.
 *
 * @param {HTMLDialogElement} dialog
 * @param {Element} cell
 */
function putAt(dialog, cell) {
  const { left, top, bottom, width } = cell.getBoundingClientRect();
  dialog.classList.add("at-square");
  dialog.style.setProperty("--square", `${Math.max(44, width)}px`);
  const { width: wide, height } = dialog.getBoundingClientRect();
  const isAbove = top + height > innerHeight; // of the lower edge, where the board is turned
  dialog.classList.toggle("upwards", isAbove);
  const across = Math.max(4, Math.min(left + (width - wide) / 2, innerWidth - wide - 4));
  Object.assign(dialog.style, {
    left: `${across + scrollX}px`,
    top: `${Math.max(4, isAbove ? bottom - height : top) + scrollY}px`,
  });
}

/**
 * The arrow keys go from choice to choice.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} answers
 */
function step(event, answers) {
  const way = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const at = answers.findIndex((answer) => answer === document.activeElement);
  if (!way || at < 0) return;
  answers[(at + way + answers.length) % answers.length].focus();
  event.preventDefault();
}
