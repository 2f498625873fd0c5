// @ts-check
// What stands over the picture and is read: it keeps its size on the screen and its place on the
// table while the view changes. On a narrow screen what is to be pressed lies at the lower edge.

import { board } from "./table-parts.js";
import { View } from "./table-view.js";

/** @typedef {import("./table-parts.js").Point} Point */
/** `at`: the place it speaks of; `clear`: inches around it that stay free; `avoids`: other places
 * that do, too. What stands "near" goes out of sight with its place, straight above or below it where
 * it is "upright"; what stands "beside" stays.
 * @typedef {{at: Point, clear: number, side: "above" | "below" | "on" | "near" | "upright" | "beside", avoids: {at: Point, clear: number}[]}} Spot */

/** Pixels between a thing and what it stands beside. */
const GAP = 6;

/** @type {Map<HTMLElement, Spot>} */
const placed = new Map();
/** @type {SVGSVGElement | null} */
let watched = null;
const views = new MutationObserver(layOut);
const sizes = new ResizeObserver(layOut);

/** Puts an element over the picture, or elsewhere if it is there.
 * @template {HTMLElement} Shown
 * @param {Shown} element @param {Partial<Spot> & {at: Point}} spot @returns {Shown} */
export function put(element, spot) {
  placed.set(element, { clear: 0, side: "above", avoids: [], ...spot });
  const over = layer();
  if (over && element.parentElement !== over) over.append(element);
  lay(element);
  return element;
}

/** @param {Element | null | undefined} element */
export function takeAway(element) {
  if (!(element instanceof HTMLElement)) return;
  placed.delete(element);
  element.remove();
}

/** The layer over the picture of the table as it is now.
 * @returns {HTMLElement | null} */
export function layer() {
  const now = board();
  const svg = now?.querySelector("svg");
  if (!now || !svg) return null;
  if (watched !== svg) {
    watched = svg;
    for (const observer of [views, sizes]) observer.disconnect();
    views.observe(svg, { attributeFilter: ["viewBox"] });
    sizes.observe(svg);
  }
  const found = now.querySelector(":scope > .over");
  if (found instanceof HTMLElement) return found;
  const over = document.createElement("div");
  over.className = "over";
  now.append(over);
  return over;
}

/** Pixels of an inch on the screen. */
export function pixelsPerInch() {
  return watched?.getScreenCTM()?.a ?? 1;
}

function layOut() {
  for (const element of [...placed.keys()]) {
    if (element.isConnected) lay(element);
    else placed.delete(element);
  }
}

/** @param {HTMLElement} element */
function lay(element) {
  const spot = placed.get(element);
  const over = layer();
  const picture = watched?.getBoundingClientRect();
  if (!spot || !over || !picture) return;
  const origin = over.getBoundingClientRect();
  const height = picture.height - View.covered;
  const frame = new DOMRect(picture.x - origin.x, picture.y - origin.y, picture.width, height);
  const { x, y } = onScreen(spot.at, origin);
  const isSeen = x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom;
  element.classList.toggle("is-out", !isSeen && spot.side !== "beside");
  const size = new DOMRect(0, 0, element.offsetWidth, element.offsetHeight);
  const away = spot.clear * pixelsPerInch() + GAP;
  const free = () => beside(spot, { x, y }, size, frame, origin);
  const place = {
    above: () => apart(element, { x, y }, size, away),
    below: () => ({ x: x - size.width / 2, y: y + away }),
    on: () => ({ x: x - size.width / 2, y: y - size.height / 2 }),
    near: free,
    upright: free,
    beside: free,
  }[spot.side]();
  element.style.setProperty("--x", `${Math.round(place.x)}px`);
  element.style.setProperty("--y", `${Math.round(place.y)}px`);
}

/** Above a point, or else below it, beside it, or higher up: the first place where it covers none of
 * those that were put above points before it.
 * @param {HTMLElement} element @param {Point} at @param {DOMRect} size @param {number} away
 * @returns {Point} */
function apart(element, { x, y }, { width, height }, away) {
  const [left, above] = [x - width / 2, y - away - height];
  const places = [
    { x: left, y: above },
    { x: left, y: y + away },
    { x: x + away, y: y - height / 2 },
    { x: x - away - width, y: y - height / 2 },
    { x: left, y: above - height - GAP },
    { x: left, y: y + away + height + GAP },
  ];
  const others = [...placed.keys()];
  const taken = others
    .slice(0, others.indexOf(element))
    .filter((other) => placed.get(other)?.side === "above" && other.isConnected)
    .map((other) => ({ x: coordinate(other, "--x"), y: coordinate(other, "--y"), width: other.offsetWidth, height: other.offsetHeight }));
  const isFree = (/** @type {Point} */ place) =>
    taken.every(
      (other) =>
        place.x >= other.x + other.width || other.x >= place.x + width || place.y >= other.y + other.height || other.y >= place.y + height,
    );
  const place = places.find(isFree) ?? /** @type {Point} */ (places[0]);
  element.classList.toggle("is-aside", place !== places[0]);
  return place;
}

/** @param {HTMLElement} element @param {string} name of the property that holds it @returns {number} in pixels */
function coordinate(element, name) {
  return Number.parseFloat(element.style.getPropertyValue(name)) || 0;
}

/** @param {Point} at @param {DOMRect} origin @returns {Point} */
function onScreen(at, origin) {
  const point = new DOMPoint(at.x, at.y);
  const { x, y } = point.matrixTransform(watched?.getScreenCTM() ?? undefined);
  return { x: x - origin.x, y: y - origin.y };
}

/** The best of several places around a point: in the frame, and on nothing it speaks of.
 * @param {Spot} spot @param {Point} at @param {DOMRect} size @param {DOMRect} frame
 * @param {DOMRect} origin @returns {Point} */
function beside(spot, at, { width, height }, frame, origin) {
  const away = spot.clear * pixelsPerInch() + GAP;
  const held = [{ at: spot.at, clear: spot.clear }, ...spot.avoids].map((each) => ({
    ...onScreen(each.at, origin),
    radius: each.clear * pixelsPerInch(),
  }));
  const columns = [at.x + away, at.x - away - width, at.x - width / 2, frame.left + GAP, frame.right - width - GAP];
  const rows = [at.y - height / 2, at.y - away - height, at.y + away, frame.top + GAP, frame.bottom - height - GAP];
  if (spot.side === "upright") {
    columns.unshift(...columns.splice(2, 1));
    rows.push(...rows.splice(0, 1));
  }
  const places = columns
    .flatMap((x) => rows.map((y) => ({ x: within(x, frame.left, frame.right - width), y: within(y, frame.top, frame.bottom - height) })))
    .map((place, order) => ({ place, cost: order + held.reduce((sum, each) => sum + covers(place, width, height, each), 0) }));
  return places.reduce((best, each) => (each.cost < best.cost ? each : best)).place;
}

/** @param {number} value @param {number} least @param {number} most */
function within(value, least, most) {
  return Math.max(Math.min(value, most - GAP), least + GAP);
}

/** A large number for a rectangle that covers a circle.
 * @param {Point} place @param {number} width @param {number} height
 * @param {Point & {radius: number}} circle */
function covers(place, width, height, circle) {
  const dx = Math.max(place.x - circle.x, 0, circle.x - place.x - width);
  const dy = Math.max(place.y - circle.y, 0, circle.y - place.y - height);
  const missing = circle.radius - Math.hypot(dx, dy);
  return missing > 0 ? 1000 + missing : 0;
}
