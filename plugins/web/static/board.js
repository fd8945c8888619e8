// @ts-check
// The map: what lies on it, what is highlighted, what is clicked or looked at.
import { Camera } from "./camera.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {{x: number, y: number}} Place
 * @typedef {{clicked: (space: string, unit: string, at: Place) => void, looked: (space: string, unit: string) => void}} Hands
 */

export class Board {
  /** @param {HTMLElement} frame @param {Hands} hands what to do with clicks and looks */
  constructor(frame, hands) {
    this.frame = frame;
    this.hands = hands;
    this.camera = new Camera(frame);
    /** @type {any} */ this.svg = null;
    /** @type {any} */ this.live = null;
    /** @type {any} */ this.signs = null;
    /** @type {any} */ this.arrows = null;
    /** @type {Map<string, any>} */ this.cells = new Map();
    /** @type {Map<string, any>} */ this.spaces = new Map();
    this.earlier = false; // whether another moment than the present is shown
    frame.addEventListener("click", (e) => this.click(e));
    frame.addEventListener("pointerover", (e) => { if (e.pointerType === "mouse") this.look(e.target); });
    frame.addEventListener("focusin", (e) => this.look(e.target));
    frame.addEventListener("keydown", (e) => this.key(e));
  }

  /** @param {string} text the map as SVG */
  load(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    this.svg = document.importNode(parsed, true);
    this.frame.replaceChildren(this.svg);
    [this.live, this.signs, this.arrows] = ["live", "signs", "arrows"].map((layer) => this.svg.querySelector(`#${layer}`));
    this.cells.clear();
    this.spaces.clear();
    for (const node of this.svg.querySelectorAll(".space")) this.spaces.set(node.id.slice(6), node);
    this.camera.take(this.svg);
  }

  /** @param {Record<string, string>} cells what is drawn in each space @param {boolean} whole whether that is all there is */
  show(cells, whole) {
    if (whole) { this.live.replaceChildren(); this.cells.clear(); }
    for (const [id, svg] of Object.entries(cells)) {
      let group = this.cells.get(id);
      if (!group) {
        group = document.createElementNS(SVG, "g");
        group.dataset.cell = id;
        this.cells.set(id, group);
        this.live.append(group);
      }
      group.innerHTML = svg;
    }
  }

  /** @param {string} svg arrows drawn by the server; empty for none @param {boolean} [follow] whether to move there */
  point(svg, follow = false) {
    this.arrows.innerHTML = svg;
    if (follow && svg) this.camera.show(this.arrows.getBBox());
  }

  /** @param {Set<string>} spaces @param {Set<string>} units that may be clicked */
  highlight(spaces, units) {
    this.signs.replaceChildren();
    this.svg.querySelectorAll("[tabindex]").forEach((/** @type {any} */ node) => node.removeAttribute("tabindex"));
    const deep = [...this.cells.keys()].filter((id) => this.under(id).some((unit) => units.has(unit)));
    for (const id of new Set([...spaces, ...deep])) this.outline(id, "legal");
    markUnits(this.live, units);
  }

  /** Spaces that a unit could go to. @param {string[]} spaces */
  reach(spaces) {
    this.signs.querySelectorAll(".reach").forEach((/** @type {any} */ node) => node.remove());
    for (const id of spaces) this.outline(id, "reach");
  }

  /** Outline spaces that a line of the log names, or the spaces of units. @param {string[]} names @param {boolean} [follow] */
  mark(names, follow = false) {
    this.signs.querySelectorAll(".chosen").forEach((/** @type {any} */ node) => node.remove());
    const marked = names.map((name) => {
      const unit = this.live.querySelector(`[data-unit="${CSS.escape(name)}"]`);
      return this.outline(unit ? unit.closest("[data-cell]").dataset.cell : name, "chosen");
    }).filter((node) => node);
    if (follow && marked.length) this.camera.show(marked[marked.length - 1].getBBox());
  }

  /** Outline a space. @param {string} id @param {string} name of the style @returns {any} */
  outline(id, name) {
    const node = this.spaces.get(id);
    if (!node) return null;
    const copy = node.cloneNode();
    copy.removeAttribute("id");
    copy.setAttribute("class", name);
    copy.dataset.outline = id;
    if (name === "legal") pressable(copy, `space ${id}`);
    this.signs.append(copy);
    return copy;
  }

  /** @param {any} target */
  spaceOf(target) {
    const cell = target.closest?.("[data-cell]");
    const outline = target.closest?.("[data-outline]");
    return cell?.dataset.cell ?? outline?.dataset.outline ?? (target.id?.startsWith("space-") ? target.id.slice(6) : "");
  }

  /** The counters in a space: id, words and drawing. @param {string} space */
  stack(space) {
    const cell = this.cells.get(space);
    return cell ? [...cell.querySelectorAll(".unit")].map((node) => ({ id: node.dataset.unit ?? "", words: node.querySelector("title")?.textContent ?? "", node })) : [];
  }

  /** The ids of all units in a space, drawn or too deep to be. @param {string} space */
  units(space) {
    return [...this.under(space), ...this.stack(space).map((one) => one.id)].filter((id) => id);
  }

  /** The ids of the units that lie too deep in a stack to be drawn. @param {string} space @returns {string[]} */
  under(space) {
    const names = this.cells.get(space)?.querySelector("[data-under]")?.dataset.under;
    return names ? names.split(" ").map(decodeURIComponent) : [];
  }

  /** @param {any} e */
  click(e) {
    if (this.camera.moved || !this.svg) return;
    this.hands.clicked(this.spaceOf(e.target), e.target.closest?.("[data-unit]")?.dataset.unit ?? "", { x: e.clientX, y: e.clientY });
  }

  /** @param {any} target */
  look(target) {
    if (this.svg) this.hands.looked(this.spaceOf(target), target.closest?.("[data-unit]")?.dataset.unit ?? "");
  }

  /** @param {any} e */
  key(e) {
    if ((e.key !== "Enter" && e.key !== " ") || e.target === this.frame) return;
    const at = e.target.getBoundingClientRect();
    this.hands.clicked(this.spaceOf(e.target), e.target.closest("[data-unit]")?.dataset.unit ?? "", { x: at.x + at.width / 2, y: at.y + at.height / 2 });
    e.preventDefault();
  }
}

/** Mark the counters that may be clicked. @param {any} inside @param {Set<string>} units */
export function markUnits(inside, units) {
  for (const node of inside.querySelectorAll("[data-unit]")) {
    const may = units.has(node.dataset.unit);
    node.classList.toggle("may", may);
    if (may) pressable(node, node.querySelector("title")?.textContent ?? "");
  }
}

/** @param {any} node @param {string} name */
function pressable(node, name) {
  node.setAttribute("tabindex", "0");
  node.setAttribute("role", "button");
  node.setAttribute("aria-label", name);
}
