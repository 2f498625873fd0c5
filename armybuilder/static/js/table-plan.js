// @ts-check
// The order in the making on the table: the way the server has measured, corners to drag, an arrow
// to turn, the line of fire and what blocks it. Every change goes back to the server to be judged.

const SVG = "http://www.w3.org/2000/svg";
/** Degrees a bracket key turns. */
const TURN = 15;

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{kind: string, index: number, points: Point[]}} Drag */

/** @typedef {Point & {unit: string}} Spot */

/** @type {Drag | null} */
let drag = null;
let dragged = false;

/** A click on the table that came while a new plan or table was on its way.
 * @type {Spot | null} */
let early = null;

draw();
document.addEventListener("htmx:afterSettle", (event) => {
  draw();
  const { target } = /** @type {CustomEvent} */ (event).detail;
  if (target?.id === "plan") plan()?.scrollIntoView({ block: "nearest" });
  takeEarlySpot();
});
document.addEventListener("htmx:beforeSwap", passOverOldPlan);
for (const failed of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(failed, () => (early = null));
}
document.addEventListener("board:spot", takeSpot);
document.addEventListener("pointerdown", grab, true);
document.addEventListener("pointermove", pull);
document.addEventListener("pointerup", letGo);
document.addEventListener("click", passOverAfterDrag, true);
document.addEventListener("click", removeLastCorner);
document.addEventListener("keydown", press);
for (const seen of ["pointerover", "focusin", "pointerout", "focusout"]) {
  document.addEventListener(seen, look);
}

// --- What there is --------------------------------------------------------------------------

/** @returns {HTMLElement | null} */
function board() {
  return document.querySelector("table-board");
}

/** @returns {HTMLElement | null} */
function plan() {
  return document.getElementById("plan");
}

/** @param {string} name @returns {HTMLInputElement | null} */
function field(name) {
  return document.querySelector(`[data-way] [name="${name}"]`);
}

function depth() {
  return Number(board()?.dataset.depth);
}

/** Points out of "1,2 3,4".
 * @param {string} text @returns {Point[]} */
function read(text) {
  return text
    .split(" ")
    .filter(Boolean)
    .map((pair) => pair.split(",").map(Number))
    .map(([x, y]) => ({ x, y }));
}

/** The corners of the way as the picture has them: those typed, else those measured.
 * @returns {Point[]} */
function corners() {
  const typed = field("path")?.value.trim() ?? "";
  if (typed) return read(typed).map(({ x, y }) => ({ x, y: depth() - y }));
  const leg = /** @type {HTMLElement | null} */ (document.querySelector("[data-leg]"));
  return read(leg?.dataset.points ?? "").slice(1);
}

/** Where the ordered unit stands.
 * @returns {Point | null} */
function origin() {
  return middleOf(plan()?.dataset.from ?? "");
}

/** @param {string} unit @returns {Point | null} */
function middleOf(unit) {
  const token = unit && document.querySelector(`.token[data-unit="${CSS.escape(unit)}"]`);
  const found = token && token.getAttribute("transform")?.match(/-?[\d.]+/g);
  return found ? { x: Number(found[0]), y: Number(found[1]) } : null;
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
  return document.querySelector("#table :is(.htmx-request, .htmx-settling)") !== null;
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
  /** @type {any} */ (board())?.tell(spot);
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
  if (unit) {
    if (!toward || unit === plan()?.dataset.from) return;
    const path = field("path");
    if (path) path.value = "";
    toward.value = unit;
    submit();
    event.preventDefault();
  } else if (clicks === "way") {
    write([...(field("path")?.value.trim() ? corners() : []), { x, y }]);
  } else if (clicks === "spot") {
    write([{ x, y }]);
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
  dragged = false;
  const handle = event.target instanceof Element ? event.target.closest("[data-handle]") : null;
  if (!(handle instanceof SVGElement) || event.button !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  const index = Number(handle.dataset.index);
  drag = { kind: handle.dataset.handle ?? "", index, points: corners() };
  if (drag.kind === "bend") drag.points.splice(index, 0, pointAt(event));
  if (drag.kind === "end" && drag.points.length === 0) drag.points.push(pointAt(event));
  if (drag.kind === "end") drag.index = drag.points.length - 1;
}

/** @param {PointerEvent} event */
function pull(event) {
  if (!drag) return;
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
  const last = drag.points[drag.points.length - 1];
  const turn = ghost?.getAttribute("transform")?.match(/rotate\([^)]*\)/)?.[0] ?? "";
  ghost?.setAttribute("transform", `translate(${last.x} ${last.y}) ${turn}`);
  drawWay(drag.points);
}

function letGo() {
  const done = drag;
  drag = null;
  if (!done || !dragged) return;
  if (done.kind === "turn") submit();
  else write(done.points);
}

/** The click that ends a drag means nothing more.
 * @param {Event} event */
function passOverAfterDrag(event) {
  if (!dragged) return;
  dragged = false;
  event.stopPropagation();
  event.preventDefault();
}

/** @param {PointerEvent} event @returns {Point} */
function pointAt(event) {
  const svg = /** @type {SVGSVGElement} */ (board()?.querySelector("svg"));
  const point = new DOMPoint(event.clientX, event.clientY);
  const { x, y } = point.matrixTransform(svg.getScreenCTM()?.inverse());
  return { x, y };
}

/** Where the base that is turned stands.
 * @returns {Point | null} */
function poseAt() {
  const pose = /** @type {HTMLElement | null} */ (document.querySelector("[data-pose]"));
  return read(pose?.dataset.at ?? "")[0] ?? null;
}

// --- Drawing --------------------------------------------------------------------------------

function draw() {
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
  for (const marker of now.querySelectorAll("[data-marker]")) {
    const [{ x, y }] = read(/** @type {HTMLElement} */ (marker).dataset.at ?? "");
    over.append(shape("circle", { cx: x, cy: y, r: 0.5, class: "plan-marker" }));
  }
  if (clicks === "way") drawCorners(over);
  const last = now.querySelector("[data-last-corner]");
  last?.toggleAttribute("hidden", corners().length === 0);
  showFire(now.dataset.from ?? "", now.dataset.targets ?? "", now.dataset.where ?? "", end());
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
        shape("path", { d: `M0 ${tip} .5 ${tip + 0.8} -.5 ${tip + 0.8}Z`, class: "plan-turn", "data-handle": "turn" }),
      );
    }
    (number === 0 && turns ? over : under).append(group);
  }
}

/** Corners to drag, and between them places to bend the way.
 * @param {Element} over */
function drawCorners(over) {
  const start = origin();
  const points = corners();
  let before = start;
  for (const [index, { x, y }] of points.entries()) {
    if (before) {
      const half = { cx: (before.x + x) / 2, cy: (before.y + y) / 2 };
      over.append(
        shape("circle", { ...half, r: 0.2, class: "plan-corner", "data-handle": "bend", "data-index": index }),
      );
    }
    if (index < points.length - 1) {
      over.append(
        shape("circle", { cx: x, cy: y, r: 0.32, class: "plan-corner", "data-handle": "corner", "data-index": index }),
      );
    }
    before = { x, y };
  }
}

/** The way while it is dragged, and its length.
 * @param {Point[]} points */
function drawWay(points) {
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

/** Where the way ends.
 * @returns {Point | null} */
function end() {
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
function look(event) {
  const found = event.target instanceof Element ? event.target.closest("[data-look]") : null;
  if (!(found instanceof HTMLElement)) return;
  const now = plan();
  if (event.type === "pointerover" || event.type === "focusin") {
    showFire(board()?.dataset.unit ?? "", found.dataset.look ?? "", found.dataset.where ?? "");
  } else {
    showFire(now?.dataset.from ?? "", now?.dataset.targets ?? "", now?.dataset.where ?? "", end());
  }
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
