// @ts-check
/// <reference lib="webworker" />
// Thinks for bots beside the page that asks, with the rules alone of the site that is kept here.

import { CODE, interpreter, unpack } from "./interpreter.js";

const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** What of the site's archive is needed to think. */
const RULES = /^(rules|msgspec|fixtures\/age_of_destruction)\/|^armybuilder\/(offline\/(present\/)?)?\w+\.pyc$/;
/** The measuring thought is the best of so many: what else the machine does is not its speed. */
const TIMES = 3;
const network = scope.fetch.bind(scope);

/** @typedef {{ order: string, fingerprint: string }} Thought An order as JSON, and the state it is for. */

/**
 * @param {{ version: string, runtime: Record<string, string> }} config
 * @param {Function} loadPyodide
 * @param {Function} createPyodideModule
 */
export function serve({ version, runtime }, loadPyodide, createPyodideModule) {
  /** @param {string} url */
  const stored = (url) => caches.match(url, { cacheName: `offline-${version}` });
  scope.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, scope.location.href);
    return (await stored(url.pathname)) ?? network(input, init);
  };

  /** @type {Promise<any> | null} */
  let beginning = null;
  const begun = () => (beginning ??= begin());

  async function begin() {
    const archive = await stored("/offline/compiled");
    if (archive === undefined) throw new Error("this version of the site is not kept here");
    const python = await interpreter({ runtime, loadPyodide, createPyodideModule }, true);
    unpack(python.FS, CODE, await archive.arrayBuffer(), RULES);
    return python.pyimport("armybuilder.offline.present.thinking").begin();
  }

  const actions = {
    /** @returns {Promise<null>} Once it can think. */
    async begin() {
      await begun();
      return null;
    },
    /** @returns {Promise<number>} Milliseconds of the measuring thought. */
    async measure() {
      const work = (await begun()).measured();
      let best = Infinity;
      for (let time = 0; time < TIMES; time++) {
        const from = performance.now();
        work();
        best = Math.min(best, performance.now() - from);
      }
      work.destroy();
      return best;
    },
    /**
     * @param {string} url Where the errand is.
     * @returns {Promise<Thought | null>} None where nobody is to think.
     */
    async think(url) {
      const { known } = await begun();
      const answer = await network(`${url}?known=${known}`, { cache: "no-store" });
      return answer.status === 200 ? this.run(await answer.text()) : null;
    },
    /**
     * @param {string} errand JSON, which only Python reads: its lot is longer than the numbers of JavaScript.
     * @returns {Promise<Thought>}
     */
    async run(errand) {
      const thought = (await begun()).run(errand);
      const found = { order: thought.order, fingerprint: thought.fingerprint };
      thought.destroy();
      return found;
    },
  };

  scope.addEventListener("message", async ({ data }) => {
    const { id, ask, of } = data;
    try {
      const name = /** @type {keyof typeof actions} */ (ask);
      scope.postMessage({ id, answer: await actions[name](of) });
    } catch (error) {
      scope.postMessage({ id, error: String(error) });
    }
  });
}
