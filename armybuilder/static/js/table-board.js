// The table: closer and farther, a unit by a click, a way point by point. What is legal the server
// says; this only draws what it has measured.

const SVG = "http://www.w3.org/2000/svg";
/** Pixels a pointer may stray and still click. */
const STRAY = 5;

class TableBoard extends HTMLElement {
  connectedCallback() {
    this.svg = /** @type {SVGSVGElement} */ (this.querySelector("svg"));
    const [, , width, depth] = this.svg.getAttribute("viewBox").split(" ").map(Number);
    this.size = { width, depth };
    this.view = { x: 0, y: 0, scale: 1 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.strayed = 0;
    this.tools();
    this.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.moveTo(event));
    for (const end of ["pointerup", "pointercancel"]) {
      this.svg.addEventListener(end, (event) => this.up(/** @type {PointerEvent} */ (event)));
    }
    this.svg.addEventListener("click", (event) => this.click(event));
    this.onSwap = () => this.drawPlan();
    document.addEventListener("htmx:afterSwap", this.onSwap);
    this.drawPlan();
  }

  disconnectedCallback() {
    document.removeEventListener("htmx:afterSwap", this.onSwap);
  }

  tools() {
    const bar = /** @type {HTMLElement} */ (this.querySelector(".board-tools"));
    bar.hidden = false;
    bar.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (!button) return;
      if (button.dataset.zoom) this.zoom(Number(button.dataset.zoom));
      if ("fit" in button.dataset) this.show({ x: 0, y: 0, scale: 1 });
      if ("toggleGrid" in button.dataset) this.grid(button);
    });
  }

  /** @param {HTMLElement} button */
  grid(button) {
    const layer = /** @type {SVGGElement} */ (this.svg.querySelector("[data-grid]"));
    if (!layer.firstChild) {
      const lines = [];
      for (let x = 1; x < this.size.width; x += 1) lines.push(`M${x} 0V${this.size.depth}`);
      for (let y = 1; y < this.size.depth; y += 1) lines.push(`M0 ${y}H${this.size.width}`);
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", lines.join(""));
      layer.append(path);
    }
    const shown = layer.hasAttribute("hidden");
    layer.toggleAttribute("hidden", !shown);
    button.setAttribute("aria-pressed", String(shown));
  }

  /** @param {{x: number, y: number, scale: number}} view */
  show(view) {
    const scale = Math.min(Math.max(view.scale, 1), 8);
    const width = this.size.width / scale;
    const depth = this.size.depth / scale;
    const x = Math.min(Math.max(view.x, 0), this.size.width - width);
    const y = Math.min(Math.max(view.y, 0), this.size.depth - depth);
    this.view = { x, y, scale };
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${depth}`);
  }

  /** Zooms around a point of the table, its middle unless another is given.
   * @param {number} factor @param {{x: number, y: number}} [at] */
  zoom(factor, at) {
    const { x, y, scale } = this.view;
    const around = at ?? { x: x + this.size.width / scale / 2, y: y + this.size.depth / scale / 2 };
    const next = Math.min(Math.max(scale * factor, 1), 8);
    this.show({
      x: around.x - ((around.x - x) * scale) / next,
      y: around.y - ((around.y - y) * scale) / next,
      scale: next,
    });
  }

  /** A place on the screen as a point of the table, y downwards.
   * @param {{clientX: number, clientY: number}} event */
  place(event) {
    const point = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = point.matrixTransform(this.svg.getScreenCTM().inverse());
    return { x, y };
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, this.place(event));
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) this.strayed = 0;
  }

  /** @param {PointerEvent} event */
  moveTo(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    this.strayed += Math.hypot(now.x - before.x, now.y - before.y);
    if (this.pointers.size === 2) this.pinch(event.pointerId, now);
    else if (this.strayed > STRAY) this.pan(now.x - before.x, now.y - before.y);
    this.pointers.set(event.pointerId, now);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    const perPixel = this.size.width / this.view.scale / this.svg.clientWidth;
    const { x, y, scale } = this.view;
    this.show({ x: x - dx * perPixel, y: y - dy * perPixel, scale });
  }

  /** @param {number} id @param {{x: number, y: number}} now */
  pinch(id, now) {
    const [other] = [...this.pointers].filter(([key]) => key !== id).map(([, point]) => point);
    const before = this.pointers.get(id);
    const apart = (point) => Math.hypot(point.x - other.x, point.y - other.y);
    const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
    this.zoom(apart(now) / Math.max(apart(before), 1), this.place(middle));
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.pointers.delete(event.pointerId);
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (this.strayed > STRAY) {
      event.preventDefault();
      return;
    }
    const token = /** @type {Element} */ (event.target).closest("[data-unit]");
    if (token && token !== this) {
      event.preventDefault();
      this.choose(token.getAttribute("data-unit"));
    } else {
      this.layWay(this.place(event));
    }
  }

  /** Chooses a unit; while a way is drawn, the unit is where it leads.
   * @param {string} unit */
  choose(unit) {
    const way = this.wayForm();
    if (way && unit !== this.dataset.unit) {
      way.elements.namedItem("path").value = "";
      way.elements.namedItem("toward").value = unit;
      way.requestSubmit();
      return;
    }
    const url = `${this.dataset.tableUrl}?unit=${encodeURIComponent(unit)}`;
    window.htmx.ajax("GET", url, { target: "#table", swap: "outerHTML" });
    window.history.replaceState(null, "", url);
  }

  /** @returns {HTMLFormElement | null} */
  wayForm() {
    return document.querySelector("[data-way]");
  }

  /** @param {{x: number, y: number}} place */
  layWay(place) {
    const way = this.wayForm();
    if (!way) return;
    const path = way.elements.namedItem("path");
    const y = Number(this.dataset.depth) - place.y;
    path.value = `${path.value} ${place.x.toFixed(2)},${y.toFixed(2)}`.trim();
    way.elements.namedItem("toward").value = "";
    way.requestSubmit();
  }

  /** Draws the ways and ends the server has measured. */
  drawPlan() {
    const layer = this.svg.querySelector("[data-plan-layer]");
    if (!layer) return;
    layer.replaceChildren();
    for (const leg of document.querySelectorAll("[data-leg]")) {
      const { points, at, turn, width, length } = leg.dataset;
      const way = document.createElementNS(SVG, "polyline");
      way.setAttribute("points", points);
      way.setAttribute("class", "plan-path");
      const ghost = document.createElementNS(SVG, "rect");
      const [x, y] = at.split(",");
      ghost.setAttribute("x", String(-width / 2));
      ghost.setAttribute("y", String(-length / 2));
      ghost.setAttribute("width", width);
      ghost.setAttribute("height", length);
      ghost.setAttribute("rx", String(width / 2));
      ghost.setAttribute("transform", `translate(${x} ${y}) rotate(${turn})`);
      ghost.setAttribute("class", "plan-ghost");
      layer.append(way, ghost);
    }
  }
}

customElements.define("table-board", TableBoard);
