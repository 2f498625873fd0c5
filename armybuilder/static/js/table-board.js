// @ts-check
// The table: closer and farther, a unit by a click, measures. A click on free ground is told to
// whoever plans (see table-plan.js) as "board:spot". What is legal the server says.

const SVG = "http://www.w3.org/2000/svg";
/** Pixels a pointer may stray and still click. */
const STRAY = 5;
const CLOSEST = 8;

/** @typedef {{x: number, y: number}} Point */

/** What stays while the server sends the table anew. */
const kept = { view: { x: 0, y: 0, scale: 1 }, shown: new Set() };

class TableBoard extends HTMLElement {
  connectedCallback() {
    this.svg = /** @type {SVGSVGElement} */ (this.querySelector("svg"));
    const [, , width, depth] = (this.svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
    this.size = { width, depth };
    /** @type {Map<number, Point>} */
    this.pointers = new Map();
    this.strayed = 0;
    this.prepareTools();
    this.show(kept.view);
    this.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.moveTo(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      this.svg.addEventListener(end, (event) => this.up(/** @type {PointerEvent} */ (event)));
    }
    this.svg.addEventListener("click", (event) => this.click(event));
    this.addEventListener("keydown", (event) => this.press(event));
  }

  // --- Tools ---------------------------------------------------------------------------------

  prepareTools() {
    const bar = /** @type {HTMLElement} */ (this.querySelector(".board-tools"));
    bar.hidden = false;
    for (const button of bar.querySelectorAll("[data-toggle]")) this.toggle(button, false);
    bar.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button?.dataset.zoom) this.zoom(Number(button.dataset.zoom));
      else if (button && "fit" in button.dataset) this.show({ x: 0, y: 0, scale: 1 });
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
    if (name === "ruler" && !shown) this.measure(undefined);
  }

  drawGrid() {
    const layer = /** @type {SVGGElement} */ (this.svg.querySelector("[data-grid]"));
    if (layer.firstChild) return;
    const { width, depth } = this.size;
    const lines = [];
    for (let x = 1; x < width; x += 1) lines.push(`M${x} 0V${depth}`);
    for (let y = 1; y < depth; y += 1) lines.push(`M0 ${y}H${width}`);
    layer.append(drawn("path", { d: lines.join("") }));
    for (let inch = 6; inch < width; inch += 6) layer.append(label(inch, depth - 0.2, inch));
    for (let inch = 6; inch < depth; inch += 6) layer.append(label(0.5, depth - inch + 0.2, inch));
  }

  // --- View ----------------------------------------------------------------------------------

  /** @param {{x: number, y: number, scale: number}} view */
  show(view) {
    const scale = Math.min(Math.max(view.scale, 1), CLOSEST);
    const width = this.size.width / scale;
    const depth = this.size.depth / scale;
    const x = Math.min(Math.max(view.x, 0), this.size.width - width);
    const y = Math.min(Math.max(view.y, 0), this.size.depth - depth);
    kept.view = { x, y, scale };
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${depth}`);
  }

  /** Zooms around a point of the table, its middle unless another is given.
   * @param {number} factor @param {Point} [at] */
  zoom(factor, at) {
    const { x, y, scale } = kept.view;
    const around = at ?? { x: x + this.size.width / scale / 2, y: y + this.size.depth / scale / 2 };
    const next = Math.min(Math.max(scale * factor, 1), CLOSEST);
    this.show({
      x: around.x - ((around.x - x) * scale) / next,
      y: around.y - ((around.y - y) * scale) / next,
      scale: next,
    });
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    const perPixel = this.size.width / kept.view.scale / this.svg.clientWidth;
    const { x, y, scale } = kept.view;
    this.show({ x: x - dx * perPixel, y: y - dy * perPixel, scale });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, this.place(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.target !== this || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = 60;
    const done = {
      "+": () => this.zoom(1.25),
      "-": () => this.zoom(0.8),
      0: () => this.show({ x: 0, y: 0, scale: 1 }),
      ArrowLeft: () => this.pan(step, 0),
      ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step),
      ArrowDown: () => this.pan(0, -step),
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
    if (this.pointers.size > 1) return;
    this.strayed = 0;
    this.start = { ...this.place(event), token: tokenAt(event.target) };
  }

  /** @param {PointerEvent} event */
  moveTo(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    this.strayed += Math.hypot(now.x - before.x, now.y - before.y);
    if (this.pointers.size === 2) this.pinch(event.pointerId, now);
    else if (kept.shown.has("ruler")) this.measure(event);
    else if (this.strayed > STRAY) this.pan(now.x - before.x, now.y - before.y);
    this.pointers.set(event.pointerId, now);
  }

  /** @param {number} id @param {Point} now */
  pinch(id, now) {
    const [other] = [...this.pointers].filter(([key]) => key !== id).map(([, point]) => point);
    const before = this.pointers.get(id) ?? now;
    const apart = (/** @type {Point} */ point) => Math.hypot(point.x - other.x, point.y - other.y);
    const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
    this.zoom(apart(now) / Math.max(apart(before), 1), this.place(middle));
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.pointers.delete(event.pointerId);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const token = tokenAt(event.target);
    if (token) event.preventDefault();
    if (this.strayed > STRAY) return;
    this.tell({ ...this.place(event), unit: token?.dataset.unit ?? "" });
  }

  /** Tells what was clicked; a unit that nobody wants otherwise is chosen.
   * @param {Point & {unit: string}} spot */
  tell(spot) {
    const goesOn = this.dispatchEvent(
      new CustomEvent("board:spot", { detail: spot, bubbles: true, cancelable: true }),
    );
    if (spot.unit && goesOn) this.choose(spot.unit);
  }

  /** @param {string} unit */
  choose(unit) {
    const url = `${this.dataset.unitUrl}${encodeURIComponent(unit)}`;
    window.htmx.ajax("GET", url, { source: "#board", target: "#table", swap: "outerHTML" });
    window.history.replaceState(null, "", url);
  }

  // --- Ruler ---------------------------------------------------------------------------------

  /** Draws the ruler from where the pointer went down; without an event takes it away.
   * @param {PointerEvent | undefined} event */
  measure(event) {
    this.svg.querySelector(".ruler")?.remove();
    const reading = /** @type {HTMLElement} */ (this.querySelector("[data-reading]"));
    reading.textContent = "";
    if (!event || !this.start) return;
    const token = tokenAt(document.elementFromPoint(event.clientX, event.clientY));
    const from = this.start.token ? middle(this.start.token) : this.start;
    const to = token ? middle(token) : this.place(event);
    this.svg.append(drawn("path", { d: `M${from.x} ${from.y}L${to.x} ${to.y}`, class: "ruler" }));
    const inches = Math.hypot(to.x - from.x, to.y - from.y);
    const both = this.start.token && token && this.start.token !== token;
    const words = (both ? this.dataset.between : this.dataset.inches) ?? "";
    reading.textContent = words
      .replace("{inches}", inches.toFixed(1))
      .replace("{gap}", both ? gap(this.start.token, token).toFixed(1) : "");
  }
}

/** @param {EventTarget | null} target @returns {SVGElement | null} */
function tokenAt(target) {
  return target instanceof Element ? target.closest(".token") : null;
}

/** @param {SVGElement} token @returns {Point} */
function middle(token) {
  const [x, y] = (token.getAttribute("transform") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];
  return { x, y };
}

/** Inches between two bases.
 * @param {SVGElement} one @param {SVGElement} other */
function gap(one, other) {
  const [a, b] = [spine(one), spine(other)];
  const apart = Math.min(
    ...a.map((point) => offSegment(point, b)),
    ...b.map((point) => offSegment(point, a)),
  );
  const radii = (Number(one.dataset.width) + Number(other.dataset.width)) / 2;
  return Math.max(apart - radii, 0);
}

/** The line between the middles of the two round ends of a base.
 * @param {SVGElement} token @returns {[Point, Point]} */
function spine(token) {
  const { x, y } = middle(token);
  const half = (Number(token.dataset.length) - Number(token.dataset.width)) / 2;
  const turn = (Number(token.dataset.turn) * Math.PI) / 180;
  const [dx, dy] = [Math.sin(turn) * half, -Math.cos(turn) * half];
  return [
    { x: x + dx, y: y + dy },
    { x: x - dx, y: y - dy },
  ];
}

/** @param {Point} point @param {[Point, Point]} segment */
function offSegment(point, [from, to]) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const whole = dx * dx + dy * dy;
  const along = whole ? ((point.x - from.x) * dx + (point.y - from.y) * dy) / whole : 0;
  const share = Math.min(Math.max(along, 0), 1);
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy);
}

/** @param {string} name @param {Record<string, string>} attributes */
function drawn(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** @param {number} x @param {number} y @param {number} inch */
function label(x, y, inch) {
  const text = drawn("text", { x: String(x), y: String(y) });
  text.textContent = String(inch);
  return text;
}

customElements.define("table-board", TableBoard);
