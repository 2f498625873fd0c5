// @ts-check
// Around the board: the small map, how large figures are on the screen, messages that stay, the menu
// that stays open, and on a narrow screen the sheet over the board.

import { board, grain, middle, tokenOf } from "./table-parts.js";
import { View } from "./table-view.js";

const SVG = "http://www.w3.org/2000/svg";
/** Pixels of a base below which its figure loses its cuts, and below which it is one shape. */
const SMALL = 40;
const TINY = 26;
/** Pixels a finger needs, and pixels a figure may shrink to so that whom it may attack is in sight. */
const FINGER = 44;
const LEAST = 28;
/** Milliseconds the news lie over the board on a narrow screen, and how much longer for each letter. */
const [READING, A_LETTER] = [2000, 35];
/** Pixels around the tools that stand on the sheet. */
const GAP = 16;
/** Pixels above the foot of the board. */
const FOOT = 4;
/** How high the sheet may stand, as shares of the window. */
const HEIGHTS = { low: 0, third: 1 / 3, two: 2 / 3, all: 1 };
/** @typedef {keyof typeof HEIGHTS} Height */

const narrow = window.matchMedia("(max-width: 61.99rem)");
const { root, messages } = {
  root: document.documentElement,
  messages: /** @type {HTMLElement} */ (document.getElementById("messages")),
};

/** The view figures were drawn for last, and the inches of its pixels.
 * @type {{view?: View, pixel?: number}} */
let drawnAt = {};
/** The menu that was open before the table was sent anew, and whether the game was over then. */
let [open, wasOver] = ["", false];
/** The unit that was chosen last, and whether somebody did so himself. */
let [chosen, isByHand] = ["", false];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let read;
/** The unit that has come into sight, and whom it may attack has yet to, "" for none. */
let alone = "";
/** The order in the making that the view has been moved for. */
let aimed = "";
/** Whether the person was to act when the table was last there anew, and has yet to see it. */
let [acted, isDue] = [true, false];
/** The version of the table at which whom the person may order came into sight last. */
let seenAt = "";

document.addEventListener("board:view", look);
document.addEventListener("board:chosen", (event) => approach(/** @type {CustomEvent} */ (event).detail));
document.addEventListener("hands:known", (event) => showTargets(/** @type {CustomEvent} */ (event).detail.unit));
document.addEventListener("htmx:afterSettle", aim);
document.addEventListener("film:end", () => {
  cover();
  drawMap();
  look();
  // A film that was fetched began after they had come into sight, and has moved the view since.
  isDue ||= acted && seenAt === version();
  comeBack();
  passSoon();
});
document.addEventListener("htmx:beforeSwap", () => {
  open = document.querySelector("#table [popover]:popover-open")?.id ?? "";
  wasOver = document.querySelector("[data-over]") !== null;
});
document.addEventListener("htmx:afterSettle", settle);
document.addEventListener("htmx:beforeRequest", clearMessages);
narrow.addEventListener("change", settle);
window.addEventListener("resize", cover);
messages.addEventListener("click", dismiss);
new MutationObserver(letDismiss).observe(messages, { childList: true });
letDismiss();
document.addEventListener("pointerdown", grab);
document.addEventListener("click", step);
settle();
window.customElements.whenDefined("table-board").then(settle);

/** What is done whenever the table is there anew. */
function settle() {
  // The end of a game is not hidden behind the menu that brought it about.
  const ends = !wasOver && document.querySelector("[data-over]") !== null;
  const menu = open && !ends && document.getElementById(open);
  if (menu && !menu.matches(":popover-open")) menu.showPopover();
  open = "";
  // The end of a game is a page to be read, and so is a table without its players.
  if (document.querySelector(".battle:is(.is-finished, .is-waiting)")) delete root.dataset.sheet;
  else root.dataset.sheet ??= "third";
  cover();
  look();
  const acts = "acts" in (document.getElementById("picked")?.dataset ?? {});
  if (acted && !acts) View.isHeld = false;
  isDue = acts && (isDue || !acted);
  acted = acts;
  // A film begins with the same part of the page.
  setTimeout(comeBack);
  passSoon();
}

// --- What is in sight -----------------------------------------------------------------------

/** The view that the board has of the table. @returns {View | undefined} */
function view() {
  return /** @type {any} */ (board())?.view;
}

/** Figures are drawn as large as they are on the screen; the map shows what is in sight. */
function look() {
  const now = view();
  if (!now) return;
  if (now.pixel !== drawnAt.pixel || now !== drawnAt.view) size(now);
  drawnAt = { view: now, pixel: now.pixel };
  const { x, y, width, height } = now.box;
  if (!board()?.querySelector(".map-sight")) drawMap();
  const sight = board()?.querySelector(".map-sight");
  for (const [name, value] of Object.entries({ x, y, width, height })) {
    sight?.setAttribute(name, String(value));
  }
  const whole = width >= now.size.width && height >= now.size.height;
  board()?.querySelector(".board-map")?.toggleAttribute("hidden", whole || (narrow.matches && seesAll(now)));
}

/** Whether every figure is in sight.
 * @param {View} now */
function seesAll(now) {
  return [...document.querySelectorAll("table-board .token")].every((token) => sees(now, middle(token)));
}

/** Whether a place is in sight, with so much around it.
 * @param {View} now @param {import("./table-parts.js").Point} at @param {number} [around] */
function sees({ box: { x, y, width, height } }, at, around = 0) {
  const isAcross = at.x - around >= x && at.x + around <= x + width;
  return isAcross && at.y - around >= y && at.y + around <= y + height;
}

/** @param {View} now */
function size(now) {
  for (const token of /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll(".token"))) {
    const pixels = Number(token.dataset.width) / now.inches;
    token.classList.toggle("is-small", pixels < SMALL);
    token.classList.toggle("is-tiny", pixels < TINY);
  }
}

/** A unit that somebody has just chosen is in sight; on a narrow screen it comes so close that a
 * finger finds it. For one that the page came with the board
 * moves only where it may act and would be out of sight.
 * @param {{unit: string, isByHand: boolean}} choice */
function approach(choice) {
  const { unit } = choice;
  const now = view();
  if (!now || unit === chosen) return;
  [chosen, isByHand] = [unit, choice.isByHand];
  alone = unit;
  if (/** @type {any} */ (board()).held !== undefined) return; // It is being dragged.
  const token = tokenOf(unit);
  if (!token) return;
  if (!isByHand) {
    if (token.matches(".acts") && !sees(now, middle(token), grain())) now.reveal(boxOf([token]));
    return;
  }
  document.getElementById("table-side")?.scrollTo({ top: 0 });
  setAside();
  if (root.dataset.sheet === "all") raise("third");
  if (!narrow.matches) {
    now.reveal(boxOf([token]));
    return;
  }
  now.show(middle(token), Math.min(now.inches, Math.min(...widths()) / FINGER));
}

/** What a unit may do is known: on a narrow screen it comes into sight with whom it may attack, the
 * nearest of them where there is no room for all.
 * @param {string} unit */
function showTargets(unit) {
  const now = view();
  if (!now || !narrow.matches || unit !== alone || (!isByHand && View.isHeld)) return;
  alone = "";
  const token = tokenOf(unit);
  if (!token || /** @type {any} */ (board()).held !== undefined) return;
  const targets = /** @type {Element[]} */ ([...document.querySelectorAll(".token.is-target")]);
  const box = boxOf(roomFor(now, token, targets));
  if (isByHand) now.fit(box, FINGER / Math.min(...widths()));
  else if (targets.length) now.reveal(box);
}

/** A figure and as many others, the nearest first, as are in sight together with it before they grow
 * too small.
 * @param {View} now @param {Element} token @param {Element[]} others */
function roomFor(now, token, others) {
  const inches = Math.min(...widths()) / LEAST;
  const [width, height] = [now.frame.width * inches, now.frame.height * inches];
  const from = middle(token);
  const away = (/** @type {Element} */ other) => Math.hypot(middle(other).x - from.x, middle(other).y - from.y);
  const found = [token];
  for (const other of others.sort((one, two) => away(one) - away(two))) {
    const box = boxOf([...found, other]);
    if (box.width > width || box.height > height) break;
    found.push(other);
  }
  return found;
}

/** An order in the making is seen with whom it is aimed at; markers are put where opponents are. */
function aim() {
  const { from = "", targets = "", clicks = "" } = document.getElementById("plan")?.dataset ?? {};
  const now = view();
  const token = tokenOf(from);
  const order = [from, targets, clicks].join();
  if (order === aimed) return;
  aimed = order;
  const seat = [...(token?.classList ?? [])].find((name) => name.startsWith("seat-"));
  const names = targets.split(" ").filter(Boolean);
  const others =
    clicks === "marks"
      ? [...document.querySelectorAll(`table-board .token:not(.${seat})`)]
      : /** @type {Element[]} */ (names.map(tokenOf).filter(Boolean));
  if (!now || !token || others.length === 0) return;
  if (narrow.matches && root.dataset.sheet !== "low") raise("third");
  setAside();
  now.reveal(boxOf([token, ...others]));
}

/** When it is the person's turn again, and the film of the others is over, whom he may order is in
 * sight, unless he has looked around meanwhile; as close as he likes it, once he has said so. */
function comeBack() {
  if (!isDue || document.querySelector("[data-filming]")) return;
  [isDue, seenAt] = [false, version()];
  const now = view();
  const mine = isByHand ? [...document.querySelectorAll(".token.is-chosen.acts")] : [];
  if (mine.length === 0) mine.push(...document.querySelectorAll(".token.acts"));
  if (!now || View.isHeld || mine.length === 0) return;
  if (narrow.matches && !now.isSearched) now.fit(boxOf(mine), FINGER / Math.min(...widths()));
  else now.reveal(boxOf(mine));
}

/** The version of the game that the table shows. @returns {string} */
function version() {
  return document.getElementById("picked")?.dataset.version ?? "";
}

/** Inches around some figures, with room for what is written over them.
 * @param {Element[]} tokens */
function boxOf(tokens) {
  const points = tokens.map(middle);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [aside, above] = [2.5 * grain(), 3 * grain()];
  const [left, top] = [Math.min(...xs) - aside, Math.min(...ys) - above];
  const [right, bottom] = [Math.max(...xs) + aside, Math.max(...ys) + above];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** @returns {number[]} */
function widths() {
  const tokens = /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll(".token"));
  return [...tokens].map((token) => Number(token.dataset.width));
}

// --- The small map --------------------------------------------------------------------------

/** The whole table in little, with a dot for every unit; a press goes there. */
function drawMap() {
  const map = board()?.querySelector(".board-map");
  const now = view();
  if (!map || !now) return;
  const { width, height } = now.size;
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  for (const ground of board()?.querySelectorAll(".ground-fill") ?? []) {
    const copy = /** @type {Element} */ (ground.cloneNode());
    const kind = drawn("g", { class: ground.parentElement?.getAttribute("class") ?? "" });
    kind.append(copy);
    svg.append(kind);
  }
  for (const token of board()?.querySelectorAll(".token") ?? []) {
    const seat = [...token.classList].find((name) => name.startsWith("seat-")) ?? "";
    const { x, y } = middle(token);
    svg.append(drawn("circle", { cx: x, cy: y, r: width / 28, class: seat }));
  }
  svg.append(drawn("rect", { class: "map-sight" }));
  map.replaceChildren(svg);
}

document.addEventListener("click", (event) => {
  const map = event.target instanceof Element && event.target.closest(".board-map svg");
  if (!map) return;
  const point = new DOMPoint(event.clientX, event.clientY);
  const matrix = /** @type {SVGSVGElement} */ (map).getScreenCTM()?.inverse();
  const { x, y } = point.matrixTransform(matrix);
  view()?.show({ x, y });
});

/** @param {string} name @param {Record<string, string | number>} attributes */
function drawn(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

// --- Messages -------------------------------------------------------------------------------

/** Messages stay until somebody closes them or gives the next order himself.
 * @param {Event} event */
function clearMessages(event) {
  const { verb, triggeringEvent } = /** @type {CustomEvent} */ (event).detail.requestConfig;
  if (verb === "post" && triggeringEvent?.type === "submit") messages.replaceChildren();
}

/** @param {Event} event */
function dismiss(event) {
  const button = /** @type {Element} */ (event.target).closest("[data-dismiss]");
  button?.closest(".message")?.remove();
}

/** Every message can be closed, whoever put it there. */
function letDismiss() {
  const words = /** @type {HTMLTemplateElement} */ (document.getElementById("message-close"));
  for (const message of messages.querySelectorAll(".message:not(:has([data-dismiss]))")) {
    message.append(words.content.cloneNode(true));
  }
}

// --- The sheet ------------------------------------------------------------------------------

/** @returns {HTMLElement | null} */
function sheet() {
  return document.getElementById("table-sheet");
}

/** The board knows what of it lies under the sheet, of which more than two thirds leave nothing, or
 * on a wide screen under the caption and the tools. */
function cover() {
  const covered = narrow.matches ? coveredBySheet() : coveredByFoot();
  if (covered === View.covered) return;
  View.covered = covered;
  view()?.draw();
}

/** The sheet, and what stands on it. */
function coveredBySheet() {
  if (!root.dataset.sheet) return 0;
  if (root.dataset.sheet === "all") return window.innerHeight / 3;
  return (sheet()?.offsetHeight ?? 0) + (tools()?.offsetHeight ?? 0) + GAP;
}

/** The caption, beside which or above which the tools stand. */
function coveredByFoot() {
  const bottom = board()?.querySelector("svg")?.getBoundingClientRect().bottom ?? 0;
  const feet = [tools(), caption()].filter((foot) => foot?.offsetHeight);
  root.style.setProperty("--board-tools", `${tools()?.offsetWidth ?? 0}px`);
  return Math.max(...feet.map((foot) => bottom - (foot?.getBoundingClientRect().top ?? 0) + FOOT), 0);
}

/** @returns {HTMLElement | null} */
function tools() {
  return board()?.querySelector(".board-tools") ?? null;
}

/** @returns {HTMLElement | null} */
function caption() {
  return document.querySelector(".battle-board .film-caption");
}

/** On a narrow screen the news have been read by whoever goes on: they lie over what he looks for. */
function setAside() {
  if (narrow.matches && !document.querySelector("[data-filming]")) caption()?.setAttribute("hidden", "");
}

/** Sets the news aside once there was time to read them. */
function passSoon() {
  clearTimeout(read);
  read = setTimeout(setAside, READING + A_LETTER * (caption()?.textContent?.length ?? 0));
}

/** @param {Height} height */
function raise(height) {
  root.dataset.sheet = height;
  sheet()?.style.removeProperty("block-size");
  cover();
}

/** A press on the handle goes to the next height; from the highest back to the lowest.
 * @param {Event} event */
function step(event) {
  const handle = event.target instanceof Element && event.target.closest(".sheet-handle");
  if (!handle || handle.hasAttribute("data-dragged")) return;
  const names = /** @type {Height[]} */ (Object.keys(HEIGHTS));
  const now = names.indexOf(/** @type {Height} */ (root.dataset.sheet));
  raise(names[(now + 1) % names.length]);
}

/** The handle is dragged; let go, the sheet snaps to the nearest height.
 * @param {PointerEvent} first */
function grab(first) {
  const handle = first.target instanceof Element && first.target.closest(".sheet-handle");
  const dragged = sheet();
  if (!(handle instanceof HTMLElement) || !dragged) return;
  const began = dragged.offsetHeight;
  handle.setPointerCapture(first.pointerId);
  handle.removeAttribute("data-dragged");
  /** @param {PointerEvent} event */
  const pull = (event) => {
    if (Math.abs(event.clientY - first.clientY) < 6 && !handle.hasAttribute("data-dragged")) return;
    handle.setAttribute("data-dragged", "");
    dragged.classList.add("is-dragged");
    dragged.style.blockSize = `${began + first.clientY - event.clientY}px`;
  };
  const letGo = () => {
    handle.removeEventListener("pointermove", pull);
    if (!handle.hasAttribute("data-dragged")) return;
    dragged.classList.remove("is-dragged");
    raise(nearest(dragged.offsetHeight / window.innerHeight));
  };
  handle.addEventListener("pointermove", pull);
  handle.addEventListener("pointerup", letGo, { once: true });
  handle.addEventListener("pointercancel", letGo, { once: true });
}

/** @param {number} share of the window @returns {Height} */
function nearest(share) {
  const names = /** @type {Height[]} */ (Object.keys(HEIGHTS));
  const off = (/** @type {Height} */ name) => Math.abs(HEIGHTS[name] - share);
  return names.reduce((best, name) => (off(name) < off(best) ? name : best));
}
