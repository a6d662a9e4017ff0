// Elements by function call. Text always goes in as text, so nothing that the server says can become markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Record<string, (event: any) => void>} Listeners
 * @typedef {Record<string, string | number | boolean | null | undefined | Listeners>} Attributes
 * @typedef {string | Node | null | undefined | false} Child
 */

/**
 * element("button", {class: "quiet", on: {click}}, "Undo"). An attribute that is true is set without a value; one that
 * is false, null or undefined is left out.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * The same for a part of an SVG drawing.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function drawing(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} Made
 * @param {Made} node
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 * @returns {Made}
 */
function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && typeof value === "object") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (value === true) {
      node.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, String(value));
    }
  }
  for (const child of children.flat()) if (child || child === "") node.append(child);
  return node;
}

/**
 * A button that does not submit a form.
 *
 * @param {Child | Child[]} words
 * @param {Attributes} [attributes]
 */
export function button(words, attributes = {}) {
  return element("button", { type: "button", ...attributes }, words);
}

/**
 * Calls `act` with the detail of an event of the page's own.
 *
 * @param {EventTarget} target
 * @param {string} event
 * @param {(detail: any) => void} act
 * @param {AddEventListenerOptions} [options]
 */
export function hear(target, event, act, options) {
  target.addEventListener(event, (told) => act(/** @type {CustomEvent} */ (told).detail), options);
}

/**
 * Dispatches an event of the page's own.
 *
 * @param {EventTarget} target
 * @param {string} event
 * @param {unknown} [detail]
 */
export function tell(target, event, detail = null) {
  target.dispatchEvent(new CustomEvent(event, { detail }));
}

/**
 * Sets the text only where it differs, so that live regions and selections are not disturbed.
 *
 * @param {Node} node
 * @param {string} text
 */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * SVG text from our own server as an image, which cannot run scripts.
 *
 * @param {string} svg
 * @param {string} description
 */
export function pictureOf(svg, description) {
  return element("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: description, draggable: "false" });
}

/**
 * Speaks to those who use a screen reader.
 *
 * @param {string} text
 */
export function announce(text) {
  const announcer = byId("announcer");
  // the same words twice would not be read twice
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text;
}

/**
 * An element that index.html has.
 *
 * @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found;
}

export function wantsLittleMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Copies a text and returns whether that worked; the second way is for pages that are not served over https.
 *
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = element("textarea", { class: "unseen", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/**
 * A value that is remembered from visit to visit, where the browser allows it; with a second argument, sets it.
 *
 * @param {string} name
 * @param {string} [value]
 */
export function remembered(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
