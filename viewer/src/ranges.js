// The range of a field over all frames, each frame looked at once.

import { rangeOf, shownRange } from "./fields.js";

export class Ranges {
  constructor(run) {
    this.run = run;
    this.known = new Map();
    this.forces = { seen: new Set(), samples: [] };
  }

  /** The range to show over all frames that have come. */
  overAll(field) {
    const entry = this.known.get(field.id) ?? { seen: new Set(), low: Infinity, high: -Infinity, samples: [] };
    this.known.set(field.id, entry);
    const fresh = this.run.frames.filter((frame) => !entry.seen.has(frame.index));
    if (fresh.length > 0) {
      const [low, high] = rangeOf(this.run, field, fresh, entry.samples);
      entry.low = Math.min(entry.low, low);
      entry.high = Math.max(entry.high, high);
      entry.samples.sort((a, b) => a - b);
      fresh.forEach((frame) => entry.seen.add(frame.index));
    }
    if (!(entry.low <= entry.high)) return shownRange(field, [0, 0]);
    return shownRange(field, this.cut(field, entry));
  }

  /** A few numbers far above all others, as of an impact, would leave one colour for the rest. */
  cut(field, { low, high, samples }) {
    const most = samples[Math.floor(0.99 * (samples.length - 1))] ?? 0;
    this.beyond = !field.fixed && most > 0 && Math.max(high, -low) > 2.5 * most;
    return this.beyond ? [Math.max(low, -most), Math.min(high, most)] : [low, high];
  }

  /** The range to show in one frame. */
  inFrame(field, frame) {
    this.beyond = false;
    return shownRange(field, rangeOf(this.run, field, [frame]));
  }

  /** Whether a contact carries anything, in the frames that `strongForce` has looked at. */
  get anyForce() {
    return (this.forces.samples.at(-1) ?? 0) > 0;
  }

  /** A normal force that is strong: one of twenty contacts has more. */
  strongForce() {
    const { run, forces } = this;
    const fresh = run.frames.filter((frame) => !forces.seen.has(frame.index));
    for (const frame of fresh) {
      forces.seen.add(frame.index);
      const skip = Math.max(1, Math.floor(frame.contacts.count / 300));
      for (let c = 0; c < frame.contacts.count; c += skip) forces.samples.push(Math.abs(run.normalForce(frame, c)));
    }
    if (fresh.length > 0) forces.samples.sort((a, b) => a - b);
    return forces.samples[Math.floor(0.95 * (forces.samples.length - 1))] || 1;
  }
}
