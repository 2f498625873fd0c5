// @ts-check
// Two handles under a histogram for the two fields of points; the fields stay what is sent. A
// handle at its end asks for nothing. Without JavaScript there are the fields.

class PointsSlider extends HTMLElement {
  connectedCallback() {
    const bars = this.querySelector(".histogram");
    if (!bars) return;
    const [from, to] = this.querySelectorAll("input");
    this.bars = [...bars.children];
    this.low = this.handle(from, this.least);
    this.high = this.handle(to, this.most);
    const track = document.createElement("div");
    track.className = "points-handles";
    track.append(this.low, this.high);
    bars.after(track);
    this.shade();
  }

  get least() {
    return Number(this.dataset.least);
  }

  get most() {
    return Number(this.dataset.most);
  }

  /**
   * @param {HTMLInputElement} field
   * @param {number} end where the handle asks for nothing
   */
  handle(field, end) {
    const handle = document.createElement("input");
    handle.type = "range";
    handle.min = String(this.least);
    handle.max = String(this.most);
    handle.step = "5";
    handle.value = field.value || String(end);
    handle.setAttribute("aria-label", `${this.legend} ${field.labels?.[0]?.textContent ?? ""}`);
    handle.addEventListener("input", () => {
      this.keepApart(handle);
      field.value = Number(handle.value) === end ? "" : handle.value;
      this.shade();
    });
    field.addEventListener("input", () => {
      handle.value = field.value || String(end);
      this.shade();
    });
    return handle;
  }

  get legend() {
    return this.closest("fieldset")?.querySelector("legend")?.textContent ?? "";
  }

  /** @param {HTMLInputElement} moved */
  keepApart(moved) {
    if (!this.low || !this.high) return;
    if (Number(this.low.value) <= Number(this.high.value)) return;
    moved.value = moved === this.low ? this.high.value : this.low.value;
  }

  shade() {
    const [low, high] = [Number(this.low?.value), Number(this.high?.value)];
    for (const [place, bar] of (this.bars ?? []).entries()) {
      const points = this.least + place * Number(this.dataset.step);
      bar.classList.toggle("is-out", points + Number(this.dataset.step) <= low || points >= high);
    }
  }
}

customElements.define("points-slider", PointsSlider);
