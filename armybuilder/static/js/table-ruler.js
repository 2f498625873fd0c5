// @ts-check
// The ruler: from where the pointer went down to where it is, between two bases from rim to rim.

import { middle, shape, tokenAt } from "./table-parts.js";

/** @typedef {import("./table-parts.js").Point} Point */
/** @typedef {Point & {token: SVGElement | null}} End */

/** Draws the ruler between two places; without them takes it away.
 * @param {HTMLElement} board @param {End} [start] @param {End} [end] */
export function measure(board, start, end) {
  board.querySelector(".ruler")?.remove();
  const reading = /** @type {HTMLElement} */ (board.querySelector("[data-reading]"));
  reading.textContent = "";
  if (!start || !end) return;
  const from = start.token ? middle(start.token) : start;
  const to = end.token ? middle(end.token) : end;
  const line = shape("path", { d: `M${from.x} ${from.y}L${to.x} ${to.y}`, class: "ruler" });
  board.querySelector("svg")?.append(line);
  const inches = Math.hypot(to.x - from.x, to.y - from.y).toFixed(1);
  const apart =
    start.token && end.token && start.token !== end.token ? gap(start.token, end.token) : null;
  const words = (apart === null ? board.dataset.inches : board.dataset.between) ?? "";
  reading.textContent = words
    .replace("{inches}", inches)
    .replace("{gap}", apart === null ? "" : apart.toFixed(1));
}

/** Inches between two bases.
 * @param {SVGElement} one @param {SVGElement} other */
function gap(one, other) {
  const [a, b] = [spine(one), spine(other)];
  const apart = Math.min(
    ...a.map((point) => offSegment(point, b)),
    ...b.map((point) => offSegment(point, a)),
  );
  const radii = (Number(one.dataset.width) + Number(other.dataset.width)) / 2;
  return Math.max(apart - radii, 0);
}

/** The line between the middles of the two round ends of a base.
 * @param {SVGElement} token @returns {[Point, Point]} */
function spine(token) {
  const { x, y } = middle(token);
  const half = (Number(token.dataset.length) - Number(token.dataset.width)) / 2;
  const turn = (Number(token.dataset.turn) * Math.PI) / 180;
  const [dx, dy] = [Math.sin(turn) * half, -Math.cos(turn) * half];
  return [
    { x: x + dx, y: y + dy },
    { x: x - dx, y: y - dy },
  ];
}

/** @param {Point} point @param {[Point, Point]} segment */
function offSegment(point, [from, to]) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const whole = dx * dx + dy * dy;
  const along = whole ? ((point.x - from.x) * dx + (point.y - from.y) * dy) / whole : 0;
  const share = Math.min(Math.max(along, 0), 1);
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy);
}
