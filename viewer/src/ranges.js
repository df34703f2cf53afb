// The range of a field over all frames, each frame looked at once.

import { rangeOf, shownRange } from "./fields.js";

export class Ranges {
  constructor(run) {
    this.run = run;
    this.known = new Map();
  }

  /** The range to show over all frames that have come. */
  overAll(field) {
    const entry = this.known.get(field.id) ?? { seen: new Set(), low: Infinity, high: -Infinity };
    this.known.set(field.id, entry);
    const fresh = this.run.frames.filter((frame) => !entry.seen.has(frame.index));
    if (fresh.length > 0) {
      const [low, high] = rangeOf(this.run, field, fresh);
      entry.low = Math.min(entry.low, low);
      entry.high = Math.max(entry.high, high);
      fresh.forEach((frame) => entry.seen.add(frame.index));
    }
    return shownRange(field, entry.low <= entry.high ? [entry.low, entry.high] : [0, 0]);
  }

  /** The range to show in one frame. */
  inFrame(field, frame) {
    return shownRange(field, rangeOf(this.run, field, [frame]));
  }

  /** A normal force that is strong: the middle one of the frames' greatest. */
  strongForce() {
    if (this.force?.frames !== this.run.frames.length) {
      const most = this.run.frames.map((frame) => {
        let top = 0;
        for (let c = 0; c < frame.contacts.count; c++) top = Math.max(top, this.run.normalForce(frame, c));
        return top;
      });
      const some = most.filter((f) => f > 0).sort((a, b) => a - b);
      this.force = { frames: this.run.frames.length, value: some[some.length >> 1] || 1 };
    }
    return this.force.value;
  }
}
