// @ts-check
// What the title can be asked: a folded table for each of its commands, and the same commands in the text line.
import { call, get, make } from "./net.js";
import { panelTable } from "./log.js";

const OPEN = ["hand"]; // tables that are unfolded from the beginning

export class Lookups {
  /** @param {string} base */
  constructor(base) {
    this.base = base;
    /** @type {Record<string, string>} */ this.words = {};
    /** @type {Map<string, any>} */ this.parts = new Map();
    get("looked-close").onclick = () => this.close();
  }

  /** Unfolded tables are brought up to date. @param {Record<string, string>} words the commands and what each tells */
  show(words) {
    if (Object.keys(words).join() !== [...this.parts.keys()].join()) this.build(words);
    this.words = words;
    for (const word of this.parts.keys()) this.fill(word);
    this.close();
  }

  /** @param {Record<string, string>} words */
  build(words) {
    this.parts.clear();
    for (const [word, gist] of Object.entries(words)) {
      const part = make("details", { className: "lookup", open: OPEN.includes(word), ontoggle: () => this.fill(word) }, make("summary", { textContent: word, title: gist }), make("div", {}));
      this.parts.set(word, part);
    }
    get("lookups").replaceChildren(...this.parts.values());
  }

  /** @param {string} word */
  async fill(word) {
    const part = this.parts.get(word);
    if (!part.open || get("pane-panels").hidden) return;
    const made = await call(`${this.base}/lookup?text=${encodeURIComponent(word)}`);
    if (made.panel?.rows) part.lastChild.replaceChildren(panelTable(made.panel));
  }

  /** Fill what was unfolded while the pane was hidden. */
  opened() {
    for (const word of this.parts.keys()) this.fill(word);
  }

  /** Whether a line asks for a table instead of answering. @param {string} text */
  knows(text) {
    return text.split(/\s+/)[0].toLowerCase() in this.words;
  }

  /** @param {string} text @param {(error: any) => void} refuse */
  async ask(text, refuse) {
    const made = await call(`${this.base}/lookup?text=${encodeURIComponent(text)}`);
    refuse(made.error ?? null);
    if (!made.panel?.rows) return;
    get("looked-table").replaceChildren(panelTable(made.panel));
    get("looked").hidden = false;
  }

  close() {
    get("looked").hidden = true;
    get("looked-table").replaceChildren();
  }

  /** Forget everything that was shown. */
  clear() {
    this.close();
    this.parts.clear();
    get("lookups").replaceChildren();
  }
}
