// @ts-check
// Units that have just moved go their way once more before everybody's eyes, unless somebody wants
// less motion.

/** Milliseconds for an inch, and for the longest way. */
const PACE = 70;
const LONGEST = 900;

/** The moment of the table that was last shown, by its address; an earlier one moves nothing. */
const seen = new Map();

showMoves();
document.addEventListener("htmx:afterSwap", showMoves);

function showMoves() {
  const board = /** @type {HTMLElement | null} */ (document.querySelector("table-board"));
  if (!board) return;
  const { tableUrl, version } = board.dataset;
  const before = seen.get(tableUrl);
  seen.set(tableUrl, version);
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (before === undefined || Number(version) <= Number(before) || still) return;
  for (const trail of board.querySelectorAll("[data-trail]")) {
    const { trail: unit = "", points = "" } = /** @type {HTMLElement} */ (trail).dataset;
    const token = board.querySelector(`.token[data-unit="${CSS.escape(unit)}"]`);
    if (token) go(token, points);
  }
}

/** @param {Element} token @param {string} points */
function go(token, points) {
  const way = document.createElementNS("http://www.w3.org/2000/svg", "path");
  way.setAttribute("d", `M${points}`);
  const inches = way.getTotalLength();
  const end = token.getAttribute("transform") ?? "";
  const lasts = Math.min(inches * PACE, LONGEST);
  const began = performance.now();
  const step = (/** @type {number} */ now) => {
    const share = Math.min((now - began) / lasts, 1);
    const { x, y } = way.getPointAtLength(inches * Math.max(share, 0));
    token.setAttribute("transform", share < 1 ? `translate(${x} ${y})` : end);
    if (share < 1 && token.isConnected) requestAnimationFrame(step);
  };
  if (lasts > 0) step(began);
}
