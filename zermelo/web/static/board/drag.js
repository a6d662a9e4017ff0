// A piece that is dragged: it follows the pointer from a press until it is let go.

const BEGINS = 5; // pixels: less is a click with an unsteady hand

export class Drag {
  #piece;
  #from; // where the pointer was pressed
  #listener;
  #begun = false;
  #stop = new AbortController();

  /** listener: begin() once it is a drag, over(target) as it goes, lost() when it ends, then drop(target). */
  constructor(event, piece, listener) {
    this.#piece = piece;
    this.#from = [event.clientX, event.clientY];
    this.#listener = listener;
    const { signal } = this.#stop;
    const mine = (act) => (told) => told.pointerId === event.pointerId && act(told);
    document.addEventListener("pointermove", mine((moved) => this.#moved(moved)), { signal });
    document.addEventListener("pointerup", mine((released) => this.#released(released)), { signal });
    document.addEventListener("pointercancel", mine(() => this.end()), { signal });
  }

  /** Puts the piece back and listens no more. */
  end() {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    this.#piece.style.transform = "";
    if (this.#begun) this.#listener.lost();
  }

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

  #released(event) {
    const target = under(event);
    const wasDrag = this.#begun;
    this.end();
    if (wasDrag) this.#listener.drop(target);
  }
}

function under(event) {
  return document.elementFromPoint(event.clientX, event.clientY);
}
