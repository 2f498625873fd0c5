// @ts-check
// The interpreter with the site in it: begun when somebody first asks, begun anew when it has died.
// One request is answered after another; what was written is kept before its answer goes out.

import { CODE, interpreter, isDead, unpack, within } from "./interpreter.js";
import { keep, kept } from "./kept.js";

const DATA = "/device";
/** Milliseconds an answer may take, the first one with everything that is begun for it. */
const LONGEST = 60000;
/** Deeper JSON ends the interpreter for good. */
const DEEPEST = 200;
/** How many modules are compiled between two reports. */
const AT_ONCE = 25;

export class Device {
  /**
   * @param {{ version: string, runtime: Record<string, string>, loadPyodide: Function, createPyodideModule: Function,
   *   file: (name: string) => Promise<ArrayBuffer> }} options
   *   The site's version, addresses of the interpreter's files, its two modules, and the kept files by their names.
   */
  constructor(options) {
    this.options = options;
    /** @type {Promise<any> | null} */
    this.beginning = null;
    /** @type {Promise<any>} */
    this.last = Promise.resolve();
  }

  /**
   * An answer of the site.
   * @param {Request} request
   * @returns {Promise<Response>}
   */
  async answer(request) {
    const body = new Uint8Array(await request.arrayBuffer());
    if (isTooDeep(body)) return new Response("Nested too deeply.", { status: 400 });
    const headers = Object.fromEntries(request.headers);
    const own = new URL(request.url).origin;
    const isChange = request.method !== "GET" && request.method !== "HEAD";
    if (isChange) {
      headers.origin = request.referrer.startsWith(`${own}/`) ? own : "null";
    }
    if (request.referrer) headers.referer = request.referrer;
    const follow = request.mode !== "navigate";
    const [status, found, content] = await this.inTurn(
      (site) => site.answer(request.method, request.url, headers, body, follow),
      isChange,
    );
    const none = status === 204 || status === 205 || status === 304 || request.method === "HEAD";
    return new Response(none ? null : content, { status, headers: found });
  }

  /**
   * Have something done by the site when what was asked before is done, and keep what it wrote.
   * @template T
   * @param {(site: any) => T} act
   * @param {boolean} [isChange] Whether what is written is something the site does not have; looked
   *   up where it is not known. It is kept with what was written, so that neither is without the other.
   * @returns {Promise<T>}
   */
  inTurn(act, isChange = false) {
    const done = this.last.then(async () => {
      const site = await (this.beginning ??= this.begin());
      try {
        const [along, keys] = [await kept("along"), await kept("keys")];
        if (along || keys) {
          await keep({ along: undefined, keys: undefined });
          if (keys) site.takeKeys(keys);
          if (along) site.takeIn(along);
          await keep({ ...site.written(), dirty: site.hasChanges() });
        }
        const answer = act(site);
        if (site.changed()) {
          const isNews = (await kept("account")) && (isChange || site.hasChanges());
          await keep(isNews ? { ...site.written(), dirty: true } : site.written());
        }
        return answer;
      } catch (error) {
        if (isDead(error)) this.beginning = null;
        throw error;
      }
    });
    const bounded = within(LONGEST, done, () => (this.beginning = null));
    this.last = bounded.catch(() => null);
    return bounded;
  }

  /** Forget the interpreter; the next question begins a new one with what is kept then. */
  end() {
    this.beginning = null;
  }

  /** @returns {Promise<any>} What of the site is asked from here. */
  async begin() {
    try {
      const python = await interpreter(this.options, true);
      unpack(python.FS, CODE, await this.options.file("compiled"));
      const [database, of, cookies, secret] = await Promise.all(
        ["database", "of", "cookies", "secret"].map(kept),
      );
      python.FS.mkdirTree(DATA);
      const start = database ?? new Uint8Array(await this.options.file("start"));
      python.FS.writeFile(`${DATA}/db.sqlite3`, start);
      if (cookies) python.FS.writeFile(`${DATA}/cookies`, cookies);
      const own = secret ?? [...crypto.getRandomValues(new Uint8Array(32))].join("-");
      if (!secret) await keep({ secret: own });
      const module = python.pyimport("armybuilder.offline.runtime.device");
      const device = module.prepare(own);
      if (database && of !== this.options.version) device.upgrade();
      const site = bridge(python, device);
      await keep({ ...site.written(), of: this.options.version });
      return site;
    } catch (error) {
      this.beginning = null;
      throw error;
    }
  }

  /**
   * The modules of a version, compiled: those of the site as one archive, and the library.
   * @param {ArrayBuffer} site
   * @param {(share: number) => Promise<void>} report
   * @returns {Promise<{ compiled: Uint8Array, library: Uint8Array }>}
   */
  async compile(site, report) {
    const python = await interpreter(this.options, false);
    unpack(python.FS, CODE, site);
    const library = await (await fetch(this.options.runtime["python_stdlib.zip"])).arrayBuffer();
    python.FS.writeFile("/library.zip", new Uint8Array(library));
    const module = python.pyimport("armybuilder.offline.runtime.compiling");
    module.compile_library("/library.zip", "/compiled.zip");
    const sources = module.sources();
    for (let at = 0; at < sources.length; at += AT_ONCE) {
      await report(at / sources.length);
      module.compile_some(sources.slice(at, at + AT_ONCE));
    }
    return {
      compiled: pack(python.FS, CODE, JSON.parse(module.table())),
      library: python.FS.readFile("/compiled.zip"),
    };
  }
}

/**
 * The site's functions with values of JavaScript.
 * @param {any} python
 * @param {any} device
 */
function bridge(python, device) {
  return {
    answer(
      /** @type {string} */ method,
      /** @type {string} */ address,
      /** @type {Record<string, string>} */ headers,
      /** @type {Uint8Array} */ body,
      /** @type {boolean} */ follow,
    ) {
      const given = python.toPy(headers);
      const bytes = python.toPy(body).tobytes();
      const answer = device.answer(method, address, given, bytes, follow);
      const [status, found, content] = [answer.get(0), answer.get(1).toJs(), answer.get(2).toJs()];
      answer.destroy();
      given.destroy();
      return [status, found, content];
    },
    changed: () => device.changed(),
    written() {
      const cookies = `${DATA}/cookies`;
      const database = python.FS.readFile(`${DATA}/db.sqlite3`);
      const has = python.FS.analyzePath(cookies).exists;
      return has ? { database, cookies: python.FS.readFile(cookies) } : { database };
    },
    takeKeys: (/** @type {Uint8Array} */ file) => device.take_keys(python.toPy(file).tobytes()),
    takeIn: (/** @type {Uint8Array} */ file) => device.take_in(python.toPy(file).tobytes()),
    /** @returns {Uint8Array[]} */
    changes() {
      const found = device.changes();
      const files = found.toJs();
      found.destroy();
      return files;
    },
    hasChanges: () => device.has_changes(),
  };
}

/**
 * Make an archive of files in a folder of the interpreter's memory, as `unpack` reads it.
 * @param {any} files
 * @param {string} folder
 * @param {[string, number][]} table
 */
function pack(files, folder, table) {
  const head = new TextEncoder().encode(JSON.stringify(table));
  const size = table.reduce((sum, [, each]) => sum + each, 4 + head.length);
  const archive = new Uint8Array(size);
  new DataView(archive.buffer).setUint32(0, head.length, true);
  archive.set(head, 4);
  let at = 4 + head.length;
  for (const [name, each] of table) {
    archive.set(files.readFile(`${folder}/${name}`), at);
    at += each;
  }
  return archive;
}

/** @param {Uint8Array} body */
function isTooDeep(body) {
  if (body.includes(0)) return false; // No text, so a workbook or a picture.
  const text = new TextDecoder().decode(body).replace(/%5b/gi, "[").replace(/%7b/gi, "{");
  let depth = 0;
  for (const sign of text.replace(/%5d/gi, "]").replace(/%7d/gi, "}")) {
    if (sign === "[" || sign === "{") {
      if (++depth > DEEPEST) return true;
    } else if ((sign === "]" || sign === "}") && depth > 0) depth -= 1;
  }
  return false;
}
