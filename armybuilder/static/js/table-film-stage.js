// @ts-check
// A sheet over the picture on which a film runs: whoever has a part in it is drawn there instead.
// At the end the sheet is taken away, and the page is again what the server sent.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {[number, number]} Point */
/** @typedef {{at: Point | null, turn: number, click: number, clicks: number | null,
 *   heat: number | null, tokens: number, down: boolean, captive: boolean, seat: string,
 *   name: string, width: number, length: number}} Standing */
/** @typedef {{at: Point, turn: number, radius: number}} Place */

/** A film was skipped: what waits for it gives up. */
export class Skipped extends Error {}

export class Stage {
  /** @param {SVGSVGElement} svg @param {Element | null} panels @param {number} rate
   * @param {Element | null} before the tokens the picture had before */
  constructor(svg, panels, rate, before) {
    this.svg = svg;
    this.panels = panels;
    this.rate = rate;
    this.before = before;
    /** A sheet over the picture, so that nothing but what moves is painted anew. */
    this.sheet = /** @type {SVGSVGElement} */ (element("svg", { class: "film-picture", "aria-hidden": "true" }));
    this.follow();
    svg.after(this.sheet);
    /** @type {Map<string, Element>} */
    this.actors = new Map();
    /** @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {Promise<unknown>[]} */
    this.tails = [];
    this.over = new AbortController();
    /** @type {Promise<void>} */
    this.ended = new Promise((resolve) => {
      this.over.signal.addEventListener("abort", () => resolve());
    });
    svg.addEventListener("board:view", () => this.follow(), { signal: this.over.signal });
  }

  /** Shows as much of the table as the picture does. */
  follow() {
    this.sheet.setAttribute("viewBox", this.svg.getAttribute("viewBox") ?? "");
    this.sheet.style.cssText = this.svg.style.cssText;
    const fits = this.svg.getAttribute("preserveAspectRatio");
    if (fits) this.sheet.setAttribute("preserveAspectRatio", fits);
  }

  // --- Time ----------------------------------------------------------------------------------

  /** Animates an element until the film ends; what it ends with stays till then.
   * @param {Element} target @param {Keyframe[]} frames @param {number} duration
   * @param {{easing?: string, delay?: number}} [how] */
  animate(target, frames, duration, how = {}) {
    if (this.over.signal.aborted) return Promise.reject(new Skipped());
    const run = target.animate(frames, {
      duration: duration / this.rate,
      delay: (how.delay ?? 0) / this.rate,
      easing: how.easing ?? "linear",
      fill: "both",
    });
    this.running.add(run);
    const done = run.finished.then(
      () => undefined,
      () => Promise.reject(new Skipped()),
    );
    done.catch(() => {});
    return done;
  }

  /** Keeps an element as a frame has it from now on.
   * @param {Element} target @param {Keyframe} frame */
  hold(target, frame) {
    this.animate(target, [frame, frame], 0);
  }

  /** @param {number} milliseconds @returns {Promise<void>} */
  wait(milliseconds) {
    return new Promise((resolve, reject) => {
      if (this.over.signal.aborted) return reject(new Skipped());
      const timer = setTimeout(resolve, milliseconds / this.rate);
      this.over.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(new Skipped());
      });
    });
  }

  /** Lets something go on beside the next scenes; the film ends after it.
   * @param {Promise<unknown>} going */
  meanwhile(going) {
    going.catch(() => {});
    this.tails.push(going);
  }

  /** Takes everything back. */
  settle() {
    this.over.abort();
    for (const run of this.running) run.cancel();
    this.sheet.remove();
  }

  // --- What stands on the table --------------------------------------------------------------

  /** A unit's token on the sheet, in the place of the one in the picture.
   * @param {string} unit @returns {Element | null} */
  token(unit) {
    const known = this.actors.get(unit);
    if (known) return known;
    const present = this.own(unit);
    if (!present) return null;
    this.hold(present, { opacity: 0 });
    return this.enter(unit, /** @type {Element} */ (present.cloneNode(true)));
  }

  /** A unit's token in the picture. @param {string} unit @returns {SVGElement | null} */
  own(unit) {
    return this.svg.querySelector(`.token[data-unit="${CSS.escape(unit)}"]`);
  }

  /** @param {string} unit @param {Element} token @returns {Element} */
  enter(unit, token) {
    for (const name of ["href", "data-unit", "tabindex"]) token.removeAttribute(name);
    token.setAttribute("data-actor", unit);
    this.actors.set(unit, this.draw(token));
    return token;
  }

  /** What of a token is turned. @param {string} unit @returns {Element[]} */
  turned(unit) {
    return [...(this.token(unit)?.querySelectorAll(".token-body, .token-shadow") ?? [])];
  }

  /** Where a unit is in the film by now.
   * @param {string} unit @returns {Place | null} */
  place(unit) {
    const known = this.places.get(unit);
    if (known) return known;
    const token = this.own(unit);
    const [x, y] = numbers(token?.getAttribute("transform") ?? "");
    if (!token || y === undefined) return null;
    const { turn, width } = token.dataset;
    const at = /** @type {Point} */ ([x, y]);
    const place = { at, turn: Number(turn), radius: Number(width) / 2 };
    this.places.set(unit, place);
    return place;
  }

  /** The middles of all bases but the one at a place. @param {Point} at @returns {Point[]} */
  others(at) {
    const units = [...this.svg.querySelectorAll(".token[data-unit]")].map(
      (token) => /** @type {SVGElement} */ (token).dataset.unit ?? "",
    );
    const places = units.map((unit) => this.place(unit)?.at).filter((place) => place !== undefined);
    return places.filter(([x, y]) => Math.hypot(x - at[0], y - at[1]) > 0.1);
  }

  /** Puts a unit as it stood before the film; one that the table has no more as it was drawn then.
   * @param {string} unit @param {Standing} standing */
  begin(unit, standing) {
    if (!standing.at) {
      const token = this.token(unit);
      if (token) this.hold(token, { opacity: 0 });
      return;
    }
    const token = this.token(unit) ?? this.enter(unit, this.ghost(unit, standing));
    const radius = standing.width / 2;
    this.places.set(unit, { at: standing.at, turn: standing.turn, radius });
    this.hold(token, { transform: shift(standing.at) });
    for (const part of this.turned(unit)) {
      this.hold(part, { transform: `rotate(${standing.turn}deg)` });
    }
    token.classList.toggle("is-shut-down", standing.down);
    token.classList.remove("is-spent");
    this.pips(unit, standing.tokens);
    this.ring(unit, standing.click);
    if (standing.heat !== null) this.heat(unit, standing.heat);
  }

  /** @param {string} unit @param {Standing} standing @returns {Element} */
  ghost(unit, standing) {
    const kept = this.before?.querySelector(`.token[data-unit="${CSS.escape(unit)}"]`);
    return kept ? /** @type {Element} */ (kept.cloneNode(true)) : plain(standing);
  }

  /** Shows the ring of a token at a click; one whose clicks nobody may count stays as it is.
   * @param {string} unit @param {number} click */
  ring(unit, click) {
    const ring = /** @type {SVGElement | null} */ (this.token(unit)?.querySelector(".token-ring"));
    const left = ring?.querySelector(".ring-left");
    const clicks = Number(ring?.dataset.clicks);
    if (!ring || !left || !clicks) return;
    const lost = (100 * Math.min(click - 1, clicks)) / clicks;
    left.setAttribute("stroke-dasharray", `${100 - lost} 100`);
    left.setAttribute("stroke-dashoffset", `${-lost}`);
  }

  /** Shows so many order tokens at a unit, of those it ends with.
   * @param {string} unit @param {number} count */
  pips(unit, count) {
    const pips = this.token(unit)?.querySelectorAll(".token-pip") ?? [];
    for (const [index, pip] of pips.entries()) {
      /** @type {SVGElement} */ (pip).style.display = index < count ? "" : "none";
    }
  }

  /** Shows the heat of a token.
   * @param {string} unit @param {number} heat */
  heat(unit, heat) {
    const dot = this.token(unit)?.querySelector(".token-heat");
    if (!dot) return;
    this.hold(dot, { opacity: heat ? 1 : 0 });
    dot.setAttribute("class", `token-heat heat-${heat}`);
    const number = dot.querySelector("text");
    if (number) number.textContent = String(heat);
  }

  // --- What is drawn over it -----------------------------------------------------------------

  /** Draws something on the sheet till the end of the film.
   * @template {Element} T @param {T} drawn @returns {T} */
  draw(drawn) {
    this.sheet.append(drawn);
    return drawn;
  }

  /** Inches of so many pixels on the screen. @param {number} pixels */
  inches(pixels) {
    return pixels / (this.svg.getScreenCTM()?.a || 20);
  }
}

/** A base without its picture. @param {Standing} standing */
function plain({ seat, width, length, at, turn }) {
  const base = element("g", { class: `token seat-${seat}`, transform: `translate(${at})` });
  const body = element("g", { class: "token-body", transform: `rotate(${turn})` });
  const [x, y] = [-width / 2, -length / 2];
  body.append(element("rect", { class: "token-base", x, y, width, height: length, rx: width / 2 }));
  base.append(body);
  return base;
}

/** @param {string} name @param {Record<string, string | number>} attributes */
export function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** @param {Point} point */
export function shift([x, y]) {
  return `translate(${x}px, ${y}px)`;
}

/** @param {string} text @returns {number[]} */
function numbers(text) {
  return text.match(/-?[\d.]+/g)?.map(Number) ?? [];
}
