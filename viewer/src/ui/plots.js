// The series of the run, those chosen, each in a chart linked with the time.

import { Chart } from "./chart.js";
import { el, spoken, words } from "./dom.js";

const FIRST = ["kinetic_energy", "contacts"];

export class Plots {
  constructor(app, element) {
    this.app = app;
    this.element = element;
    const names = app.run.head.series.map((s) => s.name);
    const first = FIRST.filter((name) => names.includes(name));
    this.chosen = new Set(first.length > 0 ? first : names.slice(0, 2));
    this.chooser = el("div", { class: "chooser", role: "group", "aria-label": "Series" });
    this.row = el("div", { class: "charts" });
    element.append(this.chooser, this.row);
    this.build();
  }

  get series() {
    return this.app.run.head.series;
  }

  build() {
    this.chooser.replaceChildren(
      ...this.series.map(({ name }) => {
        const on = this.chosen.has(name);
        const toggle = () => {
          if (!this.chosen.delete(name)) this.chosen.add(name);
          this.build();
        };
        return el("button", { class: "chip", "aria-pressed": String(on), "data-series": name, onclick: toggle }, spoken(name));
      }),
    );
    if (this.series.length === 0) this.chooser.append("This run has no series.");
    const shown = this.series.filter((s) => this.chosen.has(s.name));
    this.charts = shown.map((series) => {
      const canvas = el("canvas", { class: "chart", "aria-label": spoken(series.name) });
      const value = el("b");
      const unit = series.unit ? ` (${series.unit})` : "";
      const caption = el("figcaption", {}, el("span", {}, spoken(series.name) + unit), value);
      const chart = new Chart(canvas, (time) => this.app.goToTime(time));
      const positive = series.value.filter((y) => y !== null && y > 0);
      const spread = Math.max(...positive) / Math.min(...positive);
      const log = series.name.startsWith("residual") && positive.length > 0 && spread > 100;
      chart.set({ time: series.time, value: series.value, log });
      return { chart, value, figure: el("figure", {}, caption, canvas) };
    });
    this.row.replaceChildren(...this.charts.map(({ figure }) => figure));
    this.draw();
  }

  draw() {
    if (!this.app.state.get("plots")) return;
    const time = this.app.time;
    for (const { chart, value } of this.charts) {
      chart.draw(time);
      value.textContent = words(chart.valueAt(time));
    }
  }
}
