// @ts-check
// Requests to the server. What comes back is always {ok, ...} or {ok: false, error: {rule, message}}.

let looking = new AbortController();

/** Nobody hears of what is still being looked up: it may be the side's that has just left the screen. */
export function forget() {
  looking.abort();
  looking = new AbortController();
}

/** @param {string} path @param {object} [body] @param {Record<string, string>} [headers] */
export async function call(path, body, headers = {}) {
  const { signal } = looking;
  const given = body === undefined
    ? { headers, signal }
    : { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
  for (let wait = 300; ; wait = Math.min(wait * 2, 5000)) {
    try {
      const response = await fetch(path, given);
      if (response.status === 429 && body === undefined) throw new Error("too many requests"); // asked again, later
      const data = await response.json();
      return { status: response.status, ...data };
    } catch (problem) {
      if (body === undefined && signal.aborted) return new Promise(() => {}); // whoever asked is gone
      if (wait > 4000 && body === undefined) return { status: 0, ok: false, error: { rule: "", message: "The server does not answer." } };
      await new Promise((done) => setTimeout(done, wait)); // an answer has an id: sent again, it is given once
    }
  }
}

/** An id for one answer. */
export function freshId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
}

/** @param {string} tag @param {Record<string, any>} [properties] @param {(Node | string)[]} children */
export function make(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && name !== "list") /** @type {any} */ (node)[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** @param {string} id */
export function get(id) {
  return /** @type {any} */ (document.getElementById(id));
}
