// @ts-check
// A button that lets this device be told when it is somebody's turn, or no more.

/** No page lies there: the worker only takes notices, beside one that keeps the site offline. */
const SCOPE = "/push/";

const CAN = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** @type {WeakSet<Element>} */
const prepared = new WeakSet();

prepareAll();
// The panel of a table comes anew with what happens there.
document.addEventListener("htmx:afterSettle", prepareAll);

function prepareAll() {
  if (!CAN) return;
  for (const form of document.querySelectorAll("form.push-switch")) {
    if (!prepared.has(form)) prepare(form);
    prepared.add(form);
  }
}

/** @param {Element} element */
async function prepare(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const said = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));
  // Who signed out here is told no more, though the browser remembers having asked.
  show(form, "isTold" in form.dataset && (await known()) !== null);
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    said.textContent = (await change(form)) ?? "";
    button.disabled = false;
    button.focus();
  });
}

/** @returns {Promise<PushSubscription | null>} what this device has asked for already */
async function known() {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * What the button does next.
 * @param {HTMLFormElement} form
 * @param {boolean} isOn
 */
function show(form, isOn) {
  form.classList.toggle("is-on", isOn);
  /** @type {HTMLElement} */ (form.querySelector(".when-on")).hidden = !isOn;
  /** @type {HTMLElement} */ (form.querySelector(".when-off")).hidden = isOn;
}

/**
 * @param {HTMLFormElement} form
 * @returns {Promise<string | undefined>} what came of it, in words
 */
async function change(form) {
  const { dataset } = form;
  try {
    if (form.classList.contains("is-on")) {
      await switchOff(form);
      show(form, false);
      return dataset.isOff;
    }
    // Asked by the press itself: browsers take no later question for one of the person.
    if ((await Notification.requestPermission()) !== "granted") return dataset.denied;
    await switchOn(form);
    show(form, true);
    return dataset.isOn;
  } catch {
    return dataset.failed;
  }
}

/** @param {HTMLFormElement} form */
async function switchOn(form) {
  const { worker = "", key: keyUrl = "", on = "" } = form.dataset;
  const registration = await navigator.serviceWorker.register(worker, { scope: SCOPE });
  await begun(registration);
  const { key } = await (await fetch(keyUrl)).json();
  const former = await registration.pushManager.getSubscription();
  if (former !== null && keyOf(former.options.applicationServerKey) !== key) {
    await former.unsubscribe();
  }
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const sent = new FormData(form);
  sent.set("address", subscription.endpoint);
  sent.set("p256dh", keyOf(subscription.getKey("p256dh")));
  sent.set("auth", keyOf(subscription.getKey("auth")));
  try {
    await post(on, sent);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

/**
 * Wait until the worker takes notices.
 * @param {ServiceWorkerRegistration} registration
 */
async function begun({ active, installing, waiting }) {
  const coming = installing ?? waiting;
  if (active !== null || coming === null) return;
  await new Promise((resolve, reject) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated") resolve(undefined);
      if (coming.state === "redundant") reject(new Error("no worker"));
    });
  });
}

/** @param {HTMLFormElement} form */
async function switchOff(form) {
  const subscription = await known();
  if (subscription === null) return;
  const sent = new FormData(form);
  sent.set("address", subscription.endpoint);
  await post(form.dataset.off ?? "", sent);
  await subscription.unsubscribe();
}

/**
 * @param {string} url
 * @param {FormData} sent
 */
async function post(url, sent) {
  const answer = await fetch(url, { method: "POST", body: sent });
  if (!answer.ok) throw new Error(String(answer.status));
}

/**
 * @param {ArrayBuffer | null} bytes
 * @returns {string} URL-safe base64 without padding
 */
function keyOf(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
