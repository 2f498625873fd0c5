// @ts-check
// The drawer: a link marked data-drawer opens its figure or card beside the page, on a phone as a
// sheet. Without JavaScript it is a link to the page.
//
// A link that leads elsewhere says where its figure is: data-drawer-at="/en/catalogue/figures/…/".
// What a link says after its address (data-drawer="row=2"), and what stands around it
// (data-drawer-with="group=…"), goes along with the request: in which list it stands, and where.

/** The address of the page that shows the drawer of a link: "#look=AOD-102&row=2". */
const LOOK = "#look=";
const OPPONENT = "drawer-opponent";
const BODY = "drawer-body";
/** Below this width the drawer covers the page and is the only thing to act on. */
const SHEET = matchMedia("(max-width: 60rem)");

const drawer = /** @type {HTMLDialogElement} */ (document.getElementById("drawer"));
const body = /** @type {HTMLElement} */ (document.getElementById(BODY));
const said = /** @type {HTMLElement} */ (document.getElementById("drawer-said"));

/** @type {HTMLAnchorElement | null} The link of the page the drawer was opened by. */
let opener = null;
/** @type {string} The address whose content is shown, with all that goes along. */
let shown = "";
/** @type {string} What the page's address asks for, without the drawer. */
let page = location.pathname + location.search;
/** @type {AbortController | null} */
let underWay = null;

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target === drawer || target.closest?.("[data-drawer-close]")) close();
  const step = /** @type {HTMLElement | null} */ (target.closest?.("[data-drawer-step]"));
  if (step) move(Number(step.dataset.drawerStep));
  const link = target.closest?.("a[data-drawer]");
  if (!(link instanceof HTMLAnchorElement) || leavesPage(event)) return;
  event.preventDefault();
  if (drawer.contains(link)) show(link, link);
  else open(link);
});

drawer.addEventListener("cancel", (event) => {
  event.preventDefault();
  close();
});

document.addEventListener("keydown", (event) => {
  if (!drawer.open || event.defaultPrevented) return;
  if (event.key === "Escape" && document.querySelector(":popover-open") === null) {
    event.preventDefault();
    close();
  }
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const inside = event.target instanceof Element && drawer.contains(event.target);
  if (step === undefined || !inside || isBusy(event)) return;
  event.preventDefault();
  move(step);
});

drawer.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-drawer-against]")) return;
  event.preventDefault();
  sessionStorage.setItem(OPPONENT, String(new FormData(form).get("against") ?? ""));
  load("drawer-opponent");
});

// Back closes the drawer; the page under it is the same, so nobody need fetch it again.
addEventListener(
  "popstate",
  (event) => {
    const link = asked();
    if (location.pathname + location.search !== page) {
      if (drawer.open) hide();
      if (link || event.state?.look) location.reload();
      return;
    }
    if (link) {
      opener = link;
      show(link, link);
    } else if (drawer.open) {
      hide();
      event.stopImmediatePropagation();
    }
  },
  true,
);

document.addEventListener("htmx:pushedIntoHistory", () => {
  page = location.pathname + location.search;
});

// One owns more or fewer of something: the drawer counts anew, and so does every list that says it.
document.addEventListener("owned", (event) => {
  const { item, owned, problem } = /** @type {CustomEvent} */ (event).detail;
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll(`main [data-owned-of="${CSS.escape(item)}"]`)
  )) {
    const count = owned[place.dataset.ownedIn ?? ""];
    if (count === undefined) continue;
    place.textContent = String(count);
    place.closest(".owned-tag")?.toggleAttribute("hidden", count === 0);
    place.closest(".checklist tr")?.classList.toggle("is-missing", count === 0);
  }
  if (!drawer.open) return;
  load("", true, ".keep-step").then(() => {
    if (problem) said.textContent = problem;
  });
});

// What lies under the drawer changed: so may have what it shows.
document.addEventListener("htmx:afterSettle", () => {
  if (!drawer.open || opener === null || opener.isConnected) return;
  const fresh = linkLike(opener);
  if (fresh === null) return close();
  opener = fresh;
  mark();
  load("", true);
});

/** @param {HTMLAnchorElement} link */
async function open(link) {
  const address = LOOK + key(link);
  if (drawer.open) history.replaceState(history.state, "", address);
  else history.pushState({ look: true }, "", address);
  opener = link;
  await show(link, link);
}

/**
 * Show what a link names; where it cannot be had, go to its page.
 * @param {HTMLAnchorElement} link
 * @param {HTMLAnchorElement} fallback
 */
async function show(link, fallback) {
  shown = addressOf(link);
  mark();
  if (!(await load("drawer-title"))) location.assign(fallback.href);
}

/**
 * Fetch what is shown, and put the focus where it is wanted.
 * @param {string} focus the id of what shall have the focus, "" for what has it when the answer comes
 * @param {boolean} [tells] whether readers hear what changed
 * @param {string} [told] what of it they hear
 * @returns {Promise<boolean>} whether it is there
 */
async function load(focus, tells = false, told = "[data-announce]") {
  underWay?.abort();
  const mine = (underWay = new AbortController());
  const address = new URL(shown, location.href);
  const opponent = sessionStorage.getItem(OPPONENT);
  if (opponent) address.searchParams.set("against", opponent);
  try {
    const headers = { "HX-Request": "true", "HX-Target": BODY, "HX-Current-URL": location.href };
    const response = await fetch(address, { headers, signal: mine.signal });
    if (!response.ok) throw new Error(response.statusText);
    const content = await response.text();
    if (mine !== underWay) return true;
    const top = drawer.scrollTop;
    focus ||= document.activeElement?.id ?? "";
    body.innerHTML = content;
    /** @type {any} */ (window).htmx.process(body); // it has to know the buttons of the page's forms
    appear();
    drawer.scrollTop = focus === "drawer-title" ? 0 : top;
  } catch (error) {
    return mine.signal.aborted;
  }
  if (tells) {
    said.textContent = (body.querySelector(told)?.textContent ?? "").replace(/\s+/g, " ");
  }
  if (focus) (document.getElementById(focus) ?? title())?.focus({ preventScroll: true });
  return true;
}

/** Open beside the page, or over it where there is no room. */
function appear() {
  const steps = body.querySelectorAll("[data-drawer-step]");
  const links = neighbours();
  const now = opener ? links.indexOf(opener) : -1;
  for (const step of /** @type {NodeListOf<HTMLButtonElement>} */ (steps)) {
    step.disabled = links[now + Number(step.dataset.drawerStep)] === undefined;
  }
  if (drawer.open) return;
  if (SHEET.matches) drawer.showModal();
  else drawer.show();
}

/** Close, by going back where the drawer was what came last. */
function close() {
  if (!drawer.open) return;
  if (history.state?.look) return history.back();
  hide();
  if (location.hash.startsWith(LOOK)) history.replaceState(history.state, "", page);
}

/** Close, and give the focus back to the link. */
function hide() {
  underWay?.abort();
  const had = drawer.contains(document.activeElement) || document.activeElement === document.body;
  drawer.close();
  body.replaceChildren();
  const link = opener?.isConnected ? opener : opener && linkLike(opener);
  opener = null;
  mark();
  if (had) link?.focus({ preventScroll: true });
}

/**
 * On to the figure before or after in the list the drawer was opened from.
 * @param {number} step
 */
function move(step) {
  const links = neighbours();
  const next = opener && links[links.indexOf(opener) + step];
  if (!next) return;
  next.scrollIntoView({ block: "nearest" });
  open(next);
}

/** @returns {HTMLAnchorElement[]} the links of the list the drawer was opened from, each place once */
function neighbours() {
  const list = opener?.closest("ol, ul, tbody") ?? opener?.parentElement;
  const links = /** @type {HTMLAnchorElement[]} */ ([
    ...(list?.querySelectorAll("a[data-drawer]") ?? []),
  ]);
  return links.filter((link) => link === opener || !link.closest("[data-drawer-aside]"));
}

/** Mark the link whose figure is shown, for the eye and for readers. */
function mark() {
  for (const link of document.querySelectorAll("a[data-drawer][aria-current='true']")) {
    link.removeAttribute("aria-current");
  }
  opener?.setAttribute("aria-current", "true");
}

/**
 * @param {HTMLAnchorElement} link
 * @returns {string} where its content is: its address with all that goes along
 */
function addressOf(link) {
  const url = new URL(link.dataset.drawerAt ?? link.href, location.href);
  const around = (drawer.contains(link) ? opener : link)?.closest("[data-drawer-with]");
  const along = [around?.getAttribute("data-drawer-with"), link.dataset.drawer];
  for (const each of along) {
    for (const [name, value] of new URLSearchParams(each ?? "")) url.searchParams.set(name, value);
  }
  return url.href;
}

/**
 * @param {HTMLAnchorElement} link
 * @returns {string} what tells it from other links of the page: "AOD-102&row=2"
 */
function key(link) {
  const id = link.pathname.split("/").filter(Boolean).at(-1) ?? "";
  return link.dataset.drawer ? `${id}&${link.dataset.drawer}` : id;
}

/**
 * @param {HTMLAnchorElement} old
 * @returns {HTMLAnchorElement | null} the same link in a part that was replaced, else one for the
 * same figure
 */
function linkLike(old) {
  return linkCalled(key(old));
}

/**
 * @param {string} wanted
 * @returns {HTMLAnchorElement | null}
 */
function linkCalled(wanted) {
  const links = /** @type {HTMLAnchorElement[]} */ ([
    ...document.querySelectorAll("main a[data-drawer]"),
  ]);
  const [id] = wanted.split("&");
  const same = links.find((link) => key(link) === wanted);
  return same ?? links.find((link) => key(link).split("&")[0] === id) ?? null;
}

/** @returns {HTMLAnchorElement | null} the link the page's address asks for */
function asked() {
  if (!location.hash.startsWith(LOOK)) return null;
  return linkCalled(decodeURIComponent(location.hash.slice(LOOK.length)));
}

function title() {
  return document.getElementById("drawer-title");
}

/**
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key belongs to what has the focus
 */
function isBusy(event) {
  const target = /** @type {Element} */ (event.target);
  const held = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  return held || target.matches("input, select, textarea, .dial-scroll");
}

/**
 * @param {MouseEvent} event
 * @returns {boolean} whether the person asked for a new tab or window
 */
function leavesPage(event) {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}

const first = asked();
if (first) {
  opener = first;
  show(first, first);
}
