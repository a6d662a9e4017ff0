// Dragging a piece: it follows the pointer from a press until it is released.

const BEGINS = 5; // pixels; less is a click with an unsteady hand

/**
 * @typedef {object} DragListener
 * @property {() => void} begin  once it is a drag
 * @property {(target: Element | null) => void} over  as it moves
 * @property {() => void} lost  when it ends
 * @property {(target: Element | null) => void} drop  after that, where it was released
 */

export class Drag {
  #piece;
  #from; // where the pointer was pressed
  #listener;
  #begun = false;
  #stop = new AbortController();

  /**
   * @param {PointerEvent} event  the press
   * @param {SVGElement | HTMLElement} piece
   * @param {DragListener} listener
   */
  constructor(event, piece, listener) {
    this.#piece = piece;
    this.#from = [event.clientX, event.clientY];
    this.#listener = listener;
    const { signal } = this.#stop;
    /** @param {(told: PointerEvent) => void} act */
    const mine = (act) => (/** @type {PointerEvent} */ told) => told.pointerId === event.pointerId && act(told);
    document.addEventListener("pointermove", mine((moved) => this.#moved(moved)), { signal });
    document.addEventListener("pointerup", mine((released) => this.#released(released)), { signal });
    document.addEventListener("pointercancel", mine(() => this.end()), { signal });
  }

  /** Puts the piece back and stops listening. */
  end() {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    this.#piece.style.transform = "";
    if (this.#begun) this.#listener.lost();
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const [across, down] = [event.clientX - this.#from[0], event.clientY - this.#from[1]];
    if (!this.#begun && Math.hypot(across, down) < BEGINS) return;
    if (!this.#begun) {
      this.#begun = true;
      this.#listener.begin();
    }
    this.#piece.style.transform = `translate(${across}px, ${down}px)`;
    this.#listener.over(under(event));
  }

  /** @param {PointerEvent} event */
  #released(event) {
    const target = under(event);
    const wasDrag = this.#begun;
    this.end();
    if (wasDrag) this.#listener.drop(target);
  }
}

/** @param {PointerEvent} event */
function under(event) {
  return document.elementFromPoint(event.clientX, event.clientY);
}
