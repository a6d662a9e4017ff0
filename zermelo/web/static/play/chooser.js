// Asks which of several actions is meant: a promotion, or two captures between the same cells.

/** @import {Action} from "../common/messages.js" */

import { button, element } from "../common/dom.js";

/**
 * Resolves to the chosen action, or to null when the question was closed.
 *
 * @param {Action[]} actions
 * @returns {Promise<Action | null>}
 */
export function chooseAction(actions) {
  if (actions.length === 1) return Promise.resolve(actions[0]);
  return new Promise((resolve) => {
    /** @type {Action | null} */
    let chosen = null;
    const dialog = element("dialog", { class: "chooser", "aria-labelledby": "chooser-question" });
    const answers = actions.map((action) =>
      button(action.text, {
        "data-action": action.text,
        on: {
          click: () => {
            chosen = action;
            dialog.close();
          },
        },
      }),
    );
    dialog.append(
      element("h2", { id: "chooser-question" }, "Which move?"),
      element("div", { class: "choices" }, ...answers),
      button("Cancel", { class: "quiet", on: { click: () => dialog.close() } }),
    );
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close(); // outside the box
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
    answers[0].focus();
  });
}
