// @ts-check
// What happens is seen: plays the scenes the server tells of a step (present/scenes) over the
// picture of the table, which already shows how it ended. Any key or tap skips to that; so does
// whatever replaces the table. "film:end" tells that the table is as it stands.

import { clicks, heat, mark, power, salvo, shot } from "./table-film-fire.js";
import { board, deploy, fall, held, leave, level, move, turn, unload } from "./table-film-moves.js";
import { keepPanel, showAsBefore, showAsNow } from "./table-film-before.js";
import { banner, dial, dice } from "./table-film-panels.js";
import { Skipped, Stage } from "./table-film-stage.js";
import { mutedWhile, sound } from "./table-sound.js";

/** @typedef {import("./table-film-stage.js").Standing} Standing */
/** @typedef {{kind: string, says?: string} & Record<string, any>} Scene */
/** @typedef {{scenes: Scene[], start: Record<string, Standing>, says?: string}} Film */
/** @typedef {{board?: Element | null, frame?: Element | null, rate?: number, within?: number,
 *   before?: Element | null, ambient?: boolean, caption?: (says: string) => void}} Options */

/** Milliseconds a film of one step may last at speed 1, a bot's and a person's own. */
const [BOTS, OWN] = [2200, 4200];
/** Inches around what happens that are seen. */
const NEAR = 2;
/** Milliseconds in which results fade in where somebody wants less motion. */
const FADE = 150;
/** Kinds of scenes that are told and not shown. */
const TOLD = ["order", "note", "use", "score", "terrain", "unmark"];

/** @type {Record<string, (stage: Stage, scene: any, words: any) => Promise<unknown>>} */
const SHOWS = {
  move,
  turn,
  level,
  held,
  board,
  unload,
  deploy,
  fall,
  leave,
  dice,
  shot,
  salvo,
  marker: mark,
  lit: mark,
  capture: mark,
  free: mark,
  loss: (stage, scene, words) => Promise.all([clicks(stage, scene), dial(stage, scene, words)]),
  mend: (stage, scene, words) => Promise.all([clicks(stage, scene), dial(stage, scene, words)]),
  heat,
  power,
  tokens: async (stage, scene) => stage.pips(scene.unit, scene.to),
  round: banner,
  refusal: async () => sound("refusal"),
  victory: async () => sound("victory"),
};

/** The film that plays; nobody stops an ambient one by keys or taps.
 * @type {{stage: Stage, end: (skipped: boolean) => void, ambient: boolean} | null} */
let playing = null;

/** Plays a film; the promise holds when the table is as it stands, played to its end or skipped.
 * @param {Film | Scene[]} told @param {Options} [options] @returns {Promise<void>} */
export async function play(told, options = {}) {
  const film = Array.isArray(told) ? { scenes: told, start: {} } : told;
  skip();
  const root = options.board ?? document.querySelector("table-board");
  const svg = root?.querySelector("svg");
  if (!root || !svg) return;
  const frame = options.frame === undefined ? document.querySelector("[data-film]") : options.frame;
  const stage = new Stage(svg, panelsOf(frame), rateOf(film, options), options.before ?? null);
  const caption = options.caption ?? ((says) => captioned(frame, says));
  document.getElementById("table")?.setAttribute("data-filming", "");
  const own = { stage, end, ambient: options.ambient ?? false };
  playing = own;
  if (own.ambient) mutedWhile(stage.ended);
  else if (!isStill(options)) showAsBefore();
  try {
    if (isStill(options)) await fade(stage, film);
    else await run(stage, film, caption, wordsOf(frame));
    end(false);
  } catch (error) {
    end(true);
    if (!(error instanceof Skipped)) throw error;
  }

  /** @param {boolean} skipped */
  function end(skipped) {
    if (playing !== own) return;
    playing = null;
    stage.settle();
    panelsOf(frame)?.replaceChildren();
    document.getElementById("table")?.removeAttribute("data-filming");
    if (!own.ambient) showAsNow();
    if (film.says) caption(film.says);
    root?.dispatchEvent(new CustomEvent("film:end", { bubbles: true, detail: { skipped } }));
  }
}

/** Shows at once how the film ends. */
export function skip() {
  playing?.end(true);
}

/** @param {Stage} stage @param {Film} film @param {(says: string) => void} caption
 * @param {Record<string, string>} words */
async function run(stage, film, caption, words) {
  for (const [unit, standing] of Object.entries(film.start)) stage.begin(unit, standing);
  look(stage, film);
  for (const scene of film.scenes) {
    if (scene.says) caption(scene.says);
    if (!TOLD.includes(scene.kind)) await SHOWS[scene.kind](stage, scene, words);
  }
  await Promise.all(stage.tails);
}

/** Brings into sight where it happens, as far as it fits.
 * @param {Stage} stage @param {Film} film */
function look(stage, film) {
  const board = /** @type {any} */ (stage.svg.closest("table-board"));
  const places = film.scenes.flatMap((scene) => [
    ...(scene.path ?? []),
    ...[scene.unit, ...(scene.units ?? [])].map((unit) => unit && stage.place(unit)?.at),
    ...(scene.targets ?? []).map((/** @type {any} */ target) => target.at),
    scene.at?.length === 2 ? scene.at : null,
  ]);
  const seen = places.filter((at) => typeof at?.[0] === "number");
  if (!board?.view || seen.length === 0) return;
  const [xs, ys] = [seen.map((at) => at[0]), seen.map((at) => at[1])];
  const [x, y] = [Math.min(...xs) - NEAR, Math.min(...ys) - NEAR];
  const [width, height] = [Math.max(...xs) + NEAR - x, Math.max(...ys) + NEAR - y];
  board.view.reveal({ x, y, width, height });
}

/** No travel: what has changed fades in.
 * @param {Stage} stage @param {Film} film */
async function fade(stage, film) {
  const changed = Object.keys(film.start).map((unit) => stage.token(unit));
  const fading = changed.map((token) =>
    token ? stage.animate(token, [{ opacity: 0.2 }, { opacity: 1 }], FADE * stage.rate) : null,
  );
  await Promise.all(fading);
}

/** @param {Options} options */
function isStill(options) {
  return options.rate === Infinity || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// --- How long it lasts -----------------------------------------------------------------------

/** The speed at which a film keeps within its time.
 * @param {Film} film @param {Options} options */
function rateOf(film, options) {
  const rate = options.rate ?? paceOf().rate;
  if (!Number.isFinite(rate)) return 1;
  const lasts = film.scenes.reduce((sum, scene) => sum + milliseconds(scene), 500);
  return rate * Math.max(lasts / (options.within ?? OWN), 1);
}

/** About how long a scene lasts at speed 1. @param {Scene} scene */
function milliseconds(scene) {
  const inches = scene.inches ?? 0;
  const known = {
    move: Math.min(Math.max(inches * 90, 250), 900) + 160,
    dice: 750,
    shot: 400 * (scene.targets?.length ?? 1),
    salvo: 700,
    loss: 140 * (scene.amount ?? 0),
    mend: 140 * (scene.amount ?? 0),
    round: 750,
    fall: 600,
    heat: 300,
    power: 300,
    tokens: 0,
  };
  return known[/** @type {keyof typeof known} */ (scene.kind)] ?? (SHOWS[scene.kind] ? 250 : 0);
}

/** The pace somebody has chosen: the speed of films, and milliseconds before a bot goes on.
 * @returns {{rate: number, pause: number | null}} */
export function paceOf() {
  const chosen = /** @type {HTMLElement | null} */ (
    document.querySelector("[data-pace] option:checked, [data-pace] [aria-pressed=true]")
  );
  const { rate = "1", pause = "" } = chosen?.dataset ?? {};
  return { rate: rate === "" ? Infinity : Number(rate), pause: pause === "" ? null : Number(pause) };
}

// --- What stands around the picture ------------------------------------------------------------

/** @param {Element | null} frame @returns {Element | null} */
function panelsOf(frame) {
  return frame?.querySelector("[data-film-panels]") ?? null;
}

/** @param {Element | null} frame @param {string} says */
function captioned(frame, says) {
  const caption = frame?.querySelector("[data-film-caption]");
  if (caption) caption.textContent = says;
}

/** @param {Element | null} frame @returns {Record<string, string>} */
function wordsOf(frame) {
  return { .../** @type {HTMLElement | null} */ (frame?.querySelector("[data-film-panels]"))?.dataset };
}

// --- When it is played -------------------------------------------------------------------------

/** The tokens of the picture that is being replaced. @type {Element | null} */
let before = null;
/** Grows with every film that is asked for: only the last one is played. */
let asked = 0;
/** The step after which the film that is on its way begins. @type {number | null} */
let unshown = null;

const SKIPPING = new Set(["Shift", "Control", "Alt", "Meta"]);

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target } = /** @type {CustomEvent} */ (event).detail;
  if (target?.id !== "table") return;
  skip();
  keepPanel();
  before = document.querySelector("table-board [data-tokens]");
});
document.addEventListener("htmx:afterSwap", (event) => {
  const { target } = /** @type {CustomEvent} */ (event).detail;
  if (target?.id === "table" || document.querySelector("[data-film-data]")) showLast();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) skip();
});
document.addEventListener(
  "keydown",
  (event) => {
    if (!playing || playing.ambient || SKIPPING.has(event.key)) return;
    skip();
    const idle = event.target === document.body || event.target instanceof SVGElement;
    const onBoard = event.target instanceof Element && event.target.matches("table-board");
    if ((idle || onBoard) && event.key !== "Tab") {
      event.preventDefault();
      event.stopPropagation();
    }
  },
  { capture: true },
);
// A press on the board ends the film and does nothing else.
document.addEventListener(
  "pointerdown",
  (event) => {
    const at = event.target instanceof Element ? event.target : null;
    if (!playing || playing.ambient || !at?.closest("table-board")) return;
    if (at.closest("[data-film-controls]")) return;
    skip();
    event.stopPropagation();
    const swallow = (/** @type {Event} */ click) => {
      click.preventDefault();
      click.stopPropagation();
    };
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 600);
  },
  { capture: true },
);
// Elsewhere the press counts: what was under it stays there until then.
document.addEventListener(
  "click",
  (event) => {
    const at = event.target instanceof Element ? event.target : null;
    if (playing && !playing.ambient && !at?.closest("table-board, [data-film-controls]")) skip();
  },
  { capture: true },
);
document.addEventListener("click", (event) => {
  const again = event.target instanceof Element && event.target.closest("[data-film-again]");
  if (again && unshown === null) fetchFilm(/** @type {HTMLElement} */ (again).dataset.filmAgain ?? "");
});
showFirst();

/** What came with a part of the page. */
function showLast() {
  const frame = /** @type {HTMLElement | null} */ (document.querySelector("[data-film]"));
  const data = frame?.querySelector("[data-film-data] script");
  if (!frame) return;
  offerAgain();
  const last = Math.min(seen(frame), unshown ?? Infinity);
  remember(frame);
  if (Number(frame.dataset.step) <= last) return forget();
  if (document.hidden) return;
  // What is on its way would come over a picture that has moved on: it is told with what came since.
  const isMissing = unshown !== null || (!data && document.querySelector("[data-live]"));
  if (isMissing) return fetchSince(frame, last);
  if (!data) return;
  play(JSON.parse(data.textContent ?? ""), {
    before,
    within: frame.hasAttribute("data-bots") ? BOTS : OWN,
  });
}

/** What has happened since this table was last looked at. */
function showFirst() {
  const frame = /** @type {HTMLElement | null} */ (document.querySelector("[data-film]"));
  if (!frame) return;
  offerAgain();
  const last = seen(frame);
  remember(frame);
  if (last < Number(frame.dataset.step)) fetchSince(frame, last);
}

/** @param {HTMLElement} frame @param {number} last the last step that was shown */
function fetchSince(frame, last) {
  fetchFilm(`${frame.dataset.url}?after=${last}`, last);
}

function offerAgain() {
  for (const button of document.querySelectorAll("[data-film-again]")) {
    button.removeAttribute("hidden");
  }
}

/** Plays what the server tells; without an answer the table stays as it is.
 * @param {string} url @param {number | null} [after] the step it begins after, where it is news */
async function fetchFilm(url, after = null) {
  const mine = ++asked;
  unshown = after;
  const answer = await fetch(url, { headers: { Accept: "application/json" } }).catch(() => null);
  const film = answer?.ok ? await answer.json().catch(() => null) : null;
  if (mine !== asked) return;
  unshown = null;
  if (film) await play(film, { within: BOTS * film.steps });
}

/** News that is on its way has been taken back. */
function forget() {
  if (unshown === null) return;
  asked += 1;
  unshown = null;
}

/** The last step of this table that was shown; the present one where none was.
 * @param {HTMLElement} frame */
function seen(frame) {
  const { url = "", step = "" } = frame.dataset;
  return Number(sessionStorage.getItem(`film ${url}`) ?? step);
}

/** @param {HTMLElement} frame */
function remember(frame) {
  const { url = "", step = "" } = frame.dataset;
  sessionStorage.setItem(`film ${url}`, step);
}


