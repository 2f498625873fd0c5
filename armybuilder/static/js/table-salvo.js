// @ts-check
// Where the salvo in the making may come down: the blast at each marker and wherever it may drift,
// with its chance, and whom it would strike.

import { oneByOne, salvoOf } from "./table-ask.js";
import { put, takeAway } from "./table-over.js";
import { board, corners, plan, shape, tokenOf } from "./table-parts.js";

/** @typedef {import("./table-ask.js").Salvo} Salvo */

/** Shares of a chance below which its number is left out. */
const RARE = 0.03;

const ask = oneByOne(salvoOf, (answer, asked, isLast) => isLast && draw(answer));

document.addEventListener("htmx:afterSettle", (event) => {
  const { target } = /** @type {CustomEvent} */ (event).detail;
  if (["plan", "picked", "table"].includes(target?.id)) look();
});

/** Asks about the markers of the plan; without any nothing is drawn. */
function look() {
  const now = plan();
  const places = now?.dataset.clicks === "marks" ? corners() : [];
  const unit = now?.dataset.from;
  if (!unit || places.length === 0) return draw(null);
  const at = places.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
  const along = [...document.querySelectorAll("[data-way] [name=with]")];
  const members = along.map((field) => /** @type {HTMLInputElement} */ (field).value);
  ask([["unit", unit], ["at", at], ...members.map((each) => ["with", each])]);
}

/** @param {Salvo | null} salvo */
function draw(salvo) {
  const now = board();
  now?.querySelectorAll(".landing").forEach((old) => old.remove());
  now?.querySelectorAll(".over > .landing-chance").forEach(takeAway);
  for (const token of now?.querySelectorAll(".token.is-struck") ?? []) token.classList.remove("is-struck");
  const under = now?.querySelector("[data-plan-layer]");
  if (!under || plan()?.dataset.clicks !== "marks") return;
  for (const { d, at, chance, share, struck } of salvo?.markers.flatMap((marker) => marker.landings) ?? []) {
    const blast = shape("path", { d, class: "landing" });
    blast.setAttribute("fill-opacity", String(Math.min(0.08 + share, 0.6)));
    under.append(blast);
    for (const unit of struck) tokenOf(unit)?.classList.add("is-struck");
    if (share < RARE) continue;
    const number = document.createElement("span");
    number.className = "landing-chance";
    number.textContent = chance;
    put(number, { at: { x: at[0], y: at[1] }, side: "on" });
  }
}
