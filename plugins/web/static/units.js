// @ts-check
// The card of the unit or stack that is looked at: its data, its supply, and where it can go.
import { call, get, make } from "./net.js";
import { panelTable } from "./log.js";

const PAUSE = 250; // milliseconds a pointer must rest before the server is asked

export class UnitCard {
  /** @param {string} base @param {import("./board.js").Board} board */
  constructor(base, board) {
    this.base = base;
    this.board = board;
    this.space = "";
    this.unit = "";
    /** @type {Map<string, any>} */ this.known = new Map(); // what the server said, for the present position
    this.timer = 0;
    this.pinned = false;
  }

  /** Forget what was said of an earlier position. */
  reset() {
    this.known.clear();
    this.pinned = false;
    this.hide();
  }

  hide() {
    if (this.pinned) return;
    clearTimeout(this.timer);
    get("unit").hidden = true;
    this.board.svg && this.board.reach([]);
    [this.space, this.unit] = ["", ""];
  }

  /** Show a stack, and one of its units in full. @param {string} space @param {string} unit */
  look(space, unit) {
    if (this.pinned || (space === this.space && unit === this.unit)) return;
    const stack = this.board.stack(space);
    if (!stack.length) return this.hide();
    [this.space, this.unit] = [space, unit || (stack.length === 1 ? stack[0].id : "")];
    this.draw(stack);
    clearTimeout(this.timer);
    if (this.board.earlier) return; // the server would tell of the present
    const deep = this.board.under(space).length > 0;
    if (this.unit || deep) this.timer = window.setTimeout(() => { if (deep) this.fan(space); if (this.unit) this.ask(this.unit); }, PAUSE);
  }

  /** Keep a unit's card and its reach in sight, so that a space can be clicked. @param {string} space @param {string} unit */
  async pin(space, unit) {
    this.pinned = false;
    this.look(space, unit);
    this.pinned = true;
    await this.ask(unit);
  }

  unpin() {
    this.pinned = false;
    this.hide();
  }

  /** @param {string} unit */
  async ask(unit) {
    if (!this.known.has(unit)) this.known.set(unit, await call(`${this.base}/unit?id=${encodeURIComponent(unit)}`));
    if (unit !== this.unit) return;
    this.draw(this.board.stack(this.space));
    this.board.reach(this.known.get(unit)?.goes ?? []);
  }

  /** Show all counters of a deep stack. @param {string} space */
  async fan(space) {
    const key = `stack of ${space}`;
    if (!this.known.has(key)) this.known.set(key, (await call(`${this.base}/stack?space=${encodeURIComponent(space)}`)).units);
    if (space === this.space) this.draw(this.board.stack(space));
  }

  /** @param {{id: string, words: string, node: any}[]} drawn */
  draw(drawn) {
    const said = this.known.get(this.unit);
    const stack = this.known.get(`stack of ${this.space}`) ?? drawn;
    const counters = stack.map((/** @type {any} */ one) => one.svg ? counterDrawing(one, one.id === this.unit) : counterPicture(one.node, one.words, one.id === this.unit));
    const one = stack.find((/** @type {any} */ s) => s.id === this.unit) ?? null;
    const lines = one ? [make("p", { className: "unit-name", textContent: one.words })] : stack.map((/** @type {any} */ s) => make("p", { textContent: s.words }));
    const goes = said?.goes?.length ? [make("p", { className: "quiet", textContent: `Can go to ${said.goes.length} ${said.goes.length === 1 ? "space" : "spaces"}, outlined on the map.` })] : [];
    get("unit").replaceChildren(make("div", { className: "fan" }, ...counters), ...lines, ...(said?.supply ? [panelTable(said.supply)] : []), ...goes);
    get("unit").classList.toggle("above", this.isLow());
    get("unit").hidden = false;
  }

  /** Whether the space lies in the lower half of the board, where the card would cover it. */
  isLow() {
    const [cell, frame] = [this.board.cells.get(this.space), this.board.frame].map((node) => node?.getBoundingClientRect());
    return Boolean(cell) && cell.y + cell.height / 2 > frame.y + frame.height / 2;
  }
}

/** A counter that the server has drawn. @param {{words: string, svg: string}} one @param {boolean} chosen */
export function counterDrawing(one, chosen = false) {
  const svg = frame(one.words, chosen);
  svg.innerHTML = one.svg;
  return svg;
}

/** A counter of the map, drawn again. @param {any} node @param {string} words @param {boolean} chosen */
export function counterPicture(node, words, chosen = false) {
  const svg = frame(words, chosen);
  const copy = node.cloneNode(true);
  copy.removeAttribute("transform");
  copy.removeAttribute("tabindex");
  copy.removeAttribute("role");
  svg.append(copy);
  return svg;
}

/** @param {string} words @param {boolean} chosen */
function frame(words, chosen) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "-28 -26 56 54");
  svg.setAttribute("class", chosen ? "one chosen-one" : "one");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", words);
  return svg;
}
