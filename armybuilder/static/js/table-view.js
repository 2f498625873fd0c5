// @ts-check
// How much of the table is in sight. The picture fills its frame whatever its shape; the view is a
// middle and the inches a pixel takes (or whatever lengths of the table are measured in), and stays while the server sends the table anew.

/** Pixels of a grain when the table is closest. */
const CLOSEST = 110;
/** Words keep their size on the screen up to so much: not every look restyles every word. */
const STEP = 1.06;
/** Grains of the floor around the table that may come into sight. */
const FLOOR = 0.6;

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** The view of each table, by its address: its middle, and inches to a pixel.
 * @type {Map<string, Point & {inches: number}>} */
const kept = new Map();
/** The tables somebody has looked around on himself.
 * @type {Set<string>} */
const searched = new Set();
/** The box each table was opened at, as long as nothing has moved its view since.
 * @type {Map<string, Box>} */
const opened = new Map();

export class View {
  /** Pixels at the lower edge of the picture that something lies over. */
  static covered = 0;
  /** Whether somebody has looked around since this was last cleared. */
  static isHeld = false;

  /** @param {SVGSVGElement} svg @param {string} table whose view it is */
  constructor(svg, table) {
    const { width, height } = svg.viewBox.baseVal;
    this.svg = svg;
    this.table = table;
    this.size = { width, height };
    const grain = Number(svg.closest("table-board")?.getAttribute("data-grain")) || 1;
    /** Pixels of an inch when the table is closest, and inches of the floor around it. */
    [this.closest, this.floor] = [CLOSEST / grain, FLOOR * grain];
    /** What this picture began with, in which frame, until that has its place on the page.
     * @type {{box: Box, frame: {width: number, height: number}} | null} */
    this.begun = null;
  }

  /** @returns {Point & {inches: number}} */
  get now() {
    const whole = { x: this.size.width / 2, y: this.size.height / 2, inches: Infinity };
    return kept.get(this.table) ?? whole;
  }

  /** Whether this table was looked at before. */
  get isKnown() {
    return kept.has(this.table);
  }

  /** Whether somebody has looked around on this table. */
  get isSearched() {
    return searched.has(this.table);
  }

  /** Inches to a pixel. */
  get inches() {
    return Math.min(Math.max(this.now.inches, 1 / this.closest), this.widest);
  }

  /** Inches to a pixel with the whole table in sight. */
  get widest() {
    const { width, height } = this.frame;
    return Math.max(
      (this.size.width + 2 * this.floor) / width,
      (this.size.height + 2 * this.floor) / height,
    );
  }

  /** Pixels of the picture that nothing lies over. */
  get frame() {
    const { clientWidth, clientHeight } = this.svg;
    return { width: clientWidth || 1, height: Math.max(clientHeight - View.covered, 1) };
  }

  /** What is in sight, in inches. @returns {Box} */
  get box() {
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    return { x, y, width, height: height - View.covered * this.inches };
  }

  /** Shows a place in the middle, so many inches to a pixel.
   * @param {Point} middle @param {number} [inches] */
  show(middle, inches = this.inches) {
    opened.delete(this.table);
    kept.set(this.table, { ...middle, inches });
    this.draw();
  }

  /** Draws what is to be seen, and tells of it as "board:view". */
  draw() {
    const { inches, frame } = this;
    const [width, height] = [frame.width * inches, frame.height * inches];
    const x = within(this.now.x, width, this.size.width, this.floor);
    const y = within(this.now.y, height, this.size.height, this.floor);
    if (this.isKnown) kept.set(this.table, { x, y, inches });
    const deep = height + View.covered * inches;
    this.svg.setAttribute("viewBox", [x - width / 2, y - height / 2, width, deep].join(" "));
    const pixel = STEP ** Math.round(Math.log(inches) / Math.log(STEP));
    if (pixel !== this.pixel) this.svg.style.setProperty("--px", `${pixel}px`);
    this.pixel = pixel;
    this.svg.dispatchEvent(new CustomEvent("board:view", { bubbles: true }));
  }

  /** Looks at a box; again only where it has grown out of sight and nobody has looked elsewhere.
   * @param {Box} box */
  open(box) {
    const hasLeft = !this.isSearched && !this.holds(box);
    if (!this.isKnown || hasLeft) {
      this.begun = { box, frame: this.frame };
      this.openAt(box);
    } else this.draw();
  }

  /** Fits what it opened at into a frame of another shape, until something moves the view; what
   * moved it before the picture had its place did so by a frame that never was. */
  resized() {
    const { begun, frame } = this;
    const isPlaced = begun?.frame.width === frame.width && begun.frame.height === frame.height;
    const box = opened.get(this.table) ?? (isPlaced || this.isSearched ? null : begun?.box);
    this.begun = null;
    if (box) this.openAt(box);
    else this.draw();
  }

  /** @param {Box} box */
  openAt(box) {
    this.fit(box);
    opened.set(this.table, box);
  }

  /** @param {Box} box */
  holds({ x, y, width, height }) {
    const { inches, frame, now } = this;
    const across = Math.max(Math.abs(x - now.x), Math.abs(x + width - now.x));
    const down = Math.max(Math.abs(y - now.y), Math.abs(y + height - now.y));
    return across <= (frame.width * inches) / 2 && down <= (frame.height * inches) / 2;
  }

  whole() {
    this.hold();
    this.show({ x: this.size.width / 2, y: this.size.height / 2 }, Infinity);
  }

  /** Somebody looks where he wants to. */
  hold() {
    searched.add(this.table);
    View.isHeld = true;
  }

  /** Comes as close as a box leaves room for; not closer than `closest` pixels to an inch.
   * @param {Box} box @param {number} [closest] */
  fit(box, closest = this.closest) {
    const { width, height } = this.frame;
    const inches = Math.max(box.width / width, box.height / height, 1 / closest);
    this.show({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, inches);
  }

  /** Brings a box into sight, moving and retreating no more than that takes.
   * @param {Box} box */
  reveal(box) {
    const sight = this.box;
    if (box.width > sight.width || box.height > sight.height) this.fit(box);
    else {
      const dx = beyond(box.x, box.width, sight.x, sight.width);
      const dy = beyond(box.y, box.height, sight.y, sight.height);
      if (dx || dy) this.show({ x: this.now.x + dx, y: this.now.y + dy });
    }
  }

  /** Zooms around a point of the table, the middle of the view unless another is given.
   * @param {number} factor @param {Point} [at] */
  zoom(factor, at = this.now) {
    this.hold();
    const { x, y, inches } = { ...this.now, inches: this.inches };
    const next = Math.min(Math.max(inches / factor, 1 / this.closest), this.widest);
    this.show(
      { x: at.x + ((x - at.x) * next) / inches, y: at.y + ((y - at.y) * next) / inches },
      next,
    );
  }

  /** Moves by pixels.
   * @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.hold();
    this.show({ x: this.now.x - dx * this.inches, y: this.now.y - dy * this.inches });
  }
}

/** The middle of a view so long that shows no more than the floor around a table so long.
 * @param {number} middle @param {number} length @param {number} whole @param {number} floor */
function within(middle, length, whole, floor) {
  if (length >= whole + 2 * floor) return whole / 2;
  return Math.min(Math.max(middle, length / 2 - floor), whole + floor - length / 2);
}

/** How far a stretch lies outside of another.
 * @param {number} from @param {number} length @param {number} sight @param {number} sightLength */
function beyond(from, length, sight, sightLength) {
  return Math.min(from - sight, 0) + Math.max(from + length - sight - sightLength, 0);
}
