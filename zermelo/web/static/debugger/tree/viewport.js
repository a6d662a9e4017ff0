// Which part of the tree is seen, and how large: scale and offset of the drawing in its element.

/** @typedef {{x: number, y: number}} Point */

const MOST_SCALE = 6;
export const FAR = 0.34; // below this scale nodes are dots, and the tree is squeezed from left to right only
const LARGEST = 3.4; // a small tree fills the room, but is not shown larger than this
const ABOVE = 30; // pixels for the buttons above a tree that fits
const TALL = 0.9; // from top to bottom, a tree seen from afar is at most this large

/** Calls `onChange` whenever something else is seen, and `onRoom` where a tree that is fitted should be so again. */
export class Viewport {
  x = 0;
  y = 0;
  scale = 1;
  isFitted = true; // is all of it shown, because nobody wanted otherwise?
  #element;
  #onChange;
  #size = { width: 1, height: 1 }; // of the tree
  /** @type {{width: number, height: number} | null} of the element, until it changes */
  #room = null;

  /**
   * @param {Element} element
   * @param {() => void} onChange
   * @param {() => void} onRoom  there is more or less room for the whole tree
   */
  constructor(element, onChange, onRoom) {
    this.#element = element;
    this.#onChange = onChange;
    new ResizeObserver(() => {
      this.measure();
      if (this.isFitted) onRoom();
      else onChange();
    }).observe(element);
  }

  /**
   * The size of the tree has changed.
   *
   * @param {{width: number, height: number}} size
   */
  set size({ width, height }) {
    this.#size = { width, height };
    if (this.isFitted) this.fit();
  }

  /** The element may have another size now. */
  measure() {
    this.#room = null;
  }

  /** The size of the element. */
  get box() {
    if (!this.#room) {
      const { width, height } = this.#element.getBoundingClientRect();
      this.#room = { width: width || 800, height: height || 400 };
    }
    return this.#room;
  }

  /** Where the whole tree is, in the element. */
  get extent() {
    return { x: this.x, y: this.y, width: this.#size.width * this.scale, height: this.#size.height * this.high };
  }

  /** The scale from top to bottom. */
  get high() {
    return this.#high(this.scale);
  }

  /**
   * Where a place of the tree is in the element.
   *
   * @param {Point} place
   * @returns {Point}
   */
  toElement(place) {
    return { x: this.x + place.x * this.scale, y: this.y + place.y * this.high };
  }

  /** Shows the whole tree. */
  fit() {
    const { width, height } = this.#size;
    const across = this.box.width / width;
    const down = (this.box.height - ABOVE) / height;
    const scale = Math.min(LARGEST, across, Math.max(down, Math.min(FAR, across)));
    const x = (this.box.width - width * scale) / 2;
    const y = Math.max(8, (this.box.height + ABOVE - height * this.#high(scale)) / 2);
    this.#set(x, y, scale);
    this.isFitted = true;
  }

  /**
   * @param {number} factor
   * @param {Point} [at]  stays where it is; else the middle
   */
  zoom(factor, at = { x: this.box.width / 2, y: this.box.height / 2 }) {
    const scale = Math.max(this.#least(), Math.min(MOST_SCALE, this.scale * factor));
    const x = at.x - ((at.x - this.x) / this.scale) * scale;
    const y = at.y - ((at.y - this.y) / this.high) * this.#high(scale);
    this.#set(x, y, scale);
  }

  /**
   * @param {number} across
   * @param {number} down
   */
  pan(across, down) {
    this.#set(this.x + across, this.y + down, this.scale);
  }

  /**
   * Moves to a place of the tree if it is not in sight.
   *
   * @param {Point} place
   */
  follow(place) {
    const { width, height } = this.box;
    const { x, y } = this.toElement(place);
    const edge = Math.min(48, width / 6, height / 6);
    const isInside = x >= edge && x <= width - edge - 40 && y >= edge / 2 && y <= height - edge / 2;
    if (!isInside) this.#set(width / 2 - place.x * this.scale, height / 2 - place.y * this.high, this.scale);
  }

  /**
   * From afar the scale from top to bottom is larger than the one from left to right, as far as there is room.
   *
   * @param {number} scale
   */
  #high(scale) {
    if (scale >= FAR) return scale;
    const room = Math.min(TALL, this.box.height / this.#size.height);
    return scale + Math.max(0, room - scale) * (1 - scale / FAR);
  }

  #least() {
    const { width, height } = this.#size;
    return Math.min(0.3, 0.8 * Math.min(this.box.width / width, this.box.height / height));
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} scale
   */
  #set(x, y, scale) {
    [this.x, this.y, this.scale] = [x, y, scale];
    this.isFitted = false;
    this.#onChange();
  }
}
