// @ts-check
// What is read during a film: the dice with their sum, the dial that turns.

/** @typedef {import("./table-film-stage.js").Stage} Stage */

import { element } from "./table-film-stage.js";
import { sound } from "./table-sound.js";

const [THROWING, READING, BLACK_LATER] = [500, 250, 120];
const CLICK = 140;
const RATCHET = "cubic-bezier(.3,1.4,.5,1)";
/** Where the pips of a face lie. */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** Throws the dice and reads them out.
 * @param {Stage} stage @param {any} scene @param {Record<string, string>} words */
export async function dice(stage, scene, words) {
  const panel = sheet(stage, "film-dice", scene.unit);
  if (!panel) return;
  const row = html("div", "film-throw");
  panel.append(row);
  sound("dice", { count: scene.faces.length });
  const thrown = scene.faces.map((/** @type {number} */ face, /** @type {number} */ index) => {
    const black = scene.black && index === scene.faces.length - 1;
    const die = dieOf(face, black);
    row.append(die);
    return stage.animate(
      die,
      [
        { transform: `translate(${40 + index * 20}px, -60px) rotate(-240deg)`, opacity: 0 },
        { transform: "translate(0, 6px) rotate(14deg)", opacity: 1, offset: 0.7 },
        { transform: `rotate(${[-6, 5, -4][index % 3]}deg)`, opacity: 1 },
      ],
      THROWING - (black ? 0 : BLACK_LATER),
      { easing: "cubic-bezier(.2,.7,.3,1)", delay: black ? BLACK_LATER : 0 },
    );
  });
  await Promise.all(thrown);
  read(panel, scene, words);
  sound(scene.good === false ? "miss" : "tap");
  await stage.wait(READING);
}

/** @param {HTMLElement} panel @param {any} scene @param {Record<string, string>} words */
function read(panel, scene, words) {
  const sum = scene.faces.reduce((/** @type {number} */ all, /** @type {number} */ face) => all + face, 0);
  const aims = scene.aims ?? [{ needed: scene.needed, hit: scene.good, sum: scene.sum }];
  for (const aim of aims) {
    const line = html("p", "film-read");
    line.append(html("strong", "film-sum", String(sum)));
    if (aim.needed !== undefined && !scene.critical) {
      line.append(` ${words.against.replace("{needed}", aim.needed)} `);
    }
    if (aim.hit !== undefined) line.append(verdict(scene, aim.hit, words));
    panel.append(line);
    if (aims.length > 1) panel.append(html("p", "film-sums", aim.name));
    if (aim.sum) panel.append(html("p", "film-sums", aim.sum));
  }
  if (scene.because) panel.append(html("p", "film-sums", scene.because));
}

/** @param {any} scene @param {boolean} good @param {Record<string, string>} words */
function verdict(scene, good, words) {
  const attack = Boolean(scene.aims);
  const said = good ? (attack ? words.hit : words.success) : attack ? words.miss : words.failure;
  const critical = { hit: words.criticalHit, miss: words.criticalMiss }[scene.critical];
  return html("strong", good ? "film-good" : "film-bad", critical ?? said);
}

/** The dial of a unit turns beside it, with what got better or worse.
 * @param {Stage} stage @param {any} scene @param {Record<string, string>} words */
export async function dial(stage, scene, words) {
  if (!scene.clicks || !scene.amount) return;
  const panel = sheet(stage, "film-dial", scene.unit);
  if (!panel) return;
  const round = element("svg", { viewBox: "-50 -50 100 100" });
  const ring = element("g", {});
  const parts = Array.from({ length: scene.clicks }, (_, index) => {
    const part = element("path", { class: worn(index, scene.from), d: segment(index, scene.clicks) });
    ring.append(part);
    return part;
  });
  const shown = element("text", { class: "film-click", y: 8 });
  shown.textContent = String(scene.from);
  round.append(ring, shown, element("path", { class: "film-window", d: "M-5-50H5L0-40Z" }));
  panel.append(round);
  const said = html("p", "film-read");
  panel.append(said);
  const each = 360 / scene.clicks;
  const way = Math.sign(scene.to - scene.from);
  for (let click = scene.from; click !== scene.to; ) {
    const before = click;
    click += way;
    await stage.animate(
      ring,
      [
        { transform: `rotate(${-(before - 1) * each}deg)` },
        { transform: `rotate(${-(click - 1) * each}deg)` },
      ],
      CLICK,
      { easing: RATCHET },
    );
    shown.textContent = String(Math.min(click, scene.clicks));
    parts.forEach((part, index) => part.setAttribute("class", worn(index, click)));
  }
  const struck = html("s", "", words.click.replace("{click}", scene.from));
  said.append(struck, " ", html("strong", "", lasting(scene, words)));
  for (const { what, from, to } of scene.changes) {
    panel.append(html("p", "film-sums", `${what} ${from} → ${to}`));
  }
}

/** @param {any} scene @param {Record<string, string>} words */
function lasting(scene, words) {
  return scene.to > scene.clicks ? words.gone : words.click.replace("{click}", scene.to);
}

/** @param {number} index @param {number} click */
function worn(index, click) {
  return index < click - 1 ? "film-lost" : "film-left";
}

/** A part of the ring, the first one on top, clockwise. @param {number} index @param {number} all */
function segment(index, all) {
  const half = Math.PI / all - 0.03;
  const middle = (index / all) * 2 * Math.PI;
  const at = (/** @type {number} */ angle, /** @type {number} */ far) =>
    `${(Math.sin(angle) * far).toFixed(2)} ${(-Math.cos(angle) * far).toFixed(2)}`;
  const [from, to] = [middle - half, middle + half];
  return `M${at(from, 39)}A39 39 0 0 1 ${at(to, 39)}L${at(to, 29)}A29 29 0 0 0 ${at(from, 29)}Z`;
}

/** A sheet over the table, away from what happens.
 * @param {Stage} stage @param {string} name @param {string} unit @returns {HTMLElement | null} */
function sheet(stage, name, unit) {
  const { panels } = stage;
  if (!panels) return null;
  panels.querySelector(`.${name}`)?.remove();
  const made = html("div", `film-sheet ${name}`);
  const place = stage.place(unit);
  if (place && name === "film-dice") {
    const { x, y, width, height } = stage.svg.viewBox.baseVal;
    const [right, low] = [(place.at[0] - x) / width > 0.5, (place.at[1] - y) / height > 0.5];
    /** @type {HTMLElement} */ (panels).dataset.side = !right && !low ? "end" : "start";
  }
  panels.append(made);
  stage.meanwhile(
    stage.animate(made, [{ opacity: 0, transform: "translateY(-6px)" }, { opacity: 1 }], 140, {
      easing: "ease-out",
    }),
  );
  return made;
}

/** @param {number} face @param {boolean} black */
function dieOf(face, black) {
  const die = element("svg", { class: `film-die${black ? " is-black" : ""}`, viewBox: "-2.4 -2.4 4.8 4.8" });
  die.append(element("rect", { x: -2.2, y: -2.2, width: 4.4, height: 4.4, rx: 0.7 }));
  for (const [cx, cy] of PIPS[/** @type {1} */ (face)] ?? []) {
    die.append(element("circle", { cx: cx * 1.2, cy: cy * 1.2, r: 0.42 }));
  }
  return die;
}

/** @param {string} name @param {string} worn @param {string} [text] */
function html(name, worn, text = "") {
  const made = document.createElement(name);
  if (worn) made.className = worn;
  made.textContent = text;
  return made;
}

/** Whose turn begins. @param {Stage} stage @param {any} scene */
export async function banner(stage, scene) {
  if (!stage.panels) return;
  const made = html("p", `film-banner seat-${scene.seat}`, scene.title);
  stage.panels.append(made);
  await stage.animate(
    made,
    [
      { opacity: 0, transform: "scaleX(.6)" },
      { opacity: 1, transform: "scaleX(1)" },
    ],
    400,
    { easing: "cubic-bezier(.2,.8,.2,1)" },
  );
  await stage.wait(350);
  await stage.animate(made, [{ opacity: 1 }, { opacity: 0 }], 140);
  made.remove();
}
