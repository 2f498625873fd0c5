// @ts-check
// Bots that think on this device: whether it is quick enough, whether its person wants it, and asking.

import { within } from "./interpreter.js";
import { keep, kept } from "./kept.js";

/** Milliseconds the measuring thought may take where bots are to think. */
export const QUICK = 2500;
/** Milliseconds until it can think, and for one order; the site thinks where they pass. */
const [BEGINS, LONGEST] = [60000, 8000];
/** Orders in a row that may come to nothing. */
const MOST_FAILED = 2;

/** Whether the site is kept on this device. */
export async function isKept() {
  if (!("serviceWorker" in navigator) || typeof WebAssembly !== "object") return false;
  const registration = await navigator.serviceWorker.getRegistration("/");
  return Boolean(registration?.active) && new URL(registration?.scope ?? "/", location.href).pathname === "/";
}

/**
 * How bots are to think here.
 * @returns {Promise<{ speed: number | undefined, isWanted: boolean }>} Milliseconds an order takes where it was
 *   measured; whether the person has not switched it off.
 */
export async function wish() {
  const [speed, thinks] = await Promise.all(["speed", "thinks"].map(kept));
  return { speed, isWanted: thinks !== false };
}

/** @param {boolean} isWanted */
export const setWish = (isWanted) => keep({ thinks: isWanted });

/** Milliseconds as people read them. @param {number} speed */
export function written(speed) {
  const seconds = Math.max(speed / 1000, 0.1);
  const form = { style: "unit", unit: "second", unitDisplay: "short", maximumFractionDigits: 1 };
  return seconds.toLocaleString(document.documentElement.lang, /** @type {any} */ (form));
}

/** A worker of its own that thinks; it ends when it is ended, or when it fails time and again. */
export class Thinker {
  /** @param {string} url The worker's address. */
  constructor(url) {
    this.worker = new Worker(url, { type: "module" });
    /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
    this.asked = new Map();
    this.count = 0;
    this.failed = 0;
    this.isOver = false;
    this.worker.addEventListener("message", ({ data }) => {
      const waiting = this.asked.get(data.id);
      this.asked.delete(data.id);
      if ("error" in data) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.answer);
    });
    this.worker.addEventListener("error", () => this.end());
    this.ready = this.ask("begin", undefined, BEGINS);
    this.ready.catch(() => this.end());
  }

  /**
   * @param {string} ask
   * @param {string} [of]
   * @param {number} [most] Milliseconds.
   * @returns {Promise<any>}
   */
  ask(ask, of, most = LONGEST) {
    const id = ++this.count;
    const answer = new Promise((resolve, reject) => this.asked.set(id, { resolve, reject }));
    this.worker.postMessage({ id, ask, of });
    return within(most, answer, () => this.asked.delete(id));
  }

  /** Milliseconds of the measuring thought, measured once on this device. */
  async speed() {
    const { speed } = await wish();
    if (speed !== undefined) return speed;
    const found = await this.ask("measure", undefined, BEGINS);
    await keep({ speed: found });
    return found;
  }

  /**
   * What a bot orders; null where the site is to think itself.
   * @param {string} url Where the errand is.
   * @returns {Promise<{ order: string, fingerprint: string } | null>}
   */
  async think(url) {
    if (this.isOver) return null;
    try {
      const found = await this.ask("think", url);
      this.failed = 0;
      return found;
    } catch (error) {
      console.warn(error);
      if (++this.failed >= MOST_FAILED) this.end();
      return null;
    }
  }

  end() {
    this.isOver = true;
    this.worker.terminate();
    for (const { reject } of this.asked.values()) reject(new Error("the device thinks no more"));
    this.asked.clear();
  }
}
