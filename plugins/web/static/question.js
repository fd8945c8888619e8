// @ts-check
// The question: which answers a click means, a menu where it could mean several, buttons for the rest.
import { get, make } from "./net.js";
import { counterDrawing } from "./units.js";

const FEW = 12; // so many answers are all buttons, even if they could be clicked on the map
const BUTTONS = 80, LINES = 60; // buttons and lines of a menu at the most

/** @typedef {{text: string, label?: string, spaces?: string[], units?: string[], cards?: string[]}} Answer */

/** The answers that name a space or a unit, and the others. @param {Answer[]} answers */
export function sorted(answers) {
  /** @type {Map<string, Answer[]>} */ const bySpace = new Map();
  /** @type {Map<string, Answer[]>} */ const byUnit = new Map();
  const add = (/** @type {Map<string, Answer[]>} */ map, /** @type {string} */ key, /** @type {Answer} */ answer) => map.set(key, [...(map.get(key) ?? []), answer]);
  /** @type {Answer[]} */ const others = [];
  for (const answer of answers) {
    answer.spaces?.forEach((space) => add(bySpace, space, answer));
    answer.units?.forEach((unit) => add(byUnit, unit, answer));
    if (!answer.spaces && !answer.units) others.push(answer);
  }
  return { bySpace, byUnit, others };
}

/** What a click on a space with these units may mean. @param {ReturnType<typeof sorted>} answers @param {string} space @param {string[]} units */
export function meant({ bySpace, byUnit }, space, units) {
  return [...new Set([...units.flatMap((unit) => byUnit.get(unit) ?? []), ...(bySpace.get(space) ?? [])])];
}

/** The answers that get a button. @param {Answer[]} answers @param {Answer[]} others */
export function loose(answers, others) {
  return (answers.length <= FEW ? answers : others).slice(0, BUTTONS);
}

/** A button for an answer: its words, and what it stands for below. @param {Answer} answer @param {(text: string) => void} give */
export function answerButton(answer, give) {
  const more = answer.label?.startsWith(`${answer.text} (`) ? answer.label.slice(answer.text.length + 2, -1) : "";
  return make("button", { type: "button", className: "answer", onclick: () => give(answer.text) }, answer.text, ...(more ? [make("small", { textContent: more })] : []));
}

/** A menu beside the click. @param {Answer[]} answers @param {{x: number, y: number}} at @param {(text: string) => void} give @param {[string, () => void][]} [acts] @param {HTMLElement[]} [above] lines above the answers */
export function openMenu(answers, at, give, acts = [], above = []) {
  const menu = get("menu");
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const close = () => { menu.hidden = true; };
  const item = (/** @type {string} */ text, /** @type {string} */ style, /** @type {() => void} */ act, /** @type {any[]} */ ...more) =>
    make("button", { type: "button", role: "menuitem", className: style, onclick: () => { close(); act(); } }, text, ...more);
  const lines = answers.slice(0, LINES).map((a) => item(a.label ?? a.text, "", () => give(a.text)));
  menu.replaceChildren(...above, ...lines, ...acts.map(([text, act]) => item(text, "act", act)), item("Nothing", "quiet", () => before?.focus?.()));
  placeAt(menu, at);
  menu.onkeydown = (/** @type {KeyboardEvent} */ e) => moveInMenu(menu, e);
  menu.querySelector("button").focus();
}

/** Show something beside a click, inside the window. @param {HTMLElement} node @param {{x: number, y: number}} at */
export function placeAt(node, at) {
  node.hidden = false;
  node.style.left = `${Math.max(4, Math.min(at.x, innerWidth - node.offsetWidth - 8))}px`;
  node.style.top = `${Math.max(4, Math.min(at.y, innerHeight - node.offsetHeight - 8))}px`;
}

/** A line of the menu with a counter in it. @param {{id: string, words: string, svg: string}} one @param {() => void} act */
export function fanLine(one, act) {
  const line = make("button", { type: "button", role: "menuitem", className: "fan-line", onclick: () => { get("menu").hidden = true; act(); } }, counterDrawing(one), one.words);
  line.firstElementChild?.setAttribute("aria-hidden", "true"); // its words stand beside it
  line.dataset.unit = one.id;
  return line;
}

/** @param {HTMLElement} menu @param {KeyboardEvent} e */
function moveInMenu(menu, e) {
  const step = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
  if (!step) return;
  const items = [...menu.querySelectorAll("button")];
  items[(items.indexOf(/** @type {any} */ (document.activeElement)) + step + items.length) % items.length].focus();
  e.preventDefault();
  e.stopPropagation();
}

/** Odds, orders so far and whatever else a title shows with its question. @param {Record<string, any>} data @returns {HTMLElement[]} */
export function shown(data) {
  return Object.entries(data).filter(([, value]) => !isEmpty(value)).map(([name, value]) =>
    make("div", { className: "shown" }, make("b", { textContent: plain(name) }), " ", inside(name, value)));
}

/** @param {any} value */
function isEmpty(value) {
  return value === null || value === "" || (typeof value === "object" && !Object.keys(value).length);
}

/** @param {string} name @param {any} value @returns {Node} */
function inside(name, value) {
  if (isRows(value)) return rows(value);
  if (name.includes("chances") && value && typeof value === "object") return bars(value);
  if (value && typeof value === "object" && !Array.isArray(value)) return make("div", { className: "inner" }, ...shown(value));
  if (Array.isArray(value) && value.some((one) => String(short(one)).length > 24)) return make("ul", {}, ...value.map((one) => make("li", { textContent: short(one) })));
  return document.createTextNode(short(value));
}

/** @param {any} value */
function isRows(value) {
  return Array.isArray(value) && value.length > 0 && value.every((v) => v && typeof v === "object" && !Array.isArray(v));
}

/** @param {Record<string, any>[]} value */
function rows(value) {
  const names = [...new Set(value.flatMap((row) => Object.keys(row)))].filter((name) => value.some((row) => !isEmpty(row[name])));
  const line = (/** @type {Record<string, any>} */ row) => make("tr", {}, ...names.map((n) => make("td", { textContent: short(row[n]) })));
  return make("div", { className: "wide" }, make("table", {}, make("thead", {}, make("tr", {}, ...names.map((n) => make("th", { scope: "col", textContent: plain(n) })))), make("tbody", {}, ...value.map(line))));
}

/** Exact chances as bars. @param {Record<string, string>} chances */
function bars(chances) {
  const part = (/** @type {string} */ text) => { const [a, b] = String(text).split("/").map(Number); return b ? a / b : Number(a); };
  return make("div", { className: "chances" }, ...Object.entries(chances).map(([result, chance]) =>
    make("div", { className: "chance" }, make("span", { textContent: result }), make("meter", { min: 0, max: 1, value: part(chance) || 0, "aria-label": `${result}: ${chance}` }), make("span", { textContent: chance }))));
}

/** @param {string} name */
function plain(name) {
  return name.replaceAll("_", " ");
}

/** @param {any} value @returns {string} */
function short(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(short).join(", ");
  return typeof value === "object" ? Object.entries(value).map(([k, v]) => `${k} ${short(v)}`).join(", ") : String(value);
}
