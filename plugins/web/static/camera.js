// @ts-check
// What part of the map is seen: panning with the pointer, zooming with wheel, pinch and keys.

const DRAG = 6; // pixels a pointer may tremble before it drags

export class Camera {
  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    /** @type {SVGSVGElement | null} */ this.svg = null;
    this.whole = { w: 100, h: 100 };
    this.box = { x: 0, y: 0, w: 100, h: 100 };
    this.pointers = new Map();
    this.moved = false; // whether the pointer has dragged since it went down: then its click is none
    frame.addEventListener("wheel", (e) => { e.preventDefault(); this.zoom(e.deltaY < 0 ? 0.85 : 1.18, e.clientX, e.clientY); }, { passive: false });
    frame.addEventListener("pointerdown", (e) => { this.pointers.set(e.pointerId, e); this.moved = false; });
    window.addEventListener("pointermove", (e) => this.drag(e));
    window.addEventListener("pointerup", (e) => { this.pointers.delete(e.pointerId); });
    window.addEventListener("pointercancel", (e) => { this.pointers.delete(e.pointerId); });
    frame.addEventListener("keydown", (e) => this.key(e));
    new ResizeObserver(() => this.reshape()).observe(frame);
  }

  /** Look at another drawing. @param {SVGSVGElement} svg */
  take(svg) {
    this.svg = svg;
    const [, , w, h] = (svg.getAttribute("viewBox") ?? "0 0 100 100").split(" ").map(Number);
    this.whole = { w, h };
    this.fit();
  }

  /** @param {PointerEvent} e */
  drag(e) {
    const before = this.pointers.get(e.pointerId);
    if (!before || !this.svg) return;
    const scale = this.box.w / this.frame.clientWidth;
    const [dx, dy] = [e.clientX - before.clientX, e.clientY - before.clientY];
    if (this.pointers.size === 1) {
      if (!this.moved && Math.hypot(dx, dy) < DRAG) return;
      this.box.x -= dx * scale;
      this.box.y -= dy * scale;
    } else {
      const other = [...this.pointers.values()].find((p) => p.pointerId !== e.pointerId);
      const far = (/** @type {PointerEvent} */ p) => Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY);
      if (far(before) && far(e)) this.zoom(far(before) / far(e), (e.clientX + other.clientX) / 2, (e.clientY + other.clientY) / 2);
    }
    this.moved = true;
    this.pointers.set(e.pointerId, e);
    this.draw();
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const step = this.box.w / 8;
    /** @type {Record<string, [number, number]>} */
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (moves[e.key]) { this.box.x += moves[e.key][0]; this.box.y += moves[e.key][1]; this.draw(); e.preventDefault(); }
    else if (e.key === "+") this.zoom(0.8);
    else if (e.key === "-") this.zoom(1.25);
    else if (e.key === "0") this.fit();
  }

  /** @param {number} by @param {number} [x] @param {number} [y] the point of the screen that stays where it is */
  zoom(by, x, y) {
    const frame = this.frame.getBoundingClientRect();
    const [fx, fy] = [((x ?? frame.x + frame.width / 2) - frame.x) / frame.width, ((y ?? frame.y + frame.height / 2) - frame.y) / frame.height];
    const w = Math.min(this.whole.w * 2, Math.max(160, this.box.w * by));
    const h = w * (frame.height / frame.width);
    this.box = { x: this.box.x + (this.box.w - w) * fx, y: this.box.y + (this.box.h - h) * fy, w, h };
    this.draw();
  }

  fit() {
    const ratio = this.ratio();
    const w = Math.max(this.whole.w, this.whole.h / ratio);
    this.box = { x: (this.whole.w - w) / 2, y: (this.whole.h - w * ratio) / 2, w, h: w * ratio };
    this.draw();
  }

  /** Move so that a part of the drawing is seen, nearer if it would be small. @param {DOMRect} part */
  show(part) {
    const near = 900 * Math.min(1, this.frame.clientWidth / 900);
    const inside = part.x > this.box.x && part.y > this.box.y && part.x + part.width < this.box.x + this.box.w && part.y + part.height < this.box.y + this.box.h;
    if (inside && this.box.w < near * 2) return;
    const w = Math.min(this.box.w, Math.max(near, part.width * 1.6, (part.height * 1.6) / this.ratio()));
    const h = w * this.ratio();
    this.box = { x: part.x + part.width / 2 - w / 2, y: part.y + part.height / 2 - h / 2, w, h };
    this.draw();
  }

  /** Keep the middle where it is when the frame changes its shape. */
  reshape() {
    const h = this.box.w * this.ratio();
    this.box = { ...this.box, y: this.box.y + (this.box.h - h) / 2, h };
    this.draw();
  }

  ratio() {
    return this.frame.clientHeight / Math.max(1, this.frame.clientWidth);
  }

  draw() {
    const { x, y, w, h } = this.box;
    this.svg?.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  }
}
