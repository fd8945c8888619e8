// @ts-check
// The question: which answers a click means, a menu where it could mean several, buttons for the rest.
import { get, make } from "./net.js";

/** The answers that name a space or a unit, and the others. @param {any[]} answers */
export function sorted(answers) {
  const bySpace = new Map(), byUnit = new Map(), others = [];
  const add = (map, key, answer) => map.set(key, [...(map.get(key) ?? []), answer]);
  for (const answer of answers) {
    answer.spaces?.forEach((space) => add(bySpace, space, answer));
    answer.units?.forEach((unit) => add(byUnit, unit, answer));
    if (!answer.spaces && !answer.units) others.push(answer);
  }
  return { bySpace, byUnit, others };
}

/** What a click on a space or a unit may mean. */
export function meant({ bySpace, byUnit }, space, unit) {
  if (unit && byUnit.has(unit)) return byUnit.get(unit);
  return bySpace.get(space) ?? [];
}

/** A menu beside the click. @param {any[]} answers @param {{x: number, y: number}} at @param {(text: string) => void} give */
export function openMenu(answers, at, give) {
  const menu = get("menu");
  const choose = (text) => { menu.hidden = true; give(text); };
  menu.replaceChildren(...answers.slice(0, 60).map((a) => make("button", { role: "menuitem", textContent: a.text, onclick: () => choose(a.text) })),
    make("button", { role: "menuitem", className: "quiet", textContent: "Nothing", onclick: () => { menu.hidden = true; } }));
  menu.hidden = false;
  menu.style.left = `${Math.max(4, Math.min(at.x, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(4, Math.min(at.y, innerHeight - menu.offsetHeight - 8))}px`;
  menu.querySelector("button").focus();
}

/** Odds, orders so far and whatever else a title shows with its question. */
export function shown(data) {
  return Object.entries(data).filter(([, v]) => v !== null && v !== "" && !(Array.isArray(v) && !v.length)).map(([name, value]) =>
    make("div", { className: "shown" }, make("b", { textContent: name.replaceAll("_", " ") }), " ", inside(value)));
}

function inside(value) {
  if (Array.isArray(value) && value.length && value.every((v) => v && typeof v === "object" && !Array.isArray(v))) {
    const names = [...new Set(value.flatMap((row) => Object.keys(row)))];
    return make("table", {}, make("tr", {}, ...names.map((n) => make("th", { textContent: n.replaceAll("_", " ") }))),
      ...value.map((row) => make("tr", {}, ...names.map((n) => make("td", { textContent: short(row[n]) })))));
  }
  if (value && typeof value === "object" && !Array.isArray(value)) return make("div", { className: "inner" }, ...shown(value));
  return document.createTextNode(short(value));
}

function short(value) {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.map(short).join(", ") : typeof value === "object" ? Object.entries(value).map(([k, v]) => `${k} ${short(v)}`).join(", ") : String(value);
}
