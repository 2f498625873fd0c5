// @ts-check
// What every page shares: the search key, what readers hear and where the focus goes when a part
// of the page is replaced, and answers of the server that are no success.

/** Statuses whose body is the page's own answer to what was typed, to be shown in its place. */
const SHOWN_STATUSES = new Set([400, 404, 409, 422]);

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target)) return;
  const fields = /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("#site-search, main input[type=search]")
  );
  const field = [...fields].find((each) => each.checkVisibility());
  if (field === undefined) return;
  event.preventDefault();
  field.focus();
});

// On a phone the pages of a place are one line that scrolls.
document
  .querySelector("main nav ul > li > [aria-current]")
  ?.scrollIntoView({ block: "nearest", inline: "center" });

// What is only looked up stands open where there is room, and is folded on a phone.
if (matchMedia("(max-width: 44rem)").matches) {
  for (const part of document.querySelectorAll("details[data-fold-narrow]")) {
    /** @type {HTMLDetailsElement} */ (part).open = part.querySelector(":target") !== null;
  }
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  const isPage = detail.serverResponse.trimStart().toLowerCase().startsWith("<!doctype");
  if (SHOWN_STATUSES.has(detail.xhr.status) && !isPage) {
    detail.shouldSwap = true;
    detail.isError = false;
  }
});

/** Fields in which keys are text. */
const TYPED =
  "input:not([type=hidden], [type=checkbox], [type=radio], [type=submit], [type=file]), textarea";

/**
 * Of each request under way, the ids around the control that sent it, the nearest first, those
 * that the control names as the next to focus, the preferred first, and what stood in the fields.
 * @type {WeakMap<XMLHttpRequest, { surroundings: string[], wanted: string[], stood: Map<string, string> }>}
 */
const senders = new WeakMap();

/**
 * Where somebody is typing while a part is replaced, and what stood there when it was asked for.
 * @type {{ field: HTMLInputElement | HTMLTextAreaElement, sent: string, meant: string } | null}
 */
let typing = null;

/** @type {Map<string, number>} How far the scrolling parts of the page were scrolled, by id. */
let scrolled = new Map();

document.addEventListener("htmx:beforeRequest", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  const control = detail.requestConfig.triggeringEvent?.submitter ?? detail.elt;
  const wanted = control.dataset.focusAfter?.split(" ") ?? [];
  // What nobody is at, as a bot's turn, is not gone to.
  const surroundings = document.activeElement === document.body ? [] : idsAround(control);
  const stood = new Map([...textFields()].map((field) => [field.id, field.value]));
  senders.set(detail.xhr, { surroundings, wanted, stood });
});

document.addEventListener("htmx:beforeSend", (event) => {
  const { elt } = /** @type {CustomEvent} */ (event).detail;
  elt.addEventListener("htmx:beforeOnLoad", passOverWhenGone);
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const stood = senders.get(/** @type {CustomEvent} */ (event).detail.xhr)?.stood;
  const field = [...textFields()].find((each) => each === document.activeElement);
  const sent = field && stood?.get(field.id);
  const isOn = field && sent !== undefined && sent !== field.value;
  typing = isOn ? { field, sent, meant: meaning(field) } : null;
  const parts = document.querySelectorAll("[data-keep-scroll]");
  scrolled = new Map([...parts].map((part) => [part.id, part.scrollTop]));
});

document.addEventListener("htmx:afterSwap", () => {
  for (const part of document.querySelectorAll("[data-keep-scroll]")) {
    part.scrollTo({ top: scrolled.get(part.id) ?? 0 });
  }
});

document.addEventListener("htmx:afterSettle", (event) => {
  const { target, xhr } = /** @type {CustomEvent} */ (event).detail;
  if (!target) return; // A page that history brought back.
  announce(document.getElementById(target.id) ?? target);
  const { surroundings, wanted } = senders.get(xhr) ?? { surroundings: [], wanted: [] };
  if (!typeOn() && wanted.length > 0) keepFocusNear(wanted);
  if (document.activeElement === document.body) keepFocusNear(surroundings);
});

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = /** @type {CustomEvent} */ (event).detail;
  if (target.matches("[data-keep-ticks]")) keepTicks(target, fragment);
});

document.addEventListener("htmx:responseError", showFailure);
document.addEventListener("htmx:sendError", showFailure);

/**
 * An answer to a part that was replaced meanwhile has no place any more; that to a change has one
 * as long as the part it changes stands.
 * @param {Event} event
 */
function passOverWhenGone(event) {
  const { elt, target, requestConfig } = /** @type {CustomEvent} */ (event).detail;
  const isChange = requestConfig.verb !== "get";
  if (!(isChange ? target : elt).isConnected) event.preventDefault();
}

/**
 * Say what a replaced part wants readers to know: a live region that came with it would be silent.
 * @param {Element} part
 */
function announce(part) {
  const news = part.querySelector("[data-announce]");
  const announcer = document.getElementById("announcer");
  if (news === null || announcer === null) return;
  announcer.textContent = (news.textContent ?? "").replace(/\s+/g, " ").trim();
}

/**
 * The control in use may be gone from the new part: go on from what stood around it.
 * @param {string[]} ids
 */
function keepFocusNear(ids) {
  const places = ids.map((id) => document.getElementById(id));
  const place = places.find((each) => each?.checkVisibility() && !each.matches(":disabled"));
  if (!place) return;
  if (!place.matches("a, button, input, select, textarea, summary")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** @returns {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */
function textFields() {
  return document.querySelectorAll(`:is(${TYPED})[id]`);
}

/**
 * What was typed while the answer was under way is typed on; what the answer took, and left an empty
 * field for, is not typed again.
 * @returns {boolean} whether somebody types on, which needs a field of the same
 */
function typeOn() {
  if (typing === null) return false;
  const { field: before, sent, meant } = typing;
  typing = null;
  const field = [...textFields()].find(({ id }) => id === before.id);
  if (field === before) return true;
  if (!field || meaning(field) !== meant) return false;
  const taken = field.value === "" && before.value.startsWith(sent) ? sent.length : 0;
  const [start, end] = [before.selectionStart, before.selectionEnd];
  field.value = before.value.slice(taken);
  field.focus({ preventScroll: true });
  if (start !== null && end !== null) {
    field.setSelectionRange(Math.max(start - taken, 0), Math.max(end - taken, 0));
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
  // The browser tells of a change only where keys made all of it.
  let isTold = false;
  field.addEventListener("change", () => (isTold = true), { once: true });
  field.addEventListener("blur", () => isTold || tellOfChange(field), { once: true });
  return true;
}

/**
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @returns {string} what is told in it: other rows and things may come to stand under its id
 */
function meaning(field) {
  const names = [...(field.labels ?? [])].map((label) => label.textContent);
  const of = field.form?.querySelectorAll(":is([name=where], [name=thing])") ?? [];
  return JSON.stringify([...names, ...[...of].map((each) => each.getAttribute("value"))]);
}

/** @param {Element} field */
function tellOfChange(field) {
  if (field.isConnected) field.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * What was ticked while the answer was under way stays ticked; the next request tells of it.
 * @param {Element} old
 * @param {DocumentFragment} fresh
 */
function keepTicks(old, fresh) {
  for (const box of fresh.querySelectorAll("input[type=checkbox]")) {
    const before = old.querySelector(`#${CSS.escape(box.id)}`);
    if (before instanceof HTMLInputElement) {
      /** @type {HTMLInputElement} */ (box).checked = before.checked;
    }
  }
}

/**
 * @param {Element | null} element
 * @returns {string[]}
 */
function idsAround(element) {
  const ids = [];
  for (let each = element; each !== null; each = each.parentElement) {
    if (each.id !== "") ids.push(each.id);
  }
  return ids;
}

/** Tell in the message area that a change did not reach the server. */
function showFailure() {
  const words = /** @type {HTMLTemplateElement | null} */ (
    document.getElementById("request-failed")
  );
  const messages = document.getElementById("messages");
  if (words === null || messages === null) return;
  messages.replaceChildren(words.content.cloneNode(true));
  messages.firstElementChild?.classList.add("message", "error");
  messages.scrollIntoView({ block: "nearest" });
}

/**
 * @param {EventTarget | null} target
 * @returns {boolean} whether keys typed there are text
 */
function isTyping(target) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

// A form that came back begins where it was refused, with the reason in sight.
const refused = /** @type {HTMLElement | null} */ (
  document.querySelector("main form[method='post'] :is([aria-invalid='true'], .errorlist)")
);
refused?.focus();
refused?.scrollIntoView({ block: "center" });
