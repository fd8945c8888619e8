// @ts-check
// What the bots considered in their last turn, and a hint for whoever is asked.
import { call, get, make } from "./net.js";
import { ruleButton } from "./log.js";

/** @param {string} base @param {(number: string) => void} openRule */
export async function showWhy(base, openRule) {
  if (get("pane-why").hidden) return;
  const made = await call(`${base}/why`);
  const thoughts = made.thoughts ?? [];
  get("why").replaceChildren(...thoughts.map((/** @type {any} */ one) => thoughtItem(one, openRule)));
  get("why-none").hidden = thoughts.length > 0;
}

/** @param {any} one @param {(number: string) => void} openRule */
function thoughtItem(one, openRule) {
  const instead = one.instead.map((/** @type {any} */ other) => make("li", { textContent: `rather than ${other.name}${other.worse === null ? "" : ` (${other.worse.toFixed(2)} worse)`}` }));
  const fears = one.fears.length ? [make("li", { textContent: `It fears: ${one.fears.join("; ")}` })] : [];
  return make("li", {},
    make("span", { className: "quiet", textContent: `${one.side}, ${one.phase}: ${one.prompt} ` }), ...(one.rule ? [ruleButton(one.rule, openRule)] : []),
    make("div", {}, make("b", { textContent: one.chosen }), one.reason ? `: ${one.reason}` : ""),
    make("ul", {}, ...instead, ...fears));
}

/** Ask what a bot would do here. @param {string} base @param {() => any} now the view that is shown @param {(error: any) => void} refuse */
export async function askHint(base, now, refuse) {
  const rev = now()?.rev;
  if (!rev) return;
  get("hint-ask").disabled = true;
  get("hint").replaceChildren(make("p", { className: "quiet", textContent: "Thinking …" }));
  const made = await call(`${base}/hint`, { rev });
  get("hint-ask").disabled = false;
  get("hint").replaceChildren();
  if (now()?.rev !== rev) return; // the question is another one by now
  if (made.error) return refuse(made.error);
  get("hint").replaceChildren(...made.lines.map((/** @type {string} */ line, /** @type {number} */ i) => make("p", { className: i ? "quiet" : "", textContent: i ? line : `Hint: ${line}` })));
}
