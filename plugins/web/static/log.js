// @ts-check
// The log, the panels and the boxes beside the map.
import { make } from "./net.js";

/** @param {any} line @param {(names: string[]) => void} point @param {(number: string) => void} openRule */
export function logLine(line, point, openRule) {
  const text = make("button", { className: "line", textContent: line.text, onclick: () => point(line.about), onmouseenter: () => point(line.about) });
  return make("li", {}, text, ...(line.rule ? [" ", ruleButton(line.rule, openRule)] : []));
}

export function ruleButton(number, openRule) {
  return make("button", { className: "rule", textContent: `(${number})`, title: `Rule ${number}`, onclick: () => openRule(number) });
}

export function panelTable(panel) {
  const rows = panel.rows.map((row) => make("tr", {}, ...row.map((text) => make("td", { textContent: text }))));
  if (panel.columns.length) rows.unshift(make("tr", {}, ...panel.columns.map((text) => make("th", { textContent: text }))));
  return make("div", { className: "panel" }, make("h2", { textContent: panel.heading }), make("table", {}, ...rows));
}

export function boxPicture(box) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 324 ${Math.max(box.height, 10)}`);
  svg.innerHTML = box.svg;
  return make("details", { open: true, className: "box-off" }, make("summary", { textContent: box.label }), svg);
}
