// A box over the page, with a heading and a button to close it.

/** @import {Child} from "../common/dom.js" */

import { button, element } from "../common/dom.js";

/**
 * Opens it; it is gone when it is closed.
 *
 * @param {string} title
 * @param {(close: () => void) => Child[]} fill  what is in it
 */
export function openDialog(title, fill) {
  const dialog = element("dialog", { class: "chooser keep-dialog", "aria-labelledby": "keep-dialog-title" });
  const close = () => dialog.close();
  dialog.append(element("h2", { id: "keep-dialog-title" }, title), element("div", { class: "keep-body" }, ...fill(close)));
  dialog.append(button("Close", { class: "quiet", id: "dialog-close", on: { click: close } }));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close(); // outside the box
  });
  dialog.addEventListener("close", () => dialog.remove());
  addEventListener("hashchange", close, { once: true });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
