// @ts-check
// The table: keeps the page in step with the server and turns clicks and lines into answers.
import { Board, markUnits } from "./board.js";
import { boxPicture, logLine, panelTable, ruleButton, startTabs } from "./log.js";
import { call, forget, freshId, get, make } from "./net.js";
import { answerButton, fanLine, loose, meant, openMenu, placeAt, shown, sorted } from "./question.js";
import { showLinks } from "./share.js";
import { Lookups } from "./lookups.js";
import { Steps } from "./steps.js";
import { nextTheme, startTheme } from "./themes.js";
import { UnitCard } from "./units.js";
import { askHint, showWhy } from "./why.js";

const token = location.pathname.split("/").pop();
const base = `/api/seat/${token}`;
const LONG = 200; // lines of the log that are shown
const FEW = 8; // lines of a menu for a whole stack; where there are more, the unit is chosen first
const SMALL = 700; // pixels of a board that is too narrow to show a whole map

const board = new Board(get("board"), { clicked, looked: (space, unit) => card.look(space, unit) });
const card = new UnitCard(base, board);
const lookups = new Lookups(base);
const steps = new Steps(base, board, { now: backToNow, openRule });
/** @type {any} */ let view = null;
/** @type {any[]} */ let log = [];
let logStart = 0; // number of the first line in `log`
let answers = sorted([]);
let busy = false;
let skipped = 0; // answers that had been given when this person last skipped what happened
/** @type {EventSource | null} */ let stream = null;

// --- in step with the server ---------------------------------------------------------------------------------------

async function load() {
  const ground = await fetch(`${base}/ground.svg`);
  if (ground.status === 429) { setTimeout(load, 1500); return; }
  if (!ground.ok) return close((await ground.json()).error.message);
  board.load(await ground.text());
  listen();
}

function listen() {
  stream?.close();
  const opened = new EventSource(`${base}/stream${view ? `?have=${view.rev}` : ""}`);
  stream = opened;
  opened.onopen = () => { get("link").hidden = true; };
  opened.onerror = () => { get("link").hidden = false; if (opened.readyState === 2) listenAgain(); };
  opened.onmessage = (e) => take(JSON.parse(e.data));
  opened.addEventListener("gone", () => { opened.close(); close("This link was withdrawn. Ask whoever started the game for a new one."); });
}

/** After the server refused the stream: because the address is no longer good, or only for now. */
async function listenAgain() {
  const reply = await fetch(`${base}/view`).catch(() => null);
  if (reply?.status !== 404) { setTimeout(listen, 1500); return; }
  get("link").hidden = true;
  close((await reply.json()).error.message);
}

/** Take what the server says the game looks like now. @param {any} next */
function take(next) {
  if (next.error) return;
  if (next.curtain) return drawCurtain(next);
  if (!next.whole && next.since !== view?.rev) return next.rev === view?.rev ? undefined : refresh();
  get("curtain").hidden = true;
  const moved = next.rev !== view?.rev;
  view = next.whole ? next : { ...view, ...next };
  if (next.whole) logStart = next.log_from;
  if (moved && (next.whole || "question" in next)) { get("menu").hidden = true; refuse(null); } // they belong to the question before
  log = next.whole ? next.log : [...log.slice(0, Math.max(0, next.log_from - logStart)), ...next.log];
  card.reset();
  if (!steps.away) draw(next);
  if (next.whole && !steps.away) lookThere();
  news();
}

async function refresh() {
  take(await call(`${base}/view${view ? `?have=${view.rev}` : ""}`));
}

/** Forget everything that was shown and say why. @param {string} message */
function close(message) {
  forget();
  view = null; log = []; skipped = 0; answers = sorted([]);
  for (const id of ["log", "panels", "boxes", "shown", "buttons", "prompt", "refusal", "step", "at-step", "answers", "unit", "why", "hint", "note", "menu", "beside", "sure-text"]) get(id).replaceChildren();
  get("answer").value = "";
  steps.leave();
  card.reset();
  get("menu").hidden = get("beside").hidden = true;
  get("sure").onclose = null;
  get("sure").close("no");
  lookups.clear();
  if (board.svg) { board.show({}, true); board.point(""); board.highlight(new Set(), new Set()); }
  get("line").hidden = true;
  say(message);
}

/** @param {any} next */
function drawCurtain(next) {
  close("");
  get("curtain-text").textContent = `${next.name} to answer.`;
  get("curtain-open").textContent = `Only ${next.name} can see the screen`;
  get("curtain-open").onclick = async () => { const made = await call(`${base}/look`, { side: next.curtain }); if (made.view) take(made.view); };
  get("curtain").hidden = false;
  get("curtain-open").focus();
}

// --- drawing -------------------------------------------------------------------------------------------------------

/** @param {any} changed what changed; everything where it is whole */
function draw(changed) {
  document.title = `${view.question ? "● " : ""}${view.title}, ${view.date}`;
  get("title").textContent = view.title;
  get("date").textContent = [view.date, view.phase].filter((text) => text).join(", ");
  if (changed.style) shade(changed.style);
  board.show(changed.cells, changed.whole);
  if (changed.arrows !== undefined) board.point(view.arrows);
  if (changed.panels) get("panels").replaceChildren(...view.panels.map(panelTable));
  if (changed.boxes) get("boxes").replaceChildren(...view.boxes.map(boxPicture));
  get("tab-boxes").hidden = !view.boxes.length;
  get("tab-why").hidden = get("step-why").hidden = !view.bots.length;
  get("hint").replaceChildren();
  lookups.show(view.lookups);
  showWhy(base, openRule);
  get("log").replaceChildren(...log.slice(-LONG).map((line) => logLine(line, (names) => board.mark(names, false), openRule)));
  get("pane-log").scrollTop = get("pane-log").scrollHeight;
  get("share").hidden = !view.owner;
  get("undo").disabled = !view.can_undo;
  drawTurn();
  drawQuestion();
}

/** The colours of the sides. @param {string} style */
function shade(style) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}

/** Whose turn it is. */
function drawTurn() {
  const mine = Boolean(view.question), over = Boolean(view.result);
  get("turn").className = `turn ${over ? "over" : mine ? "mine" : "theirs"}`;
  const thinking = view.asked.length && view.asked.every((/** @type {string} */ side) => view.bots.includes(side));
  get("turn").textContent = over ? "Game over" : mine ? "Your answer" : view.asked.length ? `${askedNames()} ${thinking ? "thinking …" : "to answer"}` : "";
}

/** On a small screen, look at what can be answered. */
function lookThere() {
  if (get("board").clientWidth > SMALL || !view.question) return;
  const legal = board.signs.querySelector(".legal") ?? board.live.querySelector(".may");
  if (legal) board.camera.show(board.signs.querySelector(".legal") ? board.signs.getBBox() : legal.closest("[data-cell]").getBBox());
}

function drawQuestion() {
  const q = view.question;
  answers = sorted(q?.answers ?? []);
  get("prompt").replaceChildren(...(q
    ? [sideBadge(q.side), `: ${q.prompt} `, ...(q.rule ? [ruleButton(q.rule, openRule)] : [])]
    : [view.result ? view.result : view.asked.length ? `Waiting for ${askedNames()}.` : ""]));
  get("shown").replaceChildren(...(q ? shown(q.shown) : []));
  get("line").hidden = !q && !view.can_undo;
  for (const part of get("line").querySelectorAll("label, input, button:not(#undo)")) part.hidden = !q;
  get("answers").replaceChildren(...(q ? q.answers.slice(0, 300).map((/** @type {any} */ a) => make("option", { value: a.text })) : []));
  get("buttons").replaceChildren(...loose(q?.answers ?? [], answers.others).map((a) => answerButton(a, give)));
  board.highlight(new Set(answers.bySpace.keys()), new Set(answers.byUnit.keys()));
  board.mark(q ? namedIn(q.prompt) : []);
  markUnits(get("boxes"), new Set(answers.byUnit.keys()));
}

/** The units and spaces that a text speaks of; short numbers may be numbers of anything. @param {string} text */
function namedIn(text) {
  return text.split(/[^\p{L}\p{N}_-]+/u).filter((word) => word && !/^\d{1,2}$/.test(word));
}

/** @param {string} side */
function sideBadge(side) {
  const colour = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  colour.setAttribute("class", `badge-side side-${view.sides[side]?.number ?? "none"}`);
  colour.innerHTML = '<rect class="counter" width="100%" height="100%" rx="2"/>';
  return make("span", {}, colour, nameOf(side));
}

/** What people call a side. @param {string} side */
function nameOf(side) {
  return view.sides[side]?.name ?? side;
}

function askedNames() {
  return view.asked.map(nameOf).join(", ");
}

// --- answering -----------------------------------------------------------------------------------------------------

/** @param {string} space @param {string} unit @param {{x: number, y: number}} at @param {boolean} [alone] whether the unit lies beside others, not among them */
async function clicked(space, unit, at, alone = false) {
  get("menu").hidden = true;
  refuse(null);
  if (steps.away) return view?.question && space ? refuse({ message: "This is an earlier moment. Go back to now to answer." }, at) : undefined;
  if (card.pinned && view?.question && space) return march(space, at);
  if (!view?.question) return card.look(space, unit);
  const units = alone ? [unit] : board.units(space);
  const found = meant(answers, space, units);
  const several = units.filter((one) => answers.byUnit.has(one));
  if (several.length > 1 && found.length > FEW) return chooseUnit(space, several, at);
  const own = board.stack(space).find((one) => one.id === unit && one.node.classList.contains(`side-${view.sides[view.question.side]?.number}`));
  /** @type {[string, () => void][]} */
  const acts = own && unit ? [[`Where can ${unit} go?`, () => card.pin(space, unit)]] : [];
  const coarse = matchMedia("(pointer: coarse)").matches;
  if (coarse) card.look(space, unit);
  const take = (/** @type {string} */ text) => give(text, false, at);
  if (found.length === 1 && !coarse) return take(found[0].text);
  if (found.length || acts.length) return openMenu(found, at, take, acts); // several meanings are never guessed; a finger confirms
  if (space) { const made = await call(`${base}/refusal?space=${encodeURIComponent(space)}`); refuse(made.refusal ?? made.error, at); }
}

/** A stack of which several units could be meant: first which. @param {string} space @param {string[]} units @param {{x: number, y: number}} at */
async function chooseUnit(space, units, at) {
  const made = await call(`${base}/stack?space=${encodeURIComponent(space)}`);
  const lines = made.units.filter((/** @type {any} */ one) => units.includes(one.id)).map((/** @type {any} */ one) => fanLine(one, () => clicked(space, one.id, at, true)));
  const rest = answers.bySpace.get(space)?.filter((answer) => !answer.units) ?? [];
  openMenu(rest, at, give, [], lines);
}

/** Take the unit whose reach is shown to a space. @param {string} space @param {{x: number, y: number}} at */
async function march(space, at) {
  const unit = card.unit;
  card.unpin();
  const made = await call(`${base}/march?unit=${encodeURIComponent(unit)}&to=${encodeURIComponent(space)}`);
  if (!made.answers?.length) return refuse({ rule: view?.question?.rule, message: `${unit} cannot go to ${space} now.` }, at);
  openMenu([], at, give, [[`${unit} to ${space}: ${made.answers.join(", ")}`, () => giveAll(made.answers)]]);
}

/** What was typed: a table to look at, a rule, an undo, or an answer. @param {string} text */
function line(text) {
  const [word, rest] = [text.split(/\s+/)[0].toLowerCase(), text.replace(/^\S+\s*/, "")];
  if (lookups.knows(text)) return lookups.ask(text, refuse);
  if (word === "undo") return undo();
  if (word === "rules") return openRule(rest || view?.question?.rule || "");
  if (word === "hint") return hint();
  return give(text);
}

function hint() {
  return askHint(base, () => view, refuse);
}

/** @param {string[]} texts */
async function giveAll(texts) {
  for (const text of texts) if (!(await give(text))) return;
}

/** Give an answer; returns whether it was taken. @param {string} text @param {boolean} [sure] @param {{x: number, y: number} | null} [at] where it was clicked */
async function give(text, sure = false, at = null) {
  if (busy || !view) return false;
  busy = true;
  document.body.classList.add("busy");
  const made = await call(`${base}/answer`, { rev: view.rev, id: freshId(), action: text, sure });
  busy = false;
  document.body.classList.remove("busy");
  if (made.warning) { askAgain(text, made.warning); return false; }
  if (!made.error) { get("answer").value = ""; get("note").textContent = made.note ?? ""; }
  if (made.view) take(made.view); // a curtain removes all of this again
  refuse(made.error ?? null, at);
  return Boolean(made.ok);
}

/** @param {string} text @param {string} warning */
function askAgain(text, warning) {
  const dialog = get("sure");
  get("sure-text").textContent = warning;
  dialog.onclose = () => { if (dialog.returnValue === "yes") give(text, true); };
  dialog.showModal();
}

/** Say why not, with the question and beside the click if there was one; null takes it back. @param {any} error @param {{x: number, y: number} | null} [at] */
function refuse(error, at = null) {
  const said = () => error ? [error.message, " ", ...(error.rule ? [ruleButton(error.rule, openRule)] : [])] : [];
  get("refusal").replaceChildren(...said());
  get("beside").hidden = !(error && at);
  if (!error || !at) return get("beside").replaceChildren();
  get("beside").replaceChildren(...said());
  placeAt(get("beside"), at);
}

/** @param {string} message */
function say(message) {
  get("prompt").textContent = message;
}

async function undo() {
  if (!view?.can_undo || busy) return;
  const made = await call(`${base}/undo`, { rev: view.rev });
  if (made.view) take(made.view);
  refuse(made.error ?? null);
}

/** @param {string} number */
async function openRule(number) {
  const rule = await call(`${base}/rule?number=${encodeURIComponent(number)}`);
  get("rule-number").textContent = rule.title ? `Rule ${number}: ${rule.title}` : `Rule ${number}`;
  get("rule-gist").textContent = rule.error ? rule.error.message : rule.gist;
  get("rule-reading").textContent = rule.reading ? `Reading: ${rule.reading} ${rule.why}` : "";
  if (!get("rule").open) get("rule").showModal();
}

// --- what happened, and replay -------------------------------------------------------------------------------------

/** Offer what others did since this person's last answer, once it is their turn again or the game is over. */
function news() {
  if (view.mine === null || !(view.question || view.result)) return steps.close();
  const first = Math.max(view.mine, skipped);
  if (view.answers > first) steps.offer(first);
  else steps.close();
}

function backToNow() {
  if (view) skipped = view.answers;
  view = null;
  refresh();
}

function hideCounters() {
  const hidden = document.body.classList.toggle("no-counters");
  get("counters").textContent = hidden ? "Show counters" : "Hide counters";
  get("counters").setAttribute("aria-pressed", String(hidden));
}

function replay() {
  if (view) steps.replay(view.answers);
}

get("line").addEventListener("submit", (/** @type {Event} */ e) => { e.preventDefault(); const text = get("answer").value.trim(); if (text) line(text); });
get("undo").onclick = undo;
get("hint-ask").onclick = hint;
get("step-why").onclick = () => get("tab-why").click();
get("fit").onclick = () => board.camera.fit();
get("nearer").onclick = () => board.camera.zoom(0.8);
get("farther").onclick = () => board.camera.zoom(1.25);
get("counters").onclick = hideCounters;
get("theme").onclick = nextTheme;
get("share").onclick = () => showLinks(base);
get("replaying").onclick = replay;
get("boxes").addEventListener("click", (/** @type {any} */ e) => {
  const unit = e.target.closest?.("[data-unit]");
  if (unit) clicked(unit.closest("[data-cell]").dataset.cell, unit.dataset.unit, { x: e.clientX, y: e.clientY }, true);
});
get("board").addEventListener("pointerleave", () => card.hide());
document.addEventListener("keydown", (e) => {
  if (e.target instanceof HTMLInputElement || e.ctrlKey || e.metaKey || e.altKey) return;
  /** @type {Record<string, () => void>} */
  const keys = { u: undo, h: hideCounters, t: nextTheme, r: replay, "?": hint, "/": () => { get("answer").focus(); e.preventDefault(); }, Escape: () => { get("menu").hidden = get("beside").hidden = true; card.unpin(); } };
  keys[e.key]?.();
});
document.addEventListener("pointerdown", (e) => {
  for (const id of ["menu", "beside"]) if (!get(id).contains(/** @type {Node} */ (e.target))) get(id).hidden = true;
});
startTheme();
startTabs(["log", "panels", "boxes", "why"], (name) => { if (name === "panels") lookups.opened(); if (name === "why") showWhy(base, openRule); });
load();
