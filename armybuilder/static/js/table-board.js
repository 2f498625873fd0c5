// @ts-check
// The table: closer and farther, and what a pointer does on it, told to whoever plans as events:
// "board:spot" is a press, "board:hold" a long one, "board:grab" the begin of a drag, which goes on
// as "board:drag" and "board:drop" or "board:giveup" where somebody takes it; "board:stuck" tells of
// a drag at a unit that nobody takes. What is legal the server says.

import { grain, middle, shape, tokenAt } from "./table-parts.js";
import { measure } from "./table-ruler.js";
import { View } from "./table-view.js";

/** Pixels a pointer may stray and still press. */
const STRAY = 5;
/** Pixels around the middle of a unit in which a finger finds it: half of a target of 44. */
const FINGER = 22;
/** Milliseconds after which a press is a long one. */
const LONG = 500;

/** @typedef {import("./table-parts.js").Point} Point */

/** What of the tools is switched on while the server sends the table anew. */
const kept = { shown: new Set() };

class TableBoard extends HTMLElement {
  connectedCallback() {
    this.svg = /** @type {SVGSVGElement} */ (this.querySelector("svg"));
    this.view = new View(this.svg, this.dataset.tableUrl ?? "");
    /** @type {Map<number, Point>} */
    this.pointers = new Map();
    this.strayed = 0;
    this.prepareTools();
    this.open();
    new ResizeObserver(() => this.view.resized()).observe(this.svg);
    this.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.moveTo(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      this.svg.addEventListener(end, (event) => this.up(/** @type {PointerEvent} */ (event)));
    }
    this.svg.addEventListener("click", (event) => this.click(event));
    this.addEventListener("keydown", (event) => this.key(event));
  }

  // --- Tools ---------------------------------------------------------------------------------

  prepareTools() {
    const bar = /** @type {HTMLElement} */ (this.querySelector(".board-tools"));
    bar.hidden = false;
    for (const button of bar.querySelectorAll("[data-toggle]")) this.toggle(button, false);
    bar.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button?.dataset.zoom) this.view.zoom(Number(button.dataset.zoom));
      else if (button && "fit" in button.dataset) this.view.whole();
      else if (button) this.toggle(button, true);
    });
  }

  /** Shows or hides what a button is for; without `change` as it was before.
   * @param {Element} button @param {boolean} change */
  toggle(button, change) {
    const name = button.getAttribute("data-toggle") ?? "";
    if (change && !kept.shown.delete(name)) kept.shown.add(name);
    const shown = kept.shown.has(name);
    button.setAttribute("aria-pressed", String(shown));
    this.querySelector(`[data-${name}]`)?.toggleAttribute("hidden", !shown);
    if (name === "grid" && shown) this.drawGrid();
    if (name === "ruler" && !shown) measure(this);
  }

  drawGrid() {
    const layer = /** @type {SVGGElement} */ (this.svg.querySelector("[data-grid]"));
    if (layer.firstChild) return;
    const { width, height: depth } = this.view.size;
    const { every = "1", numbered = "6" } = this.dataset;
    const [step, number] = [Number(every), Number(numbered)];
    const lines = [];
    for (let x = step; x < width; x += step) lines.push(`M${x} 0V${depth}`);
    for (let y = step; y < depth; y += step) lines.push(`M0 ${y}H${width}`);
    layer.append(shape("path", { d: lines.join("") }));
    const aside = 0.2 * grain();
    for (let x = number; x < width; x += number) layer.append(label(x, depth - aside, x));
    for (let y = number; y < depth; y += number) layer.append(label(2.5 * aside, depth - y + aside, y));
  }

  // --- View ----------------------------------------------------------------------------------

  /** Looks where the pieces are, at the whole table before any stand on it; while somebody is busy
   * with a unit where he looked before. */
  open() {
    const [x, y, width, height] = (this.dataset.open ?? "").split(",").map(Number);
    const busy = this.dataset.unit && this.view.isKnown;
    if (width && !busy) this.view.open({ x, y, width, height });
    else this.view.draw();
  }

  /** Moves the view as far as needed to see a place.
   * @param {Point} at */
  bringIntoView(at) {
    const room = 2 * grain();
    this.view.reveal({ x: at.x - room, y: at.y - room, width: 2 * room, height: 2 * room });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.view.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, this.place(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target !== this || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = 60;
    const done = {
      "+": () => this.view.zoom(1.25),
      "-": () => this.view.zoom(0.8),
      0: () => this.view.whole(),
      ArrowLeft: () => this.view.pan(step, 0),
      ArrowRight: () => this.view.pan(-step, 0),
      ArrowUp: () => this.view.pan(0, step),
      ArrowDown: () => this.view.pan(0, -step),
    }[event.key];
    if (!done) return;
    event.preventDefault();
    done();
  }

  /** A place on the screen as a point of the table, y downwards.
   * @param {{clientX: number, clientY: number}} event @returns {Point} */
  place(event) {
    const point = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = point.matrixTransform(this.svg.getScreenCTM()?.inverse());
    return { x, y };
  }

  // --- Pointers ------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  down(event) {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    clearTimeout(this.long);
    if (this.pointers.size > 1) {
      this.giveUp();
      return;
    }
    this.strayed = 0;
    this.isLong = false;
    this.isTouch = event.pointerType === "touch";
    const token = this.tokenUnder(event);
    this.start = { ...this.place(event), token };
    if (event.button !== 0 || kept.shown.has("ruler")) return;
    const grip = event.target instanceof Element ? event.target.closest("[data-grip]") : null;
    const detail = { ...this.start, unit: token?.dataset.unit ?? "", grip: grip?.getAttribute("data-grip") ?? "" };
    if (!this.tell("board:grab", detail)) this.held = event.pointerId;
    if (this.isTouch && detail.unit) this.long = setTimeout(() => this.hold(detail), LONG);
  }

  /** @param {Point & {unit: string}} detail */
  hold(detail) {
    this.isLong = true;
    this.giveUp();
    this.tell("board:hold", detail);
  }

  /** @param {PointerEvent} event */
  moveTo(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const strayed = this.strayed > STRAY;
    this.strayed += Math.hypot(now.x - before.x, now.y - before.y);
    const strays = this.strayed > STRAY;
    if (strays) clearTimeout(this.long);
    if (this.pointers.size === 2) this.pinch(event.pointerId, now);
    else if (kept.shown.has("ruler")) measure(this, this.start, this.end(event));
    else if (this.held === event.pointerId && strays) this.drag(event);
    else if (this.held === undefined && strays) {
      const unit = this.start?.token?.dataset.unit;
      if (unit && !strayed) this.tell("board:stuck", { unit });
      this.view.pan(now.x - before.x, now.y - before.y);
    }
    this.pointers.set(event.pointerId, now);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (!this.svg.hasPointerCapture(event.pointerId)) this.svg.setPointerCapture(event.pointerId);
    this.tell("board:drag", this.place(event));
  }

  /** Whoever drags something leaves it. */
  giveUp() {
    if (this.held === undefined) return;
    this.held = undefined;
    this.tell("board:giveup", {});
  }

  /** @param {number} id @param {Point} now */
  pinch(id, now) {
    const [other] = [...this.pointers].filter(([key]) => key !== id).map(([, point]) => point);
    const before = this.pointers.get(id) ?? now;
    const apart = (/** @type {Point} */ point) => Math.hypot(point.x - other.x, point.y - other.y);
    const between = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
    this.view.zoom(apart(now) / Math.max(apart(before), 1), this.place(between));
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (event.type === "pointerleave" && this.held === event.pointerId) {
      this.svg.setPointerCapture(event.pointerId); // What it holds is dragged over a button.
      return;
    }
    if (!this.pointers.delete(event.pointerId)) return;
    clearTimeout(this.long);
    if (this.held !== event.pointerId) return;
    if (event.type !== "pointerup") return this.giveUp();
    this.held = undefined;
    if (this.strayed > STRAY) this.tell("board:drop", this.place(event));
    else this.tell("board:giveup", {});
  }

  /** @param {MouseEvent} event */
  click(event) {
    const token = this.tokenUnder(event);
    if (tokenAt(event.target)) event.preventDefault();
    if (this.strayed > STRAY || this.isLong) return;
    this.press(token?.dataset.unit ?? "", this.place(event));
  }

  /** The unit at a pointer; a finger finds the nearest one around it.
   * @param {MouseEvent} event @returns {SVGElement | null} */
  tokenUnder(event) {
    const token = tokenAt(event.target);
    if (token || !this.isTouch) return token;
    const spot = this.place(event);
    const inches = FINGER * this.view.inches;
    const near = /** @type {SVGElement[]} */ ([...this.svg.querySelectorAll(".token[data-unit]")])
      .map((each) => ({ each, at: middle(each) }))
      .map(({ each, at }) => ({ each, away: Math.hypot(at.x - spot.x, at.y - spot.y) }))
      .filter(({ away }) => away <= inches)
      .sort((one, other) => one.away - other.away);
    return near[0]?.each ?? null;
  }

  /** Tells what was pressed; a unit that nobody wants otherwise is chosen.
   * @param {string} unit @param {Point} at */
  press(unit, at) {
    if (this.tell("board:spot", { x: at.x, y: at.y, unit }) && unit) this.choose(unit);
  }

  /** Whether nobody took what was told.
   * @param {string} name @param {object} detail */
  tell(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }));
  }

  /** Shows what a unit may do: in a game beside the table, in a replay with the table.
   * @param {string} unit "" for none */
  choose(unit) {
    const url = unit ? `${this.dataset.unitUrl}${encodeURIComponent(unit)}` : this.dataset.tableUrl;
    const target = document.getElementById("picked") ? "#picked" : "#table";
    window.htmx.ajax("GET", url, { source: "#board", target, swap: "outerHTML" });
    window.history.replaceState(null, "", url);
  }

  /** @param {PointerEvent} event */
  end(event) {
    const token = tokenAt(document.elementFromPoint(event.clientX, event.clientY));
    return { ...this.place(event), token };
  }
}

/** @param {number} x @param {number} y @param {number} number */
function label(x, y, number) {
  const text = shape("text", { x, y });
  text.textContent = String(number);
  return text;
}

customElements.define("table-board", TableBoard);
