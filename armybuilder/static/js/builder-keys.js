// @ts-check
// <builder-keys> lets the builder's keys work: a key does what the control that names it in
// aria-keyshortcuts does, on the line in focus before the rest of the page.

import { isTyping, menuFor } from "./builder-rows.js";

const SETTING = "builder-single-keys";

/** Keys whose name in aria-keyshortcuts is a word. */
const NAMES = new Map([
  ["+", "Plus"],
  [" ", "Space"],
]);

class BuilderKeys extends HTMLElement {
  connectedCallback() {
    this.listener = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.listener);
    document.addEventListener("change", remember);
    document.addEventListener("htmx:load", showSetting);
    showSetting();
  }

  disconnectedCallback() {
    if (this.listener) document.removeEventListener("keydown", this.listener);
    document.removeEventListener("change", remember);
    document.removeEventListener("htmx:load", showSetting);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.defaultPrevented || isTyping(event.target)) return;
    if (event.target instanceof Element && event.target.closest("dialog")) return;
    const isSingle = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isSingle && !singleKeysWork()) return;
    const key = keyName(event);
    const step = { J: 1, K: -1 }[key];
    const done = step ? toLine(step) : use(key);
    if (done) event.preventDefault();
  }
}

function singleKeysWork() {
  return localStorage.getItem(SETTING) !== "off";
}

/** The box of the list of keys shows what is set, once it is there. */
function showSetting() {
  const box = document.getElementById("single-keys");
  if (box instanceof HTMLInputElement) box.checked = singleKeysWork();
}

/** @param {Event} event */
function remember(event) {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || box.id !== "single-keys") return;
  localStorage.setItem(SETTING, box.checked ? "on" : "off");
}

/**
 * @param {KeyboardEvent} event
 * @returns {string} the key as aria-keyshortcuts writes it: "Control+Z"
 */
function keyName(event) {
  const key = NAMES.get(event.key) ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key);
  const isCommand = event.ctrlKey || event.metaKey;
  const held = [
    isCommand ? "Control" : "",
    event.altKey ? "Alt" : "",
    event.shiftKey && (isCommand || event.key.length > 1) ? "Shift" : "",
  ];
  return [...held.filter(Boolean), key].join("+");
}

/**
 * Do what the control of a key does: on the line in focus, in the line's menu, elsewhere.
 * @param {string} key
 * @returns {boolean} whether there is such a control
 */
function use(key) {
  const selector = `[aria-keyshortcuts~="${CSS.escape(key)}"]`;
  const line = document.activeElement?.closest(".line");
  const here = line?.querySelector(selector) ?? menuFor(line)?.querySelector(selector);
  const elsewhere = [...document.querySelectorAll(selector)].find(
    (each) => !each.closest(".line, .row-menu[data-row-menu]"),
  );
  const control = here ?? elsewhere;
  if (!(control instanceof HTMLElement) || control.hidden) return false;
  if (control.matches("a, button")) control.click();
  else reach(control);
  return true;
}

/**
 * Put the focus on a field or a section; on a phone the field's panel has to open first.
 * @param {HTMLElement} place
 */
function reach(place) {
  if (!place.checkVisibility()) {
    /** @type {HTMLElement | null} */ (document.querySelector(".builder-jump"))?.click();
    return;
  }
  const target = place.querySelector("summary") ?? place;
  target.focus();
  target.scrollIntoView({ block: "nearest" });
}

/**
 * From the line in focus to the next or the one before; from elsewhere to the first or last.
 * @param {number} step
 * @returns {boolean} whether there is a line
 */
function toLine(step) {
  const lines = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#builder .line")]);
  const now = lines.findIndex((line) => line.contains(document.activeElement));
  const next = now < 0 ? (step > 0 ? 0 : lines.length - 1) : now + step;
  lines[next]?.focus();
  lines[next]?.scrollIntoView({ block: "nearest" });
  return lines.length > 0;
}

customElements.define("builder-keys", BuilderKeys);
