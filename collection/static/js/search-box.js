// @ts-check
// A search field that offers ways to go on, by the combobox pattern: arrows choose, Enter takes,
// Escape closes. An option that is a link is followed, another goes into the field. Without
// JavaScript it is a plain search field.

const DELAY = 150;

class SearchBox extends HTMLElement {
  connectedCallback() {
    this.field = /** @type {HTMLInputElement} */ (this.querySelector("input"));
    this.list = /** @type {HTMLElement} */ (this.querySelector("[role=listbox]"));
    this.field.setAttribute("role", "combobox");
    this.field.setAttribute("aria-autocomplete", "list");
    this.field.setAttribute("aria-controls", this.list.id);
    this.close();
    this.field.addEventListener("input", () => this.wait());
    this.field.addEventListener("keydown", (event) => this.press(event));
    this.field.addEventListener("blur", () => this.close());
    this.list.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const option = /** @type {Element} */ (event.target).closest("[data-query]");
      if (option instanceof HTMLElement) this.take(option);
    });
    this.list.addEventListener("click", () => this.close());
  }

  wait() {
    this.forget();
    this.timer = setTimeout(() => this.ask(), DELAY);
  }

  async ask() {
    if (this.field.value.trim() === "") return this.close();
    this.asked = new AbortController();
    const { signal } = this.asked;
    const url = `${this.dataset.url}?${new URLSearchParams({ q: this.field.value })}`;
    const answer = await fetch(url, { signal }).catch(() => undefined);
    const options = answer?.ok ? await answer.text().catch(() => "") : "";
    if (signal.aborted) return;
    this.list.innerHTML = options;
    this.list.hidden = this.options.length === 0;
    this.field.setAttribute("aria-expanded", String(!this.list.hidden));
    this.choose(undefined);
    this.tell();
  }

  /** Say to readers how much is offered, where the answer tells. */
  tell() {
    const news = this.list.querySelector("[data-news]");
    const announcer = document.getElementById("announcer");
    if (news === null || announcer === null) return;
    announcer.textContent = (news.textContent ?? "").replace(/\s+/g, " ").trim();
    news.remove();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (this.list.hidden) return;
    const now = this.options.findIndex((option) => option.ariaSelected === "true");
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      const from = now < 0 && step < 0 ? 0 : now;
      event.preventDefault();
      this.choose(this.options[(from + step + this.options.length) % this.options.length]);
    } else if (event.key === "Enter" && now >= 0) {
      event.preventDefault();
      this.take(this.options[now]);
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.close();
    }
  }

  /** @param {HTMLElement | undefined} chosen */
  choose(chosen) {
    for (const option of this.options) option.ariaSelected = String(option === chosen);
    this.field.setAttribute("aria-activedescendant", chosen?.id ?? "");
    chosen?.scrollIntoView({ block: "nearest" });
  }

  /** @param {HTMLElement} option */
  take(option) {
    if (option instanceof HTMLAnchorElement) return option.click();
    this.field.value = option.dataset.query ?? "";
    this.close();
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Take back what was asked for and has not been answered. */
  forget() {
    clearTimeout(this.timer);
    this.asked?.abort();
  }

  close() {
    this.forget();
    this.list.hidden = true;
    this.field.setAttribute("aria-expanded", "false");
    this.field.setAttribute("aria-activedescendant", "");
  }

  /** @returns {HTMLElement[]} */
  get options() {
    return [...this.list.querySelectorAll("[role=option]")].map(
      (option) => /** @type {HTMLElement} */ (option),
    );
  }
}

customElements.define("search-box", SearchBox);
