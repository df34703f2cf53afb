// Where drawing is slow, as without a graphics card, moving pictures are drawn with fewer pixels;
// as soon as nothing moves, with all of them.

/** Longer than this between two pictures is slow (ms). */
const SLOW = 90;

/** So long after the last picture nothing moves any more (ms). */
const STILL = 350;

export class Pace {
  /** changed: called when the share of pixels has. */
  constructor(changed) {
    this.changed = changed;
    this.share = 1;
    this.slow = 0;
  }

  /** A picture is drawn at a time (ms). */
  drawn(now) {
    const passed = now - (this.last ?? now);
    this.last = now;
    // Longer pauses are no slow drawing: nobody asked for a picture.
    if (passed > SLOW && passed < 1500) this.slow++;
    else if (passed > 0) this.slow = 0;
    if (this.slow >= 3) this.set(0.5);
    clearTimeout(this.timer);
    if (this.share < 1) this.timer = setTimeout(() => this.rest(), STILL + 2 * passed);
  }

  rest() {
    this.slow = 0;
    this.last = undefined;
    this.set(1);
  }

  set(share) {
    if (share === this.share) return;
    this.share = share;
    this.changed();
  }
}
