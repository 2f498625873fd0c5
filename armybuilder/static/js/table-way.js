// @ts-check
// A move in the making: the unit is carried to a place, the server finds the way there, cuts it
// where the inches end and snaps the base to one it touches. What is drawn is its last answer.

import { oneByOne, wayOf } from "./table-ask.js";
import { pixelsPerInch } from "./table-over.js";
import { board, grain, middleOf, shape, tokenOf } from "./table-parts.js";
import { spotsOf } from "./table-reach.js";

/** @typedef {import("./table-parts.js").Point} Point */
/** @typedef {import("./table-ask.js").Way} Way */
/** `goal`: where it is carried; `face`: degrees, null as the way leads; `isCarried`: a pointer still
 * holds it; `answer`: what the server made of it, null until then; `isKnown`: of this very goal;
 * `isGiven`: it is to be given once that is known.
 * @typedef {{unit: string, goal: Point, face: number | null, pace: string, along: string[], isCarried: boolean, answer: Way | null, isKnown: boolean, isGiven: boolean}} Move */

/** Grains in front of a base at which its facing is taken hold of, and pixels around that. */
const GRIP = 0.9;
const FINGER = 22;

/** @type {Move | null} */
let move = null;

/** How far in front of a base its facing is taken hold of. */
export function grip() {
  return GRIP * grain();
}

const ask = oneByOne(
  (/** @type {Move} */ asked) => wayOf(question(asked)),
  (answer, asked, isLast) => {
    if (move?.unit !== asked.unit) return;
    if (answer) {
      move.answer = answer;
      move.isKnown = isLast;
      tell();
    } else dropMove();
  },
);

/** The move in the making. */
export function moving() {
  return move;
}

/** @param {string} unit @param {Point} goal
 * @param {{pace: string, along: string[], isCarried?: boolean}} how */
export function carry(unit, goal, { pace, along, isCarried = false }) {
  const face = move?.unit === unit ? move.face : null;
  const answer = move?.unit === unit ? move.answer : null;
  move = { unit, goal, face, pace, along, isCarried, answer, isKnown: false, isGiven: false };
  tell();
  ask(move);
}

/** Changes something about the move in the making.
 * @param {Partial<Move>} change */
export function change(change) {
  if (!move) return;
  move = { ...move, isGiven: false, ...change, isKnown: false };
  tell();
  ask(move);
}

/** The pointer has let go of it: it stays where the way ends. */
export function putDown() {
  if (move) change({ isCarried: false });
}

/** Gives the order of it, as soon as it is known what it takes. */
export function give() {
  if (!move) return;
  move.isGiven = true;
  tell();
}

/** Nobody moves. */
export function dropMove() {
  const unit = move?.unit ?? "";
  move = null;
  tokenOf(unit)?.classList.remove("is-left");
  tell();
}

function tell() {
  draw();
  document.dispatchEvent(new CustomEvent("hands:way"));
}

/** Where the unit looks at the end of its way. */
export function facing() {
  return move?.face ?? move?.answer?.pose.turn ?? Number(tokenOf(move?.unit ?? "")?.dataset.turn);
}

/** Turns it to look at a place.
 * @param {Point} at */
export function lookAt(at) {
  const end = move && endOf(move);
  if (end) change({ face: (Math.atan2(at.x - end.x, end.y - at.y) * 180) / Math.PI });
}

/** @param {Move} asked @returns {string[][]} */
function question({ unit, goal, face, pace, along }) {
  return [
    ["unit", unit],
    ["to", `${goal.x.toFixed(2)},${goal.y.toFixed(2)}`],
    ...(face === null ? [] : [["face", String(Math.round(((face % 360) + 360) % 360))]]),
    ...(pace ? [["pace", pace]] : []),
    ...along.map((each) => ["with", each]),
  ];
}

/** Where the move ends, as far as that is known.
 * @param {Move} of @returns {Point | null} */
export function endOf(of) {
  const at = of.answer?.pose.at;
  return at ? { x: at[0], y: at[1] } : middleOf(of.unit);
}

// --- Drawn ----------------------------------------------------------------------------------

function draw() {
  const now = board();
  now?.querySelectorAll(".way").forEach((old) => old.remove());
  const under = now?.querySelector("[data-plan-layer]");
  const over = now?.querySelector("[data-over-layer]");
  const token = tokenOf(move?.unit ?? "");
  if (!move || !under || !over) return;
  token?.classList.add("is-left");
  const { answer, goal } = move;
  const from = middleOf(move.unit);
  const points = answer?.points.join(" ");
  if (points) {
    under.append(
      shape("polyline", { points, class: "way way-under" }),
      shape("polyline", { points, class: "way way-line" }),
    );
  }
  const end = endOf(move) ?? from;
  if (move.isCarried && end) {
    under.append(shape("path", { d: `M${end.x} ${end.y}L${goal.x} ${goal.y}`, class: "way way-pull" }));
  }
  if (end) over.append(carried(token, end, facing(), answer));
  over.append(...spotsOf(answer?.spots ?? [], "way way-spot"));
  const turns = token && !("fixed" in token.dataset);
  if (end && turns && !move.isCarried) over.append(turner(end, Number(token.dataset.length) / 2));
}

/** The unit where it would stand: its own picture, with the outline of its base; of one that is not
 * on the table yet the outline alone.
 * @param {SVGElement | null} token @param {Point} at @param {number} turn @param {Way | null} answer */
function carried(token, at, turn, answer) {
  const state = answer?.legal === false ? " is-denied" : answer?.clamped ? " is-clamped" : "";
  const group = shape("g", {
    transform: `translate(${at.x} ${at.y})`,
    class: `${token?.getAttribute("class") ?? ""} way way-end${state}${answer?.snapped ? " is-snapped" : ""}`,
    "data-grip": "move",
  });
  group.classList.remove("is-left", "is-spread");
  for (const part of token?.children ?? []) {
    if (part.tagName !== "title") group.append(part.cloneNode(true));
  }
  const body = group.querySelector('.token-body, g[transform^="rotate"]');
  body?.setAttribute("transform", `rotate(${turn})`);
  const { width: wide = answer?.pose.width, length: long = answer?.pose.length } = token?.dataset ?? {};
  const [width, length] = [Number(wide ?? grain()), Number(long ?? grain())];
  const { corner = String(width / 2) } = token?.dataset ?? {};
  group.append(
    shape("rect", {
      ...{ x: -width / 2, y: -length / 2, width, height: length, rx: corner },
      ...{ transform: `rotate(${turn})`, class: "way-base" },
    }),
  );
  return group;
}

/** The handle that turns it.
 * @param {Point} at @param {number} half */
function turner(at, half) {
  const [tip, turn, size] = [-half - grip(), facing(), grain()];
  const group = shape("g", {
    transform: `translate(${at.x} ${at.y}) rotate(${turn})`,
    class: "way way-turn",
    "data-grip": "turn",
  });
  group.append(
    shape("path", { d: `M0 ${-half}V${tip}`, class: "way-stem" }),
    shape("circle", { cy: tip, r: FINGER / pixelsPerInch(), class: "way-finger" }),
    shape("path", { d: `M0 ${tip - 0.5 * size} ${0.45 * size} ${tip + 0.3 * size}H${-0.45 * size}Z`, class: "way-arrow" }),
  );
  return group;
}
