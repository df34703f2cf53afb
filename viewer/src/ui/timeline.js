// Play, pause, scrub, speed.

import { el, words } from "./dom.js";

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8];

const PLAY = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 2.5v11l9-5.5z"/></svg>';
const PAUSE = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 3h3v10H4zM9 3h3v10H9z"/></svg>';

export class Timeline {
  constructor(app, element) {
    this.app = app;
    const { state } = app;
    this.play = el("button", { class: "icon play", id: "play", onclick: () => app.togglePlay() });
    const step = (n, label, sign) =>
      el("button", { class: "icon", "aria-label": label, title: label, onclick: () => app.step(n) }, sign);
    this.slider = el("input", {
      type: "range", id: "scrub", min: 0, max: 0, step: 1, value: 0, "aria-label": "Time",
      oninput: () => app.goToFrame(Number(this.slider.value)),
    });
    this.loaded = el("div", { class: "loaded" });
    this.words = el("output", { class: "now", id: "now" });
    this.speed = el(
      "select",
      { id: "speed", "aria-label": "Speed", title: "Speed", onchange: () => state.set({ speed: Number(this.speed.value) }) },
      ...SPEEDS.map((s) => el("option", { value: s }, `${s}×`)),
    );
    const plots = el("button", { id: "plots-button", title: "Plots (p)", onclick: () => state.set({ plots: !state.get("plots") }) }, "Plots");
    const panel = el("button", { id: "panel-button", title: "Settings (o)", onclick: () => state.set({ panel: !state.get("panel") }) }, "Settings");
    const track = el("div", { class: "track" }, this.slider, this.loaded);
    element.append(this.play, step(-1, "Frame before", "‹"), step(1, "Next frame", "›"), track, this.words, this.speed, plots, panel);
  }

  update() {
    const { app } = this;
    const { state, run } = app;
    const playing = state.get("playing");
    if (this.shownPlaying !== playing) {
      this.play.innerHTML = playing ? PAUSE : PLAY;
      this.play.setAttribute("aria-label", playing ? "Pause" : "Play");
      this.play.title = playing ? "Pause (space)" : "Play (space)";
      this.shownPlaying = playing;
    }
    this.slider.max = String(Math.max(run.frames.length - 1, 0));
    this.slider.value = String(state.get("frame"));
    const expected = Math.max(run.head.frames.packed, 1);
    this.loaded.style.width = `${Math.min(100, (100 * run.frames.length) / expected)}%`;
    this.loaded.classList.toggle("done", run.frames.length >= expected);
    this.speed.value = String(state.get("speed"));
    const last = run.frames.at(-1);
    const digits = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(Math.max(last.time, 1e-9)))));
    const text = `${app.time.toFixed(digits)} s`;
    this.words.textContent = text;
    this.words.title = `Frame ${state.get("frame") + 1} of ${run.frames.length}, step ${app.frame.step}, run ends at ${words(last.time)} s`;
  }
}
