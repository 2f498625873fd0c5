// @ts-check
// Metal on a wooden table, made of noise and tones as it is needed. Silent until somebody wants it;
// that is remembered. Nothing is louder than -12 dB, and nothing lasts longer than what it tells.

const KEPT = "table sound";
/** -12 dB as a share of full scale. */
export const PEAK = 0.25;

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioNode | null} */
let output = null;

export function wantsSound() {
  return localStorage.getItem(KEPT) === "on";
}

/** @param {boolean} wanted */
export function setSound(wanted) {
  localStorage.setItem(KEPT, wanted ? "on" : "off");
  if (wanted) sound("tap");
}

/** Makes a sound where sounds are wanted.
 * @param {string} name @param {Record<string, any>} [how] */
export function sound(name, how = {}) {
  if (!wantsSound() || document.hidden || muted > 0) return;
  context ??= new AudioContext();
  output ??= limited(context);
  if (context.state === "suspended") context.resume();
  perform(context, output, name, how);
}

let muted = 0;

/** Keeps everything silent while something goes on. @param {Promise<unknown>} going */
export function mutedWhile(going) {
  muted += 1;
  const done = () => {
    muted -= 1;
  };
  going.then(done, done);
}

/** What leads to the loudspeaker and lets no peak through.
 * @param {BaseAudioContext} to @returns {AudioNode} */
export function limited(to) {
  const press = to.createDynamicsCompressor();
  press.threshold.value = -24;
  press.ratio.value = 12;
  press.attack.value = 0.002;
  press.release.value = 0.08;
  const ceiling = to.createWaveShaper();
  ceiling.curve = Float32Array.from({ length: 513 }, (_, index) => {
    const level = (index - 256) / 256;
    return PEAK * Math.tanh(level * 1.6);
  });
  press.connect(ceiling).connect(to.destination);
  return press;
}

/** Plays a sound into a context, now.
 * @param {BaseAudioContext} to @param {AudioNode} out @param {string} name
 * @param {Record<string, any>} how */
export function perform(to, out, name, how) {
  const voice = new Voice(to, out);
  (VOICES[name] ?? VOICES.tap)(voice, how);
}

/** @type {Record<string, (voice: Voice, how: Record<string, any>) => void>} */
export const VOICES = {
  tap: (voice) => {
    voice.noise(0, 0.04, { type: "lowpass", frequency: 500, gain: 0.5 });
    voice.tone(0, 0.08, { from: 130, to: 70, gain: 0.5 });
  },
  refusal: (voice) => {
    voice.tone(0, 0.1, { from: 170, to: 120, gain: 0.5, type: "triangle" });
    voice.noise(0, 0.03, { type: "lowpass", frequency: 350, gain: 0.6 });
  },
  dice: (voice, { count = 3 }) => {
    for (let die = 0; die < count; die += 1) {
      for (const [after, gain] of [
        [0.12, 0.7],
        [0.26, 0.45],
        [0.36, 0.25],
      ]) {
        const at = after + die * 0.045;
        voice.noise(at, 0.018, { type: "bandpass", frequency: 2300 + die * 350, gain });
        voice.tone(at, 0.03, { from: 620 + die * 90, to: 380, gain: gain * 0.4 });
      }
    }
  },
  ballistic: (voice) => {
    for (const at of [0, 0.075]) {
      voice.noise(at, 0.06, { type: "lowpass", frequency: 1600, gain: 0.9 });
      voice.tone(at, 0.07, { from: 190, to: 60, gain: 0.8 });
    }
    voice.tone(0.08, 0.26, { from: 233, to: 208, gain: 0.16, type: "sawtooth" });
  },
  energy: (voice) => {
    voice.tone(0, 0.14, { from: 220, to: 1500, gain: 0.35, type: "sawtooth", cut: true });
  },
  melee: (voice) => {
    for (const [frequency, gain] of [
      [523, 0.4],
      [1387, 0.28],
      [2210, 0.18],
      [3475, 0.12],
    ]) {
      voice.tone(0, 0.4, { from: frequency, to: frequency * 0.995, gain });
    }
    voice.noise(0, 0.03, { type: "highpass", frequency: 1800, gain: 0.7 });
  },
  blast: (voice, { size = 1 }) => {
    voice.noise(0, 0.28 + 0.08 * size, { type: "lowpass", frequency: 900, to: 90, gain: 1 });
    voice.tone(0, 0.22, { from: 110, to: 38, gain: 0.9 });
  },
  miss: (voice) => voice.noise(0, 0.12, { type: "bandpass", frequency: 700, to: 250, gain: 0.4 }),
  click: (voice, { low = 0 }) => {
    const frequency = 1500 * 0.92 ** low;
    voice.tone(0, 0.025, { from: frequency, to: frequency * 0.6, gain: 0.5, type: "square" });
    voice.noise(0, 0.012, { type: "highpass", frequency: 2500, gain: 0.5 });
  },
  heat: (voice) => voice.noise(0, 0.3, { type: "highpass", frequency: 3200, to: 5200, gain: 0.35 }),
  cool: (voice) => voice.noise(0, 0.3, { type: "highpass", frequency: 5200, to: 2200, gain: 0.25 }),
  fall: (voice) => {
    voice.tone(0.38, 0.3, { from: 90, to: 34, gain: 1 });
    voice.noise(0.38, 0.22, { type: "lowpass", frequency: 700, to: 100, gain: 0.9 });
    for (const [at, frequency] of [
      [0.45, 1900],
      [0.52, 1320],
      [0.6, 2400],
      [0.68, 990],
    ]) {
      voice.tone(at, 0.09, { from: frequency, to: frequency * 0.97, gain: 0.2 });
    }
  },
  victory: (voice) => {
    for (const [index, frequency] of [392, 523.25, 659.25].entries()) {
      voice.tone(index * 0.16, 0.6, { from: frequency, to: frequency, gain: 0.4 });
      voice.tone(index * 0.16, 0.25, { from: frequency * 3.93, to: frequency * 3.93, gain: 0.14 });
    }
  },
  move: (voice, { manner = "", inches = 3, lasts = 400 }) => {
    const seconds = lasts / 1000;
    (WAYS[manner] ?? WAYS.foot)(voice, seconds, inches);
  },
};

/** @param {Voice} voice @param {number} seconds @param {number} inches */
function footfalls(voice, seconds, inches) {
  const steps = Math.max(Math.round(inches / 1.5), 1);
  for (let step = 0; step < steps; step += 1) {
    const at = (seconds * (step + 0.5)) / steps;
    voice.tone(at, 0.1, { from: 78, to: 40, gain: 0.8 });
    voice.noise(at, 0.025, { type: "bandpass", frequency: 1400, gain: 0.3 });
  }
}

/** @type {Record<string, (voice: Voice, seconds: number, inches: number) => void>} */
const WAYS = {
  mech: footfalls,
  quad_mech: (voice, seconds, inches) => footfalls(voice, seconds, inches * 1.6),
  foot: (voice, seconds, inches) => {
    const steps = Math.max(Math.round(inches), 2);
    for (let step = 0; step < steps; step += 1) {
      voice.noise((seconds * step) / steps, 0.02, { type: "lowpass", frequency: 900, gain: 0.35 });
    }
  },
  tracked: (voice, seconds) => {
    for (let at = 0; at < seconds; at += 0.05) {
      voice.noise(at, 0.03, { type: "bandpass", frequency: 850 + (at % 0.1) * 3000, gain: 0.4 });
    }
  },
  wheeled: (voice, seconds) =>
    voice.noise(0, seconds, { type: "lowpass", frequency: 260, gain: 0.5, soft: true }),
  hover: (voice, seconds) =>
    voice.noise(0, seconds, { type: "bandpass", frequency: 1100, to: 800, gain: 0.35, soft: true }),
  aquatic: (voice, seconds) =>
    voice.noise(0, seconds, { type: "lowpass", frequency: 500, to: 200, gain: 0.4, soft: true }),
  vtol: (voice, seconds) => {
    for (let at = 0; at < seconds; at += 0.07) {
      voice.noise(at, 0.045, { type: "lowpass", frequency: 600, gain: 0.45 });
    }
  },
  jump: (voice, seconds) => {
    voice.noise(0, seconds, { type: "bandpass", frequency: 400, to: 1600, gain: 0.5, soft: true });
    voice.tone(Math.max(seconds - 0.05, 0), 0.14, { from: 80, to: 38, gain: 0.9 });
  },
};

/** Tones and noise with an end. */
class Voice {
  /** @param {BaseAudioContext} to @param {AudioNode} out */
  constructor(to, out) {
    this.to = to;
    this.out = out;
    this.now = to.currentTime + 0.005;
  }

  /** @param {number} at @param {number} lasts
   * @param {{from: number, to: number, gain: number, type?: OscillatorType, cut?: boolean}} how */
  tone(at, lasts, { from, to, gain, type = "sine", cut = false }) {
    const source = this.to.createOscillator();
    source.type = type;
    const start = this.now + at;
    source.frequency.setValueAtTime(from, start);
    source.frequency.exponentialRampToValueAtTime(Math.max(to, 1), start + lasts);
    source.connect(this.shape(start, lasts, gain, cut));
    source.start(start);
    source.stop(start + lasts);
  }

  /** @param {number} at @param {number} lasts
   * @param {{type: BiquadFilterType, frequency: number, to?: number, gain: number,
   *   soft?: boolean}} how */
  noise(at, lasts, { type, frequency, to = frequency, gain, soft = false }) {
    const source = this.to.createBufferSource();
    source.buffer = noiseIn(this.to);
    source.loop = true;
    const start = this.now + at;
    const filter = this.to.createBiquadFilter();
    filter.type = type;
    filter.frequency.setValueAtTime(frequency, start);
    filter.frequency.exponentialRampToValueAtTime(to, start + lasts);
    source.connect(filter).connect(this.shape(start, lasts, gain, false, soft));
    source.start(start);
    source.stop(start + lasts);
  }

  /** How loud it is from its beginning to its end.
   * @param {number} start @param {number} lasts @param {number} gain @param {boolean} cut
   * @param {boolean} [soft] */
  shape(start, lasts, gain, cut, soft = false) {
    const level = this.to.createGain();
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(gain, start + (soft ? lasts * 0.3 : 0.003));
    if (cut) level.gain.setValueAtTime(gain, start + lasts - 0.004);
    if (cut || soft) level.gain.linearRampToValueAtTime(0, start + lasts);
    else level.gain.exponentialRampToValueAtTime(0.0008, start + lasts);
    level.connect(this.out);
    return level;
  }
}

/** @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const noises = new WeakMap();

/** A second of noise. @param {BaseAudioContext} to */
function noiseIn(to) {
  const known = noises.get(to);
  if (known) return known;
  const made = to.createBuffer(1, to.sampleRate, to.sampleRate);
  const samples = made.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  noises.set(to, made);
  return made;
}

// --- The button that wants it ------------------------------------------------------------------

prepareButtons();
document.addEventListener("htmx:afterSwap", prepareButtons);
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element && event.target.closest("[data-sound]");
  if (!button) return;
  setSound(!wantsSound());
  prepareButtons();
});

function prepareButtons() {
  for (const button of document.querySelectorAll("[data-sound]")) {
    button.removeAttribute("hidden");
    button.setAttribute("aria-pressed", String(wantsSound()));
  }
}
