// @ts-check
// What the table and the order in the making consist of, as the page has them.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{x: number, y: number}} Point */

/** @returns {HTMLElement | null} */
export function board() {
  return document.querySelector("table-board");
}

/** @returns {HTMLElement | null} */
export function plan() {
  return document.getElementById("plan");
}

/** @param {string} name @returns {HTMLInputElement | null} */
export function field(name) {
  return document.querySelector(`[data-way] [name="${name}"]`);
}

/** A length by which what lies on the table is drawn: the inch of a table whose figures stand on
 * bases of one to two inches. */
export function grain() {
  return Number(board()?.dataset.grain) || 1;
}

export function depth() {
  return Number(board()?.dataset.depth);
}

/** Points out of "1,2 3,4".
 * @param {string} text @returns {Point[]} */
export function read(text) {
  return text
    .split(" ")
    .filter(Boolean)
    .map((pair) => pair.split(",").map(Number))
    .map(([x, y]) => ({ x, y }));
}

/** The corners of the way as the picture has them: those typed, else those measured.
 * @returns {Point[]} */
export function corners() {
  const typed = field("path")?.value.trim() ?? "";
  if (typed) return read(typed).map(({ x, y }) => ({ x, y: depth() - y }));
  const leg = /** @type {HTMLElement | null} */ (document.querySelector("[data-leg]"));
  return read(leg?.dataset.points ?? "").slice(1);
}

/** Where the ordered unit stands.
 * @returns {Point | null} */
export function origin() {
  return middleOf(plan()?.dataset.from ?? "");
}

/** @param {EventTarget | null} target @returns {SVGElement | null} */
export function tokenAt(target) {
  return target instanceof Element ? target.closest(".token") : null;
}

/** @param {string} unit @returns {SVGElement | null} */
export function tokenOf(unit) {
  return unit ? document.querySelector(`.token[data-unit="${CSS.escape(unit)}"]`) : null;
}

/** @param {Element} token @returns {Point} */
export function middle(token) {
  const [x, y] = (token.getAttribute("transform") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];
  return { x, y };
}

/** @param {string} unit @returns {Point | null} */
export function middleOf(unit) {
  const token = tokenOf(unit);
  return token && middle(token);
}

/** Where the base that is turned stands.
 * @returns {Point | null} */
export function poseAt() {
  const pose = /** @type {HTMLElement | null} */ (document.querySelector("[data-pose]"));
  return read(pose?.dataset.at ?? "")[0] ?? null;
}

/** Where on the table a pointer is.
 * @param {PointerEvent} event @returns {Point} */
export function pointAt(event) {
  const svg = /** @type {SVGSVGElement} */ (board()?.querySelector("svg"));
  const point = new DOMPoint(event.clientX, event.clientY);
  const { x, y } = point.matrixTransform(svg.getScreenCTM()?.inverse());
  return { x, y };
}

/** An element of the picture.
 * @param {string} name @param {Record<string, string | number>} attributes */
export function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Words of the page, in which names stand for "{name}".
 * @param {string} name */
export function words(name) {
  return document.getElementById("hands-words")?.dataset[name] ?? "";
}
