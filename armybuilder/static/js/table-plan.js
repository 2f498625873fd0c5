// @ts-check
// The order in the making is changed on the table: by clicks, by dragging corners, markers and the
// arrow that turns, by keys. Every change goes back to the server to be judged.

import { board, corners, depth, field, middleOf, plan, pointAt, poseAt } from "./table-parts.js";
import { draw, drawWay, look } from "./table-sketch.js";

/** Degrees a bracket key turns. */
const TURN = 15;

/** @typedef {import("./table-parts.js").Point} Point */
/** @typedef {{kind: string, index: number, points: Point[], handle: SVGElement, pointer: number, began: PointerEvent}}
 * Drag */

/** @typedef {Point & {unit: string}} Spot */

/** @type {Drag | null} */
let drag = null;
let dragged = false;

/** A click on the table that came while a new plan or table was on its way.
 * @type {Spot | null} */
let early = null;

draw();
document.addEventListener("htmx:afterSettle", (event) => {
  const { target } = /** @type {CustomEvent} */ (event).detail;
  if (["plan", "picked", "table"].includes(target?.id)) draw();
  if (target?.id === "plan") plan()?.scrollIntoView({ block: "nearest" });
});
document.addEventListener("htmx:afterRequest", takeEarlySpot);
document.addEventListener("htmx:beforeSwap", passOverOldPlan);
for (const failed of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(failed, () => (early = null));
}
document.addEventListener("board:spot", takeSpot);
document.addEventListener("pointerdown", grab, true);
document.addEventListener("pointermove", pull);
document.addEventListener("pointerup", letGo);
document.addEventListener("pointercancel", giveUp);
document.addEventListener("click", passOverAfterDrag, true);
document.addEventListener("click", removeLastCorner);
document.addEventListener("keydown", press);
for (const seen of ["pointerover", "focusin", "pointerout", "focusout"]) {
  document.addEventListener(seen, look);
}

// --- Changing the way -----------------------------------------------------------------------

/** @param {Point[]} points */
function write(points) {
  const path = field("path");
  if (!path) return;
  path.value = points.map(({ x, y }) => `${x.toFixed(2)},${(depth() - y).toFixed(2)}`).join(" ");
  const toward = field("toward");
  if (toward) toward.value = "";
  submit();
}

/** @param {number} degrees */
function writeFacing(degrees) {
  const face = field("face");
  if (face) face.value = String(Math.round(((degrees % 360) + 360) % 360));
}

function submit() {
  /** @type {HTMLFormElement | null} */ (document.querySelector("[data-way]"))?.requestSubmit();
}

/** Whether a new plan or table is on its way. */
function isAwaited() {
  return document.querySelector("#table .htmx-request") !== null;
}

/** A plan that comes after its order was given has no place any more.
 * @param {Event} event */
function passOverOldPlan(event) {
  const { detail } = /** @type {CustomEvent} */ (event);
  const given = document.querySelector(".plan-confirm.htmx-request") !== null;
  if (given && detail.target.id === "plan") detail.shouldSwap = false;
}

/** Does now what was clicked before the plan was there. */
function takeEarlySpot() {
  if (!early || isAwaited()) return;
  const spot = early;
  early = null;
  /** @type {any} */ (board())?.press(spot.unit, spot);
}

/** A click on the table: a corner, a place, or a unit to go towards. A unit is taken for the plan
 * where the plan knows what to do with it, else it is chosen.
 * @param {Event} event */
function takeSpot(event) {
  const { x, y, unit } = /** @type {CustomEvent} */ (event).detail;
  if (isAwaited()) {
    early = { x, y, unit };
    event.preventDefault();
    return;
  }
  const clicks = plan()?.dataset.clicks;
  const toward = field("toward");
  if (clicks === "marks") {
    write([...corners(), middleOf(unit) ?? { x, y }]);
    event.preventDefault();
  } else if (unit) {
    if (!toward || unit === plan()?.dataset.from) return;
    const path = field("path");
    if (path) path.value = "";
    toward.value = unit;
    submit();
    event.preventDefault();
  } else if (clicks === "way") {
    write([...(field("path")?.value.trim() ? corners() : []), { x, y }]);
    event.preventDefault();
  } else if (clicks === "spot") {
    write([{ x, y }]);
    event.preventDefault();
  }
}

/** @param {Event} event */
function removeLastCorner(event) {
  if (event.target instanceof Element && event.target.closest("[data-last-corner]")) {
    write(corners().slice(0, -1));
  }
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.target !== board() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "[" || event.key === "]") {
    const pose = /** @type {HTMLElement | null} */ (document.querySelector("[data-pose]"));
    const now = Number(field("face")?.value || pose?.dataset.turn);
    writeFacing(now + (event.key === "]" ? TURN : -TURN));
    submit();
  } else if (event.key === "Backspace") {
    event.preventDefault();
    write(corners().slice(0, -1));
  }
}

// --- Dragging -------------------------------------------------------------------------------

/** @param {PointerEvent} event */
function grab(event) {
  if (drag && drag.pointer !== event.pointerId) return pinch(drag.began);
  dragged = false;
  const handle = event.target instanceof Element ? event.target.closest("[data-handle]") : null;
  if (!(handle instanceof SVGElement) || event.button !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  const index = Number(handle.dataset.index);
  drag = { kind: handle.dataset.handle ?? "", index, points: corners(), handle, pointer: event.pointerId, began: event };
  if (drag.kind === "bend") drag.points.splice(index, 0, pointAt(event));
  if (drag.kind === "end" && drag.points.length === 0) drag.points.push(pointAt(event));
  if (drag.kind === "end") drag.index = drag.points.length - 1;
}

/** @param {PointerEvent} event */
function pull(event) {
  if (drag?.pointer !== event.pointerId) return;
  dragged = true;
  const at = pointAt(event);
  const ghost = document.querySelector(".plan-pose");
  if (drag.kind === "turn") {
    const from = poseAt();
    if (!from) return;
    const degrees = (Math.atan2(at.x - from.x, from.y - at.y) * 180) / Math.PI;
    writeFacing(degrees);
    ghost?.setAttribute("transform", `translate(${from.x} ${from.y}) rotate(${degrees})`);
    return;
  }
  drag.points[drag.index] = at;
  if (drag.kind === "mark") {
    drag.handle.setAttribute("transform", `translate(${at.x} ${at.y})`);
    return;
  }
  const last = drag.points[drag.points.length - 1];
  const turn = ghost?.getAttribute("transform")?.match(/rotate\([^)]*\)/)?.[0] ?? "";
  ghost?.setAttribute("transform", `translate(${last.x} ${last.y}) ${turn}`);
  drawWay(drag.points);
}

/** @param {PointerEvent} event */
function letGo(event) {
  if (drag?.pointer !== event.pointerId) return;
  const done = drag;
  drag = null;
  if (!dragged) return;
  if (done.kind === "turn") submit();
  else write(done.points);
}

/** A second finger is down: nothing is dragged, and the board gets the first one too.
 * @param {PointerEvent} first */
function pinch(first) {
  giveUp();
  /** @type {any} */ (board()).down(first);
}

/** The browser has taken the pointer away: everything is as before. */
function giveUp() {
  if (!drag) return;
  drag = null;
  draw();
}

/** The click that ends a drag means nothing more.
 * @param {Event} event */
function passOverAfterDrag(event) {
  if (!dragged) return;
  dragged = false;
  event.stopPropagation();
  event.preventDefault();
}
