// @ts-check
// The panel that asks for a die: the focus comes to it, the number keys press its faces, Escape
// leaves the order.

import { closeMenu } from "./table-menu.js";

document.addEventListener("htmx:afterSettle", () => {
  const panel = document.querySelector("#dice[data-asks]");
  if (!panel) return;
  closeMenu();
  // After the page has gone back to what was pressed.
  setTimeout(() => /** @type {HTMLElement | null} */ (panel.querySelector('[name="face"]'))?.focus());
});
document.addEventListener("keydown", press, true);

/** @param {KeyboardEvent} event */
function press(event) {
  const panel = document.querySelector("#dice[data-asks]");
  if (!panel || event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target instanceof HTMLInputElement;
  const pressed = event.key === "Escape" ? leave(panel) : typing ? null : face(panel, event.key);
  if (!pressed) return;
  event.preventDefault();
  event.stopPropagation();
  pressed.click();
}

/** @param {Element} panel @returns {HTMLElement | null} */
function leave(panel) {
  return panel.querySelector("a[hx-get]");
}

/** The face of a digit, 0 for ten, where no face has more of them.
 * @param {Element} panel @param {string} key @returns {HTMLElement | null} */
function face(panel, key) {
  const faces = /** @type {HTMLButtonElement[]} */ ([...panel.querySelectorAll('[name="face"]')]);
  if (!/^\d$/.test(key) || faces.some(({ value }) => Number(value) > 10)) return null;
  const meant = key === "0" ? ["10", "0"] : [key];
  return faces.find(({ value }) => meant.includes(value)) ?? null;
}
