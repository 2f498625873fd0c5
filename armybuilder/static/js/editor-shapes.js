// @ts-check
// New things: corners one by one, rectangles and discs in one go, pieces by a press.

import { asked, pixel, places, say, shape, sketch, snapped, tool } from "./editor-parts.js";
import { send } from "./editor-send.js";

/** @typedef {import("./editor-parts.js").Point} Point */

/** Pixels within which a corner is met, and beyond which a press has become a drag. */
const NEAR = 14;
const DRAG = 6;
/** Corners fewer than which are no polygon. */
const LEAST = 3;

/** The corners that stand so far. @type {Point[]} */
let corners = [];
/** Where a drag of the whole shape began. @type {Point | null} */
let began = null;

/** Whether something is half drawn. */
export function isDrawing() {
  return corners.length > 0 || began !== null;
}

export function dropShape() {
  corners = [];
  began = null;
  sketch();
}

/** @param {Point} raw */
export function press(raw) {
  const held = tool();
  if (!held) return;
  if (held.draws === "circle" || (outlined(held.draws) && corners.length === 0)) began = raw;
}

/** @param {Point} raw */
export function drag(raw) {
  const held = tool();
  if (!began || !held || away(began, raw) < DRAG * pixel()) return show(raw);
  sketch(...dragged(held.draws, snapped(began), snapped(raw)));
}

/** @param {Point} raw */
export function release(raw) {
  const held = tool();
  if (!held) return;
  const start = began;
  began = null;
  if (start && away(start, raw) >= DRAG * pixel()) {
    finishDrag(held.draws, snapped(start), snapped(raw));
  } else if (outlined(held.draws)) corner(raw);
  else if (held.draws === "circle") add([snapped(raw)], 2);
  else add([snapped(raw)]);
}

/** The shape so far with the pointer as its next corner. @param {Point} raw */
export function show(raw) {
  if (corners.length === 0) return;
  const spots = [...corners, snapped(raw)];
  const line = shape("polyline", { points: text(spots) });
  const r = 4 * pixel();
  const dots = corners.map(({ x, y }) => shape("circle", { cx: x, cy: y, r, class: "is-corner" }));
  sketch(line, ...dots);
}

/** One more corner; the first again closes a polygon, the last again ends a line.
 * @param {Point} raw */
function corner(raw) {
  const near = (/** @type {Point | undefined} */ spot) => spot && away(spot, raw) < NEAR * pixel();
  const isLine = tool()?.draws === "line";
  if (corners.length > 1 && near(isLine ? corners[corners.length - 1] : corners[0])) return close();
  const spot = snapped(raw);
  corners.push(spot);
  const [[x, y]] = places([spot]);
  say("placed", { count: corners.length, x, y });
  show(raw);
}

/** The shape is whole. */
export function close() {
  const enough = tool()?.draws === "line" ? 2 : LEAST;
  if (corners.length >= enough) add(corners);
  else dropShape();
}

/** @param {string} draws @param {Point} from @param {Point} to */
function finishDrag(draws, from, to) {
  if (draws === "circle") return add([from], Math.round(away(from, to) * 100) / 100 || 1);
  if (draws === "line") return add([from, to]);
  if (from.x === to.x || from.y === to.y) return dropShape();
  add(box(from, to));
}

/** @param {Point[]} spots @param {number} [radius] */
function add(spots, radius = 0) {
  const held = tool();
  const at = places(spots);
  dropShape();
  if (!held) return;
  send({ do: "add", layer: held.layer, kind: held.kind, at, radius, values: asked(held.layer) });
}

/** @param {string} draws @param {Point} from @param {Point} to */
function dragged(draws, from, to) {
  if (draws === "circle") return [shape("circle", { cx: from.x, cy: from.y, r: away(from, to) })];
  if (draws === "line") return [shape("polyline", { points: text([from, to]) })];
  return [shape("polygon", { points: text(box(from, to)) })];
}

/** @param {Point} from @param {Point} to */
function box(from, to) {
  return [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }];
}

/** @param {string} draws */
function outlined(draws) {
  return draws === "polygon" || draws === "line";
}

/** @param {Point[]} spots */
export function text(spots) {
  return spots.map(({ x, y }) => `${x},${y}`).join(" ");
}

/** @param {Point} one @param {Point} other */
export function away(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
