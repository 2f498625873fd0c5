// @ts-check
// The picture while a film runs over it: what is moved, drawn and changed, all of it taken back at
// the end, so that the page is again what the server sent.

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
    this.layer = /** @type {SVGGElement} */ (
      svg.querySelector("[data-film-layer]") ?? svg.appendChild(element("g", {}))
    );
    this.made = !this.layer.hasAttribute("data-film-layer") ? [this.layer] : [];
    this.before = before;
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {[Element, string, string | null][]} */
    this.changed = [];
    /** @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {Map<string, Element>} */
    this.ghosts = new Map();
    /** @type {Promise<unknown>[]} */
    this.tails = [];
    this.over = new AbortController();
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
    for (const [target, name, value] of this.changed.reverse()) {
      if (value === null) target.removeAttribute(name);
      else target.setAttribute(name, value);
    }
    for (const drawn of this.made) drawn.remove();
    this.changed = [];
    this.made = [];
  }

  // --- What stands on the table --------------------------------------------------------------

  /** A unit's token; of one that is gone what stood there before.
   * @param {string} unit @returns {Element | null} */
  token(unit) {
    const named = `[data-unit="${CSS.escape(unit)}"]`;
    return this.svg.querySelector(`.token${named}`) ?? this.ghosts.get(unit) ?? null;
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
    const token = this.token(unit);
    const [x, y] = numbers(token?.getAttribute("transform") ?? "");
    if (!token || y === undefined) return null;
    const { turn = "0", width = "1.5" } = /** @type {SVGElement} */ (token).dataset;
    const place = { at: /** @type {Point} */ ([x, y]), turn: Number(turn), radius: width / 2 };
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

  /** Puts a unit as it stood before the film.
   * @param {string} unit @param {Standing} standing */
  begin(unit, standing) {
    const present = this.svg.querySelector(`.token[data-unit="${CSS.escape(unit)}"]`);
    if (!standing.at) {
      if (present) this.hold(present, { opacity: 0 });
      return;
    }
    const token = present ?? this.ghost(unit, standing);
    const radius = standing.width / 2;
    this.places.set(unit, { at: standing.at, turn: standing.turn, radius });
    this.hold(token, { transform: shift(standing.at) });
    for (const part of this.turned(unit)) {
      this.hold(part, { transform: `rotate(${standing.turn}deg)` });
    }
    this.ring(unit, standing.click);
    if (standing.heat !== null) this.heat(unit, standing.heat);
  }

  /** What is seen of a unit that the table has no more.
   * @param {string} unit @param {Standing} standing */
  ghost(unit, standing) {
    const kept = this.before?.querySelector(`.token[data-unit="${CSS.escape(unit)}"]`);
    const ghost = kept ? /** @type {Element} */ (kept.cloneNode(true)) : plain(standing);
    ghost.removeAttribute("href");
    ghost.setAttribute("tabindex", "-1");
    this.draw(ghost);
    this.ghosts.set(unit, ghost);
    return ghost;
  }

  /** Shows the ring of a token at a click; one whose clicks nobody may count stays as it is.
   * @param {string} unit @param {number} click */
  ring(unit, click) {
    const ring = /** @type {SVGElement | null} */ (this.token(unit)?.querySelector(".token-ring"));
    const left = ring?.querySelector(".ring-left");
    const clicks = Number(ring?.dataset.clicks);
    if (!ring || !left || !clicks) return;
    const lost = (100 * Math.min(click - 1, clicks)) / clicks;
    this.set(left, "stroke-dasharray", `${100 - lost} 100`);
    this.set(left, "stroke-dashoffset", `${-lost}`);
  }

  /** Shows the heat of a token.
   * @param {string} unit @param {number} heat */
  heat(unit, heat) {
    const dot = this.token(unit)?.querySelector(".token-heat");
    if (!dot) return;
    this.hold(dot, { opacity: heat ? 1 : 0 });
    const worn = dot.getAttribute("class") ?? "";
    this.set(dot, "class", worn.replace(/heat-\d+/, `heat-${heat}`));
    const number = dot.querySelector("text");
    if (number) this.write(number, String(heat));
  }

  /** @param {Element} target @param {string} text */
  write(target, text) {
    const before = target.textContent;
    target.textContent = text;
    this.over.signal.addEventListener("abort", () => {
      target.textContent = before;
    });
  }

  /** Gives an attribute another value until the end.
   * @param {Element} target @param {string} name @param {string} value */
  set(target, name, value) {
    this.changed.push([target, name, target.getAttribute(name)]);
    target.setAttribute(name, value);
  }

  // --- What is drawn over it -----------------------------------------------------------------

  /** Draws something over the tokens till the end of the film.
   * @template {Element} T @param {T} drawn @returns {T} */
  draw(drawn) {
    this.layer.append(drawn);
    this.made.push(drawn);
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
