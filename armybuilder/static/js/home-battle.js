// @ts-check
// The battle of the front page: its one exchange of fire again and again, without a sound, while it
// is in sight. Who wants less motion sees how it ended.

import { play, skip } from "./table-film.js";

/** Milliseconds the end of it stays, and the first view of it. */
const [STAYS, FIRST] = [4000, 1500];

const figure = document.querySelector("[data-exchange]");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let inSight = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let next;

if (figure) {
  new IntersectionObserver(([entry]) => {
    inSight = entry.isIntersecting;
    goOn(FIRST);
  }).observe(figure);
  document.addEventListener("visibilitychange", () => goOn(FIRST));
  still.addEventListener("change", () => goOn(FIRST));
}

/** Shows it again after a while where it is to be seen, and stops it where it is not.
 * @param {number} after */
function goOn(after) {
  clearTimeout(next);
  if (inSight && !document.hidden && !still.matches) next = setTimeout(show, after);
  else skip();
}

async function show() {
  const film = JSON.parse(figure?.querySelector("script")?.textContent ?? "{}");
  figure?.toggleAttribute("data-playing", true);
  await play(film, { board: figure, frame: null, rate: 0.8, ambient: true });
  figure?.toggleAttribute("data-playing", false);
  goOn(STAYS);
}
