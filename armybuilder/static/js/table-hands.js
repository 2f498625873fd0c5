// @ts-check
// The hands on the table: a figure is chosen, carried, turned; an opponent is pressed. What may
// come of it the server says; every step can be taken back by Escape.

import { handsOf } from "./table-ask.js";
import { offerPaces, say, sayHands, sayWay, showBubble } from "./table-bubble.js";
import { forget, goTo, pressed } from "./table-keys.js";
import { closeGlance, closeMenu, glance, lookAway, lookSoon, menu, openMenu } from "./table-menu.js";
import { sayNo, takeBackNo } from "./table-no.js";
import { board, middleOf, plan, tokenAt, tokenOf } from "./table-parts.js";
import { clearReach, drawCompanions, drawFire, drawReach, drawTargets, nameOf, radius } from "./table-reach.js";
import { carry, change, dropMove, lookAt, moving, putDown } from "./table-way.js";

/** @typedef {import("./table-parts.js").Point} Point */
/** @typedef {import("./table-ask.js").Hands} Hands */

/** The unit that is chosen, "" for none: what it reaches, once it `isKnown`, at which pace it is to
 * move, whom it takes along, whether somebody has yet to be told what it may do.
 * @type {{unit: string, hands: Hands | null, isKnown: boolean, pace: string, along: string[], tells: boolean}} */
let hand = handOf("");

/** Grows with every question what it reaches: of two answers that of the later question counts. */
let turn = 0;

/** The table that was last drawn on: an order brings a new one.
 * @type {EventTarget | null} */
let table = null;

/** Where the mouse was moved last, and whether something has come under it while it rested.
 * @type {Point} */
let mouse = { x: -1, y: -1 };
let isUnderRest = false;

/** What a pointer holds: a unit and how far from its middle, or the handle that turns one.
 * @type {{grip: string, unit: string, dx: number, dy: number} | null} */
let held = null;

/** A press on a unit that came before it was known what the chosen one may do.
 * @type {(Point & {unit: string}) | null} */
let early = null;

on("board:chosen", take);
on("board:grab", grab);
on("board:drag", drag);
on("board:drop", drop);
on("board:giveup", giveUp);
on("board:stuck", (event) => refuse(event.detail.unit));
on("board:spot", press);
on("board:hold", (event) => glance(event.detail.unit));
on("hands:way", told);
document.addEventListener("keydown", key, true);
document.addEventListener("click", click);
document.addEventListener("htmx:afterRequest", (event) => {
  // What is to be drawn goes on beside the menu.
  if (within(event, ".order-line[data-draft]") && closeMenu()) drawFire();
});
document.addEventListener("pointerover", hover);
document.addEventListener("pointerout", hover);
document.addEventListener("pointermove", stir);
document.addEventListener("pointerdown", (event) => {
  takeBackNo();
  if (!within(event, ".glance, .orders")) closeGlance();
});
document.addEventListener("focusout", (event) => event.target === board() && forget());

/** @param {string} name @param {(event: CustomEvent) => void} take */
function on(name, take) {
  document.addEventListener(name, (event) => isLive() && take(/** @type {CustomEvent} */ (event)));
}

/** @returns {HTMLElement | null} */
function picked() {
  return document.getElementById("picked");
}

/** Whether this is a game, not a replay. */
function isLive() {
  return board() !== null && picked() !== null;
}

/** Whether a unit may be ordered by whoever sits here. */
function mayAct(unit = hand.unit) {
  if (!("acts" in (picked()?.dataset ?? {}))) return false;
  const token = tokenOf(unit);
  // One that is not on the table yet has no token.
  return token ? token.matches(".acts") : unit === hand.unit && Boolean(hand.hands?.acts);
}

// --- The choice -----------------------------------------------------------------------------

/** What is known of a unit that has just been chosen.
 * @param {string} unit */
function handOf(unit) {
  return { unit, hands: null, isKnown: false, pace: "", along: [], tells: false };
}

/** Another unit is chosen, or the table has come anew.
 * @param {CustomEvent} event */
function take(event) {
  const { unit, isByHand } = event.detail;
  hand.isKnown = false;
  if (unit !== hand.unit) hand = handOf(unit);
  if (moving()?.unit !== unit || event.target !== table) letGo();
  if (event.target !== table) closeGlance();
  table = event.target;
  ask(isByHand);
}

/** @param {boolean} [tells] whether somebody has just chosen the unit, and is told of it */
async function ask(tells = false) {
  const mine = ++turn;
  const { unit, along } = hand;
  hand.tells ||= tells;
  if (!unit) return clearReach();
  const hands = await handsOf(unit, along);
  if (mine !== turn) return;
  hand.hands = hands;
  hand.isKnown = true;
  if (!paces().some((move) => move.pace === hand.pace)) hand.pace = paces()[0]?.pace ?? "";
  show();
  if (hand.tells && hands && !moving()) sayHands(unit, hands);
  hand.tells = false;
  board()?.dispatchEvent(new CustomEvent("hands:known", { detail: { unit }, bubbles: true }));
  const spot = early;
  early = null;
  if (spot) /** @type {any} */ (board())?.press(spot.unit, spot);
}

/** The manners in which the unit may move now. */
function paces() {
  return hand.hands?.moves.filter((move) => move.legal) ?? [];
}

function show() {
  const { hands, pace, along } = hand;
  if (!hands) return clearReach();
  drawReach(hands, pace);
  drawTargets(moving()?.answer?.targets ?? hands.targets);
  const takes = mayAct() && !plan()?.dataset.clicks;
  drawCompanions(takes ? joining(hands, along) : [], along);
  const row = document.querySelector("[data-paces]");
  if (row) offerPaces(row, mayAct() ? hands.moves : [], pace);
}

/** Who has joined, who could join a formation that is to be had with them, and who is near it.
 * @param {Hands} hands @param {string[]} along */
function joining({ companions = [], formations }, along) {
  const joined = along.map((unit) => ({ unit, legal: true, kinds: [], why: "" }));
  const others = companions.filter(({ unit }) => !along.includes(unit));
  if (!formations) return [...joined, ...others];
  const had = formations.filter((formation) => formation.legal).map(({ kind }) => kind);
  const near = others.filter(({ legal, kinds }) => {
    return legal ? kinds.some((kind) => had.includes(kind)) : had.length > 0;
  });
  return [...joined, ...near];
}

/** Nothing is in the making. */
function letGo() {
  held = null;
  closeMenu();
  drawFire();
  dropMove();
}

/** @param {Point} at */
function carryTo(at, unit = hand.unit, isCarried = false) {
  const mine = unit === hand.unit;
  carry(unit, at, { pace: mine ? hand.pace : "", along: mine ? hand.along : [], isCarried });
}

// --- Pointers -------------------------------------------------------------------------------

/** @param {CustomEvent} event */
function grab(event) {
  const { x, y, unit, grip } = event.detail;
  if (plan()?.dataset.clicks || menu()) return;
  const carried = grip ? (moving()?.unit ?? "") : mayAct(unit) ? unit : "";
  const at = grip ? moving()?.answer?.pose.at : Object.values(middleOf(carried) ?? {});
  if (!carried || !at) return;
  held = { grip, unit: carried, dx: at[0] - x, dy: at[1] - y };
  event.preventDefault();
}

/** @param {CustomEvent} event */
function drag(event) {
  if (!held) return;
  const { x, y } = event.detail;
  closeGlance();
  if (held.grip === "turn") return lookAt({ x, y });
  if (held.unit !== hand.unit && moving()?.unit !== held.unit) {
    /** @type {any} */ (board()).choose(held.unit);
  }
  carryTo({ x: x + held.dx, y: y + held.dy }, held.unit, true);
}

/** @param {CustomEvent} event */
function drop(event) {
  if (!held) return;
  drag(event);
  held = null;
  putDown();
  board()?.focus({ preventScroll: true });
}

function giveUp() {
  if (held && moving()?.isCarried) takeBackMove();
  held = null;
}

/** @param {CustomEvent} event */
function press(event) {
  if (event.defaultPrevented) return;
  const { x, y, unit } = event.detail;
  closeGlance();
  if (closeMenu() && !unit) {
    drawFire();
  } else if (!unit) {
    if (!mayAct() || !hand.pace) {
      if (hand.unit) void refuse(hand.unit, { x, y });
      return;
    }
    carryTo({ x, y });
    board()?.focus({ preventScroll: true });
  } else if (hand.unit && !hand.isKnown) {
    early = { x, y, unit };
  } else if (mayAct() && (unit === hand.unit || targetOf(unit))) {
    attack(unit);
  } else return;
  event.preventDefault();
}

/** Somebody drags a unit that is not to be moved, or sends it to a place: says why, there.
 * @param {string} unit @param {Point} [place] */
async function refuse(unit, place) {
  if (moving() || menu()) return;
  const hands = await handsOf(unit);
  const at = place ?? middleOf(unit);
  if (hands && at) sayNo(at, place ? 0 : radius(unit), whyNot(hands), place ? "" : nameOf(unit));
}

/** @param {Hands} hands */
function whyNot({ why, moves }) {
  return why || moves.find((move) => !move.legal)?.why || "";
}

/** @param {string} unit */
function targetOf(unit) {
  return hand.hands?.targets.find((target) => target.unit === unit);
}

/** Opens the menu at a unit; where nothing may be done it says why.
 * @param {string} target */
async function attack(target) {
  const found = targetOf(target);
  drawFire(hand.unit, found);
  const opened = await openMenu(hand.unit, target, hand.along);
  if (opened === false && found) say([nameOf(target), found.why ?? ""]);
}

/** The mouse has moved; what has come under it meanwhile is looked at now.
 * @param {PointerEvent} event */
function stir(event) {
  if (event.clientX === mouse.x && event.clientY === mouse.y) return;
  mouse = { x: event.clientX, y: event.clientY };
  if (!isUnderRest) return;
  isUnderRest = false;
  look(event);
}

/** @param {PointerEvent} event */
function hover(event) {
  isUnderRest = event.type === "pointerover" && event.clientX === mouse.x && event.clientY === mouse.y;
  if (!isUnderRest) look(event);
}

/** A card comes for whom the mouse has been moved to.
 * @param {PointerEvent} event */
function look(event) {
  const unit = tokenAt(event.target)?.dataset.unit;
  if (!isLive() || event.pointerType !== "mouse" || !unit || held || menu()) return;
  if (event.type !== "pointerout") {
    lookSoon(unit);
    drawFire(hand.unit, mayAct() ? targetOf(unit) : undefined);
  } else {
    lookAway();
    drawFire();
  }
}

/** @param {MouseEvent} event */
function click(event) {
  const back = within(event, "[data-back]");
  const pace = within(event, "button[data-pace]")?.dataset.pace;
  const companion = within(event, "[data-companion]")?.dataset.companion;
  if (back) takeBack();
  if (pace) choosePace(pace, event.detail === 0);
  if (!companion) return;
  const { along } = hand;
  hand.along = along.includes(companion) ? along.filter((unit) => unit !== companion) : [...along, companion];
  if (moving()) change({ along: hand.along });
  ask();
}

/** @param {string} pace @param {boolean} byKey */
function choosePace(pace, byKey) {
  hand.pace = pace;
  show();
  const at = middleOf(hand.unit);
  if (moving()) change({ pace });
  else if (byKey && at) carryTo(at);
  if (byKey) board()?.focus();
}

/** @param {Event} event @param {string} css @returns {HTMLElement | null} */
function within(event, css) {
  return event.target instanceof Element ? event.target.closest(css) : null;
}

// --- Keys -----------------------------------------------------------------------------------

/** @param {KeyboardEvent} event */
function key(event) {
  if (!isLive() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open], :popover-open")) return;
  const mover = () => ({ unit: mayAct() ? hand.unit : "", pace: hand.pace, along: hand.along });
  const done =
    event.key === "Escape" ? takeBack() : event.target === board() && (pressed(event, mover) || stays(event));
  if (!done) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Somebody would move a unit that is not to be moved: says why.
 * @param {KeyboardEvent} event */
function stays({ key }) {
  if (key !== "m" || !hand.unit || plan()?.dataset.clicks) return false;
  void refuse(hand.unit);
  return true;
}

/** Takes the last step back: the menu, the card, the move, the plan, the choice. */
function takeBack() {
  if (closeMenu()) {
    drawFire();
    return true;
  }
  if (moving()) return takeBackMove();
  if (closeGlance()) return true;
  const drops = /** @type {HTMLElement | null} */ (document.querySelector("[data-drop-plan]"));
  if (drops) drops.click();
  else if (hand.unit) {
    const token = tokenOf(hand.unit);
    /** @type {any} */ (board()).choose("");
    if (document.activeElement === board()) goTo(token);
  } else return false;
  return true;
}

function takeBackMove() {
  dropMove();
  show();
  return true;
}

/** The way to where the unit is carried is known. */
function told() {
  const move = moving();
  showBubble(move?.unit === hand.unit ? paces() : []);
  if (!move?.answer) return;
  drawTargets(move.answer.targets);
  if (!move.isCarried && move.isKnown) sayWay(move.answer);
}
