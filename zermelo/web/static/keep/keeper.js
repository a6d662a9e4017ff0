// <z-keeper>: a game shared by a link, saved, listed and reopened, read from a text or a file, and downloaded.

/** @import {ReadRecord} from "../play/messages.js" */
/** @import {Session} from "../common/session.js" */

import { announce, button, copy, element, write } from "../common/dom.js";
import { writeHash } from "../common/route.js";
import { personSeat } from "../common/seats.js";
import { gameTitle } from "../common/words.js";
import { openDialog } from "./dialog.js";
import { forgetGame, saveGame, savedGames } from "./shelf.js";

const LONGEST_TEXT = 60_000; // characters of a record that the server reads
const LONGEST_LINK = 8000; // characters that programs pass on
const SHOWN = 2500; // milliseconds
const HINT = "PGN, PDN, SGF, a .mat match, moves, or a position";

export class Keeper extends HTMLElement {
  /** @type {Session} */
  #session;
  #timer = 0;
  #note = element("p", { class: "note", id: "keep-note", role: "status" });
  #buttons = {
    share: button("Share", { id: "share", title: "Copy a link to this game", on: { click: () => this.#share() } }),
    save: button("Save", { id: "save-game", title: "Save it in this browser", on: { click: () => this.#save() } }),
    list: button("My games", { id: "saved-games", on: { click: () => this.#list() } }),
    open: button("Open …", { id: "open-record", title: HINT, on: { click: () => this.#open() } }),
    download: button("Download", { id: "download", on: { click: () => this.#download() } }),
  };

  /** @param {Session} session */
  configure(session) {
    this.#session = session;
    this.append(element("div", { class: "buttons" }, ...Object.values(this.#buttons)), this.#note);
    return this;
  }

  /**
   * Reads what is pasted or dropped while the view is shown.
   *
   * @param {AbortSignal} signal
   */
  listen(signal) {
    document.addEventListener("paste", (event) => this.#pasted(event), { signal });
    document.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault(), {
      signal,
    });
    document.addEventListener("drop", (event) => this.#dropped(event), { signal });
  }

  show() {
    const { secret, hidden } = this.#session.shown;
    this.#buttons.download.disabled = this.#buttons.save.disabled = Boolean(secret);
    this.#buttons.share.disabled = hidden;
  }

  get #hash() {
    return writeHash(this.#session.target("play"));
  }

  async #share() {
    const link = `${location.origin}${location.pathname}${this.#hash}`;
    const done = await copy(link);
    const long = link.length > LONGEST_LINK ? " It is long: some programs cut it." : "";
    if (done) return this.#say(`The link was copied.${long}`);
    openDialog("Share", () => {
      const field = element("input", { type: "text", readonly: true, "aria-label": "Link to this game" });
      field.value = link;
      return [field];
    });
  }

  #save() {
    const { plies, game } = this.#session.shown;
    const names = new Set(savedGames().map(({ name }) => name));
    const title = `${gameTitle(this.#session.shown)}, ${plies} ${plies === 1 ? "move" : "moves"}`;
    let usual = title;
    for (let number = 2; names.has(usual); number++) usual = `${title} (${number})`;
    openDialog("Save the game", (close) => {
      const field = element("input", { type: "text", id: "save-name", maxlength: 100, "aria-label": "Name" });
      field.value = usual;
      const form = element("form", { class: "joined" }, field, element("button", { type: "submit", id: "save-now" }, "Save"));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const done = saveGame(field.value.trim() || game, this.#hash);
        close();
        this.#say(done ? "Saved in this browser." : "This browser does not allow that, or has no room.");
      });
      setTimeout(() => field.select());
      return [form];
    });
  }

  #list() {
    openDialog("My games", (close) => {
      const list = element("ul", { class: "saved" });
      const fill = () => {
        const rows = savedGames().map(({ name, hash, at }) => {
          const open = element("a", { href: hash, on: { click: close } }, name);
          const forget = () => {
            forgetGame(name);
            fill();
          };
          const remove = button("Delete", { class: "quiet", "aria-label": `Delete ${name}`, on: { click: forget } });
          return element("li", {}, open, element("time", { datetime: at }, new Date(at).toDateString()), remove);
        });
        const none = element("li", { class: "note" }, "No game is saved in this browser.");
        list.replaceChildren(...(rows.length ? rows : [none]));
      };
      fill();
      return [list];
    });
  }

  /** @param {string} [text] */
  #open(text = "") {
    openDialog("Open a game", (close) => {
      const field = element("textarea", { id: "record-text", rows: 8, spellcheck: "false", "aria-label": HINT });
      const file = element("input", { type: "file", id: "record-file", "aria-label": "File" });
      const error = element("p", { class: "error", id: "record-error", role: "alert" });
      const games = element("ul", { class: "saved" });
      field.value = text;
      field.placeholder = HINT;
      const read = async (which = 0) => {
        write(error, "Reading …");
        const found = await this.#read(field.value, which);
        if (typeof found === "string") return write(error, found);
        write(error, "");
        if (found.games.length > 1 && !games.childElementCount) {
          const rows = found.games.map((title, at) => {
            return element("li", {}, button(title, { class: "quiet", on: { click: () => read(at) } }));
          });
          return games.replaceChildren(...rows);
        }
        const wrong = await this.#begin(found);
        if (wrong) return write(error, wrong);
        close();
      };
      field.addEventListener("input", () => games.replaceChildren());
      file.addEventListener("change", async () => {
        field.value = file.files?.[0] ? await file.files[0].text() : "";
        games.replaceChildren();
        if (field.value) read();
      });
      if (text) read();
      return [field, file, button("Open", { id: "record-open", class: "primary", on: { click: () => read() } }), error, games];
    });
  }

  /**
   * What the server finds in a text, or one line about what is wrong.
   *
   * @param {string} text
   * @param {number} number
   * @returns {Promise<ReadRecord | string>}
   */
  async #read(text, number) {
    const answer = await this.#session.socket.ask("read", { text: cut(text), number });
    return answer.type === "error" ? answer.message : answer;
  }

  /** @param {ReadRecord} found */
  async #begin({ game, parameters, position, moves, lines, comments }) {
    const players = this.#session.info.games.find(({ name }) => name === game)?.players ?? 2;
    const seats = [...Array(players).keys()].map(() => personSeat());
    const record = { position: position ?? undefined, moves, lines, comments, seats };
    const answer = await this.#session.begin(game, parameters, record);
    return answer.type === "error" ? answer.message : "";
  }

  async #download() {
    const { players, utilities } = this.#session.shown;
    const [first, second] = utilities ?? [];
    const result = !utilities ? "*" : first > second ? "1-0" : first < second ? "0-1" : "1/2-1/2";
    /** @type {Record<string, string>} */
    const named = players.length === 2 ? { White: players[0], Black: players[1] } : {};
    const answer = await this.#session.socket.ask("write", { tags: { ...named, Result: result } });
    if (answer.type === "error") return this.#say(answer.message);
    const address = URL.createObjectURL(new Blob([answer.text], { type: "text/plain" }));
    const link = element("a", { href: address, download: answer.file });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), SHOWN);
    this.#say(`Downloaded as ${answer.file}.`);
  }

  /** @param {ClipboardEvent} event */
  #pasted(event) {
    const { target, clipboardData } = event;
    if (target instanceof Element && target.closest("input, select, textarea, dialog")) return;
    const text = clipboardData?.getData("text/plain").trim();
    if (text && !this.#session.shown.secret) this.#open(text);
  }

  /** @param {DragEvent} event */
  async #dropped(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this.#open(await file.text());
  }

  /** @param {string} words */
  #say(words) {
    write(this.#note, words);
    announce(words);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => write(this.#note, ""), 2 * SHOWN);
  }
}

/**
 * As many whole games of a long text as the server reads.
 *
 * @param {string} text
 */
function cut(text) {
  if (text.length <= LONGEST_TEXT) return text;
  const part = text.slice(0, LONGEST_TEXT);
  const last = part.lastIndexOf("\n[Event ");
  return last > 0 ? part.slice(0, last) : part;
}

customElements.define("z-keeper", Keeper);
