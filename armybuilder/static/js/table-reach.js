// @ts-check
// What a chosen unit reaches, drawn: where it can come, its arcs and ranges, over every target what
// it needs, around those who could join a ring. All of it as the server says.

import { put, takeAway } from "./table-over.js";
import { board, grain, middleOf, shape, tokenOf, words } from "./table-parts.js";

/** @typedef {import("./table-parts.js").Point} Point */
/** @typedef {import("./table-ask.js").Hands} Hands */
/** @typedef {import("./table-ask.js").Target} Target */

/** Grains within which what stands at one unit may cover another. */
const CLOSE = 6;

/** Draws the reach of a unit at a pace, the other paces as outlines; of an opponent what it
 * threatens.
 * @param {Hands} hands @param {string} pace */
export function drawReach(hands, pace) {
  const layer = reachLayer();
  if (!layer) return;
  board()?.querySelectorAll(".front-arc").forEach((old) => old.remove());
  const legal = hands.moves.filter((move) => move.legal && move.d);
  layer.replaceChildren(
    ...legal.map(({ d, pace: name }) =>
      shape("path", { d, class: name === pace ? "reach" : "reach reach-other", "data-pace": name }),
    ),
    ...(hands.threat ? [shape("path", { d: hands.threat, class: "reach-threat" })] : []),
    ...hands.sectors.map(sectorOf),
    ...(hands.links ?? []).map(linkOf),
    ...legal.filter((move) => move.pace === pace).flatMap((move) => spotsOf(move.spots ?? [], "reach-spot")),
  );
}

/** A part of the ground that belongs to a unit; what it is for it says on the screen.
 * @param {import("./table-ask.js").Sector} sector */
function sectorOf({ d, kind, label = "" }) {
  const path = shape("path", { d, class: `reach-sector sector-${kind}` });
  if (label) path.append(titled(label));
  return path;
}

/** A line between two places, whole or broken.
 * @param {import("./table-ask.js").Link} link */
function linkOf({ start, end, label, holds }) {
  const d = `M${start.join(" ")}L${end.join(" ")}`;
  const path = shape("path", { d, class: `reach-link${holds ? "" : " is-broken"}` });
  path.append(titled(label));
  return path;
}

/** Numbers and words at places of the table.
 * @param {import("./table-ask.js").Spot[]} spots @param {string} as */
export function spotsOf(spots, as) {
  return spots.map(({ at: [x, y], label }) => {
    const text = shape("text", { x, y, dy: ".35em", class: as });
    text.textContent = label;
    return text;
  });
}

/** @param {string} text */
function titled(text) {
  const title = shape("title", {});
  title.textContent = text;
  return title;
}

/** What an opponent that is looked at threatens, beside what is drawn.
 * @param {string} [d] none takes it away */
export function drawThreat(d) {
  board()?.querySelectorAll(".reach-threat.is-passing").forEach((old) => old.remove());
  if (d) reachLayer()?.append(shape("path", { d, class: "reach-threat is-passing" }));
}

export function clearReach() {
  reachLayer()?.replaceChildren();
  drawTargets([]);
  drawCompanions([], []);
}

/** What three dice must show and the chance over every target; who cannot be attacked says why
 * once it is looked at.
 * @param {Target[]} targets */
export function drawTargets(targets) {
  board()?.querySelectorAll(".over > .aim").forEach(takeAway);
  board()?.querySelectorAll(".token-aim").forEach((old) => old.remove());
  for (const token of board()?.querySelectorAll(".token.is-target") ?? []) {
    token.classList.remove("is-target");
  }
  for (const target of targets) {
    const at = middleOf(target.unit);
    if (!at) continue;
    const plate = document.createElement("div");
    plate.className = "aim";
    plate.dataset.aim = target.unit;
    plate.ariaHidden = "true";
    const isOpen = target.legal !== false;
    plate.classList.toggle("is-denied", !isOpen);
    if (isOpen) plate.append(said("b", needs(target)), said("span", target.chance));
    else plate.append(said("span", target.why ?? ""));
    put(plate, { at, clear: radius(target.unit), side: isOpen ? "above" : "below" });
    tokenOf(target.unit)?.classList.toggle("is-target", isOpen);
  }
  partNames();
}

document.addEventListener("board:view", partNames);

/** Where the names of targets would lie over each other, the later ones are told by their ids. */
function partNames() {
  const tokens = [...document.querySelectorAll(".token:is(.is-chosen, .is-target)")];
  for (const token of tokens) token.classList.remove("is-crowded");
  /** @type {DOMRect[]} */
  const taken = [];
  const named = tokens.map((token) => ({ token, name: token.querySelector(".token-name") }));
  for (const { token, box } of named.map(({ token, name }) => ({ token, box: name?.getBoundingClientRect() }))) {
    if (!box) continue;
    const isFree = taken.every((other) => {
      return box.left >= other.right || other.left >= box.right || box.top >= other.bottom || other.top >= box.bottom;
    });
    token.classList.toggle("is-crowded", !isFree);
    if (isFree) taken.push(box);
  }
}

/** Shows why one cannot be attacked, or hides it again.
 * @param {string} unit "" for none */
export function tellWhy(unit) {
  for (const plate of document.querySelectorAll(".over > .aim.is-denied")) {
    plate.classList.toggle("is-told", /** @type {HTMLElement} */ (plate).dataset.aim === unit);
  }
}

/** The line of fire at a target with what lies in it; without one takes it away.
 * @param {string} [unit] who shoots @param {Target} [target] */
export function drawFire(unit = "", target = undefined) {
  const now = board();
  now?.querySelectorAll(".reach-fire").forEach((old) => old.remove());
  now?.querySelectorAll(".over > .crossing").forEach(takeAway);
  const [from, to] = [middleOf(unit), middleOf(target?.unit ?? "")];
  if (!now || !from || !to || !target) return;
  const [start, end] = [toward(from, to, radius(unit)), toward(to, from, radius(target.unit))];
  const line = { d: `M${start.x} ${start.y}L${end.x} ${end.y}` };
  const denied = target.legal === false ? " is-blocked" : "";
  now
    .querySelector("[data-over-layer]")
    ?.append(
      shape("path", { ...line, class: "reach-fire reach-fire-under" }),
      shape("path", { ...line, class: `reach-fire${denied}` }),
    );
  for (const { at, says } of target.crosses ?? []) {
    if (!says) continue;
    const mark = said("span", says);
    mark.className = "crossing";
    mark.ariaHidden = "true";
    put(mark, { at: { x: at[0], y: at[1] }, side: "on" });
  }
}

/** The other units so close that what stands at one could cover them.
 * @param {string} unit @param {Point} place */
function around(unit, place) {
  const tokens = /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll("[data-tokens] .token"));
  return [...tokens]
    .map((token) => token.dataset.unit ?? "")
    .filter((other) => other !== unit)
    .map((other) => ({ at: middleOf(other) ?? place, clear: radius(other) }))
    .filter(({ at }) => Math.hypot(at.x - place.x, at.y - place.y) < CLOSE * grain());
}

/** Rings around those who could join, pressed in where they do; who cannot says what is missing.
 * @param {import("./table-ask.js").Companion[]} companions @param {string[]} along */
export function drawCompanions(companions, along) {
  board()?.querySelectorAll(".over > .companion").forEach(takeAway);
  board()?.querySelectorAll(".token.is-along").forEach((token) => token.classList.remove("is-along"));
  for (const { unit, legal, why } of companions) {
    const at = middleOf(unit);
    if (!at) continue;
    const isAlong = along.includes(unit);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "companion";
    button.dataset.companion = unit;
    button.disabled = !legal && !isAlong;
    button.ariaPressed = String(isAlong);
    button.ariaLabel = [words("along").replace("{unit}", nameOf(unit)), why].filter(Boolean).join(": ");
    button.append(said("i", isAlong ? "✓" : "+"), said("span", legal ? "" : why));
    put(button, { at, clear: radius(unit), side: "upright", avoids: around(unit, at) });
    if (isAlong) tokenOf(unit)?.classList.add("is-along");
  }
}

/** What has to come up against a target.
 * @param {Target} target */
export function needs({ needed, label }) {
  return label || (needed === null ? "" : `${needed}+`);
}

/** What a unit is called on the table.
 * @param {string} unit */
export function nameOf(unit) {
  return tokenOf(unit)?.querySelector("title")?.textContent?.split(/[.,]/)[0] ?? unit;
}

/** Inches from the middle of a unit within which something covers it.
 * @param {string} unit */
export function radius(unit) {
  const { width = "1", length = "1" } = tokenOf(unit)?.dataset ?? {};
  return Math.max(Number(width), Number(length)) / 2;
}

/** @param {Point} from @param {Point} to @param {number} inches */
function toward(from, to, inches) {
  const apart = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const share = Math.min(inches / apart, 0.5);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {string} text */
function said(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

/** @returns {Element | null} */
function reachLayer() {
  const now = board();
  const found = now?.querySelector("[data-reach-layer]");
  if (found) return found;
  const layer = shape("g", { "data-reach-layer": "" });
  now?.querySelector("[data-plan-layer]")?.before(layer);
  return layer;
}
