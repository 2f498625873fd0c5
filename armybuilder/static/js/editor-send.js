// @ts-check
// What is drawn goes to the server step by step: each waits until the picture that the one before
// it led to is there, whose version it names.

/** What is still to be sent, the first one first.
 * @type {Array<() => void>} */
const waiting = [];
let busy = false;
/** Whether a form is being submitted from here. */
let sending = false;

/** @typedef {{do: string, thing?: string, layer?: string, kind?: string, at?: number[][],
 *   radius?: number, values?: Record<string, string>}} Change */

/** @param {Change} change */
export function send(change) {
  enqueue(() => submit("drawn-send", "change", JSON.stringify(change)));
}

/** Shows a thing with its fields, none for "".
 * @param {string} path @param {() => void} [sent] what is done once it is its turn to be sent */
export function choose(path, sent = () => undefined) {
  enqueue(() => {
    sent();
    submit("drawn-choose", "thing", path);
  });
}

/** Sends a form as soon as nothing else is on its way.
 * @param {string} id of a control in it */
export function save(id) {
  enqueue(() => {
    const control = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (control?.form) request(control.form);
    else settled();
  });
}

/** A form that a hand submits waits for what is on its way, too.
 * @param {SubmitEvent} event */
export function submitted(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("#drawing [hx-post], #drawing [hx-get]") || sending) return;
  if (!busy) {
    busy = true;
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  const button = event.submitter?.id ?? "";
  enqueue(() => {
    const again = /** @type {HTMLButtonElement | null} */ (document.getElementById(button));
    if (again?.form) request(again.form, again);
    else settled();
  });
}

/** @param {HTMLFormElement} form @param {HTMLElement} [button] */
function request(form, button) {
  sending = true;
  form.requestSubmit(button);
  sending = false;
}

/** @param {() => void} act */
function enqueue(act) {
  waiting.push(act);
  next();
}

function next() {
  if (busy) return;
  const act = waiting.shift();
  if (!act) return;
  busy = true;
  act();
}

/** @param {string} id @param {string} name @param {string} value */
function submit(id, name, value) {
  const form = /** @type {HTMLFormElement} */ (document.getElementById(id));
  /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = value;
  request(form);
}

/** The answer is there. */
export function settled() {
  busy = false;
  next();
}

/** Nothing came back: what waits was drawn on a picture that never came. */
export function failed() {
  busy = false;
  waiting.length = 0;
}
