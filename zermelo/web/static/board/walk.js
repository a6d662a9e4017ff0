// The keyboard on a board: Tab leads to one cell, and the arrow keys move from there.

const A_PRESS = 60; // milliseconds between a press and the focus that it brings

export class Walk {
  #grid; // the element around the cells
  #cells; // "row,column" -> button
  #place = "0,0";
  #isTurned = false;
  #byPointer = false; // did the pointer bring the focus here?
  #pressedAt = -Infinity;

  /**
   * @param {HTMLElement} grid
   * @param {Map<string, HTMLElement>} cells
   */
  constructor(grid, cells) {
    this.#grid = grid;
    this.#cells = cells;
    grid.addEventListener("keydown", (event) => this.#keyed(event));
    grid.addEventListener("pointerdown", () => {
      this.#byPointer = true;
      this.#pressedAt = performance.now();
    });
    grid.addEventListener("focusin", (event) => {
      this.#byPointer = performance.now() - this.#pressedAt < A_PRESS;
      if (event.target instanceof HTMLElement && event.target.dataset.cell) this.#stand(event.target.dataset.cell);
    });
  }

  /** Do the arrow keys move over the cells? After a click they step through the game again. */
  get isOn() {
    return this.#grid.contains(document.activeElement) && !this.#byPointer;
  }

  /** Begins at the first cell, after the cells were made. */
  begin() {
    this.#stand("0,0");
  }

  /** @param {boolean} turned */
  set isTurned(turned) {
    this.#isTurned = turned;
  }

  /** @param {string} place */
  #stand(place) {
    for (const [at, cell] of this.#cells) cell.tabIndex = at === place ? 0 : -1;
    this.#place = place;
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    if (["Enter", " ", "Tab"].includes(event.key)) this.#byPointer = false;
    if (this.#byPointer || event.ctrlKey || event.metaKey || event.altKey) return;
    const [row, column] = this.#place.split(",").map(Number);
    const last = Math.max(...[...this.#cells.keys()].map((place) => Number(place.split(",")[1])));
    const turn = this.#isTurned ? -1 : 1;
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowUp: [row - turn, column],
      ArrowDown: [row + turn, column],
      ArrowLeft: [row, column - turn],
      ArrowRight: [row, column + turn],
      Home: [row, this.#isTurned ? last : 0],
      End: [row, this.#isTurned ? 0 : last],
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#cells.get(steps[event.key].join())?.focus();
  }
}
