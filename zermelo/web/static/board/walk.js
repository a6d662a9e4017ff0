// The keyboard on a board: Tab leads to one cell, and the arrow keys move from there.

const ASIDE = 3; // times as far as a cell ahead
const A_PRESS = 60; // milliseconds between a press and the focus that it brings

export class Walk {
  #grid; // the element around the cells
  #cells; // "row,column" -> button
  #place = "0,0";
  isOff = false; // the arrow keys are for something else
  #down = 1; // -1: the last row is at the top
  #right = 1; // -1: the last column is at the left
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
    return this.#grid.contains(document.activeElement) && !this.#byPointer && !this.isOff;
  }

  /** Begins at the first cell, after the cells were made. */
  begin() {
    this.#stand(this.#cells.keys().next().value ?? "");
  }

  /** @param {boolean} turned  by half a turn */
  set isTurned(turned) {
    this.#down = this.#right = turned ? -1 : 1;
  }

  /** @param {boolean} upsideDown  with left and right as they are */
  set isUpsideDown(upsideDown) {
    this.#down = upsideDown ? -1 : 1;
  }

  /** @param {string} place */
  #stand(place) {
    for (const [at, cell] of this.#cells) cell.tabIndex = at === place ? 0 : -1;
    this.#place = place;
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    if (["Enter", " ", "Tab"].includes(event.key)) this.#byPointer = false;
    if (this.#byPointer || this.isOff || event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, [down: number, right: number]>} */
    const ways = {
      ArrowUp: [-this.#down, 0],
      ArrowDown: [this.#down, 0],
      ArrowLeft: [0, -this.#right],
      ArrowRight: [0, this.#right],
      Home: [0, -this.#right * Infinity],
      End: [0, this.#right * Infinity],
    };
    if (!(event.key in ways)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#cells.get(this.#goal(...ways[event.key]))?.focus();
  }

  /**
   * The next cell in a direction, over gaps: the nearest one, where being beside the way counts more than being far.
   * Infinitely far to the right or left is the end of the row.
   *
   * @param {number} down
   * @param {number} right
   */
  #goal(down, right) {
    const [row, column] = this.#place.split(",").map(Number);
    const [isFar, way] = [Math.abs(right) === Infinity, [Math.sign(down), Math.sign(right)]];
    let [best, least] = ["", Infinity];
    for (const place of this.#cells.keys()) {
      const [below, beyond] = place.split(",").map(Number);
      const ahead = (below - row) * way[0] + (beyond - column) * way[1];
      const aside = Math.abs((below - row) * way[1]) + Math.abs((beyond - column) * way[0]);
      if (ahead <= 0 || (isFar && aside)) continue;
      const cost = isFar ? -ahead : ahead + ASIDE * aside;
      if (cost < least) [best, least] = [place, cost];
    }
    return best;
  }
}
