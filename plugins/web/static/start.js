// @ts-check
// The start page: titles, a new game, the games of the folder.
import { call, get, make } from "./net.js";

const key = new URLSearchParams(location.hash.slice(1)).get("key") ?? "";
const headers = { "x-key": key };
let bots = ["greedy"];

function tell(message) {
  get("problem").textContent = message;
}

async function load() {
  const [titles, games] = await Promise.all([call("/api/titles", undefined, headers), call("/api/games", undefined, headers)]);
  if (titles.error) return tell(titles.error.message);
  bots = titles.bots;
  get("titles").replaceChildren(...titles.titles.map(card));
  get("games").replaceChildren(...games.games.map(row));
  if (!games.games.length) get("games").append(make("li", { textContent: "None yet." }));
}

function card(title) {
  return make("article", { className: "card" },
    make("img", { src: `/api/preview/${title.id}.svg`, alt: `Map of ${title.name}`, loading: "lazy" }),
    make("h3", { textContent: title.name }), make("p", { textContent: title.summary }),
    make("button", { textContent: `Play ${title.name}`, onclick: () => setUp(title) }));
}

function row(game) {
  if (game.error) return make("li", { textContent: `${game.name}: ${game.error}` });
  return make("li", {}, make("a", { href: `/table/${game.token}`, textContent: `${game.title}, ${game.date}` }),
    ` (${game.name}) ${game.result ?? ""}`);
}

function choice(name, label, values, chosen) {
  const select = make("select", { name, id: `set-${name}` },
    ...values.map(([value, text]) => make("option", { value, textContent: text, selected: value === chosen })));
  return make("p", {}, make("label", { htmlFor: `set-${name}`, textContent: label }), " ", select);
}

function setUp(title) {
  const players = [["me", "me"], ...bots.map((bot) => [bot, `bot: ${bot}`]), ["link", "a link to send"]];
  const bot = bots.includes("greedy") ? "greedy" : bots[0];
  const form = get("setup-form");
  form.replaceChildren(
    make("h2", { id: "setup-title", textContent: title.name }),
    choice("scenario", "Scenario", title.scenarios.map((s) => [s.id, s.name]), title.scenarios[0].id),
    ...title.sides.map((side, i) => choice(`side:${side}`, side, players, i ? bot : "me")),
    make("p", {}, make("label", { htmlFor: "set-seed", textContent: "Seed" }), " ", make("input", { id: "set-seed", name: "seed", type: "number", value: String(Math.floor(Math.random() * 10000)) })),
    make("details", {}, make("summary", { textContent: "Options" }), ...title.options.map((o) => option(o))),
    make("p", { id: "setup-problem", role: "alert" }),
    make("p", {}, make("button", { type: "button", textContent: "Begin", onclick: () => begin(title) }), " ", make("button", { textContent: "Cancel", value: "no" })));
  get("setup").showModal();
}

function option(one) {
  const values = one.choices.length ? one.choices : typeof one.default === "boolean" ? [true, false] : null;
  if (values) return choice(`option:${one.name}`, `${one.name}: ${one.gist}`, values.map((v) => [String(v), String(v)]), String(one.default));
  return make("p", {}, make("label", {}, `${one.name}: ${one.gist} `, make("input", { name: `option:${one.name}`, value: String(one.default) })));
}

async function begin(title) {
  const data = new FormData(get("setup-form"));
  const body = { title: title.id, scenario: data.get("scenario"), seed: Number(data.get("seed")), players: {}, options: {} };
  for (const [name, value] of data) {
    const [kind, rest] = [name.slice(0, name.indexOf(":")), name.slice(name.indexOf(":") + 1)];
    if (kind === "side") body.players[rest] = value;
    if (kind === "option") body.options[rest] = value;
  }
  const made = await call("/api/games", body, headers);
  if (made.error) return (get("setup-problem").textContent = made.error.message);
  location.href = `/table/${made.links.me}`;
}

load();
