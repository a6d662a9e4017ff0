// A large tree seen from afar: a canvas of lines and dots, which is far faster than thousands of elements.

/** @import {Place} from "../messages.js" */
/** @import {Dot} from "../looks.js" */
/** @import {Ends} from "./branch.js" */
/** @import {Viewport} from "./viewport.js" */

import { drawing, element } from "../../common/dom.js";

const FINEST = 2; // pixels of the canvas for one of the page

/**
 * @typedef {{look: string, dress: string, much?: number, places: {x: number, y: number}[]}} Dots  that look the same
 * @typedef {{colour: string, opacity: number, size: number}} Paint
 */

export class Mass {
  canvas = element("canvas", { class: "d-canvas", "aria-hidden": "true" });
  #layer;
  /** @type {{plain: Ends[], bold: Ends[]}} */
  #lines = { plain: [], bold: [] };
  /** @type {Dots[]} */
  #dots = [];
  /** @type {Map<string, Paint>} by the look of dots, and of both kinds of lines */
  #paints = new Map();

  /** @param {SVGGElement} layer  where the stylesheet is asked what dots and lines look like */
  constructor(layer) {
    this.#layer = layer;
  }

  /**
   * Takes what is to be drawn.
   *
   * @template {Place} Part
   * @param {Iterable<Part>} parts
   * @param {(node: number) => Dot | null} dotOf  null: it is not there yet
   * @param {(part: Part) => Ends | null} endsOf
   */
  take(parts, dotOf, endsOf) {
    this.#lines = { plain: [], bold: [] };
    /** @type {Map<string, Dots>} */
    const found = new Map();
    for (const part of parts) {
      const dot = dotOf(part.index);
      if (!dot) continue;
      const { dress, much, isBold } = dot;
      const ends = endsOf(part);
      if (ends) this.#lines[isBold ? "bold" : "plain"].push(ends);
      const look = `${dress} ${much ?? ""}`;
      const same = found.get(look) ?? { look, dress, much, places: [] };
      found.set(look, same);
      same.places.push(part);
    }
    this.#dots = [...found.values()];
    this.#ask();
  }

  /** Asks the stylesheet for colours and sizes. */
  #ask() {
    const asked = this.elements();
    this.#layer.replaceChildren(...asked.map(({ probe }) => probe));
    this.#paints = new Map(
      asked.map(({ look, probe }) => {
        const { stroke, strokeOpacity, strokeWidth } = getComputedStyle(probe);
        return [look, { colour: stroke, opacity: Number(strokeOpacity), size: Number.parseFloat(strokeWidth) }];
      }),
    );
    this.#layer.replaceChildren();
  }

  /** The same as elements: a path of lines, one of those that stand out, and a path of dots per look. */
  elements() {
    const lines = Object.entries(this.#lines).map(([look, all]) => {
      const d = all.map(({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`).join("");
      return { look, probe: drawing("path", { class: look === "bold" ? "d-edge d-bold" : "d-edge", d }) };
    });
    const dots = this.#dots.map(({ look, dress, much, places }) => {
      const d = places.map(({ x, y }) => `M${x} ${y}h0`).join("");
      const probe = drawing("path", { class: `d-shape d-dot ${dress}`, d });
      if (much !== undefined) probe.style.setProperty("--much", `${much}%`);
      return { look, probe };
    });
    return [...lines, ...dots];
  }

  /** @param {Viewport} view */
  draw({ x, y, scale, high, box: { width, height } }) {
    const fine = Math.min(FINEST, devicePixelRatio);
    const [wide, tall] = [Math.ceil(width * fine), Math.ceil(height * fine)];
    if (this.canvas.width !== wide || this.canvas.height !== tall) [this.canvas.width, this.canvas.height] = [wide, tall];
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    pen.setTransform(fine, 0, 0, fine, 0, 0);
    pen.clearRect(0, 0, width, height);
    for (const [look, lines] of Object.entries(this.#lines)) {
      this.#dip(pen, look);
      pen.beginPath();
      let before = "";
      for (const { x1, y1, x2, y2 } of lines) {
        const [fromX, toX, fromY, toY] = [x + x1 * scale, x + x2 * scale, y + y1 * high, y + y2 * high];
        if (Math.max(fromX, toX) < 0 || Math.min(fromX, toX) > width || toY < 0 || fromY > height) continue;
        const here = `${Math.floor(fromX)} ${Math.floor(toX)} ${Math.floor(toY)}`;
        if (here === before) continue; // it would hide the one before
        before = here;
        pen.moveTo(fromX, fromY);
        pen.lineTo(toX, toY);
      }
      pen.stroke();
    }
    for (const { look, places } of this.#dots) {
      const size = this.#dip(pen, look);
      let [lastX, lastY] = [NaN, NaN];
      pen.beginPath();
      for (const place of places) {
        const [atX, atY] = [Math.round(x + place.x * scale), y + place.y * high];
        if (atX < -size || atX > width + size || atY < -size || atY > height + size) continue;
        if (atX === lastX && atY === lastY) continue;
        [lastX, lastY] = [atX, atY];
        pen.moveTo(atX + size / 2, atY);
        pen.arc(atX, atY, size / 2, 0, 7);
      }
      pen.fill();
    }
    pen.globalAlpha = 1;
  }

  /**
   * Returns how large what is drawn with this pen is.
   *
   * @param {CanvasRenderingContext2D} pen
   * @param {string} look
   */
  #dip(pen, look) {
    const { colour, opacity, size } = this.#paints.get(look) ?? { colour: "gray", opacity: 1, size: 1 };
    pen.strokeStyle = pen.fillStyle = colour;
    pen.globalAlpha = opacity;
    pen.lineWidth = size;
    return size;
  }

  clear() {
    this.#lines = { plain: [], bold: [] };
    this.#dots = [];
    this.canvas.width = this.canvas.height = 0;
  }
}
