// @ts-check
// The editor of scenarios: what hands, pens and keys do on the ground. The server keeps what is
// drawn and says what is wrong with it; every answer is the whole drawing anew.

import { dropStroke, lift, middle, nearest, paint } from "./editor-hexes.js";
import {
  board,
  drawing,
  dropTool,
  isHex,
  picture,
  pixel,
  places,
  pointAt,
  say,
  shape,
  sketch,
  snap,
  snapped,
  thingAt,
  thingOf,
  tool,
} from "./editor-parts.js";
import { choose, failed, save, send, settled, submitted } from "./editor-send.js";
import { away, close, drag, dropShape, isDrawing, press, release, show } from "./editor-shapes.js";
import { carry, grab, isHolding, letGo, placeHandles, putDown, step } from "./editor-things.js";
import { View } from "./table-view.js";

/** @typedef {import("./editor-parts.js").Point} Point */

/** How much closer a turn of the wheel comes. */
const WHEEL = 1.15;
/** Pixels an arrow moves the view. */
const PAN = 60;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @type {View} */
let view;
/** The fingers on the ground, by pointer. @type {Map<number, Point>} */
const fingers = new Map();
/** What one pointer does. @type {"" | "pan" | "paint" | "shape" | "thing"} */
let doing = "";
/** Where the keys' cross is. @type {Point | null} */
let cross = null;
/** What is gone to once the thing chosen from a list is there. */
let afterChoice = "";
/** What was typed, picked and unfolded before the drawing came anew. */
let before = { typed: new Map(), open: new Map(), focused: "", text: "" };

document.addEventListener("pointerdown", down);
document.addEventListener("pointermove", moved);
document.addEventListener("pointerup", up);
document.addEventListener("pointercancel", cancel);
document.addEventListener("wheel", wheel, { passive: false });
document.addEventListener("dblclick", (event) => onGround(event) && isDrawing() && close());
document.addEventListener("keydown", key);
document.addEventListener("click", click);
document.addEventListener("change", changed);
document.addEventListener("focusout", left);
document.addEventListener("submit", submitted, true);
document.addEventListener("htmx:beforeSwap", remember);
document.addEventListener("htmx:afterSettle", settle);
document.addEventListener("htmx:responseError", failed);
document.addEventListener("htmx:sendError", failed);
window.addEventListener("resize", () => view.draw());
document.addEventListener("board:view", () => placeHandles());
settle();

/** The drawing is there anew. */
function settle() {
  if (!drawing()) return;
  view = new View(picture(), drawing()?.dataset.table ?? "");
  restore();
  board()?.toggleAttribute("data-tool", tool() !== null);
  view.draw();
  placeHandles();
  settled();
}

/** @param {Event} event */
function onGround(event) {
  return event.target instanceof Element && event.target.closest(".drawn-picture") !== null;
}

// --- Pointers -------------------------------------------------------------------------------

/** @param {PointerEvent} event */
function down(event) {
  const waits = event.target instanceof Element && event.target.closest(".drawn-wait");
  if (event.button !== 0 || !(waits || onGround(event))) return;
  const point = pointAt(event);
  if (waits) {
    doing = "thing";
    grab(/** @type {HTMLElement} */ (waits), point);
    return;
  }
  picture().setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (fingers.size > 1) return pinch();
  const held = tool();
  if (held?.act === "paint") {
    doing = "paint";
    paint(point);
  } else if (held) {
    doing = "shape";
    press(point);
  } else take(event, point);
}

/** Without a tool a pointer takes a handle, a thing, or the ground itself.
 * @param {PointerEvent} event @param {Point} point */
function take(event, point) {
  const target = /** @type {Element} */ (event.target);
  const handle = /** @type {SVGElement | null} */ (target.closest(".drawn-handle"));
  const thing = handle ? thingOf(drawing()?.dataset.chosen ?? "") : thingAt(target);
  doing = thing ? "thing" : "pan";
  if (thing) grab(thing, point, handle?.dataset.handle);
}

/** @param {PointerEvent} event */
function moved(event) {
  if (fingers.size > 1) return spread(event);
  if (doing === "") {
    if (isDrawing() && onGround(event)) show(pointAt(event));
    return;
  }
  const point = pointAt(event);
  if (doing === "paint") paint(point);
  else if (doing === "shape") drag(point);
  else if (doing === "thing") carry(point);
  else {
    const last = fingers.get(event.pointerId);
    if (last) view.pan(event.clientX - last.x, event.clientY - last.y);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }
}

/** @param {PointerEvent} event */
function up(event) {
  fingers.delete(event.pointerId);
  const point = doing ? pointAt(event) : { x: 0, y: 0 };
  const was = doing;
  doing = "";
  if (was === "paint") lift();
  else if (was === "shape") release(point);
  else if (was === "thing") putDown(point, isOver(event));
}

/** @param {PointerEvent} event */
function isOver(event) {
  const box = board()?.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return Boolean(box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
}

/** @param {PointerEvent} event */
function cancel(event) {
  fingers.delete(event.pointerId);
  pinch();
}

/** A second finger moves the view: what the first had begun is let go. */
function pinch() {
  doing = "";
  letGo();
  dropStroke();
}

/** @param {PointerEvent} event */
function spread(event) {
  const one = fingers.get(event.pointerId);
  const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
  if (!one || !other) return;
  const now = { x: event.clientX, y: event.clientY };
  const factor = away(now, other) / away(one, other);
  fingers.set(event.pointerId, now);
  view.pan((now.x - one.x) / 2, (now.y - one.y) / 2);
  if (Number.isFinite(factor) && factor > 0) view.zoom(factor);
}

/** @param {WheelEvent} event */
function wheel(event) {
  if (!onGround(event)) return;
  event.preventDefault();
  view.zoom(event.deltaY < 0 ? WHEEL : 1 / WHEEL, pointAt(event));
}

/** @param {MouseEvent} event */
function click(event) {
  const target = event.target instanceof Element ? event.target : null;
  const closest = (/** @type {string} */ which) =>
    /** @type {HTMLElement | null} */ (target?.closest(which) ?? null);
  const zoom = closest("[data-zoom]")?.dataset.zoom;
  if (zoom === "whole") view.whole();
  else if (zoom) view.zoom(Number(zoom));
  const chooses = closest("#drawing [data-choose]");
  if (!chooses || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  // A press on what waits beside the ground has already taken it up.
  if (chooses.matches(".drawn-wait") && event.detail > 0) return;
  const path = chooses.dataset.choose ?? "";
  choose(path, () => (afterChoice = path ? "drawn-form" : "drawn-board"));
}

// --- Keys -----------------------------------------------------------------------------------

/** @param {KeyboardEvent} event */
function key(event) {
  const target = event.target instanceof Element ? event.target : null;
  if ((event.ctrlKey || event.metaKey) && !target?.matches("input, textarea, select")) {
    const name = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
    if (name) {
      event.preventDefault();
      document.getElementById(`drawn-${name}`)?.click();
    }
    return;
  }
  if (event.key === "Escape" && (tool() || isDrawing() || isHolding())) return giveUp();
  if (!target || !board()?.contains(target) || target.closest("button, a")) return;
  const thing = thingAt(target);
  const done = tool() && !thing ? keyOfTool(event) : keyOfThing(event, thing);
  if (done) event.preventDefault();
}

function giveUp() {
  letGo();
  dropStroke();
  if (isDrawing()) dropShape();
  else dropTool();
}

/** @param {KeyboardEvent} event */
function keyOfTool(event) {
  cross ??= { ...view.now };
  const arrow = ARROWS[event.key];
  if (arrow) {
    moveCross(arrow, event.shiftKey ? 5 : 1);
    return true;
  }
  if (event.key !== "Enter" && event.key !== " ") return false;
  if (tool()?.act === "paint") {
    paint(cross);
    lift();
  } else {
    press(cross);
    release(cross);
  }
  return true;
}

/** @param {[number, number]} arrow @param {number} steps */
function moveCross([dx, dy], steps) {
  const from = /** @type {Point} */ (cross);
  const size = isHex() ? 1 : snap() * steps;
  const to = { x: from.x + dx * size, y: from.y + dy * size };
  cross = isHex() ? middle(nearest(to)) : snapped(to);
  const { x, y } = cross;
  const arm = 9 * pixel();
  show(cross);
  const d = `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`;
  const mark = shape("path", { class: "is-cross", d });
  if (isDrawing()) picture().querySelector(".drawn-sketch")?.append(mark);
  else sketch(mark);
  view.reveal({ x: x - 1, y: y - 1, width: 2, height: 2 });
  const [[across, upwards]] = places([cross]);
  say("cross", { x: across, y: upwards });
}

/** @param {KeyboardEvent} event @param {SVGElement | null} thing */
function keyOfThing(event, thing) {
  const arrow = ARROWS[event.key];
  if (arrow && thing) step(thing, ...arrow);
  else if (arrow) view.pan(-arrow[0] * PAN, -arrow[1] * PAN);
  else if (event.key === "+") view.zoom(1.4);
  else if (event.key === "-") view.zoom(1 / 1.4);
  else if (!thing) return false;
  else if (event.key === "Enter" || event.key === " ") choose(thing.dataset.path ?? "");
  else if (event.key === "Delete" || event.key === "Backspace") {
    send({ do: "remove", thing: thing.dataset.path });
  } else return false;
  return true;
}

// --- Forms ----------------------------------------------------------------------------------

/** @param {Event} event */
function changed(event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.name === "tool") {
    dropShape();
    cross = null;
    board()?.toggleAttribute("data-tool", tool() !== null);
  }
  if (field.matches("[data-saves] :is(select, [type=checkbox])")) keep(field);
}

/** Sends what stands in a field: it is named with its thing, so that nothing that comes meanwhile
 * changes what is meant.
 * @param {HTMLInputElement | HTMLTextAreaElement} field */
function keep(field) {
  const said = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement | null} */ (field.form?.elements.namedItem(name))?.value ?? "";
  if (said("do") !== "set") return save(field.id);
  const isTick = field.type === "checkbox" && !(/** @type {HTMLInputElement} */ (field).checked);
  const values = { [field.name.replace("value-", "")]: isTick ? "" : field.value };
  send({ do: "set", thing: said("thing"), values });
}

/** What was typed is kept when the field is left.
 * @param {FocusEvent} event */
function left(event) {
  const field = event.target;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  if (field.value === field.defaultValue) return;
  if (field.matches("[data-saves] :not([type=checkbox])")) keep(field);
}

function remember() {
  const focused = document.activeElement?.id ?? "";
  before = { typed: new Map(), open: new Map(), focused, text: "" };
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll("[data-tools] :is(input, select):not([type=hidden])")
  )) {
    const value = field.type === "radio" ? field.checked : field.value;
    before.typed.set(nameOf(field), value);
  }
  for (const part of document.querySelectorAll("details.drawn-part")) {
    before.open.set(part.id, /** @type {HTMLDetailsElement} */ (part).open);
  }
  // What was typed before an answer was asked for; what is typed meanwhile goes on on every page.
  const typing = document.activeElement;
  if (typing?.matches("[data-saves] :is(input:not([type=checkbox]), textarea)")) {
    before.text = /** @type {HTMLInputElement} */ (typing).value;
  }
}

function restore() {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll("[data-tools] :is(input, select):not([type=hidden])")
  )) {
    const value = before.typed.get(nameOf(field));
    if (value === undefined || field.id === "drawn-at") continue;
    if (field.type === "radio") field.checked = value;
    else if (value !== "") field.value = value;
  }
  for (const [id, open] of before.open) {
    const part = /** @type {HTMLDetailsElement | null} */ (document.getElementById(id));
    if (part) part.open = open;
  }
  if (afterChoice) document.getElementById(afterChoice)?.focus({ preventScroll: true });
  if (afterChoice) document.getElementById(afterChoice)?.scrollIntoView({ block: "nearest" });
  afterChoice = "";
  const focused = before.focused && document.getElementById(before.focused);
  if (focused && focused !== document.activeElement && document.activeElement === document.body) {
    focused.focus({ preventScroll: true });
  }
  if (before.text && focused instanceof HTMLInputElement) focused.value = before.text;
  before = { typed: new Map(), open: new Map(), focused: "", text: "" };
}

/** @param {HTMLInputElement} field */
function nameOf(field) {
  return field.type === "radio" ? `${field.name}=${field.value}` : `${field.id}`;
}
