// @ts-check
// What every page shares: the search key, and answers of the server that are no success.

/** Statuses whose body is the page's own answer to what was typed, to be shown in its place. */
const SHOWN_STATUSES = new Set([400, 404, 409, 422]);

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target)) return;
  const field = document.getElementById("site-search");
  if (field === null) return;
  event.preventDefault();
  field.focus();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  const isPage = detail.serverResponse.trimStart().toLowerCase().startsWith("<!doctype");
  if (SHOWN_STATUSES.has(detail.xhr.status) && !isPage) {
    detail.shouldSwap = true;
    detail.isError = false;
  }
});

document.addEventListener("htmx:responseError", showFailure);
document.addEventListener("htmx:sendError", showFailure);

/** Tell in the message area that a change did not reach the server. */
function showFailure() {
  const words = /** @type {HTMLTemplateElement | null} */ (
    document.getElementById("request-failed")
  );
  const messages = document.getElementById("messages");
  if (words === null || messages === null) return;
  messages.replaceChildren(words.content.cloneNode(true));
  messages.firstElementChild?.classList.add("message", "error");
  messages.scrollIntoView({ block: "nearest" });
}

/**
 * @param {EventTarget | null} target
 * @returns {boolean} whether keys typed there are text
 */
function isTyping(target) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}
