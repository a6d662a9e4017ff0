// Elements by function call. Text always goes in as text, so nothing that the server says can become markup.

const SVG = "http://www.w3.org/2000/svg";

/** element("button", {class: "quiet", on: {click}}, "Undo"); true and false set and leave out an attribute. */
export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for a part of a drawing. */
export function drawing(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (value === true) {
      node.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, value);
    }
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A button with the page's manners. */
export function button(words, attributes = {}) {
  return element("button", { type: "button", ...attributes }, words);
}

/** Sets the text only where it differs: a live region or a selection is left alone otherwise. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** The SVG text of our own server as a picture that can do nothing. */
export function pictureOf(svg, description) {
  return element("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: description, draggable: "false" });
}

/** Says it to those who listen to the page. */
export function announce(text) {
  const announcer = document.getElementById("announcer");
  // the same words twice would not be read twice
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text;
}

export function wantsLittleMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Copies and says whether it could; the second way is for pages that are not served over https. */
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

/** A value that is remembered from visit to visit, where the browser allows it. */
export function remembered(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
