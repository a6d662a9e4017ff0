// The tree as a picture of its own: an SVG with all of its looks written into it, and a PNG of that.

/** @import {TreeView} from "./tree.js" */

const LOOKS = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap"],
  ...["stroke-linejoin", "vector-effect", "font-family", "font-size", "font-weight", "text-anchor", "paint-order"],
  ...["white-space", "opacity"],
];
const CONTROLS = ".d-hit, .d-edge-hit, .d-fold:not(.d-folded)"; // that are there to be clicked
const SHARP = 2; // pixels of a PNG for one of the page's
const LARGEST = 8000; // pixels

/**
 * The whole tree as it is shown; of a large one, what is in sight.
 *
 * @param {TreeView} tree
 */
export function asSvg(tree) {
  const { element, view } = tree;
  tree.probes.replaceChildren(...tree.crowd.elements().map(({ probe }) => probe)); // what is on the canvas
  const copy = /** @type {SVGSVGElement} */ (element.cloneNode(true));
  const [from, to] = [element.querySelectorAll("*"), copy.querySelectorAll("*")];
  from.forEach((one, index) => {
    const [computed, drawn] = [getComputedStyle(one), to[index]];
    if (computed.display === "none" || computed.visibility === "hidden" || one.matches(CONTROLS)) return drawn.remove();
    const style = LOOKS.map((name) => [name, computed.getPropertyValue(name)]).filter(([, value]) => value);
    drawn.setAttribute("style", style.map(([name, value]) => `${name}:${value}`).join(";"));
    for (const { name } of [...drawn.attributes]) if (/^(?:class|id|role|aria-|data-)/.test(name)) drawn.removeAttribute(name);
  });
  tree.probes.replaceChildren();
  const { x, y, width, height } = tree.isWhole ? view.extent : { x: 0, y: 0, ...view.box };
  for (const { name } of [...copy.attributes]) copy.removeAttribute(name);
  const size = { viewBox: `${x} ${y} ${width} ${height}`, width, height, xmlns: "http://www.w3.org/2000/svg" };
  for (const [name, value] of Object.entries(size)) copy.setAttribute(name, String(value));
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const fill = getComputedStyle(element.parentElement ?? element).backgroundColor;
  for (const [name, value] of Object.entries({ x, y, width, height, fill })) ground.setAttribute(name, String(value));
  copy.prepend(ground);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/**
 * Saves the tree as a file.
 *
 * @param {TreeView} tree
 * @param {"svg" | "png"} kind
 * @param {string} name  of the file, without its ending
 */
export async function save(tree, kind, name) {
  const { text, width, height } = asSvg(tree);
  const drawn = new Blob([text], { type: "image/svg+xml" });
  const file = kind === "svg" ? drawn : await painted(text, width, height);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `${name}.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * @param {string} svg
 * @param {number} width
 * @param {number} height
 * @returns {Promise<Blob>}
 */
async function painted(svg, width, height) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const sharp = Math.min(SHARP, LARGEST / width, LARGEST / height);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.ceil(width * sharp), Math.ceil(height * sharp)];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))));
  });
}
