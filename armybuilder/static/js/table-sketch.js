// @ts-check
// The order in the making as a sketch on the table: the way the server has measured, the base where
// it would stand, corners and markers to drag, the line of fire and what blocks it.

import {
  board,
  corners,
  field,
  middleOf,
  origin,
  plan,
  read,
  shape,
} from "./table-parts.js";

/** @typedef {import("./table-parts.js").Point} Point */

/** Pixels around a handle in which a finger or a mouse has hold of it. */
const FINGER = 20;
const MOUSE = 8;

export function draw() {
  const [under, over] = layers();
  const now = plan();
  if (!under || !over || !now) return;
  under.replaceChildren();
  over.replaceChildren();
  const clicks = now.dataset.clicks ?? "";
  if (now.dataset.ground) under.append(shape("polygon", { points: now.dataset.ground, class: "plan-ghost" }));
  for (const leg of now.querySelectorAll("[data-leg]")) {
    const points = /** @type {HTMLElement} */ (leg).dataset.points ?? "";
    under.append(shape("polyline", { points, class: "plan-path" }));
  }
  under.append(shape("polyline", { class: "plan-path plan-drawn" }));
  drawPoses(under, over, now);
  if (clicks === "way") drawCorners(over);
  if (clicks === "marks") drawMarks(over);
  else for (const mark of now.querySelectorAll("[data-marker]")) drawMark(over, mark);
  const last = now.querySelector("[data-last-corner]");
  last?.toggleAttribute("hidden", corners().length === 0);
  showFire(now.dataset.from ?? "", now.dataset.targets ?? "", now.dataset.where ?? "", shotFrom());
}

/** Bases where they would stand; the first one has an arrow to turn it.
 * @param {Element} under @param {Element} over @param {HTMLElement} now */
function drawPoses(under, over, now) {
  const turns = field("face") !== null;
  for (const [number, pose] of [...now.querySelectorAll("[data-pose]")].entries()) {
    const { at = "", turn = "0", width = "1", length = "1" } = /** @type {HTMLElement} */ (pose).dataset;
    const [{ x, y }] = read(at);
    const [half, tall] = [Number(width) / 2, Number(length) / 2];
    const group = shape("g", { transform: `translate(${x} ${y}) rotate(${turn})` });
    group.append(
      shape("rect", {
        ...{ x: -half, y: -tall, width, height: length, rx: half, class: "plan-ghost" },
        ...(number === 0 && turns ? { "data-handle": "end" } : {}),
      }),
    );
    if (number === 0 && turns) {
      group.setAttribute("class", "plan-pose");
      const tip = -tall - 1.1;
      group.append(
        shape("path", { d: `M0 ${-tall}V${tip + 0.3}`, class: "plan-path" }),
        shape("circle", { cy: tip + 0.4, r: reach(), class: "plan-reach", "data-handle": "turn" }),
        shape("path", { d: `M0 ${tip} .5 ${tip + 0.8} -.5 ${tip + 0.8}Z`, class: "plan-turn", "data-handle": "turn" }),
      );
    }
    (number === 0 && turns ? over : under).append(group);
  }
}

/** Corners to drag, and between them places to bend the way.
 * @param {Element} over */
function drawCorners(over) {
  const points = corners();
  let before = origin();
  for (const [index, point] of points.entries()) {
    if (before) {
      const half = { x: (before.x + point.x) / 2, y: (before.y + point.y) / 2 };
      over.append(handle(half, 0.2, "bend", index));
    }
    if (index < points.length - 1) over.append(handle(point, 0.32, "corner", index));
    before = point;
  }
}

/** Artillery markers to drag.
 * @param {Element} over */
function drawMarks(over) {
  for (const [index, point] of corners().entries()) over.append(handle(point, 0.5, "mark", index));
}

/** An artillery marker that lies where it lies.
 * @param {Element} over @param {Element} mark */
function drawMark(over, mark) {
  const [{ x, y }] = read(/** @type {HTMLElement} */ (mark).dataset.at ?? "");
  over.append(shape("circle", { cx: x, cy: y, r: 0.5, class: "plan-marker" }));
}

/** Something to drag, that a finger finds too.
 * @param {Point} point @param {number} r @param {string} kind @param {number} index */
function handle(point, r, kind, index) {
  const group = shape("g", {
    ...{ transform: `translate(${point.x} ${point.y})`, "data-handle": kind, "data-index": index },
    class: `plan-handle plan-handle-${kind}`,
  });
  group.append(shape("circle", { r: Math.max(r, reach()), class: "plan-reach" }));
  group.append(shape("circle", { r, class: "plan-corner" }));
  return group;
}

/** Inches around a handle in which it can be taken hold of. */
function reach() {
  const svg = /** @type {SVGSVGElement} */ (board()?.querySelector("svg"));
  const pixels = window.matchMedia("(pointer: coarse)").matches ? FINGER : MOUSE;
  return (pixels * svg.viewBox.baseVal.width) / svg.clientWidth;
}

/** The way while it is dragged, and its length.
 * @param {Point[]} points */
export function drawWay(points) {
  const start = origin();
  const way = start ? [start, ...points] : points;
  const line = document.querySelector(".plan-drawn");
  line?.setAttribute("points", way.map(({ x, y }) => `${x},${y}`).join(" "));
  const inches = way
    .slice(1)
    .reduce((sum, { x, y }, index) => sum + Math.hypot(x - way[index].x, y - way[index].y), 0);
  const reading = board()?.querySelector("[data-reading]");
  if (reading) {
    reading.textContent = (board()?.dataset.inches ?? "").replace("{inches}", inches.toFixed(1));
  }
}

/** Where it is shot from: a corner of the way, else its end.
 * @returns {Point | null} */
function shotFrom() {
  const corner = plan()?.dataset.shotAt;
  if (corner) return read(corner)[0];
  const leg = /** @type {HTMLElement | null} */ (document.querySelector("[data-leg]"));
  return read(leg?.dataset.at ?? "")[0] ?? null;
}

/** @returns {[Element | null, Element | null]} */
function layers() {
  return [
    document.querySelector("[data-plan-layer]"),
    document.querySelector("[data-over-layer]"),
  ];
}

/** Lines of fire, and what is in their way.
 * @param {string} from @param {string} targets @param {string} where @param {Point | null} [start] */
function showFire(from, targets, where, start) {
  const [, over] = layers();
  document.querySelectorAll(".plan-fire").forEach((line) => line.remove());
  for (const lit of document.querySelectorAll(".is-in-the-way, .is-looked-at")) {
    lit.classList.remove("is-in-the-way", "is-looked-at");
  }
  const at = start ?? middleOf(from);
  const aimed = targets.split(" ").filter(Boolean);
  const inTheWay = where.split(" ").filter((name) => name && name !== from && !aimed.includes(name));
  for (const name of inTheWay) light(name, "is-in-the-way");
  for (const target of aimed) {
    light(target, "is-looked-at");
    const to = middleOf(target);
    if (!at || !to || !over) continue;
    const blocked = inTheWay.length > 0 ? " is-blocked" : "";
    over.append(shape("path", { d: `M${at.x} ${at.y}L${to.x} ${to.y}`, class: `plan-fire${blocked}` }));
  }
}

/** @param {string} name @param {string} as */
function light(name, as) {
  const found = CSS.escape(name);
  document
    .querySelector(`.token[data-unit="${found}"], .ground[data-ground="${found}"]`)
    ?.classList.add(as);
}

/** Whoever points at a choice sees on the table whom it concerns, and what stands in the way.
 * @param {Event} event */
export function look(event) {
  const found = event.target instanceof Element ? event.target.closest("[data-look]") : null;
  if (!(found instanceof HTMLElement)) return;
  const now = plan();
  if (event.type === "pointerover" || event.type === "focusin") {
    showFire(board()?.dataset.unit ?? "", found.dataset.look ?? "", found.dataset.where ?? "");
  } else {
    showFire(now?.dataset.from ?? "", now?.dataset.targets ?? "", now?.dataset.where ?? "", shotFrom());
  }
}
