// @ts-check
// What a move in the making takes, in words: beside the unit with the one button that gives the
// order, and for readers.

import { put, takeAway } from "./table-over.js";
import { board, grain, middleOf, words } from "./table-parts.js";
import { nameOf, needs, radius } from "./table-reach.js";
import { endOf, grip, moving } from "./table-way.js";

/** @typedef {import("./table-ask.js").Pace} Pace */
/** @typedef {import("./table-ask.js").Way} Way */

/** Shows the move in the making beside the unit; takes it away where nobody moves.
 * @param {Pace[]} paces in which the unit may move */
export function showBubble(paces) {
  const move = moving();
  const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById("way-bubble"));
  const found = /** @type {HTMLFormElement | null} */ (board()?.querySelector(".over > .bubble"));
  const at = move && endOf(move);
  if (!move?.answer || !at || !template) return takeAway(found);
  const bubble = found ?? /** @type {HTMLFormElement} */ (template.content.firstElementChild?.cloneNode(true));
  fill(bubble, move.answer);
  const start = middleOf(move.unit);
  name(bubble, paces.find(({ pace }) => pace === move.pace)?.label, start && isAt(start, move.answer));
  bubble.classList.toggle("is-carried", move.isCarried);
  field(bubble, "unit").value = move.unit;
  const give = /** @type {HTMLButtonElement} */ (bubble.querySelector("#give-way"));
  give.hidden = !move.answer.legal;
  give.disabled = !move.isKnown || move.isCarried;
  const offered = /** @type {HTMLElement} */ (bubble.querySelector("[data-bubble=paces]"));
  offered.hidden = paces.length < 2;
  offerPaces(offered, paces, move.pace);
  const clear = radius(move.unit);
  put(bubble, {
    ...{ at, clear: clear + grip() + 0.4 * grain(), side: "beside" },
    avoids: start ? [{ at: start, clear }] : [],
  });
  if (!found) window.htmx.process(bubble);
  if (move.isGiven && move.isKnown && move.answer.legal) give.click();
}

/** @param {HTMLFormElement} bubble @param {Way} way */
function fill(bubble, way) {
  const [measured, ...says] = way.says;
  const texts = { way: measured, says: says.join(" · "), seen: seen(way), why: way.why };
  for (const [name, text] of Object.entries(texts)) {
    const part = /** @type {HTMLElement} */ (bubble.querySelector(`[data-bubble="${name}"]`));
    part.textContent = text;
    part.hidden = !text;
  }
  field(bubble, "order").value = way.order;
}

/** Calls the order by its name where the unit stays: fire at a place is no way there.
 * @param {HTMLFormElement} bubble @param {string | undefined} label @param {boolean | null} stays */
function name(bubble, label, stays) {
  const said = /** @type {HTMLElement} */ (bubble.querySelector("[data-bubble=give]"));
  said.textContent = (stays && label) || (said.dataset.go ?? "");
}

/** @param {{x: number, y: number}} place @param {Way} way */
function isAt({ x, y }, { pose: { at } }) {
  return Math.hypot(at[0] - x, at[1] - y) < 0.01;
}

/** Who could attack it there.
 * @param {Way} way */
function seen({ seen_by: by }) {
  return by?.length ? words("seen").replace("{units}", by.map(aim).join(", ")) : "";
}

/** @param {HTMLFormElement} bubble @param {string} name */
function field(bubble, name) {
  return /** @type {HTMLInputElement} */ (bubble.elements.namedItem(name));
}

/** Puts a button for each manner of moving somewhere, the one it moves in pressed.
 * @param {Element} place @param {Pace[]} paces @param {string} now */
export function offerPaces(place, paces, now) {
  place.replaceChildren(
    ...paces.map(({ pace, label, note, legal, why }) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button pace";
      button.dataset.pace = pace;
      button.disabled = !legal;
      button.ariaPressed = String(pace === now);
      const said = document.createElement("span");
      said.className = "quiet";
      said.textContent = legal ? note : why;
      button.append(label, " ", said);
      return button;
    }),
  );
  const sum = paces.find(({ pace, legal }) => legal && pace === now)?.sum;
  if (!sum) return;
  const told = document.createElement("p");
  told.className = "quiet pace-sum";
  told.textContent = sum;
  place.append(told);
}

// --- For readers ----------------------------------------------------------------------------

/** Readers hear where a way leads, and who can be attacked from there.
 * @param {Way} way */
export function sayWay(way) {
  say([...way.says, seen(way), way.why, ...way.targets.map(aim)]);
}

/** Readers hear what a unit that somebody has chosen may do: how it moves, and whom it may attack; of
 * one that nobody may order, why.
 * @param {string} unit @param {import("./table-ask.js").Hands} hands */
export function sayHands(unit, { acts, why, moves, targets }) {
  const open = acts ? moves.filter(({ legal }) => legal).map(({ label, note }) => `${label} ${note}`) : [];
  const aimed = acts ? targets.filter(({ legal }) => legal !== false).map(aim) : [];
  say([nameOf(unit), acts ? "" : (why ?? ""), ...open, ...aimed]);
}

/** @param {string[]} parts */
export function say(parts) {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = parts.filter(Boolean).join(". ");
}

/** @param {import("./table-ask.js").Target} target */
function aim(target) {
  return [nameOf(target.unit), needs(target), target.chance].filter(Boolean).join(" ");
}
