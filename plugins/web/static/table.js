// @ts-check
// The table: keeps the page in step with the server and turns clicks and lines into answers.
import { Board } from "./board.js";
import { boxPicture, logLine, panelTable, ruleButton } from "./log.js";
import { call, freshId, get, make } from "./net.js";
import { meant, openMenu, shown, sorted } from "./question.js";

const token = location.pathname.split("/").pop();
const base = `/api/seat/${token}`;
const board = new Board(get("board"), clicked, (text) => { get("about").textContent = text; });
/** @type {any} */ let view = null;
let log = [];
let answers = sorted([]);
let busy = false;
let seen = 0; // answers that had been given when this person last answered
/** @type {any} */ let replay = null;

// --- in step with the server ---------------------------------------------------------------------------------------

async function load() {
  const ground = await fetch(`${base}/ground.svg`);
  if (!ground.ok) return say((await ground.json()).error.message);
  board.load(await ground.text());
  listen();
}

function listen() {
  const stream = new EventSource(`${base}/stream`);
  stream.onopen = () => { get("link").hidden = true; };
  stream.onerror = () => { get("link").hidden = false; if (stream.readyState === 2) setTimeout(listen, 1500); };
  stream.onmessage = (e) => take(JSON.parse(e.data));
  stream.addEventListener("gone", () => { stream.close(); say("This link was withdrawn."); });
}

function take(next) {
  if (next.error) return;
  if (next.curtain) return drawCurtain(next);
  if (!next.whole && !view) return refresh();
  get("curtain").hidden = true;
  const first = !view;
  view = next;
  log = [...log.slice(0, next.log_from), ...next.log];
  if (first) seen = next.answers;
  if (!replay) draw(next);
  offerSteps();
}

async function refresh() {
  take(await call(`${base}/view`));
}

function drawCurtain(next) {
  view = null; log = []; replay = null;
  for (const id of ["log", "panels", "boxes", "shown", "buttons", "prompt", "about", "refusal", "step", "answers"]) get(id).replaceChildren();
  get("answer").value = "";
  if (board.svg) { board.show({}, true); board.highlight(new Set(), new Set()); }
  get("curtain-text").textContent = `${next.curtain} is asked.`;
  get("curtain-open").textContent = `Only ${next.curtain} is looking`;
  get("curtain-open").onclick = async () => { const made = await call(`${base}/look`, { side: next.curtain }); if (made.view) take(made.view); };
  get("curtain").hidden = false;
  get("curtain-open").focus();
}

// --- drawing -------------------------------------------------------------------------------------------------------

function draw(now) {
  document.title = `${now.title}, ${now.date}`;
  get("title").textContent = now.title;
  get("date").textContent = `${now.date}, ${now.phase}`;
  get("turn").textContent = now.result ?? (now.asked.length ? `${now.asked.join(", ")} to answer` : "");
  shade(now.sides);
  board.show(now.cells, now.whole);
  get("panels").replaceChildren(...now.panels.map(panelTable));
  get("boxes").replaceChildren(...now.boxes.map(boxPicture));
  get("log").replaceChildren(...log.slice(-200).map((line) => logLine(line, (names) => board.point(names), openRule)));
  get("log").scrollTop = get("log").scrollHeight;
  get("share").hidden = !now.owner;
  get("undo").disabled = !now.can_undo;
  drawQuestion(now);
}

function shade(sides) {
  const sheet = /** @type {any} */ (shade).sheet ?? new CSSStyleSheet();
  /** @type {any} */ (shade).sheet = sheet;
  sheet.replaceSync(sides.map((s) => `.side-${s.number} .counter{fill:${s.colour}}.side-${s.number} .on{fill:${s.ink}}.held.side-${s.number}{fill:${s.colour};stroke:${s.colour}}`).join(""));
  document.adoptedStyleSheets = [sheet];
}

function drawQuestion(now) {
  const q = now.question;
  answers = sorted(q?.answers ?? []);
  get("prompt").replaceChildren(...(q ? [`${q.side}: ${q.prompt} `, ...(q.rule ? [ruleButton(q.rule, openRule)] : [])] : [now.result ? now.result : now.asked?.length ? `Waiting for ${now.asked.join(", ")}.` : ""]));
  get("shown").replaceChildren(...(q ? shown(q.shown) : []));
  get("line").hidden = !q;
  get("answers").replaceChildren(...(q ? q.answers.slice(0, 300).map((a) => make("option", { value: a.text })) : []));
  const loose = q && q.answers.length <= 12 ? q.answers : answers.others;
  get("buttons").replaceChildren(...loose.slice(0, 80).map((a) => make("button", { textContent: a.text, onclick: () => give(a.text) })));
  board.highlight(new Set(answers.bySpace.keys()), new Set(answers.byUnit.keys()));
}

// --- answering -----------------------------------------------------------------------------------------------------

function clicked(space, unit, at) {
  get("menu").hidden = true;
  if (replay || !view?.question) return;
  const found = meant(answers, space, unit);
  if (!found.length) {
    if (space || unit) refuse({ rule: view.question.rule, message: `Nothing can be done with ${unit || space} now.` });
    return;
  }
  if (found.length === 1 && !matchMedia("(pointer: coarse)").matches) return give(found[0].text);
  openMenu(found, at, give); // a finger confirms in the menu; several meanings are never guessed
}

async function give(text, sure = false) {
  if (busy || !view) return;
  busy = true;
  document.body.classList.add("busy");
  const made = await call(`${base}/answer`, { rev: view.rev, id: freshId(), action: text, sure });
  busy = false;
  document.body.classList.remove("busy");
  if (made.warning) return askAgain(text, made.warning);
  if (made.error) refuse(made.error);
  else { refuse(null); get("answer").value = ""; }
  if (made.view) { seen = made.view.answers ?? seen; take(made.view); }
}

function askAgain(text, warning) {
  const dialog = get("sure");
  get("sure-text").textContent = warning;
  dialog.onclose = () => { if (dialog.returnValue === "yes") give(text, true); };
  dialog.showModal();
}

function refuse(error) {
  get("refusal").replaceChildren(...(error ? [error.message, " ", ...(error.rule ? [ruleButton(error.rule, openRule)] : [])] : []));
}

function say(message) {
  get("prompt").textContent = message;
}

async function undo() {
  if (!view) return;
  const made = await call(`${base}/undo`, { rev: view.rev });
  refuse(made.error ?? null);
  if (made.view) take(made.view);
}

async function openRule(number) {
  const rule = await call(`${base}/rule?number=${encodeURIComponent(number)}`);
  get("rule-number").textContent = `Rule ${number}`;
  get("rule-gist").textContent = rule.error ? rule.error.message : rule.gist;
  get("rule-reading").textContent = rule.reading ? `Reading: ${rule.reading} ${rule.why}` : "";
  get("rule").showModal();
}

// --- what happened, and replay -------------------------------------------------------------------------------------

function offerSteps() {
  const news = view.answers - seen;
  get("steps").hidden = !(news > 1 && !replay);
  get("step").textContent = `${news} answers since yours.`;
}

async function showAt(count) {
  replay = await call(`${base}/replay?at=${count}`);
  if (replay.curtain) return drawCurtain(replay);
  get("at").max = replay.of;
  get("at").value = count;
  get("at-text").textContent = `${replay.at} of ${replay.of}`;
  get("step").textContent = replay.log.slice(-3).map((line) => line.text).join(" ");
  board.show(replay.cells, true);
  board.highlight(new Set(), new Set());
  board.point(replay.log.slice(-1).flatMap((line) => line.about));
}

function backToNow() {
  replay = null;
  get("slider").hidden = true;
  get("steps").hidden = true;
  if (view) { seen = view.answers; }
  view = null; log = [];
  refresh();
}

async function links() {
  const made = await call(`${base}/links`);
  const address = (one) => `${location.origin}/table/${one.token}`;
  get("link-list").replaceChildren(...(made.seats ?? []).map((one) => make("li", {},
    make("b", { textContent: one.you ? "You" : one.sides.join(", ") || "Spectators" }), " ",
    make("input", { readOnly: true, value: address(one), "aria-label": "Address", onfocus: (e) => e.target.select() }),
    ...(one.you ? [] : [" ", make("button", { type: "button", textContent: "New address", title: "The old address stops working", onclick: async () => { await call(`${base}/links`, { token: one.token }); links(); } })]))));
  if (!get("links").open) get("links").showModal();
}

const THEMES = ["light", "dark", "contrast", "print"];
function theme() {
  const now = document.documentElement.dataset.theme ?? "light";
  document.documentElement.dataset.theme = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
}

function hideCounters() {
  const hidden = document.body.classList.toggle("no-counters");
  get("counters").textContent = hidden ? "Show counters" : "Hide counters";
  get("counters").setAttribute("aria-pressed", String(hidden));
}

get("line").addEventListener("submit", (e) => { e.preventDefault(); const text = get("answer").value.trim(); if (text) give(text); });
get("undo").onclick = undo;
get("fit").onclick = () => board.fit();
get("nearer").onclick = () => board.zoom(0.8);
get("farther").onclick = () => board.zoom(1.25);
get("counters").onclick = hideCounters;
get("theme").onclick = theme;
get("share").onclick = links;
get("replaying").onclick = () => { get("slider").hidden = false; showAt(view ? view.answers : 0); };
get("at").oninput = () => showAt(Number(get("at").value));
get("now").onclick = backToNow;
get("step-on").onclick = () => { const next = (replay ? replay.at : seen) + 1; if (next > view.answers) backToNow(); else showAt(next); };
get("step-back").onclick = () => showAt(Math.max(0, (replay ? replay.at : seen) - 1));
get("step-skip").onclick = backToNow;
document.addEventListener("keydown", (e) => {
  if (e.target instanceof HTMLInputElement || e.ctrlKey || e.metaKey || e.altKey) return;
  const keys = { u: undo, h: hideCounters, t: theme, "/": () => { get("answer").focus(); e.preventDefault(); }, Escape: () => { get("menu").hidden = true; } };
  keys[e.key]?.();
});
document.addEventListener("pointerdown", (e) => { if (!get("menu").contains(/** @type {Node} */ (e.target))) get("menu").hidden = true; });
load();
