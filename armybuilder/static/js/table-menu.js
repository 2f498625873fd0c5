// @ts-check
// What appears at a figure: the menu of what may be done to it, a press each, and the card that
// tells of it at a glance. The server writes both.

import { handsOf, partOf } from "./table-ask.js";
import { put, takeAway } from "./table-over.js";
import { board, grain, middleOf } from "./table-parts.js";
import { drawThreat, radius, tellWhy } from "./table-reach.js";

/** Milliseconds a mouse rests on a figure before its card shows, and stays when it left. */
const REST = 350;
const LINGER = 200;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;
/** The unit whose card is shown or on its way, "" for none. */
let glanced = "";
/** Grows whenever a menu is asked for or closed: only the last one that nobody closed is opened. */
let turn = 0;

/** The menu that is open.
 * @returns {HTMLElement | null} */
export function menu() {
  return board()?.querySelector(".over > .orders") ?? null;
}

/** Opens what a unit may do to a target, or with itself; whether there is anything, null where that
 * does not matter any more.
 * @param {string} unit @param {string} target @param {string[]} along */
export async function openMenu(unit, target, along) {
  closeGlance();
  const mine = ++turn;
  const asked = [["unit", unit], ["target", target], ...along.map((each) => ["with", each])];
  const text = await partOf("menu", asked);
  if (mine !== turn) return null;
  const at = middleOf(target);
  const opened = at && elementOf(text);
  closeMenu();
  if (!at || !opened) return false;
  put(opened, { at, clear: radius(target) + 0.3 * grain(), side: "beside", avoids: standing() });
  window.htmx.process(opened);
  opened.addEventListener("keydown", step);
  buttons(opened)[0]?.focus({ preventScroll: true });
  return true;
}

/** Where figures stand: a press that is meant for one shall not meet a line of the menu. */
function standing() {
  const tokens = /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll(".token[data-unit]"));
  return [...tokens].flatMap(({ dataset: { unit = "" } }) => {
    const at = middleOf(unit);
    return at ? [{ at, clear: radius(unit) + 0.3 * grain() }] : [];
  });
}

/** Closes the menu; whether one was open. */
export function closeMenu() {
  turn += 1;
  const open = menu();
  const hadFocus = open?.contains(document.activeElement);
  takeAway(open);
  if (hadFocus) board()?.focus({ preventScroll: true });
  return open !== null;
}

/** Arrows go from line to line.
 * @param {KeyboardEvent} event */
function step(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const lines = buttons(/** @type {HTMLElement} */ (event.currentTarget));
  const now = lines.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (by === undefined || lines.length === 0) return;
  event.preventDefault();
  event.stopPropagation();
  lines[(now + by + lines.length) % lines.length].focus();
}

/** @param {HTMLElement} opened @returns {HTMLElement[]} */
function buttons(opened) {
  const found = /** @type {HTMLElement[]} */ ([...opened.querySelectorAll(":is(button, a).order-line, summary")]);
  return found.filter((each) => each.checkVisibility() && !each.matches(":disabled"));
}

// --- At a glance ----------------------------------------------------------------------------

/** A pointer has come to a unit, or the keys have.
 * @param {string} unit */
export function lookSoon(unit) {
  clearTimeout(soon);
  if (unit === glanced) return;
  tellWhy(unit);
  soon = setTimeout(() => glance(unit), REST);
}

/** It has gone again. */
export function lookAway() {
  clearTimeout(soon);
  soon = setTimeout(() => !board()?.querySelector(".over > .glance:hover") && closeGlance(), LINGER);
}

/** Shows the card of a unit and what it threatens.
 * @param {string} unit */
export async function glance(unit) {
  clearTimeout(soon);
  glanced = unit;
  const [text, hands] = await Promise.all([partOf("glance", [["unit", unit]]), handsOf(unit)]);
  const at = middleOf(unit);
  const card = at && elementOf(text);
  if (glanced !== unit || !at || !card || menu()) return;
  closeGlance();
  glanced = unit;
  tellWhy(unit);
  put(card, { at, clear: radius(unit) + 0.3 * grain(), side: "beside" });
  card.addEventListener("pointerleave", lookAway);
  drawThreat(hands?.threat);
}

/** Takes the card away; whether one was shown. */
export function closeGlance() {
  clearTimeout(soon);
  glanced = "";
  const card = board()?.querySelector(".over > .glance");
  takeAway(card);
  tellWhy("");
  drawThreat();
  return Boolean(card);
}

/** @param {string} text @returns {HTMLElement | null} */
function elementOf(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  const first = template.content.firstElementChild;
  return first instanceof HTMLElement ? first : null;
}
