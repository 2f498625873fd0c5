// @ts-check
// The interpreter of Python, begun from the kept files, and what everybody who begins one needs.

/** Where the site's code lies in the interpreter's memory. */
export const CODE = "/site";
/** Packages are part of the site's own archive. */
const NO_PACKAGES = '{"info":{"abi_version":"2026_0","arch":"wasm32","platform":"emscripten_5_0_3","python":"3.14.2","version":"0"},"packages":{}}';

/**
 * A new interpreter, with the site's folder on its path.
 * @param {{ runtime: Record<string, string>, loadPyodide: Function, createPyodideModule: Function }} options
 *   Addresses of the interpreter's files, and its two modules.
 * @param {boolean} quick Whether the library is compiled already.
 */
export async function interpreter({ runtime, loadPyodide, createPyodideModule }, quick) {
  const python = await loadPyodide({
    indexURL: new URL(".", new URL(runtime["pyodide.asm.wasm"], location.href)).href,
    stdLibURL: quick ? "/offline/library" : runtime["python_stdlib.zip"],
    lockFileContents: NO_PACKAGES,
    createPyodideModule,
    stdout: () => {},
    stderr: (/** @type {string} */ line) => console.warn(line),
  });
  python.runPython(`import sys; sys.dont_write_bytecode = True; sys.path.insert(0, "${CODE}")`);
  return python;
}

/**
 * Put an archive's files into a folder of the interpreter's memory.
 * @param {any} files
 * @param {string} folder
 * @param {ArrayBuffer} archive
 * @param {RegExp} [wanted] Which of them, so that the archive need not stay; all without.
 */
export function unpack(files, folder, archive, wanted) {
  const length = new DataView(archive).getUint32(0, true);
  const table = JSON.parse(new TextDecoder().decode(new Uint8Array(archive, 4, length)));
  const made = new Set();
  let at = 4 + length;
  for (const [name, size] of table) {
    const from = at;
    at += size;
    if (wanted && !wanted.test(name)) continue;
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) {
      files.mkdirTree(parent);
      made.add(parent);
    }
    const content = new Uint8Array(archive, from, size);
    files.writeFile(path, wanted ? content.slice() : content, { canOwn: true });
  }
}

/** Whether an error is of an interpreter that answers no more. @param {any} error */
export const isDead = (error) => error?.pyodide_fatal_error === true || error instanceof WebAssembly.RuntimeError || error instanceof RangeError;

/**
 * @template T
 * @param {number} most Milliseconds.
 * @param {Promise<T>} promise
 * @param {() => void} late
 * @returns {Promise<T>}
 */
export function within(most, promise, late) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      late();
      reject(new Error("the device did not answer in time"));
    }, most);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
