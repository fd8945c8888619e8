// @ts-check
// What happened since this person last answered, step by step on the board; and the replay of any earlier moment.
import { call, get } from "./net.js";
import { logLine } from "./log.js";

export class Steps {
  /** @param {string} base @param {import("./board.js").Board} board @param {{now: () => void, openRule: (number: string) => void}} table */
  constructor(base, board, table) {
    this.base = base;
    this.board = board;
    this.table = table;
    /** @type {{at: number, lines: any[]}[]} */ this.news = [];
    this.here = -1; // the step shown; -1 before the first
    /** @type {number | null} */ this.shown = null; // the board shown, by its number of answers; null is now
    this.asked = 0;
    get("step-on").onclick = () => this.go(this.here + 1);
    get("step-back").onclick = () => this.go(this.here - 1);
    get("step-skip").onclick = () => this.leave();
    get("now").onclick = () => this.leave();
    get("at").oninput = () => this.replay(Number(get("at").value));
    get("at-back").onclick = () => this.replay(Number(get("at").value) - 1);
    get("at-on").onclick = () => this.replay(Number(get("at").value) + 1);
  }

  /** Whether an earlier moment is on the board. */
  get away() {
    return this.shown !== null;
  }

  /** Offer what happened since an answer, unless that is nothing. @param {number} first */
  async offer(first) {
    const made = await call(`${this.base}/news?first=${first}`);
    if (!made.steps?.length || this.away) return this.close();
    this.news = made.steps;
    this.here = -1;
    get("step").replaceChildren(...made.steps.flatMap((/** @type {any} */ s) => s.lines).slice(-3).map((/** @type {any} */ line) => this.line(line)));
    get("step-count").textContent = made.steps.length === 1 ? "Since your answer, one thing happened:" : `Since your answer, ${made.steps.length} things happened; the last:`;
    this.label();
    get("steps").hidden = false;
  }

  close() {
    get("steps").hidden = true;
    this.news = [];
  }

  label() {
    get("step-back").disabled = this.here <= 0;
    get("step-on").textContent = this.here < 0 ? "Show step by step" : this.here + 1 < this.news.length ? "Next" : "Done";
  }

  /** @param {number} step */
  async go(step) {
    if (step >= this.news.length) return this.leave();
    this.here = Math.max(0, step);
    const { at, lines } = this.news[this.here];
    get("step").replaceChildren(...lines.map((line) => this.line(line)));
    get("step-count").textContent = `${this.here + 1} of ${this.news.length}`;
    this.label();
    await this.look(at, at - 1, lines);
  }

  /** @param {number} count */
  async replay(count) {
    this.close();
    get("slider").hidden = false;
    const made = await this.look(Math.max(0, count), Math.max(0, count - 1));
    if (!made) return;
    get("at").max = made.of;
    get("at").value = made.at;
    get("at-text").textContent = `${made.at} of ${made.of}`;
    get("at-step").replaceChildren(...made.log.slice(-3).map((/** @type {any} */ line) => this.line(line)));
  }

  /** Show the board after `count` answers, with arrows since `first`. @param {number} count @param {number} first @param {any[]} [lines] */
  async look(count, first, lines = []) {
    const mine = ++this.asked;
    const have = lines.length ? this.shown ?? "" : ""; // steps follow each other, so changes are enough
    const made = await call(`${this.base}/replay?at=${count}&first=${first}&have=${have}`);
    if (mine !== this.asked) return null; // a later look has been asked for meanwhile
    if (made.curtain || made.error) { this.table.now(); return null; }
    this.shown = made.at;
    this.board.earlier = true;
    this.board.show(made.cells, made.whole);
    this.board.highlight(new Set(), new Set());
    this.board.point(made.arrows, lines.length > 0);
    this.board.mark(lines.flatMap((line) => line.about), !made.arrows && lines.length > 0);
    return made;
  }

  /** Back to the present. */
  leave() {
    const away = this.away;
    this.shown = null;
    this.board.earlier = false;
    this.asked += 1;
    get("slider").hidden = true;
    this.close();
    if (away) this.table.now();
  }

  /** @param {any} line */
  line(line) {
    return logLine(line, (names) => this.board.mark(names, true), this.table.openRule);
  }
}
