// @ts-check
// A file that the device opens with the installed site is read at once, as if it had been chosen.

const queue = /** @type {any} */ (window).launchQueue;

queue?.setConsumer(async (/** @type {{ files: FileSystemFileHandle[] }} */ { files }) => {
  const input = /** @type {HTMLInputElement | null} */ (document.querySelector("main input[type=file]"));
  if (files.length === 0 || !input?.form) return;
  const chosen = new DataTransfer();
  chosen.items.add(await files[0].getFile());
  input.files = chosen.files;
  input.form.requestSubmit();
});
