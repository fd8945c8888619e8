// @ts-check
// The log, the panels and the boxes beside the map.
import { make } from "./net.js";

/** @param {any} line @param {(names: string[]) => void} point @param {(number: string) => void} openRule */
export function logLine(line, point, openRule) {
  const text = line.about.length
    ? make("button", { className: "line", textContent: line.text, title: "Show it on the map", onclick: () => point(line.about), onmouseenter: () => point(line.about) })
    : make("span", { textContent: line.text });
  return make("li", {}, text, ...(line.rule ? [" ", ruleButton(line.rule, openRule)] : []));
}

/** @param {string} number @param {(number: string) => void} openRule */
export function ruleButton(number, openRule) {
  return make("button", { type: "button", className: "rule", textContent: `(${number})`, title: `Rule ${number}: what it says`, onclick: () => openRule(number) });
}

/** @param {any} panel */
export function panelTable(panel) {
  const rows = panel.rows.map((/** @type {string[]} */ row) => make("tr", {}, ...row.map((text) => make("td", { textContent: text }))));
  const head = panel.columns.length ? [make("thead", {}, make("tr", {}, ...panel.columns.map((/** @type {string} */ text) => make("th", { scope: "col", textContent: text }))))] : [];
  return make("div", { className: "panel" }, make("h2", { textContent: panel.heading }), make("div", { className: "wide" }, make("table", {}, ...head, make("tbody", {}, ...rows))));
}

/** @param {any} box */
export function boxPicture(box) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 350 ${Math.max(box.height, 10)}`);
  svg.setAttribute("class", "box-picture");
  svg.dataset.cell = box.id;
  svg.innerHTML = box.svg;
  return make("details", { open: true, className: "box-off" }, make("summary", { textContent: `${box.label} (${box.count})` }), svg);
}

/** Panes of which one is seen, chosen by its tab. @param {string[]} names @param {(name: string) => void} opened is told which */
export function startTabs(names, opened) {
  const tab = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.getElementById(`tab-${name}`));
  const choose = (/** @type {string} */ name) => {
    for (const other of names) {
      const on = other === name;
      tab(other).setAttribute("aria-selected", String(on));
      tab(other).tabIndex = on ? 0 : -1;
      /** @type {HTMLElement} */ (document.getElementById(`pane-${other}`)).hidden = !on;
    }
    opened(name);
  };
  names.forEach((name, i) => {
    tab(name).addEventListener("click", () => choose(name));
    tab(name).addEventListener("keydown", (e) => {
      const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
      if (!step) return;
      const next = names[(i + step + names.length) % names.length];
      choose(next);
      tab(next).focus();
    });
  });
}
