// @ts-check
// Units on their way: walking, turning, jumping, going aboard, falling.

import { element, shift } from "./table-film-stage.js";
import { sound } from "./table-sound.js";

/** @typedef {import("./table-film-stage.js").Stage} Stage */
/** @typedef {import("./table-film-stage.js").Point} Point */

const WAY = "cubic-bezier(.3,0,.2,1)";
/** Milliseconds for an inch, and the shortest and the longest way. */
const [PACE, SHORTEST, LONGEST] = [90, 250, 900];
const TURNING = 160;
const FALLING = 600;

/** @param {Stage} stage @param {any} scene */
export async function move(stage, scene) {
  const token = stage.token(scene.unit);
  const from = stage.place(scene.unit);
  if (!token || !from) return;
  const path = /** @type {Point[]} */ (scene.path);
  const inches = lengthOf(path);
  const lasts = Math.min(Math.max(inches * PACE, SHORTEST), LONGEST);
  sound("move", { manner: scene.jump ? "jump" : scene.manner, inches, lasts: lasts / stage.rate });
  const going = [stage.animate(token, steps(path, inches, scene.jump), lasts, { easing: WAY })];
  stage.places.set(scene.unit, { ...from, at: path[path.length - 1] });
  if (scene.jump) going.push(shadow(stage, path, inches, lasts, from.radius));
  await Promise.all(going);
  await turn(stage, scene);
}

/** @param {Stage} stage @param {any} scene */
export async function turn(stage, scene) {
  const place = stage.place(scene.unit);
  if (!place || !scene.turn) return;
  const from = place.turn;
  const to = from + shortest(scene.turn[1] - from);
  stage.places.set(scene.unit, { ...place, turn: to });
  if (Math.abs(to - from) < 0.5) return;
  const frames = [{ transform: `rotate(${from}deg)` }, { transform: `rotate(${to}deg)` }];
  const parts = stage.turned(scene.unit);
  await Promise.all(parts.map((each) => stage.animate(each, frames, TURNING, { easing: WAY })));
}

/** The frames of a way; a jump grows towards its middle.
 * @param {Point[]} path @param {number} inches @param {boolean} [jumps] */
function steps(path, inches, jumps) {
  if (jumps) path = finer(path);
  let gone = 0;
  return path.map((point, index) => {
    if (index > 0) gone += apart(path[index - 1], point);
    const offset = inches ? Math.min(gone / inches, 1) : index ? 1 : 0;
    const scale = jumps ? ` scale(${1 + 0.5 * Math.sin(Math.PI * offset)})` : "";
    return { offset, transform: `${shift(point)}${scale}` };
  });
}

/** A way in short pieces. @param {Point[]} path @returns {Point[]} */
function finer(path) {
  const points = path.slice(0, 1);
  for (let index = 1; index < path.length; index += 1) {
    const [[x, y], [to, down]] = [path[index - 1], path[index]];
    const parts = Math.max(Math.ceil(apart(path[index - 1], path[index])), 1);
    for (let part = 1; part <= parts; part += 1) {
      points.push([x + ((to - x) * part) / parts, y + ((down - y) * part) / parts]);
    }
  }
  return points;
}

/** What flies is above its shadow.
 * @param {Stage} stage @param {Point[]} path @param {number} inches @param {number} lasts
 * @param {number} r */
function shadow(stage, path, inches, lasts, r) {
  const under = stage.draw(element("circle", { class: "film-shadow", r }));
  const frames = steps(path, inches).map((frame) => ({ ...frame, opacity: 0.35 }));
  return stage.animate(under, frames, lasts, { easing: WAY }).then(() => under.remove());
}

/** @param {Stage} stage @param {any} scene */
export async function level(stage, scene) {
  const token = stage.token(scene.unit);
  const place = stage.place(scene.unit);
  if (!token || !place) return;
  sound("move", { manner: "vtol", inches: 3, lasts: 300 / stage.rate });
  const at = shift(place.at);
  const [small, large] = [`${at} scale(1)`, `${at} scale(1.25)`];
  const frames = scene.up ? [small, large, small] : [large, small];
  await stage.animate(
    token,
    frames.map((transform) => ({ transform })),
    300,
    { easing: WAY },
  );
}

/** @param {Stage} stage @param {any} scene a unit that cannot get away */
export async function held(stage, scene) {
  const token = stage.token(scene.unit);
  const place = stage.place(scene.unit);
  if (!token || !place) return;
  sound("refusal");
  const [x, y] = place.at;
  const frames = [0, 0.25, -0.2, 0.1, 0].map((off) => ({ transform: shift([x + off, y]) }));
  await stage.animate(token, frames, 260);
}

/** @param {Stage} stage @param {any} scene */
export async function board(stage, scene) {
  const token = stage.token(scene.unit);
  if (!token || !scene.path) return;
  sound("tap");
  const [from, to] = scene.path;
  await stage.animate(
    token,
    [
      { transform: `${shift(from)} scale(1)`, opacity: 1 },
      { transform: `${shift(to)} scale(.4)`, opacity: 0 },
    ],
    350,
    { easing: WAY },
  );
}

/** @param {Stage} stage @param {any} scene */
export async function unload(stage, scene) {
  const token = stage.token(scene.unit);
  if (!token) return;
  sound("tap");
  const [from, to] = scene.path;
  settled(stage, scene.unit, to, scene.turn[1]);
  await stage.animate(
    token,
    [
      { transform: `${shift(from)} scale(.4)`, opacity: 0 },
      { transform: `${shift(to)} scale(1)`, opacity: 1 },
    ],
    350,
    { easing: WAY },
  );
}

/** @param {Stage} stage @param {any} scene */
export async function deploy(stage, scene) {
  const token = stage.token(scene.unit);
  const place = token && stage.place(scene.unit);
  if (!token || !place) return;
  sound("tap");
  const at = shift(place.at);
  await stage.animate(
    token,
    [
      { transform: `${at} scale(1.3)`, opacity: 0 },
      { transform: `${at} scale(1)`, opacity: 1 },
    ],
    220,
    { easing: WAY },
  );
}

/** @param {Stage} stage @param {any} scene a unit that goes down */
export async function fall(stage, scene) {
  const token = stage.token(scene.unit);
  const place = stage.place(scene.unit);
  if (!token || !place) return;
  sound("fall");
  stage.meanwhile(plates(stage, place.at, place.radius));
  const at = shift(place.at);
  const tipped = scene.type === "mech" ? "rotate(84deg) scale(.9,.55)" : "scale(.7)";
  await stage.animate(
    token,
    [
      { transform: at, opacity: 1 },
      { transform: `${at} rotate(-6deg)`, opacity: 1, offset: 0.25 },
      { transform: `${at} ${tipped}`, opacity: 1, offset: 0.7 },
      { transform: `${at} ${tipped}`, opacity: 0 },
    ],
    FALLING,
    { easing: "ease-in" },
  );
}

/** @param {Stage} stage @param {any} scene */
export async function leave(stage, scene) {
  const token = stage.token(scene.unit);
  if (token) await stage.animate(token, [{ opacity: 1 }, { opacity: 0 }], 300);
}

/** Plates that come off and smoke that rises.
 * @param {Stage} stage @param {Point} at @param {number} radius */
async function plates(stage, [x, y], radius) {
  const going = [];
  for (let each = 0; each < 7; each += 1) {
    const angle = (each / 7) * 2 * Math.PI + 0.4;
    const plate = stage.draw(element("path", { class: "film-plate", d: "M-.18-.1 .16-.14 .1 .15Z" }));
    const far = radius * (1.3 + (each % 3) * 0.35);
    const to = shift([x + Math.cos(angle) * far, y + Math.sin(angle) * far]);
    going.push(
      stage.animate(
        plate,
        [
          { transform: `${shift([x, y])} scale(1)`, opacity: 1 },
          { transform: `${to} rotate(${200 + each * 40}deg)`, opacity: 1, offset: 0.8 },
          { transform: `${to} rotate(${220 + each * 40}deg)`, opacity: 0 },
        ],
        FALLING,
        { easing: "cubic-bezier(.1,.6,.4,1)" },
      ),
    );
  }
  going.push(smoke(stage, [x, y], radius));
  await Promise.all(going);
}

/** Smoke over a place. @param {Stage} stage @param {Point} at @param {number} radius */
export async function smoke(stage, [x, y], radius) {
  const puffs = [0, 1, 2, 3].map((each) => {
    const puff = stage.draw(element("circle", { class: "film-smoke", r: radius * 0.35 }));
    const aside = ((each % 2) * 2 - 1) * radius * 0.3;
    return stage.animate(
      puff,
      [
        { transform: `${shift([x, y])} scale(.4)`, opacity: 0 },
        { transform: `${shift([x + aside, y - radius * 0.7])} scale(1)`, opacity: 0.7, offset: 0.4 },
        { transform: `${shift([x + aside * 2, y - radius * 1.8])} scale(1.7)`, opacity: 0 },
      ],
      800,
      { delay: each * 110, easing: "ease-out" },
    );
  });
  await Promise.all(puffs);
}

/** @param {Stage} stage @param {string} unit @param {Point} at @param {number} turn */
function settled(stage, unit, at, turn) {
  const radius = Number(/** @type {any} */ (stage.token(unit))?.dataset.width ?? 1.5) / 2;
  stage.places.set(unit, { at, turn, radius });
}

/** @param {Point[]} path */
function lengthOf(path) {
  return path.slice(1).reduce((sum, point, index) => sum + apart(path[index], point), 0);
}

/** @param {Point} one @param {Point} other */
export function apart([x, y], [to, down]) {
  return Math.hypot(to - x, down - y);
}

/** The shorter way round. @param {number} degrees */
function shortest(degrees) {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
