// @ts-check
// What pages ask of the service worker.

/** Milliseconds for an answer; what begins the interpreter takes some seconds. */
const LONGEST = 120000;

/**
 * @param {string} what One of the worker's actions.
 * @returns {Promise<any>}
 */
export async function ask(what) {
  const { active } = await navigator.serviceWorker.ready;
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => reject(new Error("the device did not answer")), LONGEST);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      if ("error" in data) reject(new Error(data.error));
      else resolve(data.answer);
    };
    active?.postMessage({ ask: what }, [port2]);
  });
}

/**
 * Have the site kept on this device; ends when it is, or with an error.
 * @param {string} url
 * @param {(step: string, share: number) => void} progress
 * @returns {Promise<void>}
 */
export async function install(url, progress) {
  const hear = (/** @type {MessageEvent} */ { data }) => data?.step && progress(data.step, data.share);
  navigator.serviceWorker.addEventListener("message", hear);
  navigator.serviceWorker.startMessages();
  try {
    const registration = await navigator.serviceWorker.register(url, {
      type: "module",
      scope: "/",
      updateViaCache: "none",
    });
    const worker = registration.installing;
    if (worker) {
      await new Promise((resolve, reject) => {
        worker.addEventListener("statechange", () => {
          if (worker.state === "activated") resolve(undefined);
          if (worker.state === "redundant") reject(new Error("the site could not be kept"));
        });
      });
    }
  } finally {
    navigator.serviceWorker.removeEventListener("message", hear);
  }
}
