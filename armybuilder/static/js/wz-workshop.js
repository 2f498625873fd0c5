// @ts-check
// The view from the side follows who is chosen and where he is carried; what a step did is played
// on the plan and from the side. All of it as the server says.

import { oneByOne } from "./table-ask.js";
import { board, tokenOf } from "./table-parts.js";
import { moving } from "./table-way.js";

/** @typedef {[number, number]} Place */
/** @typedef {Record<string, Place[]>} Ways */

/** Milliseconds a step is played for every place on a way. */
const STEP = 320;
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

/** What the side was asked for last, "" where it shows what came with the table. */
let wanted = "";

const ask = oneByOne(
  (/** @type {{query: string, version: string | undefined}} */ { query }) => part(query),
  (text, { query, version }) => {
    if (version !== board()?.dataset.version) return;
    if (text !== null) put(text);
    else if (wanted === query) wanted = "";
  },
);

document.addEventListener("hands:way", follow);
document.addEventListener("board:chosen", follow);
document.addEventListener("htmx:afterSettle", (event) => {
  const { target } = /** @type {CustomEvent} */ (event).detail;
  if (target?.id === "table") renew();
});
renew();

/** The table has come anew with its side. */
function renew() {
  wanted = "";
  drawCut();
  play();
}

/** Looks at whoever is chosen, along the way he is carried. */
function follow() {
  const move = moving();
  const unit = move?.unit ?? board()?.dataset.unit ?? "";
  if (!unit || !side()) return;
  const query = new URLSearchParams({ unit });
  if (move) {
    query.set("to", `${move.goal.x.toFixed(2)},${move.goal.y.toFixed(2)}`);
    if (move.pace) query.set("pace", move.pace);
    if (move.face !== null) query.set("face", String(Math.round(move.face)));
  }
  const asked = String(query);
  if (asked === wanted || (!move && !wanted && side()?.dataset.unit === unit)) return;
  wanted = asked;
  ask({ query: asked, version: board()?.dataset.version });
}

/** @returns {HTMLElement | null} */
function side() {
  return document.getElementById("wz-side");
}

/** @param {string} query @returns {Promise<string | null>} */
async function part(query) {
  const from = /** @type {HTMLElement | null} */ (document.querySelector("[data-wz-side-url]"));
  try {
    const answer = await fetch(`${from?.dataset.wzSideUrl}?${query}`);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** @param {string} text */
function put(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  side()?.replaceWith(template.content);
  drawCut();
}

/** Where on the plan the side is cut. */
function drawCut() {
  document.querySelector("[data-wz-cut]")?.setAttribute("d", side()?.dataset.cut ?? "");
}

// --- The step that was just taken -----------------------------------------------------------

/** Plays how models went, unless somebody wants no motion. */
function play() {
  const told = /** @type {HTMLElement | null} */ (document.querySelector("[data-wz-film]"));
  const film = told?.dataset.wzFilm;
  told?.remove();
  if (!film || calm.matches) return;
  const { plan, side: seen = {} } = /** @type {{plan: Ways, side?: Ways}} */ (JSON.parse(film));
  for (const [unit, way] of Object.entries(plan)) run(tokenOf(unit), way);
  for (const [unit, way] of Object.entries(seen)) {
    run(document.querySelector(`[data-wz-body="${CSS.escape(unit)}"]`), way);
  }
}

/** @param {Element | null} element @param {Place[]} way */
function run(element, way) {
  if (!(element instanceof SVGElement)) return;
  element.animate(
    way.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })),
    { duration: STEP * (way.length - 1), easing: "ease-in-out" },
  );
}
