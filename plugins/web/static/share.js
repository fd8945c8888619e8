// @ts-check
// The links to a game, for whoever started it: to copy, to renew, to revoke.
import { call, get, make } from "./net.js";

/** @param {string} base */
export async function showLinks(base) {
  const made = await call(`${base}/links`);
  get("link-list").replaceChildren(...(made.seats ?? []).map((/** @type {any} */ seat) => row(base, seat)));
  if (!get("links").open) get("links").showModal();
}

/** @param {string} base @param {any} seat */
function row(base, seat) {
  const who = seat.you ? "You" : seat.names.join(", ") || "Spectators";
  const change = async (/** @type {string} */ act) => { await call(`${base}/links`, { token: seat.token, act }); showLinks(base); };
  const address = seat.revoked
    ? make("em", { textContent: "no address" })
    : make("input", { readOnly: true, value: `${location.origin}/table/${seat.token}`, "aria-label": `Address of ${who}`, onfocus: (/** @type {any} */ e) => e.target.select() });
  const buttons = seat.you ? [] : [
    make("button", { type: "button", textContent: "New address", title: "The old address stops working", onclick: () => change("renew") }),
    ...(seat.revoked ? [] : [make("button", { type: "button", textContent: "Revoke", title: "The address stops working at once", onclick: () => change("revoke") })]),
  ];
  return make("li", {}, make("b", { textContent: who }), " ", address, ...buttons);
}
