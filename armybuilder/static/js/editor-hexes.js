// @ts-check
// Hexes painted by dragging over them, one, seven at a time, or all that are alike and in touch.

import { picture, places, read, setting, tool } from "./editor-parts.js";
import { send } from "./editor-send.js";
import { away } from "./editor-shapes.js";

/** @typedef {import("./editor-parts.js").Point} Point */

/** Hexes nearer than this are neighbours. */
const NEXT = 1.1;

/** The hexes painted since the button went down.
 * @type {Set<SVGElement>} */
const stroke = new Set();

/** @returns {SVGElement[]} */
function cells() {
  return [...picture().querySelectorAll(".drawn-cells > polygon")].map(
    (cell) => /** @type {SVGElement} */ (cell),
  );
}

/** @param {SVGElement} cell @returns {Point} */
export function middle(cell) {
  return read(cell.dataset.at ?? "")[0];
}

/** The hex nearest to a place. @param {Point} point */
export function nearest(point) {
  const off = (/** @type {SVGElement} */ cell) => away(middle(cell), point);
  return cells().reduce((best, cell) => (off(cell) < off(best) ? cell : best));
}

/** @param {Point} point */
export function paint(point) {
  const cell = nearest(point);
  if (away(middle(cell), point) > 1) return;
  const brush = setting("brush");
  if (brush === "fill") for (const each of alike(cell)) mark(each);
  else if (brush === "2") for (const each of around(cell)) mark(each);
  mark(cell);
}

/** Sends what was painted. */
export function lift() {
  const held = tool();
  const at = places([...stroke].map(middle));
  stroke.clear();
  const cost = setting("value-cost").trim();
  if (!held || at.length === 0) return;
  send({ do: "paint", kind: held.kind, at, values: cost ? { cost } : {} });
}

export function dropStroke() {
  for (const cell of stroke) cell.classList.remove("is-new");
  stroke.clear();
}

/** @param {SVGElement} cell */
function mark(cell) {
  if (stroke.has(cell)) return;
  stroke.add(cell);
  const tones = [...cell.classList].filter((name) => name.startsWith("tone-"));
  cell.classList.remove(...tones, "is-bare");
  cell.classList.add("is-new", tool()?.tone || "is-bare");
}

/** @param {SVGElement} cell */
function around(cell) {
  return cells().filter((each) => away(middle(each), middle(cell)) < NEXT);
}

/** The hexes of one kind that hang together, those around the map never.
 * @param {SVGElement} start */
function alike(start) {
  const kind = start.dataset.kind;
  const rest = new Set(cells().filter((cell) => cell.dataset.kind === kind && kind));
  const found = [start];
  for (const cell of found) {
    rest.delete(cell);
    for (const each of rest) {
      if (away(middle(each), middle(cell)) >= NEXT) continue;
      rest.delete(each);
      found.push(each);
    }
  }
  return found;
}
