// @ts-check
// Steps through a dial click by click: the arrow keys, Home and End turn it, the column is framed
// and the words for the click are announced. Without JavaScript the links of the steps do the same.

class DialWalk extends HTMLElement {
  connectedCallback() {
    this.table = /** @type {HTMLTableElement} */ (this.querySelector(".dial-table"));
    this.steps = [.../** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("[data-click]"))];
    this.said = /** @type {HTMLElement} */ (this.querySelector("[data-said]"));
    this.addEventListener("keydown", (event) => this.press(event));
    this.addEventListener("click", (event) => this.follow(event));
  }

  /** @returns {number} */
  get click() {
    return Number(this.dataset.at);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const last = this.steps.length;
    const places = new Map([
      ["ArrowLeft", this.click - 1],
      ["ArrowRight", this.click + 1],
      ["Home", 1],
      ["End", last],
    ]);
    const wanted = places.get(event.key);
    const inHeat = /** @type {Element} */ (event.target).closest("[data-heat]") !== null;
    if (wanted === undefined || inHeat || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.show(Math.min(Math.max(wanted, 1), last));
  }

  /** @param {Event} event */
  follow(event) {
    const link = /** @type {Element} */ (event.target).closest("a[data-step]");
    if (!(link instanceof HTMLAnchorElement) || link.getAttribute("aria-disabled")) return;
    event.preventDefault();
    this.show(this.click + Number(link.dataset.step));
  }

  /** @param {number} number */
  show(number) {
    if (number === this.click) return;
    this.dataset.at = String(number);
    this.frame(number);
    this.said.replaceChildren(...this.words(number));
    for (const link of this.querySelectorAll("a[data-step]")) {
      this.lead(/** @type {HTMLAnchorElement} */ (link), number);
    }
    history.replaceState(history.state, "", this.address(number));
  }

  /** @param {number} number */
  frame(number) {
    const mark = this.table.querySelector("[data-now]");
    for (const row of this.table.rows) {
      for (const cell of row.cells) cell.classList.remove("is-current");
      const cell = row.cells[number];
      cell.classList.add("is-current");
    }
    const heads = this.table.rows[0].cells;
    for (const head of heads) head.removeAttribute("aria-current");
    heads[number].setAttribute("aria-current", "true");
    if (mark) heads[number].append(mark);
    heads[number].scrollIntoView({ block: "nearest", inline: "center" });
  }

  /**
   * @param {number} number
   * @returns {Node[]}
   */
  words(number) {
    return [...this.steps[number - 1].childNodes].map((node) => node.cloneNode(true));
  }

  /**
   * @param {HTMLAnchorElement} link
   * @param {number} number
   */
  lead(link, number) {
    const to = number + Number(link.dataset.step);
    const exists = to >= 1 && to <= this.steps.length;
    link.toggleAttribute("href", exists);
    if (exists) link.href = this.address(to);
    if (exists) link.removeAttribute("aria-disabled");
    else link.setAttribute("aria-disabled", "true");
  }

  /**
   * @param {number} number
   * @returns {string}
   */
  address(number) {
    const here = new URL(location.href);
    here.searchParams.set("click", String(number));
    return here.href;
  }
}

customElements.define("dial-walk", DialWalk);
