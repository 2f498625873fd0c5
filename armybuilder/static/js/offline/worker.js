// @ts-check
/// <reference lib="webworker" />
// The site without a network: asked for by a person, it keeps a version of the site on the device and
// answers pages there while the server cannot be reached, and until what was done has been brought back.

import { Device } from "./device.js";
import { forget, keep, kept } from "./kept.js";
import { together } from "./together.js";

/** Milliseconds for a look whether the server is there, and until the next where it was not. */
const [LOOK, AGAIN] = [2500, 15000];
/** Milliseconds after a change on the site until it is taken along, others with it, and at most
 * after the first of those that follow one another. */
const [SOON, LATEST] = [8000, 30000];
/** Answers of something in front of the server that does not reach it. */
const UNREACHED = new Set([502, 504]);
const [ROOT, TOKEN, TAKEN, BROUGHT, KEYS] = [
  "/offline/",
  "/offline/token/",
  "/offline/mine/",
  "/offline/changes/",
  "/.well-known/certificate-keys.json",
];

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** What is shown where the interpreter itself cannot answer, in both languages. */
const FAILED = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Age of Destruction</title>
<p>This device could not answer. Nothing that was kept is lost: reload the page.</p>
<p lang="pl">To urządzenie nie mogło odpowiedzieć. Nic, co zachowano, nie zginęło: odśwież stronę.</p>`;
const network = scope.fetch.bind(scope);

/**
 * @param {{ version: string, runtime: Record<string, string>, statics: string[], site: string,
 *   start: string, staticPrefix: string }} config
 *   What the server packed: addresses of the interpreter, of static files and of the two archives.
 * @param {Function} loadPyodide
 * @param {Function} createPyodideModule
 */
export function serve(config, loadPyodide, createPyodideModule) {
  const name = `offline-${config.version}`;
  const device = new Device({
    version: config.version,
    runtime: config.runtime,
    loadPyodide,
    createPyodideModule,
    file: async (each) => (await mustHave(`/offline/${each}`)).arrayBuffer(),
  });
  /** @type {"site" | "device" | undefined} Who answers; undefined until it was looked up. */
  let mode;
  let lookedAt = 0;
  const takeSoon = together(
    async () => {
      if (mode === "site") await fetchAlong().catch(() => null);
    },
    SOON,
    LATEST,
  );

  /** @param {string} url */
  const stored = async (url) => (await caches.open(name)).match(url);

  /** @param {string} url */
  async function mustHave(url) {
    const found = await stored(url);
    if (found === undefined) throw new Error(`${url} is not kept on this device`);
    return found;
  }

  // The interpreter asks for its own files by itself, where the worker's own answers are not asked.
  scope.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, scope.location.href);
    return (await stored(url.pathname)) ?? network(input, init);
  };

  scope.addEventListener("install", (event) => event.waitUntil(install()));
  scope.addEventListener("activate", (event) => event.waitUntil(activate()));
  scope.addEventListener("message", (event) => {
    const [port] = event.ports;
    const act = actions[/** @type {keyof typeof actions} */ (event.data?.ask)];
    if (!port || !act) return;
    const told = act().then(
      (answer) => port.postMessage({ answer }),
      (error) => port.postMessage({ error: String(error?.message ?? error) }),
    );
    event.waitUntil(told);
  });
  scope.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (url.origin !== scope.location.origin) return;
    const isPage = event.request.mode === "navigate";
    if (url.pathname.startsWith(config.staticPrefix)) {
      event.respondWith(stored(url.pathname).then((found) => found ?? network(event.request)));
    } else if (mode !== "site" || isPage) {
      event.respondWith(answered(event.request));
    }
    if (mode === "site" && event.request.method !== "GET") event.waitUntil(takeSoon());
  });

  async function install() {
    const cache = await caches.open(name);
    if ((await cache.match("/offline/compiled")) === undefined) {
      const urls = [...Object.values(config.runtime), ...config.statics];
      let done = 0;
      await inParts(urls, 6, async (url) => {
        if ((await cache.match(url)) === undefined) await cache.put(url, await whole(url));
        tell({ step: "fetching", share: (0.6 * ++done) / urls.length });
      });
      await cache.put("/offline/start", await whole(config.start));
      tell({ step: "fetching", share: 0.8 });
      const site = await (await whole(config.site)).arrayBuffer();
      tell({ step: "fetching", share: 1 });
      const { compiled, library } = await device.compile(site, (share) =>
        tell({ step: "preparing", share }),
      );
      await cache.put("/offline/library", new Response(library));
      await cache.put("/offline/compiled", new Response(compiled));
    }
    // A version that holds what was not brought back stays until it was.
    if (!(await kept("dirty"))) await scope.skipWaiting();
  }

  async function activate() {
    for (const each of await caches.keys()) {
      if (each.startsWith("offline-") && each !== name) await caches.delete(each);
    }
    await scope.clients.claim();
    if (await kept("taken")) await fetchAlong().catch(() => null);
  }

  /** @param {Request} request */
  async function answered(request) {
    mode ??= (await kept("mode")) ?? "site";
    if (mode === "site") return fromSite(request);
    if (request.mode === "navigate" && request.method === "GET" && !(await kept("dirty"))) {
      if (await isReached()) {
        await change("site");
        return fromSite(request);
      }
    }
    return fromDevice(request);
  }

  /** @param {Request} request */
  async function fromSite(request) {
    if (request.mode !== "navigate") return network(request);
    try {
      const response = await network(request);
      if (!UNREACHED.has(response.status)) return response;
    } catch {
      // The network is away: the device goes on.
    }
    await change("device");
    if (request.method === "GET") return fromDevice(request);
    return Response.redirect(request.referrer || "/", 303);
  }

  /** @param {Request} request */
  async function fromDevice(request) {
    try {
      return await device.answer(request);
    } catch (error) {
      console.error(error);
      return new Response(FAILED, {
        status: 503,
        headers: { "content-type": "text/html; charset=utf-8" },
      });
    }
  }

  /** @param {"site" | "device"} next */
  async function change(next) {
    mode = next;
    await keep({ mode });
  }

  async function isReached() {
    if (!scope.navigator.onLine || Date.now() - lookedAt < AGAIN) return false;
    try {
      const signal = AbortSignal.timeout(LOOK);
      if ((await network("/healthz", { cache: "no-store", signal })).ok) return true;
    } catch {
      // Not there.
    }
    lookedAt = Date.now();
    return false;
  }

  /** Take along what the person has on the site; the device reads it when it is next asked. */
  async function fetchAlong() {
    const { account } = await (await asked(TOKEN)).json();
    const [before, of, dirty] = await Promise.all(["account", "of", "dirty"].map(kept));
    const isOthers = before && before !== account;
    if (isOthers && dirty) return; // What they did waits until it was brought back.
    if (isOthers || (before && of !== config.version && !dirty)) {
      device.end();
      await keep({ database: undefined, cookies: undefined, along: undefined });
    }
    const along = account ? new Uint8Array(await (await asked(TAKEN)).arrayBuffer()) : undefined;
    const keys = new Uint8Array(await (await asked(KEYS)).arrayBuffer());
    await keep({ along, keys, account, taken: Date.now() });
  }

  async function takeAlong() {
    await fetchAlong();
    await keep({ dirty: await device.inTurn((site) => site.hasChanges()) });
  }

  async function comeBack() {
    let page = ROOT;
    if (await kept("dirty")) {
      const { token, account } = await (await asked(TOKEN)).json();
      if (account !== (await kept("account"))) {
        await change("site");
        return { page: ROOT };
      }
      const headers = { "content-type": "application/json", "x-csrftoken": token };
      for (const body of await device.inTurn((site) => site.changes())) {
        for (let left = 1; left > 0; ) {
          const answer = await asked(BROUGHT, { method: "POST", headers, body });
          ({ left, page } = await answer.json());
        }
      }
    }
    await takeAlong();
    await change("site");
    return { page };
  }

  /**
   * An answer of the server, or an error with what it says.
   * @param {string} url
   * @param {RequestInit} [init]
   */
  async function asked(url, init) {
    const answer = await network(url, { cache: "no-store", credentials: "same-origin", ...init });
    if (answer.ok) return answer;
    throw new Error(`${answer.status} ${(await answer.text()).slice(0, 300)}`);
  }

  async function state() {
    mode ??= (await kept("mode")) ?? "site";
    const [dirty, taken, account] = await Promise.all(["dirty", "taken", "account"].map(kept));
    const { usage = 0 } = await scope.navigator.storage.estimate();
    return { mode, dirty: dirty === true, taken, isMember: Boolean(account), bytes: usage };
  }

  const actions = {
    state,
    async "take along"() {
      await takeAlong();
      return state();
    },
    "come back": comeBack,
    async reached() {
      lookedAt = 0;
      return isReached();
    },
    async remove() {
      device.end();
      await forget();
      for (const each of await caches.keys()) await caches.delete(each);
      await scope.registration.unregister();
    },
  };

  /** @param {{ step: string, share: number }} progress */
  async function tell(progress) {
    for (const client of await scope.clients.matchAll({ includeUncontrolled: true })) {
      client.postMessage(progress);
    }
  }
}

/**
 * A file, or an error: a part of the site would be missing.
 * @param {string} url
 */
async function whole(url) {
  const response = await network(url, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

/**
 * @template T
 * @param {T[]} items
 * @param {number} atOnce
 * @param {(item: T) => Promise<void>} act
 */
async function inParts(items, atOnce, act) {
  const rest = [...items];
  const one = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}
