// @ts-check
// A table that is played at several screens: a stream says that something is new, and the page asks
// for what it may see. Where the stream is not to be had, it asks by itself now and then.

/** Milliseconds between two questions without a stream, and until a stream is tried again. */
const [POLL, AGAIN] = [4000, 30000];

/** @type {EventSource | null} */
let stream = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let polling;
let [asking, missed, lost] = [false, false, false];
/** @type {string | null} Of the control in use among the people when they are replaced, its id or "". */
let used = null;

open();
document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
window.addEventListener("pagehide", close);
window.addEventListener("online", ask);
document.addEventListener("htmx:afterSettle", open);
// Where somebody is counts when the part goes: an answer of his own may have come since it was asked
// for. What was open is so again only once the part has settled.
document.addEventListener("htmx:beforeSwap", (event) => {
  const at = document.activeElement;
  const isReplaced = /** @type {CustomEvent} */ (event).detail.shouldSwap;
  if (isReplaced && at && followed()?.contains(at)) used = at.id;
});
document.addEventListener("htmx:afterSettle", goOn);

setInterval(() => {
  let isUp = false;
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-left]"))) {
    const left = Math.max(Number(clock.dataset.left) - 1, 0);
    clock.dataset.left = String(left);
    const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
    const hours = Math.floor(left / 3600);
    const minutes = Math.floor(left / 60);
    clock.textContent =
      hours > 0 ? `${hours}:${two(minutes % 60)} h` : `${minutes}:${two(left % 60)}`;
    isUp ||= left === 0;
  }
  if (isUp) ask();
}, 1000);

/** @returns {HTMLElement | null} */
function followed() {
  return document.querySelector("[data-live]");
}

/** One stream a page, none while nobody sees it. */
function open() {
  const url = followed()?.dataset.live;
  if (!url || stream || document.hidden) return;
  stream = new EventSource(url);
  stream.addEventListener("message", (event) => {
    clearTimeout(polling);
    if (Number(event.data) >= Number(followed()?.dataset.news)) ask();
  });
  stream.addEventListener("open", () => {
    clearTimeout(polling);
    say(false);
    ask();
  });
  stream.addEventListener("error", () => {
    say(true);
    poll();
    if (stream?.readyState !== EventSource.CLOSED) return;
    close();
    setTimeout(open, AGAIN);
    poll();
  });
}

function close() {
  stream?.close();
  stream = null;
  clearTimeout(polling);
}

function poll() {
  clearTimeout(polling);
  polling = setTimeout(() => {
    if (document.hidden) return;
    ask();
    if (stream?.readyState !== EventSource.OPEN) poll();
  }, POLL);
}

/** Asks what is new, one question at a time. */
async function ask() {
  missed = asking;
  const at = followed();
  if (asking || !at) return;
  asking = true;
  try {
    const answer = await fetch(`${at.dataset.newsUrl}?after=${at.dataset.news}`, {
      headers: { Accept: "application/json" },
    });
    if (answer.ok) await show(await answer.json());
    if (answer.ok) say(false);
  } catch {
    say(true);
    poll();
  } finally {
    asking = false;
    if (missed) ask();
  }
}

/** @param {{news: number, version: number, back: number | null, says: string[]}} found */
async function show(found) {
  const at = followed();
  if (!at) return;
  // What is said of people is fetched by itself: the table may be older than that.
  const shown = document.querySelector("#picked")?.getAttribute("data-version");
  const moved = Number(shown ?? at.dataset.version) !== found.version;
  if (at.dataset.watchUrl) {
    at.dataset.news = String(found.news);
    at.dataset.version = String(found.version);
    const following = document.querySelector("#step-on[aria-disabled]");
    if (moved && following) await part(at.dataset.watchUrl, "#table");
    return;
  }
  if (moved) {
    if (found.back !== null) rewind(found.back);
    const unit = /** @type {HTMLElement | null} */ (document.querySelector("#picked"))?.dataset.unit;
    const board = /** @type {HTMLElement | null} */ (document.querySelector("table-board"));
    const url = board?.dataset.tableUrl ?? at.dataset.tableUrl;
    await part(`${url}?unit=${encodeURIComponent(unit ?? "")}&next=1`, "#table");
  } else {
    await part(at.dataset.newsUrl ?? "", "#people");
    place();
  }
  // After the table, which announces itself.
  for (const says of found.says) tell(says);
  const now = followed();
  if (now) now.dataset.news = String(Math.max(found.news, Number(now.dataset.news)));
}

/** Whoever was at a control among the people is there again; one that is gone leaves him with what
 * stood around it. */
function goOn() {
  const id = used;
  used = null;
  if (id === null || document.activeElement !== document.body) return;
  document.getElementById(id)?.focus({ preventScroll: true });
  const place = followed();
  if (!place || document.activeElement !== document.body) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** The people stand above the piece that is chosen or below it, as on a table that comes anew, unless
 * somebody is at their panel. */
function place() {
  const [people, picked] = [followed(), document.getElementById("picked")];
  const side = people?.parentElement;
  if (!people || !side || picked?.parentElement !== side || people.contains(document.activeElement)) return;
  if ("first" in people.dataset) side.prepend(people);
  else picked.after(people);
}

/** What was shown of orders that were taken back counts as not shown. @param {number} step */
function rewind(step) {
  const frame = /** @type {HTMLElement | null} */ (document.querySelector("[data-film]"));
  const key = `film ${frame?.dataset.url}`;
  const last = sessionStorage.getItem(key);
  if (frame && last !== null) sessionStorage.setItem(key, String(Math.min(Number(last), step)));
}

/** @param {string} url @param {string} target */
async function part(url, target) {
  const htmx = /** @type {any} */ (window).htmx;
  await htmx.ajax("GET", url, { target, swap: "outerHTML" });
}

/** Tells what others did besides their orders, where messages stand; they are read out, too.
 * @param {string} says */
function tell(says) {
  const message = document.createElement("p");
  message.className = "message";
  message.textContent = says;
  document.getElementById("messages")?.append(message);
}

/** Whether the connection is lost, once it is and once it is back. @param {boolean} isLost */
function say(isLost) {
  const state = document.getElementById("live-state");
  const at = followed();
  if (isLost === lost || !state || !at) return;
  lost = isLost;
  state.textContent = (isLost ? at.dataset.lost : at.dataset.found) ?? "";
  state.hidden = false;
}
