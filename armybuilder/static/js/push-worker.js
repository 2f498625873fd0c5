// @ts-check
// Notices that the site sends while none of its pages is open: shown, and opened where they lead.
// It has no imports and no pages of its own, so that it stands beside any other worker.

const worker = /** @type {any} */ (self);

worker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, url, tag, lang } = event.data?.json() ?? {};
  if (title === undefined) return;
  const told = { body, tag, lang, renotify: tag !== undefined, data: { url } };
  event.waitUntil(worker.registration.showNotification(title, told));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

/**
 * Go to the page where it is open already, else open it.
 * @param {string} url
 */
async function open(url) {
  const { pathname, href } = new URL(url, worker.location.origin);
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === pathname);
  return there === undefined ? worker.clients.openWindow(href) : there.focus();
}
