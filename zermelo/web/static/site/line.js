// The page's line to Python where there is no server: a worker in which Pyodide runs Zermelo. It is used as a WebSocket is.

/** What the page of a site says about itself, in its head. */
const ABOUT = 'meta[name="zermelo-site"]';

/**
 * Where Pyodide, its packages and the sources are; null: the page has a server.
 *
 * @returns {{pyodide: string, packages: string[], sources: string} | null}
 */
export function site() {
  const about = document.querySelector(ABOUT);
  if (!(about instanceof HTMLMetaElement)) return null;
  const { pyodide = "", packages = "", sources = "" } = about.dataset;
  const whole = (/** @type {string} */ address) => new URL(address, document.baseURI).href;
  return { pyodide: whole(pyodide), packages: packages.split(" ").filter(Boolean), sources: whole(sources) };
}

/** Events: `open` when Python is ready, `message` (data: a text), `note` (detail: what is being loaded), `close`. */
export class Line extends EventTarget {
  #worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });

  /** @param {NonNullable<ReturnType<typeof site>>} about */
  constructor(about) {
    super();
    this.#worker.addEventListener("message", ({ data }) => this.#hear(data));
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#fail(event.message ?? "");
    });
    this.#worker.postMessage(about);
  }

  /** @param {string} text */
  send(text) {
    this.#worker.postMessage(text);
  }

  /** @param {{said?: string, note?: string, failed?: string}} told */
  #hear({ said, note, failed }) {
    if (said !== undefined) this.dispatchEvent(new MessageEvent("message", { data: said }));
    else if (failed !== undefined) this.#fail(failed);
    else if (note) this.dispatchEvent(new CustomEvent("note", { detail: note }));
    else this.dispatchEvent(new Event("open"));
  }

  /** @param {string} reason */
  #fail(reason) {
    this.dispatchEvent(new CustomEvent("note", { detail: `Python could not be started: ${reason}` }));
  }
}
