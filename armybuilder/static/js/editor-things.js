// @ts-check
// Things that stand: carried, stepped by arrows, reshaped by their handles, turned.

import {
  isHex,
  picture,
  pixel,
  places,
  read,
  shape,
  sketch,
  snap,
  snapped,
  thingOf,
} from "./editor-parts.js";
import { choose, send } from "./editor-send.js";
import { away, text } from "./editor-shapes.js";

/** @typedef {import("./editor-parts.js").Point} Point */

/** Pixels beyond which a press has become a drag. */
const DRAG = 5;
/** Milliseconds after the last arrow when a thing has arrived. */
const ARRIVED = 350;
/** Degrees to which a piece turns. */
const TURN = 5;
/** Pixels from a piece to the handle that turns it. */
const OUT = 16;

/** What a pointer holds: a thing, or one of the handles of the chosen one.
 * @type {{path: string, handle: string, start: Point, moved: boolean, points: Point[]} | null} */
let held = null;
/** How far arrows have taken a thing.
 * @type {{path: string, dx: number, dy: number, timer: number} | null} */
let stepping = null;

/** Puts the handles where fingers find them: those that turn before a piece, those of discs on the
 * rim. */
export function placeHandles() {
  for (const handle of picture().querySelectorAll(".drawn-handle")) {
    const { handle: kind, out, turn } = /** @type {SVGElement} */ (handle).dataset;
    if (kind === "radius") move(handle, Number(out), 0);
    if (kind !== "facing") continue;
    const angle = (Number(turn) * Math.PI) / 180;
    const far = Number(out) / 2 + OUT * pixel();
    move(handle, Math.sin(angle) * far, -Math.cos(angle) * far);
  }
}

/** @param {Element} handle @param {number} dx @param {number} dy */
function move(handle, dx, dy) {
  handle.setAttribute("transform", `translate(${dx} ${dy})`);
}

/** @param {HTMLElement | SVGElement} thing @param {Point} point @param {string} [handle] */
export function grab(thing, point, handle = "") {
  const points = read(thing.dataset.points ?? "");
  held = { path: thing.dataset.path ?? "", handle, start: point, moved: false, points };
}

export function isHolding() {
  return held !== null;
}

/** @param {Point} point */
export function carry(point) {
  if (!held) return;
  held.moved ||= away(held.start, point) > DRAG * pixel();
  if (!held.moved) return;
  if (held.handle === "facing") return showTurn(point);
  if (held.handle === "radius") {
    const [{ x, y }] = held.points;
    return sketch(shape("circle", { cx: x, cy: y, r: away({ x, y }, point) }));
  }
  const spots = carried(point);
  if (held.handle || spots.length > 2) return sketch(shape("polygon", { points: text(spots) }));
  const thing = thingOf(held.path);
  const [{ x, y }] = spots;
  if (!thing) sketch(shape("circle", { cx: x, cy: y, r: 10 * pixel() }));
  else if (spots.length === 1 && thing.matches(".drawn-token")) {
    thing.setAttribute("transform", `translate(${x} ${y})`);
  } else sketch(shape("polyline", { points: text(spots) }));
}

/** @param {Point} point @param {boolean} isOver whether it is over the ground */
export function putDown(point, isOver = true) {
  const last = held;
  if (!last) return;
  const spots = last.moved ? carried(point) : [];
  held = null;
  sketch();
  if (!last.moved) return choose(last.path);
  if (last.handle === "facing") {
    const facing = String(bearing(last.points[0], point));
    return send({ do: "set", thing: last.path, values: { facing } });
  }
  if (last.handle === "radius") {
    const radius = Math.round(away(last.points[0], point) * 100) / 100;
    return send({ do: "shape", thing: last.path, at: places(last.points), radius });
  }
  if (!isOver) return choose(last.path);
  send({ do: "shape", thing: last.path, at: places(spots) });
}

export function letGo() {
  held = null;
  sketch();
}

/** Where the held thing lies with the pointer at a place.
 * @param {Point} point @returns {Point[]} */
function carried(point) {
  if (!held) return [];
  const { start, points, handle } = held;
  if (handle) {
    return points.map((spot, index) => (String(index) === handle ? snapped(point) : spot));
  }
  if (points.length === 0) return [snapped(point)];
  const [first] = points;
  const to = snapped({ x: first.x + point.x - start.x, y: first.y + point.y - start.y });
  return points.map(({ x, y }) => ({ x: x + to.x - first.x, y: y + to.y - first.y }));
}

/** @param {Point} point */
function showTurn(point) {
  if (!held) return;
  const [{ x, y }] = held.points;
  sketch(shape("polyline", { points: text([{ x, y }, point]) }));
  const turned = thingOf(held.path)?.querySelector("g");
  turned?.setAttribute("transform", `rotate(${bearing({ x, y }, point)})`);
}

/** @param {Point} from @param {Point} to */
function bearing(from, to) {
  const degrees = (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI;
  return (Math.round(degrees / TURN) * TURN + 360) % 360;
}

/** One step by an arrow; where a thing ends is told once no more follow.
 * @param {SVGElement} thing @param {number} dx @param {number} dy */
export function step(thing, dx, dy) {
  const path = thing.dataset.path ?? "";
  if (stepping?.path !== path) stepping = { path, dx: 0, dy: 0, timer: 0 };
  const size = isHex() ? 1 : snap();
  stepping.dx += dx * size;
  stepping.dy += dy * size * (isHex() ? Math.sqrt(3) / 2 : 1);
  clearTimeout(stepping.timer);
  stepping.timer = window.setTimeout(arrive, ARRIVED);
  const spots = stepped(thing, stepping);
  const [{ x, y }] = spots;
  if (spots.length > 1) sketch(shape("polygon", { points: text(spots) }));
  else sketch(shape("circle", { cx: x, cy: y, r: 10 * pixel() }));
}

/** @param {SVGElement} thing @param {{dx: number, dy: number}} by @returns {Point[]} */
function stepped(thing, { dx, dy }) {
  return read(thing.dataset.points ?? "").map(({ x, y }) => ({ x: x + dx, y: y + dy }));
}

function arrive() {
  const last = stepping;
  stepping = null;
  const thing = last && thingOf(last.path);
  if (!last || !thing) return;
  const spots = stepped(thing, last);
  const radius = Number(thing.dataset.radius ?? 0);
  send({ do: "shape", thing: last.path, at: places(spots), radius });
}
