// @ts-check
// What stands over the picture and is read: it keeps its size on the screen and its place on the
// table while the view changes. On a narrow screen what is to be pressed lies at the lower edge.

import { board, middle } from "./table-parts.js";
import { View } from "./table-view.js";

/** @typedef {import("./table-parts.js").Point} Point */
/** `at`: the place it speaks of; `clear`: inches around it that stay free; `avoids`: other places
 * that do, too. What stands "near" goes out of sight with its place, straight above or below it where
 * it is "upright"; what stands "beside" stays.
 * @typedef {{at: Point, clear: number, side: "above" | "below" | "on" | "near" | "upright" | "beside", avoids: {at: Point, clear: number}[]}} Spot */

/** Pixels between a thing and what it stands beside. */
const GAP = 6;
/** Pixels by which the rim of a piece stands out. */
const RIM = 1;

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
    above: () => apart(element, { x, y }, size, away, frame, origin),
    below: () => ({ x: x - size.width / 2, y: y + away }),
    on: () => ({ x: x - size.width / 2, y: y - size.height / 2 }),
    near: free,
    upright: free,
    beside: free,
  }[spot.side]();
  element.style.setProperty("--x", `${Math.round(place.x)}px`);
  element.style.setProperty("--y", `${Math.round(place.y)}px`);
}

/** Above a point, or else below it, beside it, or farther off: where it covers least of those that
 * were put above points before it, and of the pieces; the first such place.
 * @param {HTMLElement} element @param {Point} at @param {DOMRect} size @param {number} away
 * @param {DOMRect} frame @param {DOMRect} origin @returns {Point} */
function apart(element, { x, y }, { width, height }, away, frame, origin) {
  const [left, above] = [x - width / 2, y - away - height];
  const columns = [0, 0.35, -0.35, 0.7, -0.7, 1.2, -1.2].map((share) => left + share * width);
  columns.push(x + away, x - away - width);
  const rows = [0, 1, 2, 3].flatMap((number) => [above - number * (height + GAP), y + away + number * (height + GAP)]);
  rows.push(y - height / 2);
  const places = rows
    .flatMap((row) => columns.map((column) => ({ x: Math.round(column), y: Math.round(row) })))
    .map((place) => ({ place, far: Math.hypot(place.x - left, place.y - above) }))
    .sort((one, other) => one.far - other.far);
  const others = [...placed.keys()];
  const plates = others
    .slice(0, others.indexOf(element))
    .filter((other) => placed.get(other)?.side === "above" && other.isConnected && !other.matches(".is-out"))
    .map((other) => new DOMRect(coordinate(other, "--x"), coordinate(other, "--y"), other.offsetWidth, other.offsetHeight));
  plates.push(...buttons(origin));
  const pieces = standing(origin);
  const cost = (/** @type {Point} */ place) => {
    const box = new DOMRect(place.x, place.y, width, height);
    const outside = width * height - shared(box, frame);
    return sum(plates, box) * 4 + sum(pieces, box) + outside * 2;
  };
  let best = places[0];
  let least = Infinity;
  for (const each of places) {
    const found = cost(each.place);
    if (found < least) [best, least] = [each, found];
    if (least <= 0) break;
  }
  const isAside = best.far >= 1;
  element.classList.toggle("is-aside", isAside);
  if (isAside) lead(element, { x: x - best.place.x - width / 2, y: y - best.place.y - height / 2 }, away);
  return best.place;
}

/** Where the line of a plate leads that stands aside: from its middle to the rim of its piece.
 * @param {HTMLElement} element @param {Point} to @param {number} away */
function lead(element, to, away) {
  element.style.setProperty("--lead", `${Math.round(Math.max(Math.hypot(to.x, to.y) - away / 2, 0))}px`);
  element.style.setProperty("--course", `${Math.atan2(to.y, to.x).toFixed(3)}rad`);
}

/** The boxes of what is pressed and lies over the picture.
 * @param {DOMRect} origin @returns {DOMRect[]} */
function buttons(origin) {
  const shown = [...document.querySelectorAll(".battle-board :is(.rack > *, .board-tools, .board-map)")];
  return shown
    .map((each) => each.getBoundingClientRect())
    .map(({ x, y, width, height }) => new DOMRect(x - origin.x, y - origin.y, width, height));
}

/** @param {DOMRect[]} boxes @param {DOMRect} box */
function sum(boxes, box) {
  return boxes.reduce((found, each) => found + shared(each, box), 0);
}

/** The square pixels two boxes share.
 * @param {DOMRect} one @param {DOMRect} other */
function shared(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(width, 0) * Math.max(height, 0);
}

/** The boxes around all pieces on the screen with their rims, each turned as it stands.
 * @param {DOMRect} origin @returns {DOMRect[]} */
function standing(origin) {
  const scale = pixelsPerInch();
  const tokens = /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll("[data-tokens] .token"));
  return [...tokens].map((token) => {
    const { width = "0", length = "0", turn = "0" } = token.dataset;
    const [sine, cosine] = [Math.sin, Math.cos].map((of) => Math.abs(of((Number(turn) * Math.PI) / 180)));
    const wide = (Number(width) * cosine + Number(length) * sine) * scale;
    const high = (Number(width) * sine + Number(length) * cosine) * scale;
    const { x, y } = onScreen(middle(token), origin);
    return new DOMRect(x - wide / 2 - RIM, y - high / 2 - RIM, wide + 2 * RIM, high + 2 * RIM);
  });
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
