// @ts-check
// Buttons that copy the text of a field (data-copy="its id") and tell how it went, and one that
// hands a link to the device (data-send), where the device takes one.

document.documentElement.toggleAttribute("data-can-send", "share" in navigator);

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const copier = target.closest?.("[data-copy]");
  if (copier instanceof HTMLElement) copy(copier);
  const sender = target.closest?.("[data-send]");
  if (sender instanceof HTMLElement) {
    const { send: url, title } = sender.dataset;
    navigator.share({ title, url }).catch(() => undefined); // whoever sends may think better of it
  }
});

/** @param {HTMLElement} button */
async function copy(button) {
  const field = /** @type {HTMLInputElement | null} */ (
    document.getElementById(button.dataset.copy ?? "")
  );
  const said = document.getElementById("copy-said");
  if (field === null || said === null) return;
  said.textContent = "";
  const done = await isTaken(field);
  said.textContent = (done ? said.dataset.done : said.dataset.failed) ?? "";
}

/**
 * @param {HTMLInputElement} field
 * @returns {Promise<boolean>} whether its text is on the clipboard; else it is selected
 */
async function isTaken(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // An address without TLS has no clipboard: the old way needs the text in sight and selected.
    const details = field.closest("details");
    if (details) details.open = true;
    field.select();
    return document.execCommand("copy");
  }
}
