// @ts-check
// While a film shows what happens, the chosen unit stands beside the table as it did before: its
// dial does not tell the end.

/** The unit that was chosen before the table was replaced, and how it was shown.
 * @type {{unit: string, shown: HTMLElement} | null} */
let kept = null;

/** @returns {HTMLElement | null} */
function picked() {
  return document.getElementById("picked");
}

/** Remembers how the chosen unit is shown. */
export function keepPanel() {
  const shown = document.getElementById("chosen");
  const unit = picked()?.dataset.unit ?? "";
  kept = shown && unit ? { unit, shown } : null;
}

/** Shows the chosen unit as it was kept, to look at only. */
export function showAsBefore() {
  const now = document.getElementById("chosen");
  if (!now || kept?.unit !== picked()?.dataset.unit) return;
  const copy = /** @type {HTMLElement} */ (kept?.shown.cloneNode(true));
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...part.attributes]) {
      if (/^(id|data-.*|hx-.*|aria-controls)$/.test(name)) part.removeAttribute(name);
    }
  }
  copy.inert = true;
  copy.ariaHidden = "true";
  copy.classList.add("is-before");
  now.after(copy);
  kept = null;
}

/** Shows it as it stands. */
export function showAsNow() {
  document.querySelector(".chosen.is-before")?.remove();
}
