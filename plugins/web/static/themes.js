// @ts-check
// The colours of the page: as the device prefers, or as was chosen here before.

const THEMES = ["light", "dark", "contrast", "print"];
const KEPT = "wargame-theme";

export function startTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches, strong = matchMedia("(prefers-contrast: more)").matches;
  set(read() ?? (strong ? "contrast" : dark ? "dark" : "light"));
}

export function nextTheme() {
  const now = document.documentElement.dataset.theme ?? "light";
  const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
  set(next);
  try { localStorage.setItem(KEPT, next); } catch { /* without storage the choice lasts as long as the page */ }
}

/** @param {string} theme */
function set(theme) {
  document.documentElement.dataset.theme = theme;
}

function read() {
  try {
    const kept = localStorage.getItem(KEPT);
    return kept && THEMES.includes(kept) ? kept : null;
  } catch {
    return null;
  }
}
