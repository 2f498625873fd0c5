// @ts-check
// The keypad at typing speed: Enter puts a line into a queue that is sent in the background, kept
// in the browser until the server has it, and sent again after a lost connection. Each line has a
// key of its own, so that one that arrives twice counts once. Without JavaScript it is a form.

const RETRY = 3000;
const MOST_AT_ONCE = 50;

/** @typedef {{key: string, said: string, set: string}} Line */

class KeypadSession extends HTMLElement {
  connectedCallback() {
    this.store = `keypad-${this.dataset.collection}`;
    this.form = /** @type {HTMLFormElement} */ (this.querySelector("form.keypad-form"));
    this.said = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("said"));
    this.set = /** @type {HTMLSelectElement} */ (this.form.elements.namedItem("set"));
    /** @type {Line[]} */
    this.queue = this.kept();
    this.sending = false;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.add(this.said.value);
      this.said.value = "";
      this.said.focus();
    });
    this.addEventListener("click", (event) => this.pick(event));
    this.addEventListener("keydown", (event) => this.press(event));
    this.again = () => this.send();
    window.addEventListener("online", this.again);
    this.show();
    this.send();
  }

  disconnectedCallback() {
    window.removeEventListener("online", this.again);
    clearTimeout(this.timer);
  }

  /** @param {string} text */
  add(text) {
    const said = text.trim();
    if (said === "") return;
    const code = said.toUpperCase();
    if ([...this.set.options].some((option) => option.value === code)) {
      this.set.value = code;
      return;
    }
    this.queue.push({ key: newKey(), said, set: this.set.value });
    this.keep();
    this.show();
    this.send();
  }

  async send() {
    if (this.sending || this.queue.length === 0) return;
    this.sending = true;
    clearTimeout(this.timer);
    const lines = this.queue.slice(0, MOST_AT_ONCE);
    const answer = await fetch(this.form.action, {
      method: "POST",
      body: this.body(lines),
      headers: { "HX-Request": "true" },
      redirect: "manual",
    }).catch(() => undefined);
    const session = answer?.ok ? await answer.text().catch(() => undefined) : undefined;
    this.sending = false;
    if (session !== undefined) {
      this.queue = this.queue.slice(lines.length);
      this.keep();
      this.replace(session);
      this.refuse("");
      this.wait(false);
      this.send();
    } else if (answer?.status === 423) {
      this.refuse(await answer.text());
    } else if (answer?.type === "opaqueredirect" || answer?.status === 403) {
      this.refuse(this.dataset.signedOut ?? "");
    } else {
      this.wait(true);
      this.timer = setTimeout(this.again, RETRY);
    }
    this.show();
  }

  /**
   * @param {Line[]} lines
   * @returns {FormData}
   */
  body(lines) {
    const body = new FormData();
    body.set("csrfmiddlewaretoken", String(new FormData(this.form).get("csrfmiddlewaretoken")));
    for (const { key, said, set } of lines) {
      body.append("key", key);
      body.append("said", said);
      body.append("set", set);
    }
    return body;
  }

  /** @param {string} html */
  replace(html) {
    const session = this.querySelector("#keypad-session");
    if (session === null) return;
    session.outerHTML = html;
    const fresh = this.querySelector("#keypad-session");
    if (fresh === null) return;
    const { htmx } = /** @type {any} */ (window);
    htmx?.process(fresh);
    const announcer = document.getElementById("announcer");
    if (announcer !== null) announcer.textContent = wordsOf(fresh.querySelector(".keypad-line"));
    const last = /** @type {HTMLElement} */ (this.querySelector("[data-last]"));
    last.textContent = wordsOf(
      fresh.querySelector(".keypad-pieces > li:only-child, .keypad-pieces, .keypad-problem > p"),
    );
    last.hidden = last.textContent === "";
  }

  /** @param {MouseEvent} event */
  pick(event) {
    const button = /** @type {Element} */ (event.target).closest("[data-said]");
    if (!(button instanceof HTMLElement)) return;
    this.add(button.dataset.said ?? "");
    const line = button.closest(".keypad-line");
    /** @type {HTMLFormElement | null} */ (line?.querySelector("form") ?? null)?.requestSubmit();
    this.said.focus();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const undo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    if (!undo || event.target !== this.said || this.said.value !== "") return;
    event.preventDefault();
    /** @type {HTMLElement | null} */ (this.querySelector("#keypad-undo"))?.click();
  }

  /** Show what is queued, the newest first. */
  show() {
    const list = /** @type {HTMLElement} */ (this.querySelector("[data-queue]"));
    const template = /** @type {HTMLTemplateElement} */ (this.querySelector("[data-queued]"));
    const lines = this.queue.map((line) => {
      const item = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
      const place = item.querySelector(".keypad-number");
      if (place !== null) place.textContent = line.said;
      return item;
    });
    list.replaceChildren(...lines.reverse());
    list.hidden = lines.length === 0;
    const count = this.querySelector("[data-waiting-count]");
    if (count !== null) count.textContent = String(this.queue.length);
  }

  /** @param {boolean} waiting */
  wait(waiting) {
    const note = /** @type {HTMLElement} */ (this.querySelector("[data-waiting]"));
    note.hidden = !waiting;
  }

  /** @param {string} reason */
  refuse(reason) {
    const note = /** @type {HTMLElement} */ (this.querySelector("[data-refused]"));
    note.textContent = reason;
    note.hidden = reason === "";
  }

  /** @returns {Line[]} what an earlier visit could not send */
  kept() {
    try {
      const lines = JSON.parse(localStorage.getItem(this.store) ?? "[]");
      return Array.isArray(lines) ? lines : [];
    } catch {
      return [];
    }
  }

  keep() {
    try {
      localStorage.setItem(this.store, JSON.stringify(this.queue));
    } catch {
      // Without storage the queue lives as long as the page.
    }
  }
}

/**
 * @param {Element | null} element
 * @returns {string} its text on one line
 */
function wordsOf(element) {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** @returns {string} 32 random hexadecimal digits */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

customElements.define("keypad-session", KeypadSession);
