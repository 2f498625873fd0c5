// @ts-check
// The rows of the builder: one menu for all of them, dragging, presses faster than their answers, and
// the way from the search field through what was found and back. Without JavaScript the menu is a
// part of the page, and its buttons move a row.

const GAP = 4;
/** How far a pointer moves before it drags. */
const SLACK = 6;

/** What opened the menu of the rows. @type {HTMLElement | null} */
let opener = null;

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const more = target.closest?.("a.line-more");
  if (more instanceof HTMLElement && !event.ctrlKey && !event.metaKey && event.button === 0) {
    event.preventDefault();
    openMenu(more);
  } else if (target.closest?.(".row-menu a, .row-menu button")) {
    /** @type {HTMLElement | null} */ (target.closest(".row-menu:popover-open"))?.hidePopover();
  }
  const jump = target.closest?.("[data-reach]");
  const field = jump && document.getElementById(/** @type {HTMLElement} */ (jump).dataset.reach ?? "");
  if (field?.checkVisibility()) {
    event.preventDefault();
    field.focus();
    field.scrollIntoView({ block: "nearest" });
  }
});

// A menu that opens by its own button stands under it; that of the rows gives the focus back.
document.addEventListener(
  "toggle",
  (event) => {
    const menu = /** @type {HTMLElement} */ (event.target);
    if (menu.id === "row-menu" && !menu.matches(":popover-open")) giveBack(menu);
    if (menu.id !== "more-menu" || !menu.matches(":popover-open")) return;
    place(menu, document.getElementById("more"));
  },
  true,
);

/** @param {HTMLElement} button */
function openMenu(button) {
  const menu = menuFor(button.closest(".line"));
  if (menu === null) return;
  menu.showPopover();
  place(menu, button);
  /** @type {HTMLElement | null} */ (menu.querySelector(":is(a, button):not([hidden])"))?.focus();
  opener = button;
}

/** @param {HTMLElement} menu */
function giveBack(menu) {
  const left = document.activeElement === document.body || menu.contains(document.activeElement);
  if (left && opener?.isConnected) opener.focus({ preventScroll: true });
}

/**
 * The menu of all rows, made that of one.
 * @param {Element | null | undefined} line
 * @returns {HTMLElement | null}
 */
export function menuFor(line) {
  const menu = /** @type {HTMLElement | null} */ (document.querySelector("[data-row-menu]"));
  if (!(line instanceof HTMLElement) || line.dataset.row === undefined || menu === null) return null;
  const at = Number(line.dataset.row);
  const last = line.parentElement?.lastElementChild === line;
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (menu.querySelectorAll("a, button"))) {
    for (const name of ["href", "value", "data-focus-after"]) fill(item, name, at);
    item.hidden =
      (item.matches("[data-row-cards]") && line.dataset.takesCards === undefined) ||
      (item.matches("[data-row-count]") && line.dataset.bare === undefined) ||
      (item.matches("[data-row-up]") && at === 0) ||
      (item.matches("[data-row-down]") && last);
  }
  return menu;
}

/**
 * Write the row into what an attribute says of a row.
 * @param {HTMLElement} item
 * @param {string} name
 * @param {number} at
 */
function fill(item, name, at) {
  const kept = `data-for-${name}`;
  const pattern = item.getAttribute(kept) ?? item.getAttribute(name);
  if (pattern === null) return;
  item.setAttribute(kept, pattern);
  const said = decodeURI(pattern)
    .replaceAll("{at}", String(at))
    .replaceAll("{before}", String(at - 1))
    .replaceAll("{behind}", String(at + 1));
  item.setAttribute(name, said);
}

/**
 * Under its button where there is room, else above it; on phones the style sheet docks it below.
 * @param {HTMLElement} menu
 * @param {HTMLElement | null} button
 */
function place(menu, button) {
  menu.style.removeProperty("left");
  menu.style.removeProperty("top");
  if (button === null || matchMedia("(max-width: 44rem)").matches) return;
  const anchor = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = anchor.bottom + GAP;
  menu.style.left = `${Math.max(GAP, anchor.right - width)}px`;
  menu.style.top = `${below + height <= innerHeight ? below : Math.max(GAP, anchor.top - height - GAP)}px`;
}

// --- Dragging with a mouse -------------------------------------------------------------------

/** @type {{line: HTMLElement, y: number, moved: boolean} | null} */
let dragged = null;

document.addEventListener("pointerdown", (event) => {
  const plate = /** @type {Element} */ (event.target).closest?.("[data-rows] > .line > .plate");
  const line = plate?.closest(".line");
  if (!(line instanceof HTMLElement) || event.pointerType !== "mouse" || event.button !== 0) return;
  event.preventDefault();
  dragged = { line, y: event.clientY, moved: false };
});

document.addEventListener("pointermove", (event) => {
  if (dragged === null) return;
  dragged.moved ||= Math.abs(event.clientY - dragged.y) > SLACK;
  if (!dragged.moved) return;
  dragged.line.classList.add("is-dragged");
  const to = target(event.clientY);
  for (const line of rows()) {
    line.classList.toggle("is-before", Number(line.dataset.row) === to);
    line.classList.toggle("is-behind", to === rows().length && line === rows().at(-1));
  }
});

document.addEventListener("pointerup", (event) => {
  const drag = dragged;
  dragged = null;
  for (const line of rows()) line.classList.remove("is-dragged", "is-before", "is-behind");
  if (drag === null || !drag.line.isConnected) return;
  if (!drag.moved) {
    /** @type {HTMLElement | null} */ (drag.line.querySelector("a[data-drawer]"))?.click();
    return;
  }
  send(drag.line, target(event.clientY));
});

document.addEventListener("pointercancel", () => (dragged = null));

/** @returns {HTMLElement[]} */
function rows() {
  return [...document.querySelectorAll("[data-rows] > .line")].filter(
    (line) => line instanceof HTMLElement,
  );
}

/**
 * @param {number} y
 * @returns {number} the row above which a row dropped there would stand
 */
function target(y) {
  const found = rows().findIndex((line) => {
    const box = line.getBoundingClientRect();
    return y < box.top + box.height / 2;
  });
  return found < 0 ? rows().length : found;
}

/**
 * Move a row, and with a picked one all that are picked, by the button that says so.
 * @param {HTMLElement} line
 * @param {number} to
 */
function send(line, to) {
  const box = /** @type {HTMLInputElement | null} */ (line.querySelector(".line-pick"));
  const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("dragged-to"));
  if (button === null) return;
  const action = box?.checked ? "move_picked" : `move&index=${line.dataset.row}`;
  button.value = `action=${action}&to=${to}`;
  button.click();
}

// --- Pressing again while an answer is under way ----------------------------------------------

/** What was pressed meanwhile, by id, and what it did then. @type {{ id: string, does: string }[]} */
let pressed = [];

document.addEventListener(
  "click",
  (event) => {
    const target = /** @type {Element} */ (event.target);
    const button = target.closest?.("#builder button[form='change'][id]");
    if (!button || !isAnswering()) return;
    event.preventDefault();
    pressed.push({ id: button.id, does: whatDoes(button) });
  },
  { capture: true },
);

// A key that is held goes on no faster than it is answered.
document.addEventListener(
  "keydown",
  (event) => {
    if (event.repeat && !isTyping(event.target) && isAnswering()) event.preventDefault();
  },
  { capture: true },
);

// One after the other; what stands there now and does something else was not meant.
document.addEventListener("htmx:afterSettle", () => {
  while (pressed.length > 0 && !isAnswering()) {
    const { id, does } = /** @type {{ id: string, does: string }} */ (pressed.shift());
    const button = document.getElementById(id);
    if (button?.checkVisibility() && whatDoes(button) === does) button.click();
  }
});

for (const failure of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(failure, () => (pressed = []));
}

/**
 * @param {EventTarget | null} target
 * @returns {boolean} whether keys typed there are text
 */
export function isTyping(target) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("textarea, select, input:not([type=checkbox], [type=radio])"))
  );
}

/** @param {Element} button */
function whatDoes(button) {
  return button.getAttribute("aria-label") ?? button.getAttribute("value") ?? "";
}

function isAnswering() {
  return document.querySelector("#builder form[hx-post].htmx-request") !== null;
}

// --- Typing, arrows, Enter -------------------------------------------------------------------

/** Whether what was added last was added by a key. */
let byKeys = false;

// Who added by keys goes on there, or looks for the next one.
document.addEventListener("htmx:afterSettle", (event) => {
  const { requestConfig } = /** @type {CustomEvent} */ (event).detail;
  if (requestConfig?.verb !== "post") return; // A search answered while the addition is under way.
  if (byKeys && document.activeElement?.id === "found") document.getElementById("add-search")?.focus();
  byKeys = false;
});

document.addEventListener("keydown", (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  const field = document.getElementById("add-search");
  if (!(field instanceof HTMLInputElement) || event.ctrlKey || event.metaKey || event.altKey) return;
  const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#found .found-add[type]")]);
  const now = buttons.indexOf(at);
  if (at !== field && now < 0) return;
  byKeys = now >= 0 && event.key === "Enter";
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined && (now >= 0 || step > 0)) {
    event.preventDefault();
    const next = buttons[now + step] ?? (now + step < 0 ? field : at);
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  } else if (now >= 0 && /^[\p{L}\d]$/u.test(event.key)) {
    event.stopImmediatePropagation();
    field.focus();
    field.select();
  }
});
