// @ts-check
// A bot goes on by itself: when the film of what happened is over and the pause of the chosen pace
// has passed. Where no answer comes it asks again, later each time, and says so.

/** Seconds before each new try; the last one is repeated. */
const PAUSES = [2, 4, 8, 15, 30];

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
let tries = 0;

prepare();
document.addEventListener("htmx:afterSettle", prepare);
document.addEventListener("film:end", prepare);
document.addEventListener("change", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-pace]")) prepare();
});
window.addEventListener("online", () => {
  if (tries > 0) ask();
});
for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(failure, fail, { capture: true });
}

function form() {
  return /** @type {HTMLFormElement | null} */ (document.querySelector("[data-bot]"));
}

/** Lets the bot who is to act do so after its pause. */
function prepare() {
  const bot = form();
  if (bot?.dataset.tried) return; // It asks again by itself.
  clearTimeout(waiting);
  tries = 0;
  if (!bot) return;
  const pause = isAnswered() ? null : pauseOf(bot);
  for (const says of bot.querySelectorAll("[data-waits]")) {
    says.toggleAttribute("hidden", says.getAttribute("data-waits") !== (pause === null ? "asked" : ""));
  }
  if (pause === null || document.querySelector("[data-filming], #dice[data-asks]")) return;
  waiting = setTimeout(ask, pause);
}

/** Whether somebody who may act in between has a unit in hand: the bot waits for the answer. */
function isAnswered() {
  return document.querySelector("#picked[data-acts]:not([data-unit=''])") !== null;
}

/** Milliseconds till a bot goes on; null where it waits to be asked.
 * @param {HTMLFormElement} bot */
function pauseOf(bot) {
  const chosen = /** @type {HTMLElement | null} */ (document.querySelector("[data-pace] :checked"));
  const pause = chosen?.dataset.pause ?? "";
  return pause === "" ? null : Math.max(Number(pause), Number(bot.dataset.bot) * 1000);
}

function ask() {
  clearTimeout(waiting);
  form()?.requestSubmit();
}

/** @param {Event} event */
function fail(event) {
  const bot = form();
  const { elt, xhr } = /** @type {CustomEvent} */ (event).detail;
  if (!bot || elt !== bot) return;
  event.stopPropagation();
  const pause = Number(xhr?.getResponseHeader("Retry-After")) || PAUSES[Math.min(tries, PAUSES.length - 1)];
  tries += 1;
  bot.dataset.tried = String(tries);
  const says = bot.querySelector("[data-bot-says]");
  const words = tries < PAUSES.length ? bot.dataset.again : bot.dataset.waitsForNet;
  if (says && words) {
    says.textContent = words.replace("{seconds}", String(pause));
    says.removeAttribute("hidden");
    const announcer = document.getElementById("announcer");
    if (announcer && (tries === 1 || tries === PAUSES.length)) announcer.textContent = says.textContent;
  }
  waiting = setTimeout(ask, pause * 1000);
}
