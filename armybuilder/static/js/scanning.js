// @ts-check
// Certificates scanned one after another: by the camera, by a scanner that types, or pasted. What was
// scanned is kept in this browser until the judge begins anew.

const KEPT = "scanned lists";
/** Milliseconds between two looks through the camera. */
const LOOK = 200;
const button = /** @type {HTMLButtonElement} */ (document.getElementById("scan-camera"));
const picture = /** @type {HTMLVideoElement} */ (document.getElementById("scan-picture"));
/** What the camera saw last: a sheet that lies still is scanned once. */
let seen = "";

/** @typedef {{detect(source: HTMLVideoElement): Promise<{rawValue: string}[]>}} Detector */
// Browsers have none over plain HTTP.
const hasCamera = navigator.mediaDevices !== undefined;

button.hidden = !hasCamera;
show("scan-by-hand", !hasCamera);
button.addEventListener("click", () => {
  if (button.ariaBusy === "true") return;
  if (picture.srcObject) stop();
  else start();
});
document.addEventListener("htmx:afterSettle", keep);
document.addEventListener("click", ({ target }) => {
  if (/** @type {Element} */ (target).closest?.("#scan-anew")) localStorage.removeItem(KEPT);
});
if (kept().value) keep();
else bringBack();

/** @returns {HTMLInputElement} */
function kept() {
  return /** @type {HTMLInputElement} */ (document.getElementById("id_kept"));
}

function keep() {
  localStorage.setItem(KEPT, kept().value);
}

function bringBack() {
  const before = localStorage.getItem(KEPT);
  if (!before) return;
  kept().value = before;
  send();
}

function send() {
  kept().form?.requestSubmit();
}

/** @param {string} id @param {boolean} isShown */
function show(id, isShown) {
  const part = document.getElementById(id);
  if (part) part.hidden = !isShown;
}

/**
 * What reads codes: the browser itself, or where it does not, a reader that is fetched now.
 * @returns {Promise<Detector>}
 */
async function reader() {
  const formats = ["qr_code"];
  const own = Reflect.get(window, "BarcodeDetector");
  const known = await own?.getSupportedFormats().catch(() => []);
  if (known?.includes(formats[0])) return new own({ formats });
  const { BarcodeDetector } = await import("../qr-0.7.0/decode.js");
  return new BarcodeDetector({ formats });
}

async function start() {
  button.ariaBusy = "true";
  show("scan-refused", false);
  show("scan-unread", false);
  let refusal = "scan-unread";
  try {
    const detector = await reader();
    refusal = "scan-refused";
    picture.srcObject = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: 1280 } },
    });
    told(true);
    await picture.play();
    look(detector, picture.srcObject);
  } catch {
    if (picture.srcObject) stop();
    show(refusal, true);
  }
  button.ariaBusy = "false";
}

function stop() {
  const stream = /** @type {MediaStream} */ (picture.srcObject);
  for (const track of stream.getTracks()) track.stop();
  picture.srcObject = null;
  told(false);
}

/** @param {boolean} isOn */
function told(isOn) {
  button.ariaPressed = String(isOn);
  picture.hidden = !isOn;
}

/** @param {Detector} detector @param {MediaProvider} stream */
async function look(detector, stream) {
  while (picture.srcObject === stream) {
    const found = await detector.detect(picture).catch(() => []);
    const text = found.map(({ rawValue }) => rawValue).find((each) => each.includes("mwc1~"));
    if (text && text !== seen) take(text);
    await new Promise((done) => setTimeout(done, LOOK));
  }
}

/** @param {string} text */
function take(text) {
  seen = text;
  const field = /** @type {HTMLInputElement} */ (document.getElementById("id_scanned"));
  field.value = text;
  navigator.vibrate?.(60);
  send();
}
