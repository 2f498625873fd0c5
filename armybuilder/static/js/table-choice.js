// @ts-check
// Who is chosen, on the table and in the list as beside them: told to whoever draws it as
// "board:chosen", after every choice and every order, with whether somebody chose them by hand.

import { board, tokenOf } from "./table-parts.js";

/** Where what stays open at this table is kept while it is shown anew. */
const KEPT = `open ${location.pathname}`;
/** What stays open, by id.
 * @type {Set<string>} */
const open = new Set(JSON.parse(sessionStorage.getItem(KEPT) ?? "[]"));
/** Where there is room the dial of whoever is chosen lies open, until somebody folds it. */
const wide = window.matchMedia("(min-width: 62rem)");
let isFolded = false;

/** When what was asked for was asked.
 * @type {WeakMap<XMLHttpRequest, number>} */
const asked = new WeakMap();
/** The latest choice, answered or not, and when it was asked. */
let latest = { unit: "", at: 0 };
/** Whether somebody has chosen since that was last told; else the server has. */
let isByHand = false;

customElements.whenDefined("table-board").then(show);
document.addEventListener("toggle", keep, true);
// What was opened a moment ago is told of after the swap only, when it is gone.
document.addEventListener("htmx:beforeSwap", () => {
  document.querySelectorAll("details[open][data-keep-open]").forEach((part) => keep({ target: part }));
});
document.addEventListener("htmx:beforeSend", (event) => {
  const { xhr, target, requestConfig } = /** @type {CustomEvent} */ (event).detail;
  const at = performance.now();
  asked.set(xhr, at);
  if (target?.id !== "picked") return;
  const unit = new URL(requestConfig.path, location.href).searchParams.get("unit") ?? "";
  latest = { unit, at };
  isByHand = true;
});
document.addEventListener("htmx:afterSettle", (event) => {
  const { target, xhr } = /** @type {CustomEvent} */ (event).detail;
  openAgain();
  if (target?.id !== "table" && target?.id !== "picked") return;
  const unit = document.getElementById("picked")?.dataset.unit ?? "";
  const at = asked.get(xhr) ?? performance.now();
  if (target.id === "picked" && at >= latest.at) latest = { unit, at };
  const now = board();
  // A table that was asked for before somebody chose does not take the choice back.
  if (now && target.id === "table" && at < latest.at && unit !== latest.unit) {
    catchUp(now, latest.unit);
  } else show();
});

function show() {
  const now = board();
  const part = document.getElementById("picked");
  if (!now || !part) return;
  openAgain();
  const unit = part.dataset.unit ?? "";
  if (part.dataset.version !== now.dataset.version) catchUp(now, unit);
  else {
    mark(now, unit);
    now.dispatchEvent(new CustomEvent("board:chosen", { detail: { unit, isByHand }, bubbles: true }));
    isByHand = false;
  }
}

/** The game has moved on while somebody chose: the table is shown as it is now.
 * @param {HTMLElement} now @param {string} unit */
function catchUp(now, unit) {
  const url = `${now.dataset.tableUrl}?unit=${encodeURIComponent(unit)}`;
  window.htmx.ajax("GET", url, { source: "#board", target: "#table", swap: "outerHTML" });
}

/** @param {HTMLElement} now @param {string} unit */
function mark(now, unit) {
  const isNew = now.dataset.unit !== unit;
  now.dataset.unit = unit;
  for (const token of now.querySelectorAll(".token.is-chosen")) token.classList.remove("is-chosen");
  tokenOf(unit)?.classList.add("is-chosen");
  for (const link of document.querySelectorAll("[data-choose]")) {
    if (/** @type {HTMLElement} */ (link).dataset.choose === unit) link.ariaCurrent = "true";
    else link.removeAttribute("aria-current");
  }
  // What the server drew for the unit that was chosen before.
  if (isNew) now.querySelectorAll(".front-arc, .token-aim").forEach((old) => old.remove());
}

/** @param {{target: EventTarget | null}} event */
function keep({ target }) {
  if (!(target instanceof HTMLDetailsElement) || !target.isConnected) return;
  if (target.id === "chosen-dial" && wide.matches) isFolded = !target.open;
  if (!("keepOpen" in target.dataset)) return;
  if (target.open) open.add(target.id);
  else open.delete(target.id);
  sessionStorage.setItem(KEPT, JSON.stringify([...open]));
}

/** What was open is so again. */
function openAgain() {
  for (const id of open) {
    const part = document.getElementById(id);
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
  const dial = document.getElementById("chosen-dial");
  if (dial instanceof HTMLDetailsElement && wide.matches && !isFolded) dial.open = true;
}
