// A game tree with the book's shapes: ▲ for MAX, ▼ for MIN, ● for chance, a box for a leaf.

/** @import {PictureNode, TreePicture} from "../../common/messages.js" */

import { drawing } from "../../common/dom.js";

const RADIUS = 22;
/** @type {Record<string, number>} */
const FITS_INSIDE = { max: 3, min: 3, chance: 4 }; // characters; a longer label stands beside its node
const EDGE_LABEL_AT = 0.66; // on the way from parent to child
const MARGIN = 12;

/** @param {TreePicture} picture */
export function tree(picture) {
  const { nodes, width, height } = picture;
  /** @type {boolean[]} is it in a branch that was cut? */
  const cut = [];
  nodes.forEach((node, index) => {
    cut[index] = node.state === "cut" || cut[node.parent] === true;
  });
  const edges = nodes.flatMap((node, index) => {
    return node.parent < 0 ? [] : edge(nodes[node.parent], node, cut[index]);
  });
  const shapes = nodes.flatMap((node, index) => shape(node, cut[index]));
  const view = `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`;
  const attributes = { class: "tree", viewBox: view, role: "img", "aria-label": said(picture) };
  const drawn = drawing("svg", attributes, ...edges, ...shapes);
  drawn.style.maxWidth = `${Math.max(240, 1.4 * width)}px`;
  return drawn;
}

/**
 * @param {string} base
 * @param {PictureNode} node
 * @param {boolean} cut
 */
function look(base, node, cut) {
  return cut ? `${base} cut` : node.state === "best" ? `${base} best` : base;
}

/**
 * @param {PictureNode} parent
 * @param {PictureNode} node
 * @param {boolean} cut
 */
function edge(parent, node, cut) {
  const [x1, y1, x2, y2] = [parent.x, parent.y + RADIUS - 3, node.x, node.y - RADIUS + 3];
  /** @type {SVGElement[]} */
  const parts = [drawing("line", { x1, y1, x2, y2, class: look("edge", node, cut) })];
  if (node.edge) {
    const [x, y] = [x1 + (x2 - x1) * EDGE_LABEL_AT, y1 + (y2 - y1) * EDGE_LABEL_AT];
    parts.push(drawing("text", { x, y: y + 4, class: "edge-label" }, node.edge));
  }
  return parts;
}

/**
 * @param {PictureNode} node
 * @param {boolean} cut
 */
function shape(node, cut) {
  const { x, y, kind, label } = node;
  /** @type {SVGElement[]} */
  const parts = [];
  if (node.state === "current") parts.push(drawing("circle", { cx: x, cy: y, r: RADIUS + 7, class: "glow" }));
  const [wide, high] = [RADIUS + 4, RADIUS - 2];
  const isPlayer = /^player /.test(kind);
  const isRound = kind === "chance" || isPlayer;
  let half = RADIUS;
  if (kind === "max" || kind === "min") {
    const up = kind === "max" ? 1 : -1;
    const corners = `${x},${y - up * (high + 2)} ${x + wide},${y + up * high} ${x - wide},${y + up * high}`;
    parts.push(drawing("polygon", { points: corners, class: look(`node ${kind}`, node, cut) }));
  } else if (isRound) {
    const base = isPlayer ? "node player" : "node chance";
    parts.push(drawing("circle", { cx: x, cy: y, r: high, class: look(base, node, cut) }));
  } else {
    half = Math.max(RADIUS - 4, 4.7 * label.length + 7);
    const box = { x: x - half, y: y - RADIUS + 5, width: 2 * half, height: 2 * (RADIUS - 5), rx: 5 };
    parts.push(drawing("rect", { ...box, class: look("node leaf", node, cut) }));
  }
  const limit = isPlayer ? 0 : (FITS_INSIDE[kind] ?? Infinity);
  const lean = kind === "max" ? 6 : kind === "min" ? -6 : 0; // where a triangle is wide
  const inside = isPlayer ? String(Number(kind.slice(7)) + 1) : label.length <= limit ? label : "";
  const size = lean && inside.length > 2 ? " long" : "";
  if (inside) parts.push(drawing("text", { x, y: y + lean + 5, class: (cut ? "cut" : "") + size }, inside));
  if (label && label.length > limit) {
    parts.push(drawing("text", { x: x + RADIUS + 11, y: y + 5, class: "beside" }, label));
  }
  if (node.note) parts.push(drawing("text", { x, y: y + RADIUS + 12, class: "note" }, node.note));
  return parts;
}

/** @param {TreePicture} picture */
function said({ nodes, caption }) {
  const current = nodes.find(({ state }) => state === "current");
  const place = current ? `; at ${current.kind} ${current.label}` : "";
  return `${caption || `a tree of ${nodes.length} nodes`}${place}`;
}
