// @ts-check
// What the editor consists of, as the page has it.

/** @typedef {{x: number, y: number}} Point */

const SVG = "http://www.w3.org/2000/svg";

/** @returns {HTMLElement | null} */
export function drawing() {
  return document.getElementById("drawing");
}

/** @returns {HTMLElement | null} */
export function board() {
  return document.getElementById("drawn-board");
}

/** @returns {SVGSVGElement} */
export function picture() {
  return /** @type {SVGSVGElement} */ (board()?.querySelector(".drawn-picture"));
}

/** What is drawn with: what it does, to which layer, with which kind, how that is drawn and the
 * class of its look; null for choosing and moving. */
export function tool() {
  const chosen = /** @type {HTMLInputElement | null} */ (
    document.querySelector('[data-tools] [name="tool"]:checked')
  );
  if (!chosen?.value) return null;
  const [act, layer, ...kind] = chosen.value.split("|");
  const swatch = chosen.parentElement?.querySelector(".drawn-swatch");
  const tone = [...(swatch?.classList ?? [])].find((name) => name.startsWith("tone-")) ?? "";
  return { act, layer, kind: kind.join("|"), draws: chosen.dataset.draws ?? "", tone };
}

/** Puts the tool away. */
export function dropTool() {
  const none = /** @type {HTMLInputElement | null} */ (
    document.querySelector('[data-tools] [name="tool"][value=""]')
  );
  if (none) none.checked = true;
  none?.dispatchEvent(new Event("change", { bubbles: true }));
}

/** A field of the tools. @param {string} name */
export function setting(name) {
  const field = /** @type {HTMLInputElement | null} */ (
    document.querySelector(`[data-tools] [name="${name}"]`)
  );
  return field?.value ?? "";
}

/** What is asked of a new thing of a layer. @param {string} layer */
export function asked(layer) {
  /** @type {Record<string, string>} */
  const values = {};
  const fields = document.querySelectorAll(`[data-tools] [id^="${CSS.escape(layer)}-"]`);
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (fields)) {
    values[field.name.replace("value-", "")] = field.value;
  }
  return values;
}

export function isHex() {
  return drawing()?.dataset.measure === "hex";
}

/** A step of the ground. */
export function snap() {
  return Number(drawing()?.dataset.snap) || 1;
}

/** A place on the ground nearest to one; hexes are found by the server.
 * @param {Point} point @returns {Point} */
export function snapped({ x, y }) {
  if (isHex()) return { x, y };
  const step = snap();
  const depth = Number(drawing()?.dataset.depth);
  return { x: Math.round(x / step) * step, y: depth - Math.round((depth - y) / step) * step };
}

/** Places as files have them, y upwards.
 * @param {Point[]} points @returns {number[][]} */
export function places(points) {
  const depth = Number(drawing()?.dataset.depth);
  return points.map(({ x, y }) => [tidy(x), tidy(depth - y)]);
}

/** @param {number} value */
function tidy(value) {
  return Math.round(value * 1000) / 1000;
}

/** Points out of "1,2 3,4". @param {string} text @returns {Point[]} */
export function read(text) {
  return text
    .split(" ")
    .filter(Boolean)
    .map((pair) => pair.split(",").map(Number))
    .map(([x, y]) => ({ x, y }));
}

/** @param {EventTarget | null} target @returns {SVGGElement | null} */
export function thingAt(target) {
  return target instanceof Element ? target.closest(".drawn-thing") : null;
}

/** @param {string} path @returns {SVGGElement | null} */
export function thingOf(path) {
  return path ? document.querySelector(`.drawn-thing[data-path="${CSS.escape(path)}"]`) : null;
}

/** Where on the ground a pointer is.
 * @param {PointerEvent | WheelEvent | MouseEvent} event @returns {Point} */
export function pointAt(event) {
  const point = new DOMPoint(event.clientX, event.clientY);
  const { x, y } = point.matrixTransform(picture().getScreenCTM()?.inverse());
  return { x, y };
}

/** The ground's units to a pixel. */
export function pixel() {
  return 1 / (picture().getScreenCTM()?.a ?? 1);
}

/** An element of the picture.
 * @param {string} name @param {Record<string, string | number>} attributes */
export function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** What is being drawn and not yet there. @param {Element[]} elements */
export function sketch(...elements) {
  picture().querySelector(".drawn-sketch")?.replaceChildren(...elements);
}

/** Tells a reader of the screen.
 * @param {string} name @param {Record<string, string | number>} told */
export function say(name, told) {
  const announcer = document.getElementById("announcer");
  let text = document.getElementById("drawn-words")?.dataset[name] ?? "";
  for (const [key, value] of Object.entries(told)) text = text.replace(`{${key}}`, String(value));
  if (announcer) announcer.textContent = text;
}
