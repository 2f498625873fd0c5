// @ts-check
// The table by keys: arrows go from figure to figure, N to the next that may be ordered, Enter presses
// the one they are at; a move in the making is shifted by arrows and turned by brackets, and Enter
// gives it. E leads to the end of the turn.

import { closeGlance, lookSoon, menu } from "./table-menu.js";
import { board, field, middle, middleOf, plan, tokenOf } from "./table-parts.js";
import { carry, change, facing, give, moving } from "./table-way.js";

/** @typedef {import("./table-parts.js").Point} Point */
/** `unit` is chosen and may move, "" for none.
 * @typedef {{unit: string, pace: string, along: string[]}} Mover */

/** Degrees a bracket turns; a part of what an arrow shifts it shifts with Shift. */
const TURN = 15;
const FINE = 0.25;

/** @type {Record<string, Point>} */
const ARROWS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The figure the keys are at, "" for none. */
let cursor = "";

/** What a key pressed on the table does; whether it did anything.
 * @param {KeyboardEvent} event @param {() => Mover} mover who is chosen */
export function pressed(event, mover) {
  const arrow = ARROWS[event.key];
  const move = moving();
  if (arrow && move) return shift(arrow, step() * (event.shiftKey ? FINE : 1));
  if (arrow) return !event.shiftKey && goTo(next(arrow));
  if ((event.key === "[" || event.key === "]") && !field("face")) {
    return turn(event.key === "]" ? TURN : -TURN, mover());
  }
  if (event.key === "n" && !move) return goTo(following()) || goToEnd();
  if (event.key === "e") return goToEnd();
  if (event.key === "m" && !plan()?.dataset.clicks) return begin(mover());
  if (event.key !== "Enter") return false;
  if (move) {
    give();
    return true;
  }
  const at = middleOf(cursor);
  if (!at || menu()) return false;
  /** @type {any} */ (board()).press(cursor, at);
  return true;
}

/** What an arrow shifts a move by. */
function step() {
  return Number(board()?.dataset.step) || 1;
}

/** @param {Point} by @param {number} inches */
function shift(by, inches) {
  const move = moving();
  const at = move?.answer?.pose.at;
  // From where the way ends: what lies beyond the reach would have to be walked back unseen.
  const from = move?.isKnown && move.answer?.clamped && at ? { x: at[0], y: at[1] } : move?.goal;
  if (!from) return false;
  change({ goal: { x: from.x + by.x * inches, y: from.y + by.y * inches } });
  return true;
}

/** A move that begins where the unit stands.
 * @param {Mover} mover */
function begin({ unit, pace, along }) {
  const at = middleOf(unit);
  if (at) carry(unit, at, { pace, along });
  return at !== null;
}

/** @param {number} degrees @param {Mover} mover */
function turn(degrees, mover) {
  if (!moving() && !begin(mover)) return false;
  change({ face: facing() + degrees });
  return true;
}

// --- From figure to figure ------------------------------------------------------------------

/** Goes to a figure and tells of it.
 * @param {SVGElement | null} token */
export function goTo(token) {
  if (!token) return false;
  forget();
  cursor = token.dataset.unit ?? "";
  token.classList.add("is-at");
  const now = /** @type {any} */ (board());
  now.bringIntoView(middle(token));
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = told(token);
  lookSoon(cursor);
  return true;
}

/** The next of those that may be ordered, after the one the keys are at.
 * @returns {SVGElement | null} */
function following() {
  const able = /** @type {SVGElement[]} */ ([...(board()?.querySelectorAll(".token.acts") ?? [])]);
  const now = able.findIndex((token) => token.dataset.unit === cursor);
  return able[(now + 1) % able.length] ?? null;
}

/** Goes to the button that ends the turn; whether there is one. */
function goToEnd() {
  const end = document.getElementById("end-stage");
  end?.focus();
  return end !== null;
}

/** The keys have left the table. */
export function forget() {
  tokenOf(cursor)?.classList.remove("is-at");
  cursor = "";
  closeGlance();
}

/** A figure as readers hear it: what it is, and what it needs to be hit or why it cannot be.
 * @param {SVGElement} token */
function told(token) {
  const plate = document.querySelector(`.over > [data-aim="${CSS.escape(token.dataset.unit ?? "")}"]`);
  const parts = [token.querySelector("title")?.textContent, ...[...(plate?.children ?? [])].map((each) => each.textContent)];
  return parts.filter(Boolean).join(". ");
}

/** The nearest figure in a direction: what lies aside counts double.
 * @param {Point} arrow @returns {SVGElement | null} */
function next(arrow) {
  const now = board();
  const tokens = /** @type {SVGElement[]} */ ([...(now?.querySelectorAll(".token[data-unit]") ?? [])]);
  const chosen = now?.dataset.unit ?? "";
  const from = middleOf(cursor) ?? middleOf(chosen);
  if (!from) return tokens.find((token) => token.matches(".acts")) ?? tokens[0] ?? null;
  const ahead = tokens
    .map((token) => ({ token, at: middle(token) }))
    .map(({ token, at }) => ({ token, dx: at.x - from.x, dy: at.y - from.y }))
    .map(({ token, dx, dy }) => ({ token, along: dx * arrow.x + dy * arrow.y, aside: Math.abs(dx * arrow.y - dy * arrow.x) }))
    .filter(({ along, aside }) => along > 0.05 && aside <= along * 2)
    .sort((one, other) => one.along + one.aside * 2 - other.along - other.aside * 2);
  return ahead[0]?.token ?? null;
}
