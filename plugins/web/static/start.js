// @ts-check
// The start page: titles, a new game, the games of the folder.
import { call, get, make } from "./net.js";
import { startTheme } from "./themes.js";

const key = new URLSearchParams(location.hash.slice(1)).get("key") ?? "";
const headers = { "x-key": key };
let bots = ["greedy"];

/** @param {string} message */
function tell(message) {
  get("problem").textContent = message;
}

async function load() {
  const [titles, games] = await Promise.all([call("/api/titles", undefined, headers), call("/api/games", undefined, headers)]);
  if (titles.error) return tell(titles.error.message);
  bots = titles.bots;
  get("titles").replaceChildren(...titles.titles.map(card));
  const running = games.games.filter((/** @type {any} */ game) => !game.result), over = games.games.filter((/** @type {any} */ game) => game.result);
  get("games").replaceChildren(...[...running, ...over].map(row));
  if (!games.games.length) get("games").append(make("li", { textContent: "None yet." }));
}

/** @param {any} title */
function card(title) {
  return make("article", { className: "card" },
    make("img", { src: `/api/preview/${title.id}.svg`, alt: `Map of ${title.name}`, loading: "lazy" }),
    make("h3", { textContent: title.name }), make("p", { textContent: title.summary }),
    make("button", { className: "main", textContent: `Play ${title.name}`, onclick: () => setUp(title) }));
}

/** @param {any} game */
function row(game) {
  if (game.error) return make("li", { textContent: `${game.name}: ${game.error}` });
  return make("li", {}, make("a", { href: `/table/${game.token}`, textContent: `${game.title}, ${game.date}` }),
    make("span", { className: "state", textContent: ` ${game.name} · ${game.result ? `over: ${game.result}` : "running"}` }));
}

/** @param {string} name @param {string} label @param {[string, string][]} values @param {string} chosen */
function choice(name, label, values, chosen) {
  const select = make("select", { name, id: `set-${name}` },
    ...values.map(([value, text]) => make("option", { value, textContent: text, selected: value === chosen })));
  return make("p", {}, make("label", { htmlFor: `set-${name}`, textContent: label }), " ", select);
}

/** @param {any} title */
function setUp(title) {
  /** @type {[string, string][]} */
  const players = [["me", "me"], ...bots.map((bot) => /** @type {[string, string]} */ ([bot, `bot: ${bot}`])), ["link", "a link to send"]];
  const bot = ["planner:normal", "planner", "greedy"].find((name) => bots.includes(name)) ?? bots[0];
  const form = get("setup-form");
  form.replaceChildren(
    make("h2", { id: "setup-title", textContent: title.name }),
    choice("scenario", "Scenario", title.scenarios.map((/** @type {any} */ s) => [s.id, s.name]), title.scenarios[0].id),
    ...Object.entries(title.sides).map(([side, name], i) => choice(`side:${side}`, name, players, i ? bot : "me")),
    variants(title),
    make("p", {}, make("label", { htmlFor: "set-seed", textContent: "Seed of the dice" }), " ", make("input", { id: "set-seed", name: "seed", type: "number", value: String(Math.floor(Math.random() * 10000)) })),
    make("details", {}, make("summary", { textContent: "Options" }), ...title.options.map(option)),
    make("p", { id: "setup-problem", className: "wide lost", role: "alert" }),
    make("p", { className: "ends" }, make("button", { type: "button", className: "main", textContent: "Begin", onclick: () => begin(title) }), " ", make("button", { textContent: "Cancel", value: "no" })));
  get("setup").showModal();
}

/** @param {any} title */
function variants(title) {
  return title.variants.length ? choice("variant", "Variant", [["", "none"], ...title.variants.map((/** @type {string} */ name) => [name, name])], "") : "";
}

/** @param {any} one */
function option(one) {
  const values = one.choices.length ? one.choices : typeof one.default === "boolean" ? [true, false] : null;
  const label = `${one.name.replaceAll("_", " ")}: ${one.gist}`;
  if (values) return choice(`option:${one.name}`, label, values.map((/** @type {any} */ v) => [String(v), String(v)]), String(one.default));
  return make("p", {}, make("label", { htmlFor: `set-option:${one.name}`, textContent: label }), " ", make("input", { id: `set-option:${one.name}`, name: `option:${one.name}`, value: String(one.default) }));
}

/** @param {any} title */
async function begin(title) {
  const data = new FormData(get("setup-form"));
  /** @type {any} */
  const body = { title: title.id, scenario: data.get("scenario"), seed: Number(data.get("seed")), players: {}, options: {}, variants: [] };
  for (const [name, value] of data) {
    const [kind, rest] = [name.slice(0, name.indexOf(":")), name.slice(name.indexOf(":") + 1)];
    if (kind === "side") body.players[rest] = value;
    if (kind === "option") body.options[rest] = value;
    if (name === "variant" && value) body.variants.push(value);
  }
  const made = await call("/api/games", body, headers);
  if (made.error) return (get("setup-problem").textContent = made.error.message);
  location.href = `/table/${made.links.me}`;
}

startTheme();
load();
