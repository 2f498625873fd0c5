// @ts-check
// Why something cannot be done, at the place where somebody tried it, until they do something else.

import { say } from "./table-bubble.js";
import { put, takeAway } from "./table-over.js";

/** @typedef {import("./table-parts.js").Point} Point */

/** Milliseconds the words stay, and how much longer for each letter. */
const [LEAST, A_LETTER] = [1500, 50];

/** @type {ReturnType<typeof setTimeout> | undefined} */
let gone;

/** Says no at a place of the table; nothing where there is no reason.
 * @param {Point} at @param {number} clear inches around it that stay free
 * @param {string} why @param {string} [name] whom it is about */
export function sayNo(at, clear, why, name = "") {
  takeBackNo();
  if (!why) return;
  const plate = document.createElement("p");
  plate.className = "no";
  plate.textContent = why;
  plate.ariaHidden = "true";
  put(plate, { at, clear, side: "near" });
  say([name, why]);
  gone = setTimeout(takeBackNo, LEAST + A_LETTER * why.length);
}

/** Takes the words away. */
export function takeBackNo() {
  clearTimeout(gone);
  takeAway(document.querySelector(".over > .no"));
}
