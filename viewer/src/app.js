// The viewer: joins run, camera, renderer and what the user sees and chooses.

import { chainMap } from "./chains.js";
import { Camera } from "./camera.js";
import { fieldsOf } from "./fields.js";
import { Pace } from "./pace.js";
import { Player } from "./player.js";
import { Ranges } from "./ranges.js";
import { Renderer, mapOf } from "./renderer.js";
import { State, defaults } from "./state.js";
import { Gestures } from "./ui/gestures.js";
import { Inspector } from "./ui/inspector.js";
import { Help } from "./ui/keys.js";
import { Legend } from "./ui/legend.js";
import { Panel } from "./ui/panel.js";
import { Plots } from "./ui/plots.js";
import { Timeline } from "./ui/timeline.js";
import { Theme } from "./ui/theme.js";

const part = (id) => document.getElementById(id);

export class App {
  constructor(run, gl, canvas) {
    Object.assign(this, { run, gl, canvas });
    this.state = new State({ ...defaults(), frame: run.frames.length - 1, panel: innerWidth > 760 });
    this.fields = fieldsOf(run);
    if (run.frames.at(-1).contacts.count > 0) this.state.values.field = "pressure";
    if (run.head.soft) this.state.values.field = "mises";
    this.ranges = new Ranges(run);
    this.camera = new Camera(run.dimension, [[0, 0, 0], [0, 0, 0]]);
    this.renderer = new Renderer(gl, run, this.camera, this.ranges);
    this.extent = this.renderer.scene.extent;
    this.camera.bounds = [this.extent.low, this.extent.high];
    this.theme = new Theme(this.state, () => this.redraw());
    this.player = new Player(this);
    this.pace = new Pace(() => this.resized());
    this.legend = new Legend(part("legend"));
    this.timeline = new Timeline(this, part("timeline"));
    this.panel = new Panel(this, part("panel"));
    this.plots = new Plots(this, part("plots"));
    this.inspector = new Inspector(this, part("inspector"));
    this.help = new Help(this, part("help"));
    new Gestures(this, canvas);
    this.stats = { draws: 0, lastDraw: 0 };
    this.stale = true;
    this.state.onChange((changed) => this.changed(changed));
    new ResizeObserver(() => this.resized()).observe(canvas);
    this.layout();
    this.resized();
    this.camera.reset();
    this.show();
  }

  get frame() {
    return this.run.frames[this.state.get("frame")];
  }

  get field() {
    return this.fields.find((f) => f.id === this.state.get("field")) ?? this.fields[0];
  }

  /** The time shown, between frames while the run plays (s). */
  get time() {
    const next = this.run.frames[Math.min(this.state.get("frame") + 1, this.run.frames.length - 1)];
    return this.frame.time + this.state.get("fraction") * (next.time - this.frame.time);
  }

  facts() {
    const { head, bodies, dimension } = this.run;
    const still = head.free.filter((free) => !free).length;
    const walls = still > 0 ? `, ${still} of them fixed or driven` : "";
    return `${bodies.toLocaleString("en")} bodies${walls}, ${dimension === 2 ? "plane" : "space"}`;
  }

  /** What the legend says about force chains; null where there are none. */
  chains(dark) {
    const { values } = this.state;
    if (!values.contacts || !this.ranges.anyForce) return null;
    const { chainColour: colouring } = values;
    const { bonded } = this.run;
    return { strong: this.ranges.strongForce(), map: chainMap(values, dark), colouring, bonded };
  }

  changed(changed) {
    if (changed.has("theme")) this.theme.apply();
    this.stale = true;
    if (changed.has("plots") || changed.has("panel")) this.layout();
    this.redraw();
  }

  layout() {
    document.body.classList.toggle("with-panel", this.state.get("panel"));
    document.body.classList.toggle("with-plots", this.state.get("plots"));
    requestAnimationFrame(() => this.resized());
  }

  resized() {
    const ratio = Math.min(globalThis.devicePixelRatio ?? 1, 3) * this.pace.share;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    this.camera.resize(width, height);
    this.redraw();
  }

  /** Draws with the next picture of the screen. */
  redraw() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame((now) => {
      this.asked = false;
      this.pace.drawn(now);
      this.draw();
    });
  }

  draw() {
    if (this.gl.isContextLost()) return;
    const start = performance.now();
    const values = this.state.values;
    const dark = this.theme.dark;
    if (this.stale) {
      this.range = this.renderer.prepare(values, this.field, dark);
      this.legend.set(this.field, this.range, mapOf(values, this.field), this.ranges.beyond, this.chains(dark));
      this.timeline.update();
      this.panel.update();
      this.inspector.update();
      this.help.update();
      this.stale = false;
    }
    this.plots.draw();
    this.renderer.draw(values, dark);
    this.stats.draws++;
    this.stats.lastDraw = performance.now() - start;
  }

  /** The first picture. */
  show() {
    this.draw();
    document.body.classList.add("ready");
  }

  /** More frames have come. */
  grown(follow) {
    this.stale = true;
    if (follow) this.goToFrame(this.run.frames.length - 1);
    this.redraw();
  }

  goToFrame(frame) {
    const last = this.run.frames.length - 1;
    this.state.set({ frame: Math.min(Math.max(frame, 0), last), fraction: 0 });
  }

  goToTime(time) {
    this.state.set({ playing: false });
    const before = this.run.at(time);
    const { frames } = this.run;
    const nearer = frames[before + 1] && frames[before + 1].time - time < time - frames[before].time;
    this.goToFrame(nearer ? before + 1 : before);
  }

  step(count) {
    this.state.set({ playing: false });
    this.goToFrame(this.state.get("frame") + count);
  }

  togglePlay() {
    this.player.toggle();
  }

  resetView() {
    this.extent.measure(this.run);
    this.camera.bounds = [this.extent.low, this.extent.high];
    this.camera.reset();
    this.redraw();
  }

  lookAlong(axis) {
    this.camera.along(axis);
    this.redraw();
  }

  switchTheme() {
    this.state.set({ theme: this.theme.dark ? "light" : "dark" });
  }

  /** The coordinate of the section (m). */
  sectionPlace(axis, share) {
    const { low, high, centre } = this.extent;
    return centre[axis] + low[axis] + (high[axis] - low[axis]) * share;
  }

  /** Picks what lies under a point of the canvas (CSS pixels). */
  pickAt(x, y) {
    const ratio = this.canvas.width / this.canvas.clientWidth;
    this.state.set({ selected: this.renderer.pick(this.state.values, x * ratio, y * ratio) });
    this.redraw();
  }
}
