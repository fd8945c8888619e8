// @ts-check
// The map: what lies on it, what is highlighted, panning, zooming, clicks.

export class Board {
  /** @param {HTMLElement} frame @param {(space: string, unit: string, at: {x: number, y: number}) => void} clicked @param {(text: string) => void} describe */
  constructor(frame, clicked, describe) {
    this.frame = frame;
    this.clicked = clicked;
    this.describe = describe;
    /** @type {any} */ this.svg = null;
    this.box = { x: 0, y: 0, w: 100, h: 100 };
    this.pointers = new Map();
    this.moved = false;
    frame.addEventListener("wheel", (e) => { e.preventDefault(); this.zoom(e.deltaY < 0 ? 0.85 : 1.18, e.clientX, e.clientY); }, { passive: false });
    frame.addEventListener("pointerdown", (e) => { this.pointers.set(e.pointerId, e); this.moved = false; });
    window.addEventListener("pointermove", (e) => this.drag(e));
    window.addEventListener("pointerup", (e) => { this.pointers.delete(e.pointerId); });
    window.addEventListener("pointercancel", (e) => { this.pointers.delete(e.pointerId); });
    frame.addEventListener("click", (e) => this.click(e));
    frame.addEventListener("pointerover", (e) => this.hover(e.target));
    frame.addEventListener("focusin", (e) => this.hover(e.target));
    frame.addEventListener("keydown", (e) => this.key(e));
  }

  /** @param {string} text the map as SVG */
  load(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    this.svg = document.importNode(parsed, true);
    this.frame.replaceChildren(this.svg);
    const [, , w, h] = this.svg.getAttribute("viewBox").split(" ").map(Number);
    this.whole = { x: 0, y: 0, w, h };
    this.live = this.svg.querySelector("#live");
    this.signs = this.svg.querySelector("#signs");
    /** @type {Map<string, any>} */ this.cells = new Map();
    this.spaces = new Map();
    for (const node of this.svg.querySelectorAll(".space")) this.spaces.set(node.id.slice(6), node);
    this.fit();
  }

  /** @param {Record<string, string>} cells what is drawn in each space @param {boolean} whole whether that is all there is */
  show(cells, whole) {
    if (whole) { this.live.replaceChildren(); this.cells.clear(); }
    for (const [id, svg] of Object.entries(cells)) {
      let group = this.cells.get(id);
      if (!group) {
        group = document.createElementNS("http://www.w3.org/2000/svg", "g");
        group.dataset.cell = id;
        this.cells.set(id, group);
        this.live.append(group);
      }
      group.innerHTML = svg;
    }
  }

  /** @param {Set<string>} spaces @param {Set<string>} units that may be clicked */
  highlight(spaces, units) {
    this.signs.replaceChildren();
    this.svg.querySelectorAll("[tabindex]").forEach((node) => node.removeAttribute("tabindex"));
    for (const id of spaces) this.outline(id, "legal");
    for (const node of this.live.querySelectorAll("[data-unit]")) {
      node.classList.toggle("may", units.has(node.dataset.unit));
      if (units.has(node.dataset.unit)) { node.setAttribute("tabindex", "0"); node.setAttribute("role", "button"); node.setAttribute("aria-label", node.querySelector("title")?.textContent ?? ""); }
    }
  }

  /** Outline a space. @param {string} id @param {string} name of the style */
  outline(id, name) {
    const node = this.spaces.get(id);
    if (!node) return;
    const copy = node.cloneNode();
    copy.removeAttribute("id");
    copy.setAttribute("class", name);
    copy.dataset.outline = id;
    if (name === "legal") { copy.setAttribute("tabindex", "0"); copy.setAttribute("role", "button"); copy.setAttribute("aria-label", `space ${id}`); }
    this.signs.append(copy);
  }

  /** Outline what a line of the log names. @param {string[]} names */
  point(names) {
    this.signs.querySelectorAll(".chosen").forEach((node) => node.remove());
    for (const name of names) {
      const unit = this.live.querySelector(`[data-unit="${CSS.escape(name)}"]`);
      this.outline(unit ? unit.closest("[data-cell]").dataset.cell : name, "chosen");
    }
  }

  spaceOf(target) {
    const cell = target.closest?.("[data-cell]");
    const outline = target.closest?.("[data-outline]");
    return cell?.dataset.cell ?? outline?.dataset.outline ?? (target.id?.startsWith("space-") ? target.id.slice(6) : "");
  }

  click(e) {
    if (this.moved || !this.svg) return;
    const unit = e.target.closest?.("[data-unit]")?.dataset.unit ?? "";
    this.clicked(this.spaceOf(e.target), unit, { x: e.clientX, y: e.clientY });
  }

  hover(target) {
    if (!this.svg) return;
    const unit = target.closest?.("[data-unit]");
    const space = this.spaceOf(target);
    const inside = space && this.cells.get(space) ? [...this.cells.get(space).querySelectorAll("[data-unit] > title")].map((t) => t.textContent) : [];
    if (unit) this.describe(unit.querySelector("title")?.textContent ?? "");
    else if (space) this.describe([space, ...inside].join("; "));
  }

  key(e) {
    const step = this.box.w / 8;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (moves[e.key]) { this.box.x += moves[e.key][0]; this.box.y += moves[e.key][1]; this.draw(); e.preventDefault(); }
    else if (e.key === "+") this.zoom(0.8); else if (e.key === "-") this.zoom(1.25); else if (e.key === "0") this.fit();
    else if ((e.key === "Enter" || e.key === " ") && e.target !== this.frame) {
      const at = e.target.getBoundingClientRect();
      this.clicked(this.spaceOf(e.target), e.target.closest("[data-unit]")?.dataset.unit ?? "", { x: at.x + at.width / 2, y: at.y + at.height / 2 });
      e.preventDefault();
    }
  }

  drag(e) {
    if (!this.pointers.has(e.pointerId) || !this.svg) return;
    const before = this.pointers.get(e.pointerId);
    const scale = this.box.w / this.frame.clientWidth;
    if (this.pointers.size === 1) {
      if (!this.moved && Math.hypot(e.clientX - before.clientX, e.clientY - before.clientY) < 6) return;
      this.box.x -= (e.clientX - before.clientX) * scale;
      this.box.y -= (e.clientY - before.clientY) * scale;
    } else {
      const other = [...this.pointers.values()].find((p) => p.pointerId !== e.pointerId);
      const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
      const now = Math.hypot(e.clientX - other.clientX, e.clientY - other.clientY);
      if (was && now) this.zoom(was / now, (e.clientX + other.clientX) / 2, (e.clientY + other.clientY) / 2);
    }
    this.moved = true;
    this.pointers.set(e.pointerId, e);
    this.draw();
  }

  zoom(by, x, y) {
    const frame = this.frame.getBoundingClientRect();
    const [fx, fy] = [((x ?? frame.x + frame.width / 2) - frame.x) / frame.width, ((y ?? frame.y + frame.height / 2) - frame.y) / frame.height];
    const w = Math.min(this.whole.w * 2, Math.max(200, this.box.w * by));
    const h = w * (frame.height / frame.width);
    this.box = { x: this.box.x + (this.box.w - w) * fx, y: this.box.y + (this.box.h - h) * fy, w, h };
    this.draw();
  }

  fit() {
    const ratio = this.frame.clientHeight / Math.max(1, this.frame.clientWidth);
    const w = Math.max(this.whole.w, this.whole.h / ratio);
    this.box = { x: (this.whole.w - w) / 2, y: (this.whole.h - w * ratio) / 2, w, h: w * ratio };
    this.draw();
  }

  draw() {
    const { x, y, w, h } = this.box;
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  }
}
