// Plays the run: time goes on evenly, bodies move between the frames.

/** Seconds in which a run plays at speed one, whatever its duration. */
const SHOWN = 8;

export class Player {
  constructor(app) {
    this.app = app;
  }

  /** Simulated seconds a second at speed one: as in nature where that is watchable. */
  get rate() {
    const { frames } = this.app.run;
    const duration = frames.at(-1).time - frames[0].time;
    return duration >= 2 && duration <= 20 ? 1 : Math.max(duration, 1e-12) / SHOWN;
  }

  toggle() {
    const { state, run } = this.app;
    if (state.get("playing")) {
      state.set({ playing: false, fraction: 0 });
      return;
    }
    if (run.frames.length < 2) return;
    if (state.get("frame") >= run.frames.length - 1) state.set({ frame: 0, fraction: 0 });
    this.time = this.app.time;
    this.last = undefined;
    state.set({ playing: true });
    requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    const { state, run } = this.app;
    if (!state.get("playing")) return;
    // Another way to a time, such as the slider, moves the player too.
    if (this.last !== undefined && Math.abs(this.app.time - this.shown) > 1e-12) this.time = this.app.time;
    const passed = this.last === undefined ? 0 : Math.min(now - this.last, 250) / 1000;
    this.last = now;
    this.time += passed * this.rate * state.get("speed");
    const end = run.frames.at(-1).time;
    if (this.time >= end) {
      if (!state.get("loop")) {
        state.set({ playing: false, frame: run.frames.length - 1, fraction: 0 });
        return;
      }
      this.time = run.frames[0].time;
    }
    const frame = run.at(this.time);
    const next = run.frames[Math.min(frame + 1, run.frames.length - 1)];
    const span = next.time - run.frames[frame].time;
    const fraction = span > 0 ? Math.min(Math.max((this.time - run.frames[frame].time) / span, 0), 1) : 0;
    state.set({ frame, fraction });
    this.shown = this.app.time;
    requestAnimationFrame((t) => this.tick(t));
  }
}
