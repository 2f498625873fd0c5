// @ts-check
// The page on which somebody asks for the site on this device, and takes it off again.

import { ask, install } from "./asking.js";
import { QUICK, setWish, Thinker, wish, written } from "./thinking.js";

const panel = /** @type {HTMLElement} */ (document.getElementById("offline"));

/** @param {string} shown */
function show(shown) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[data-show]"))) {
    part.hidden = part.dataset.show !== shown;
  }
}

/** @param {string} step @param {number} [share] */
function progress(step, share) {
  show("busy");
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[data-step]"))) {
    each.hidden = each.dataset.step !== step;
  }
  const bar = /** @type {HTMLProgressElement} */ (panel.querySelector("progress"));
  if (share === undefined) bar.removeAttribute("value");
  else bar.value = share;
}

async function look() {
  if (!isSecureContext) return show("plain");
  if (!("serviceWorker" in navigator) || typeof WebAssembly !== "object") return show("old");
  const registration = await navigator.serviceWorker.getRegistration("/");
  if (!registration?.active) return show("off");
  tell(await ask("state"));
}

/** @param {any} state */
function tell(state) {
  show(state.dirty ? "dirty" : "ready");
  if (!state.dirty) tellOfBots();
  const whole = Math.max(1, Math.round(state.bytes / 1e6));
  const set = (/** @type {string} */ name, /** @type {string} */ text) => {
    const place = panel.querySelector(`[data-${name}]`);
    if (place) place.textContent = text;
  };
  set("bytes", `${whole} MB`);
  if (state.taken) set("taken", new Date(state.taken).toLocaleString(document.documentElement.lang));
  for (const [name, isShown] of [["member", state.isMember], ["guest", !state.isMember]]) {
    const part = /** @type {HTMLElement | null} */ (panel.querySelector(`[data-${name}]`));
    if (part) part.hidden = !isShown;
  }
}

/** Says how quick bots think here, measured once, and whether they are to. */
async function tellOfBots() {
  const place = /** @type {HTMLElement} */ (panel.querySelector("[data-thinks]"));
  const { speed } = await wish();
  place.hidden = false;
  if (speed === undefined) {
    const thinker = new Thinker(/** @type {string} */ (panel.dataset.thinker));
    await thinker.ready
      .then(() => thinker.speed())
      .catch(() => null)
      .finally(() => thinker.end());
  }
  const now = await wish();
  place.hidden = now.speed === undefined;
  if (now.speed === undefined) return;
  const isQuick = now.speed <= QUICK;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-bots]"))) {
    part.hidden = part.dataset.bots !== (isQuick ? "quick" : "slow");
  }
  for (const part of place.querySelectorAll("[data-speed]")) part.textContent = written(now.speed);
  place.querySelector("button")?.setAttribute("aria-pressed", String(now.isWanted));
}

/** @type {Record<string, () => Promise<void>>} */
const actions = {
  async "think here"() {
    const { isWanted } = await wish();
    await setWish(!isWanted);
    await tellOfBots();
  },
  async begin() {
    progress("fetching", 0);
    await navigator.storage?.persist?.();
    await install(/** @type {string} */ (panel.dataset.worker), progress);
    await actions["take along"]();
  },
  async "take along"() {
    progress("taking");
    tell(await ask("take along"));
  },
  async "come back"() {
    progress("taking");
    const { page } = await ask("come back");
    location.assign(page);
  },
  async remove() {
    await ask("remove");
    location.reload();
  },
};

panel.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-do]");
  if (!(button instanceof HTMLElement)) return;
  const failed = /** @type {HTMLElement} */ (panel.querySelector("[data-failed]"));
  failed.hidden = true;
  try {
    await actions[/** @type {string} */ (button.dataset.do)]();
  } catch (error) {
    /** @type {HTMLElement} */ (failed.querySelector("span")).textContent = String(error);
    failed.hidden = false;
    await look();
  }
});

look();
