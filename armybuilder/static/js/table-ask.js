// @ts-check
// What the server knows of a choice on the table: the reach of a unit, the way to a place. Nothing
// here decides; answers are in the picture's coordinates.

import { board } from "./table-parts.js";

/** @typedef {import("./table-parts.js").Point} Point */
/** @typedef {{at: [number, number], label: string}} Spot */
/** `note`: how far it comes; `sum`: how that comes about, where it is not plain.
 * @typedef {{pace: string, label: string, note: string, sum?: string, d: string, legal: boolean, why: string, spots?: Spot[]}} Pace */
/** @typedef {{at: [number, number], says: string}} Crossing */
/** `legal` and what else may be missing where only those are told who can be attacked.
 * @typedef {{unit: string, needed: number | null, label?: string, chance: string, legal?: boolean, why?: string, crosses?: Crossing[]}} Target */
/** `kinds`: the formations it could join.
 * @typedef {{unit: string, legal: boolean, kinds: string[], why: string}} Companion */
/** `legal`: enough stand near to form it.
 * @typedef {{kind: string, legal: boolean}} Formation */
/** @typedef {{kind: string, label?: string, d: string}} Sector */
/** @typedef {{start: [number, number], end: [number, number], label: string, holds: boolean}} Link */
/** `why`: why nobody here may order it now, and when somebody may.
 * @typedef {{version: number, unit: string, acts: boolean, why?: string, moves: Pace[], sectors: Sector[], links?: Link[], targets: Target[], companions?: Companion[], formations?: Formation[], threat?: string}} Hands */
/** @typedef {{at: [number, number], turn: number | null, width: number, length: number}} Pose */
/** `says`: first what it measures, then what it costs.
 * @typedef {{points: [number, number][], clamped: boolean, snapped: string, pose: Pose, order: string, legal: boolean, why: string, says: string[], spots?: Spot[], targets: Target[], seen_by?: Target[]}} Way */

/** @typedef {{at: [number, number], d: string, chance: string, share: number, struck: string[]}} Landing */
/** @typedef {{markers: {landings: Landing[]}[]}} Salvo */

/** Milliseconds between two questions about a way that is being dragged. */
const PAUSE = 100;

/** Answers about one moment of the game, by what was asked.
 * @type {{version: string, answers: Map<string, Promise<any>>}} */
let known = { version: "", answers: new Map() };

/** The reach of a unit with those it takes along; null where the server has no answer.
 * @param {string} unit @param {string[]} [along] @returns {Promise<Hands | null>} */
export function handsOf(unit, along = []) {
  return once("hands", [["unit", unit], ...along.map((each) => ["with", each])]);
}

/** A way; null where the server has no answer.
 * @param {string[][]} asked @returns {Promise<Way | null>} */
export function wayOf(asked) {
  return json("way", asked);
}

/** Where a salvo may come down; null where the server has no answer.
 * @param {string[][]} asked @returns {Promise<Salvo | null>} */
export function salvoOf(asked) {
  return json("salvo", asked);
}

/** A part of the page about a unit: its "glance", the "menu" at it; "" where there is none.
 * @param {string} name @param {string[][]} asked @returns {Promise<string>} */
export function partOf(name, asked) {
  return once(name, asked, (answer) => answer.text()).then((text) => text ?? "");
}

/** Asks one question after the other: of those that come while one is open, the last.
 * @template Asked, Answer
 * @param {(asked: Asked) => Promise<Answer>} ask
 * @param {(answer: Answer, asked: Asked, isLast: boolean) => void} take */
export function oneByOne(ask, take) {
  /** @type {Asked[]} */
  let waiting = [];
  let isOpen = false;
  const next = async () => {
    const asked = waiting.pop();
    waiting = [];
    if (asked === undefined) return;
    isOpen = true;
    const [answer] = await Promise.all([ask(asked), pause()]);
    isOpen = false;
    take(answer, asked, waiting.length === 0);
    next();
  };
  return (/** @type {Asked} */ asked) => {
    waiting.push(asked);
    if (!isOpen) next();
  };
}

function pause() {
  return new Promise((done) => setTimeout(done, PAUSE));
}

/** Asks what does not change while the game stands still only once.
 * @param {string} name @param {string[][]} asked
 * @param {(answer: Response) => Promise<any>} [read] @returns {Promise<any>} */
function once(name, asked, read) {
  const version = board()?.dataset.version ?? "";
  if (known.version !== version) known = { version, answers: new Map() };
  const key = JSON.stringify([name, asked]);
  const found = known.answers.get(key) ?? json(name, asked, read);
  known.answers.set(key, found);
  found.then((answer) => answer === null && known.answers.delete(key));
  return found;
}

/** @param {string} name @param {string[][]} asked
 * @param {(answer: Response) => Promise<any>} [read] */
async function json(name, asked, read = (answer) => answer.json()) {
  const query = new URLSearchParams(asked);
  try {
    const answer = await fetch(`${board()?.dataset.tableUrl}${name}/?${query}`);
    return answer.ok ? await read(answer) : null;
  } catch {
    return null;
  }
}
