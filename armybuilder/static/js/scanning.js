// @ts-check
// Certificates scanned one after another: by the camera where the browser reads codes, by a scanner
// that types, or pasted. What was scanned is kept in this browser until the judge begins anew.

const KEPT = "scanned lists";
/** Milliseconds between two looks through the camera. */
const LOOK = 200;
const button = /** @type {HTMLButtonElement} */ (document.getElementById("scan-camera"));
const picture = /** @type {HTMLVideoElement} */ (document.getElementById("scan-picture"));
/** What the camera saw last: a sheet that lies still is scanned once. */
let seen = "";

/** @typedef {{detect(source: HTMLVideoElement): Promise<{rawValue: string}[]>}} Detector */
/** @type {(new (options: {formats: string[]}) => Detector) | undefined} */
const BarcodeDetector = Reflect.get(window, "BarcodeDetector");
const canScan = BarcodeDetector !== undefined && navigator.mediaDevices !== undefined;

button.hidden = !canScan;
show("scan-by-hand", !canScan);
button.addEventListener("click", () => (picture.srcObject ? stop() : start()));
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

async function start() {
  show("scan-refused", false);
  try {
    picture.srcObject = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment" },
    });
  } catch {
    show("scan-refused", true);
    return;
  }
  told(true);
  await picture.play();
  look();
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

async function look() {
  if (!BarcodeDetector) return;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  while (picture.srcObject) {
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
