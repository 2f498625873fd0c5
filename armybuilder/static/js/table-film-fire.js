// @ts-check
// Shots, blasts and what they cost: numbers that rise, rings that turn, heat that glows.

import { element, shift } from "./table-film-stage.js";
import { apart, smoke } from "./table-film-moves.js";
import { sound } from "./table-sound.js";

/** @typedef {import("./table-film-stage.js").Stage} Stage */
/** @typedef {import("./table-film-stage.js").Point} Point */

const [TRACER, BEAM, LUNGE, LOB] = [220, 140, 180, 420];
const [BURST, FADING, RISING, CLICK, GLOW] = [180, 320, 700, 140, 300];
const RATCHET = "cubic-bezier(.3,1.4,.5,1)";
/** Pixels a number rises, and how tall it is. */
const [RISE, TALL] = [24, 46];
/** Blows dealt with the whole body. */
const BODILY = new Set(["melee", "charge", "ram", "death_from_above"]);

/** @param {Stage} stage @param {any} scene */
export async function shot(stage, scene) {
  const from = stage.place(scene.unit);
  if (!from) return;
  const shooters = [scene.unit, ...scene.members];
  for (const target of scene.targets) {
    const to = stage.place(target.unit);
    if (!to) continue;
    const end = target.hit ? rim(to.at, from.at, to.radius * 0.85) : past(from.at, to.at, to.radius);
    await Promise.all(shooters.map((unit) => strike(stage, scene.how, unit, end)));
    if (target.hit) await blast(stage, end, BODILY.has(scene.how) ? 0.8 : 1);
    else {
      sound("miss");
      stage.meanwhile(dust(stage, end));
    }
  }
}

/** @param {Stage} stage @param {string} how @param {string} unit @param {Point} end */
async function strike(stage, how, unit, end) {
  const from = stage.place(unit);
  if (!from) return;
  if (BODILY.has(how)) return lunge(stage, unit, from.at, end);
  const muzzle = rim(from.at, end, from.radius);
  if (how === "energy") return beam(stage, muzzle, end);
  if (how === "arc") return lob(stage, muzzle, end, LOB);
  return tracer(stage, muzzle, end);
}

/** Strokes that run from muzzle to target.
 * @param {Stage} stage @param {Point} from @param {Point} to */
async function tracer(stage, from, to) {
  sound("ballistic");
  flash(stage, from);
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const long = Math.min(apart(from, to) / 3, 2.2);
  const angle = Math.atan2(dy, dx);
  const d = `M0 0H${long}M${-long * 0.8} .12H${-long * 0.25}`;
  const strokes = stage.draw(element("path", { class: "film-tracer", d }));
  const spin = `rotate(${angle}rad)`;
  const last = [to[0] - Math.cos(angle) * long, to[1] - Math.sin(angle) * long];
  await stage.animate(
    strokes,
    [{ transform: `${shift(from)} ${spin}` }, { transform: `${shift(/** @type {Point} */ (last))} ${spin}` }],
    TRACER,
  );
  strokes.remove();
}

/** @param {Stage} stage @param {Point} from @param {Point} to */
async function beam(stage, from, to) {
  sound("energy");
  flash(stage, from);
  const d = `M${from}L${to}`;
  const rays = ["film-beam", "film-beam-core"].map((worn) =>
    stage.draw(element("path", { class: worn, d, pathLength: 1 })),
  );
  await Promise.all(
    rays.map((ray) =>
      stage.animate(
        ray,
        [
          { strokeDasharray: "0 1", opacity: 1 },
          { strokeDasharray: "1 0", opacity: 1 },
        ],
        BEAM,
      ),
    ),
  );
  for (const ray of rays) stage.meanwhile(stage.animate(ray, [{ opacity: 1 }, { opacity: 0 }], FADING));
}

/** What flies in an arc. @param {Stage} stage @param {Point} from @param {Point} to
 * @param {number} lasts */
async function lob(stage, from, to, lasts) {
  sound("ballistic");
  flash(stage, from);
  const shell = stage.draw(element("circle", { class: "film-shell", r: 0.2 }));
  const rise = Math.min(apart(from, to) / 3, 4);
  const frames = Array.from({ length: 9 }, (_, index) => {
    const share = index / 8;
    const up = Math.sin(Math.PI * share) * rise;
    const x = from[0] + (to[0] - from[0]) * share;
    const y = from[1] + (to[1] - from[1]) * share - up;
    return { transform: `${shift([x, y])} scale(${1 + up / 4})` };
  });
  await stage.animate(shell, frames, lasts);
  shell.remove();
}

/** The whole figure goes at its target and returns.
 * @param {Stage} stage @param {string} unit @param {Point} from @param {Point} to */
async function lunge(stage, unit, from, to) {
  const token = stage.token(unit);
  if (!token) return;
  const near = [from[0] + (to[0] - from[0]) * 0.45, from[1] + (to[1] - from[1]) * 0.45];
  const there = shift(/** @type {Point} */ (near));
  await stage.animate(token, [{ transform: shift(from) }, { transform: there }], LUNGE / 2, {
    easing: "ease-in",
  });
  sound("melee");
  stage.meanwhile(
    stage.animate(token, [{ transform: there }, { transform: shift(from) }], LUNGE, {
      easing: "ease-out",
    }),
  );
}

/** @param {Stage} stage @param {Point} at */
function flash(stage, at) {
  const star = stage.draw(element("path", { class: "film-flash", d: points(7, 0.55, 0.22) }));
  const frames = [
    { transform: `${shift(at)} scale(.3)`, opacity: 1 },
    { transform: `${shift(at)} scale(1)`, opacity: 1, offset: 0.4 },
    { transform: `${shift(at)} scale(.8)`, opacity: 0 },
  ];
  stage.meanwhile(stage.animate(star, frames, FADING));
}

/** The blast at the edge that was struck.
 * @param {Stage} stage @param {Point} at @param {number} size */
export async function blast(stage, at, size) {
  sound("blast", { size });
  const parts = [
    element("path", { class: "film-blast", d: points(11, 1.25, 0.6) }),
    element("path", { class: "film-blast-core", d: points(9, 0.7, 0.35) }),
    element("path", { class: "film-ring-out", d: "M-1.5-.4A1.55 1.55 0 0 1-.4-1.5M.5-1.45A1.55 1.55 0 0 1 1.5-.3M1.3.8A1.55 1.55 0 0 1 .1 1.55" }),
  ].map((part) => stage.draw(part));
  const grown = parts.map((part, index) =>
    stage.animate(
      part,
      [
        { transform: `${shift(at)} scale(${0.1 * size})`, opacity: 1 },
        { transform: `${shift(at)} scale(${size * (index === 2 ? 1.2 : 1)})`, opacity: 1 },
      ],
      BURST,
      { easing: "cubic-bezier(.1,.8,.3,1)" },
    ),
  );
  stage.meanwhile(debris(stage, at, size));
  await Promise.all(grown);
  for (const [index, part] of parts.entries()) {
    stage.meanwhile(
      stage.animate(
        part,
        [
          { transform: `${shift(at)} scale(${size * (index === 2 ? 1.2 : 1)})`, opacity: 1 },
          { transform: `${shift(at)} scale(${size * (index === 2 ? 1.7 : 1.1)})`, opacity: 0 },
        ],
        FADING,
        { delay: 120 },
      ),
    );
  }
}

/** @param {Stage} stage @param {Point} at @param {number} size */
async function debris(stage, at, size) {
  const pieces = Array.from({ length: 8 }, (_, each) => {
    const angle = (each / 8) * 2 * Math.PI + 0.3;
    const far = size * (1.5 + (each % 3) * 0.5);
    const to = shift([at[0] + Math.cos(angle) * far, at[1] + Math.sin(angle) * far]);
    const piece = stage.draw(element("path", { class: "film-debris", d: "M-.13.1L.02-.15 .13.1Z" }));
    return stage.animate(
      piece,
      [
        { transform: `${shift(at)} rotate(0deg)`, opacity: 1 },
        { transform: `${to} rotate(${150 + each * 50}deg)`, opacity: 0 },
      ],
      BURST + FADING,
      { easing: "cubic-bezier(.1,.7,.4,1)" },
    );
  });
  await Promise.all(pieces);
}

/** A shot into the ground. @param {Stage} stage @param {Point} at */
async function dust(stage, at) {
  const puff = stage.draw(element("circle", { class: "film-smoke", r: 0.5 }));
  const frames = [
    { transform: `${shift(at)} scale(.3)`, opacity: 0.8 },
    { transform: `${shift(at)} scale(1.2)`, opacity: 0 },
  ];
  await stage.animate(puff, frames, FADING);
}

/** @param {Stage} stage @param {any} scene */
export async function salvo(stage, scene) {
  await lob(stage, scene.from, scene.marker, LOB);
  if (scene.drift) {
    const way = stage.draw(element("path", { class: "film-drift", d: `M${scene.marker}L${scene.at}` }));
    await stage.animate(way, [{ opacity: 0 }, { opacity: 1 }], 160);
  }
  if (scene.lost) return;
  const area = stage.draw(element("circle", { class: "film-area", r: scene.radius }));
  const at = shift(scene.at);
  stage.meanwhile(
    stage.animate(
      area,
      [
        { transform: `${at} scale(.2)`, opacity: 1 },
        { transform: `${at} scale(1)`, opacity: 1, offset: 0.4 },
        { transform: `${at} scale(1)`, opacity: 0 },
      ],
      900,
      { easing: "ease-out" },
    ),
  );
  await blast(stage, scene.at, Math.max(scene.radius / 2, 1.2));
}

/** @param {Stage} stage @param {any} scene a marker laid, or a target lit */
export async function mark(stage, scene) {
  const at = scene.at ?? stage.place(scene.unit)?.at;
  if (!at) return;
  sound("tap");
  const drawn = stage.draw(element("circle", { class: `film-mark seat-${scene.seat}`, r: 0.9 }));
  await stage.animate(
    drawn,
    [
      { transform: `${shift(at)} scale(2.4)`, opacity: 0 },
      { transform: `${shift(at)} scale(1)`, opacity: 1 },
    ],
    260,
    { easing: "ease-out" },
  );
}

/** Clicks lost or mended, one by one.
 * @param {Stage} stage @param {any} scene */
export async function clicks(stage, scene) {
  const place = stage.place(scene.unit);
  const at = scene.at ?? place?.at;
  const loss = scene.kind === "loss";
  if (at) stage.meanwhile(number(stage, at, place?.radius ?? 1, scene.amount, loss));
  const way = Math.sign(scene.to - scene.from);
  for (let click = scene.from; click !== scene.to; ) {
    click += way;
    sound("click", { low: Math.abs(click - scene.from) });
    stage.ring(scene.unit, click);
    await ratchet(stage, scene.unit, way);
  }
  if (scene.salvage && place) stage.meanwhile(smoke(stage, place.at, place.radius));
}

/** @param {Stage} stage @param {string} unit @param {number} way */
async function ratchet(stage, unit, way) {
  const ring = stage.token(unit)?.querySelector(".token-ring");
  if (!ring) return stage.wait(CLICK);
  const frames = [{ transform: `rotate(${-way * 9}deg)` }, { transform: "rotate(0deg)" }];
  await stage.animate(ring, frames, CLICK, { easing: RATCHET });
}

/** A number that rises. @param {Stage} stage @param {Point} at @param {number} radius
 * @param {number} amount @param {boolean} loss */
async function number(stage, at, radius, amount, loss) {
  const tall = stage.inches(TALL);
  const text = element("text", { class: `film-number${loss ? "" : " is-mended"}` });
  text.setAttribute("font-size", String(tall));
  text.textContent = `${loss ? "−" : "+"}${amount}`;
  stage.draw(text);
  const [x, y] = beside(stage, at, radius, tall);
  const rise = stage.inches(RISE);
  await stage.animate(
    text,
    [
      { transform: shift([x, y + rise]), opacity: 0 },
      { transform: shift([x, y + rise * 0.4]), opacity: 1, offset: 0.25 },
      { transform: shift([x, y]), opacity: 1 },
    ],
    RISING,
    { easing: "ease-out" },
  );
}

/** Where around a base a number so tall hides the least: above it, unless others stand there.
 * @param {Stage} stage @param {Point} at @param {number} radius @param {number} tall
 * @returns {Point} */
function beside(stage, at, radius, tall) {
  const far = radius + tall * 0.6;
  const { x, y, width, height } = stage.svg.viewBox.baseVal;
  const others = stage.others(at);
  const free = (/** @type {Point} */ [px, py]) => {
    const inSight = px > x + tall && px < x + width - tall && py > y + tall && py < y + height - tall;
    const nearest = Math.min(9, ...others.map((other) => apart(other, [px, py - tall * 0.35])));
    return inSight ? Math.min(nearest, 2) : -1;
  };
  const places = [0, 50, -50, 90, -90, 180].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const [right, up] = [Math.sin(angle) * far, Math.cos(angle) * far];
    return /** @type {Point} */ ([at[0] + right, at[1] - up + (degrees ? tall * 0.35 : 0)]);
  });
  return places.reduce((best, place) => (free(place) > free(best) + 0.2 ? place : best));
}

/** @param {Stage} stage @param {any} scene */
export async function heat(stage, scene) {
  const place = stage.place(scene.unit);
  stage.heat(scene.unit, scene.to);
  if (!place || scene.from === scene.to) return;
  sound(scene.to > scene.from ? "heat" : "cool");
  const glow = stage.draw(element("circle", { class: "film-glow", r: place.radius * 1.15 }));
  const at = shift(place.at);
  const [first, last] = scene.to > scene.from ? [0, 0.8] : [0.8, 0];
  await stage.animate(
    glow,
    [
      { transform: `${at} scale(.9)`, opacity: first },
      { transform: `${at} scale(1.1)`, opacity: last },
    ],
    GLOW,
  );
  stage.meanwhile(stage.animate(glow, [{ opacity: last }, { opacity: 0 }], GLOW));
}

/** A 'Mech that stops or starts. @param {Stage} stage @param {any} scene */
export async function power(stage, scene) {
  const token = stage.token(scene.unit);
  if (!token) return;
  sound(scene.on ? "heat" : "refusal");
  token.classList.toggle("is-shut-down", !scene.on);
  const dim = scene.on ? [0.4, 1] : [1, 0.4, 0.9, 0.4, 1];
  await stage.animate(token, dim.map((opacity) => ({ opacity })), GLOW);
}

/** A star's outline. @param {number} tips @param {number} outer @param {number} inner */
function points(tips, outer, inner) {
  const corners = Array.from({ length: tips * 2 }, (_, index) => {
    const angle = (index / tips) * Math.PI;
    const far = index % 2 ? inner : outer * (index % 4 ? 0.78 : 1);
    return `${(Math.sin(angle) * far).toFixed(2)} ${(-Math.cos(angle) * far).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** The point of a base's rim towards another. @param {Point} from @param {Point} to
 * @param {number} radius @returns {Point} */
function rim(from, to, radius) {
  const far = apart(from, to) || 1;
  return [from[0] + ((to[0] - from[0]) * radius) / far, from[1] + ((to[1] - from[1]) * radius) / far];
}

/** Where a shot ends that misses. @param {Point} from @param {Point} to @param {number} radius
 * @returns {Point} */
function past(from, to, radius) {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const aside = radius + 0.5;
  return [
    to[0] + Math.cos(angle) * aside - Math.sin(angle) * aside,
    to[1] + Math.sin(angle) * aside + Math.cos(angle) * aside,
  ];
}
