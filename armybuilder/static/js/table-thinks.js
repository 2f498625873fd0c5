// @ts-check
// Where the site is kept on this device and it is quick enough, bots think here: their orders go to the
// site, which judges them and thinks itself where none comes in time.

import { isKept, QUICK, setWish, Thinker, wish, written } from "./offline/thinking.js";

/** @type {Thinker | null} */
let thinker = null;
let isQuick = false;
/** @type {{ speed: number, isWanted: boolean, isReady: boolean } | null} */
let told = null;
/** What is thought of for the form that stands there now. @type {{ form: Element, thought: Promise<any> } | null} */
let under = null;

const line = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-thinker]"));

async function begin() {
  const place = line();
  if (!place || !(await isKept())) return;
  const { speed, isWanted } = await wish();
  if (speed !== undefined) tell(speed, isWanted, false);
  if (!isWanted || (speed ?? 0) > QUICK) return;
  thinker = new Thinker(/** @type {string} */ (place.dataset.thinker));
  try {
    await thinker.ready;
    tell(await thinker.speed(), true, true);
  } catch (error) {
    console.warn(error);
    thinker.end();
  }
  if (isQuick) prepare();
  else thinker.end();
}

/**
 * Says how quick bots think here, and whether they do.
 * @param {number} speed
 * @param {boolean} isWanted
 * @param {boolean} isReady
 */
function tell(speed, isWanted, isReady) {
  isQuick = speed <= QUICK;
  told = { speed, isWanted, isReady };
  say();
}

function say() {
  const place = line();
  if (!place || !told || !isQuick) return;
  const button = /** @type {HTMLElement} */ (place.querySelector("button"));
  button.setAttribute("aria-pressed", String(told.isWanted));
  button.setAttribute("aria-busy", String(told.isWanted && !told.isReady));
  /** @type {HTMLElement} */ (place.querySelector("[data-speed]")).textContent = written(told.speed);
  place.hidden = false;
}

/** Thinks as soon as a bot is to act, while the film is still shown. */
function prepare() {
  say();
  const form = document.querySelector("[data-bot][data-errand]");
  if (!(form instanceof HTMLFormElement) || !thinker || thinker.isOver || !isQuick) return;
  if (under?.form === form || form.dataset.thought) return;
  under = { form, thought: thinker.think(/** @type {string} */ (form.dataset.errand)) };
}

/** @param {Event} event */
async function hand(event) {
  const form = event.target;
  const mine = under;
  if (!(form instanceof HTMLFormElement) || mine?.form !== form || form.dataset.thought) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  form.dataset.thought = "under way";
  const found = await mine.thought;
  if (under === mine) under = null;
  if (!form.isConnected) return;
  for (const [name, value] of Object.entries(found ?? {})) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    form.append(field);
  }
  form.requestSubmit();
}

document.addEventListener("submit", hand, { capture: true });
document.addEventListener("htmx:afterSettle", prepare);
document.addEventListener("click", async ({ target }) => {
  if (!(target instanceof Element) || !target.closest("[data-thinker] button") || !told) return;
  const isWanted = !told.isWanted;
  await setWish(isWanted);
  tell(told.speed, isWanted, false);
  thinker?.end();
  [thinker, under] = [null, null];
  if (isWanted) begin();
});
begin();
