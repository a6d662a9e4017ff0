// The keyboard on a board: one cell can be tabbed to, the arrow keys lead on from there.

const A_PRESS = 60; // milliseconds between a press and the focus that it brings

export class Walk {
  #grid; // the element around the cells
  #cells; // "row,column" -> button
  #place = "0,0";
  #isTurned = false;
  #byPointer = false; // did the pointer bring the focus here?
  #pressedAt = -Infinity;

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
      if (event.target.dataset.cell) this.#stand(event.target.dataset.cell);
    });
  }

  /** Does the keyboard walk over the cells just now? After a click the arrow keys belong to the page again. */
  get isOn() {
    return this.#grid.contains(document.activeElement) && !this.#byPointer;
  }

  /** The cells are new: begins at the first. */
  begin() {
    this.#stand("0,0");
  }

  set isTurned(turned) {
    this.#isTurned = turned;
  }

  #stand(place) {
    for (const [at, cell] of this.#cells) cell.tabIndex = at === place ? 0 : -1;
    this.#place = place;
  }

  #keyed(event) {
    if (["Enter", " ", "Tab"].includes(event.key)) this.#byPointer = false;
    if (this.#byPointer || event.ctrlKey || event.metaKey || event.altKey) return;
    const [row, column] = this.#place.split(",").map(Number);
    const last = Math.max(...[...this.#cells.keys()].map((place) => Number(place.split(",")[1])));
    const turn = this.#isTurned ? -1 : 1;
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
