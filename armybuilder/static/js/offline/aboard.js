// @ts-check
// On pages the device answers: keeps the worker awake, and says when the site can be reached again.

import { ask } from "./asking.js";

/** Milliseconds between two looks; a worker that hears nothing for thirty seconds is ended. */
const PACE = 15000;
const bar = /** @type {HTMLElement} */ (document.getElementById("aboard"));

/** @param {string} state */
function show(state) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (bar.querySelectorAll("[data-when]"))) {
    part.hidden = part.dataset.when !== state;
  }
}

async function look() {
  const { dirty } = await ask("state");
  if (!(await ask("reached"))) show("away");
  else show(dirty ? "dirty" : "clean");
}

bar.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-do]");
  if (!button) return;
  show("bringing");
  clearInterval(looking);
  try {
    const { page } = await ask("come back");
    location.assign(page);
  } catch (error) {
    show("failed");
    /** @type {HTMLElement} */ (bar.querySelector("[data-when=failed] span")).textContent = String(error);
  }
});

const looking = setInterval(look, PACE);
// A table fills what the bar leaves of the window.
new ResizeObserver(() => {
  document.documentElement.style.setProperty("--aboard", `${bar.offsetHeight}px`);
}).observe(bar);
window.addEventListener("online", look);
look();
