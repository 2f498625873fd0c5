// @ts-check
// Pieces that stand at one place lie on each other; they spread out under a pointer, a finger or the
// keys, and wherever one of them is chosen.

import { board, grain, tokenOf } from "./table-parts.js";

/** Milliseconds after which a pile that was left closes again. */
const LINGER = 300;

/** The place whose pile lies spread out, "" for none. */
let spread = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && look(event.target));
document.addEventListener("board:spot", (event) => look(tokenOf(/** @type {CustomEvent} */ (event).detail.unit)));
document.addEventListener("board:chosen", (event) => look(tokenOf(/** @type {CustomEvent} */ (event).detail.unit)));
document.addEventListener("keyup", () => {
  const at = board()?.querySelector(".token.is-at");
  if (at) look(at);
});

/** @param {EventTarget | null} target */
function look(target) {
  const token = target instanceof Element ? target.closest(".token") : null;
  const pile = token instanceof SVGElement ? (token.dataset.pile ?? "") : "";
  clearTimeout(soon);
  if (pile && pile === spread) return;
  if (pile) open(pile);
  else if (spread && !chosenIn(spread)) soon = setTimeout(close, LINGER);
}

/** Whether the piece that is chosen lies in a pile.
 * @param {string} pile */
function chosenIn(pile) {
  return pile && tokenOf(board()?.dataset.unit ?? "")?.dataset.pile === pile;
}

/** @param {string} pile @returns {SVGElement[]} */
function piecesOf(pile) {
  const all = board()?.querySelectorAll(`[data-tokens] > .token[data-pile="${CSS.escape(pile)}"]`);
  return /** @type {SVGElement[]} */ ([...(all ?? [])]);
}

/** Lays the pieces of a pile side by side around their place.
 * @param {string} pile */
function open(pile) {
  close();
  spread = pile;
  const pieces = piecesOf(pile);
  const [x, y] = pile.split(",").map(Number);
  const step = Math.max(...pieces.map(({ dataset }) => Number(dataset.width))) + 0.15 * grain();
  const columns = Math.ceil(Math.sqrt(pieces.length));
  const rows = Math.ceil(pieces.length / columns);
  for (const [number, piece] of pieces.entries()) {
    const [column, row] = [number % columns, Math.floor(number / columns)];
    const [left, top] = (piece.getAttribute("transform") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [x, y];
    const dx = x + (column - (columns - 1) / 2) * step - left;
    const dy = y + (row - (rows - 1) / 2) * step - top;
    piece.style.translate = `${dx}px ${dy}px`;
    piece.classList.add("is-spread");
  }
}

function close() {
  for (const piece of piecesOf(spread)) {
    piece.style.removeProperty("translate");
    piece.classList.remove("is-spread");
  }
  spread = "";
}

document.addEventListener("htmx:afterSwap", () => {
  if (spread && !board()?.querySelector(".is-spread")) spread = "";
});
