// @ts-check
// A square on a photo that is dragged about, and wider or narrower by its corner. The form's fields
// say the same and do without it.

const FIELDS = /** @type {const} */ (["left", "top", "side"]);

class SquareCrop extends HTMLElement {
  connectedCallback() {
    const form = this.closest("form");
    if (!form) return;
    this.fields = FIELDS.map(
      (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)),
    );
    this.square = document.createElement("div");
    this.square.className = "crop-square";
    this.square.append(Object.assign(document.createElement("i"), { className: "crop-corner" }));
    this.append(this.square);
    this.square.addEventListener("pointerdown", (event) => this.drag(event));
    form.addEventListener("input", () => this.place());
    new ResizeObserver(() => this.place()).observe(this);
    this.place();
  }

  /** @returns {number} the size of a pixel of the photo on the screen */
  get scale() {
    return this.clientWidth / Number(this.dataset.width);
  }

  place() {
    const [left, top, side] = this.fields.map((field) => field.valueAsNumber * this.scale);
    Object.assign(this.square.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${side}px`,
      height: `${side}px`,
    });
  }

  /** @param {PointerEvent} event */
  drag(event) {
    event.preventDefault();
    const from = { x: event.clientX, y: event.clientY };
    const [left, top, side] = this.fields.map((field) => field.valueAsNumber);
    const widens = event.target !== this.square;
    this.square.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ moved) => {
      const x = (moved.clientX - from.x) / this.scale;
      const y = (moved.clientY - from.y) / this.scale;
      if (widens) this.set(left, top, side + Math.max(x, y));
      else this.set(left + x, top + y, side);
    };
    this.square.addEventListener("pointermove", move);
    const end = () => this.square.removeEventListener("pointermove", move);
    this.square.addEventListener("pointerup", end, { once: true });
    this.square.addEventListener("pointercancel", end, { once: true });
  }

  /**
   * Write a square into the form, held inside the photo.
   * @param {number} left
   * @param {number} top
   * @param {number} side
   */
  set(left, top, side) {
    const [width, height] = [Number(this.dataset.width), Number(this.dataset.height)];
    const [leftField, topField, sideField] = this.fields;
    const least = Number(sideField.min);
    const held = Math.round(Math.min(Math.max(side, least), width - left, height - top));
    sideField.value = String(held);
    leftField.value = String(Math.round(Math.min(Math.max(left, 0), width - held)));
    topField.value = String(Math.round(Math.min(Math.max(top, 0), height - held)));
    this.place();
  }
}

customElements.define("square-crop", SquareCrop);
