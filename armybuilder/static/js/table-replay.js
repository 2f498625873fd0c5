// @ts-check
// Plays a finished game again: the timeline, its keys, and a film of every order on the way. The
// server shows each moment at its own address; without scripts its links do.

import { play as playFilm, skip } from "./table-film.js";

/** Milliseconds between two orders at speed 1. */
const PAUSE = 700;

class Replay {
  /** @param {HTMLElement} timeline */
  constructor(timeline) {
    this.timeline = timeline;
    this.count = Number(timeline.dataset.count);
    this.playing = false;
    /** Grows with every way to another moment, so that only the last one is taken. */
    this.turn = 0;
    /** The moment that is on its way, null while none is. @type {number | null} */
    this.next = null;
    /** The answer that is on its way. @type {Promise<void>} */
    this.answer = Promise.resolve();
    for (const part of timeline.querySelectorAll("[data-player], [data-range]")) {
      part.removeAttribute("hidden");
    }
    timeline.addEventListener("click", (event) => this.press(event));
    this.range.addEventListener("input", () => this.jump(Number(this.range.value)));
    // Before the film, which any key ends.
    window.addEventListener("keydown", (event) => this.key(event), { capture: true });
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
    document.addEventListener("htmx:afterSwap", () => this.show());
    window.addEventListener("popstate", () => this.go(stepOf(location.search, this.count), false));
    this.show();
  }

  get range() {
    return /** @type {HTMLInputElement} */ (this.timeline.querySelector("[data-range]"));
  }

  get button() {
    return /** @type {HTMLElement} */ (this.timeline.querySelector("[data-play]"));
  }

  get speed() {
    const chosen = /** @type {HTMLSelectElement} */ (this.timeline.querySelector("[data-speed]"));
    return Number(chosen.value);
  }

  /** The moment that is shown. */
  get step() {
    return Number(document.getElementById("table")?.dataset.step);
  }

  /** The moment that will be shown once everything asked for is there. */
  get goal() {
    return this.next ?? this.step;
  }

  /** @param {Event} event */
  press(event) {
    const pressed = event.target instanceof Element && event.target.closest("[data-go], [data-play], a[data-step]");
    if (!(pressed instanceof HTMLElement)) return;
    const { go, step } = pressed.dataset;
    if (step !== undefined) {
      event.preventDefault();
      this.jump(Number(step));
    } else if (go) this.move(go);
    else this.toggle();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = event.target instanceof Element ? event.target : document.body;
    if (at.closest("input:not([data-range]), select, textarea, table-board, dialog, [popover]")) return;
    const way = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    const press = event.key === " " && !at.closest("button, a, summary");
    if (!way && !press) return;
    event.preventDefault();
    event.stopPropagation();
    if (way) this.move(way);
    else this.toggle();
  }

  /** @param {string} way */
  move(way) {
    const steps = { first: 0, back: this.goal - 1, on: this.goal + 1, last: this.count };
    this.jump(steps[/** @type {keyof typeof steps} */ (way)]);
  }

  /** @param {number} step */
  jump(step) {
    this.go(step, true);
    this.pause();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.run();
  }

  pause() {
    this.playing = false;
    this.show();
  }

  async run() {
    this.playing = true;
    this.show();
    if (this.goal >= this.count) await this.go(0, false);
    while (this.playing && this.goal < this.count) {
      const before = this.goal;
      await this.go(before + 1, false);
      if (this.step !== before + 1) break;
      await new Promise((resolve) => setTimeout(resolve, PAUSE / this.speed));
    }
    this.pause();
  }

  /** Shows a moment, with a film of it where it is the next one; a way of one's own is kept among
   * those the browser goes back by. Of the moments that are wished for while another is on its way
   * the last one is asked for once that is there.
   * @param {number} step @param {boolean} keeps */
  async go(step, keeps) {
    const to = Math.min(Math.max(step, 0), this.count);
    if (to === this.goal) return;
    this.next = to;
    const mine = ++this.turn;
    skip();
    await this.answer;
    if (mine !== this.turn) return;
    const from = this.step;
    const before = document.querySelector("table-board [data-tokens]");
    const address = new URL(location.href);
    address.searchParams.set("step", String(to));
    if (to !== from) await (this.answer = ask(address));
    if (mine !== this.turn) return;
    this.next = null;
    this.show();
    if (this.step !== to) return;
    history[keeps ? "pushState" : "replaceState"](null, "", address);
    const frame = document.querySelector("#table [data-replay-film]");
    const data = frame?.querySelector("script");
    if (to !== from + 1 || !data || document.hidden) return;
    await playFilm(JSON.parse(data.textContent ?? ""), { frame, before, rate: this.speed });
  }

  /** What is shown of the moment in the timeline. */
  show() {
    const { playing = "", paused = "" } = this.button.dataset;
    this.button.textContent = this.playing ? playing : paused;
    this.button.setAttribute("aria-pressed", String(this.playing));
    this.range.value = String(this.goal);
    const place = this.timeline.querySelector("[data-place]");
    if (place) place.textContent = `${this.step}/${this.count}`;
    for (const link of this.timeline.querySelectorAll("a[data-step]")) {
      const here = Number(/** @type {HTMLElement} */ (link).dataset.step) === this.step;
      if (here) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
  }
}

/** Has the moment of an address shown; without an answer the page tells so.
 * @param {URL} address @returns {Promise<void>} */
function ask({ pathname, search }) {
  const asked = window.htmx.ajax("GET", pathname + search, { target: "#table", swap: "outerHTML" });
  return asked.catch(() => undefined);
}

/** The step an address names; the last one where it names none.
 * @param {string} search @param {number} last */
function stepOf(search, last) {
  const named = new URLSearchParams(search).get("step");
  return named === null ? last : Number(named);
}

const timeline = /** @type {HTMLElement | null} */ (document.querySelector("[data-timeline]"));
if (timeline) new Replay(timeline);
