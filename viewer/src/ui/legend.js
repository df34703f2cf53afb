// The legend of the colours: map, range, unit.

import { table } from "../colour.js";
import { chainLegend } from "./chain_legend.js";
import { ticks } from "./chart.js";
import { el, words } from "./dom.js";

export class Legend {
  constructor(element) {
    this.element = element;
    this.shown = "";
  }

  /** beyond: whether there are numbers above the range; chains: what is shown of forces, or null. */
  set(field, range, map, beyond, chains) {
    const key = JSON.stringify([field.id, range, map, beyond, chains]);
    if (key === this.shown) return;
    this.shown = key;
    const colours = table(map);
    const stops = Array.from({ length: 17 }, (_, k) => {
      const i = 4 * Math.round((k * 255) / 16);
      return `rgb(${colours[i]} ${colours[i + 1]} ${colours[i + 2]})`;
    });
    const bar = el("div", { class: "bar" });
    bar.style.background = `linear-gradient(to right, ${stops.join(",")})`;
    const [low, high] = range;
    const inner = ticks(low, high, 3).filter((v) => v > low + (field.signed ? 0.3 : 0.2) * (high - low) && v < high - (beyond ? 0.36 : 0.25) * (high - low));
    const marks = [low, ...inner, high].map((value) => {
      const sign = !beyond ? "" : value === high ? "≥ " : field.signed && value === low ? "≤ " : "";
      const mark = el("span", {}, sign + words(value, 3));
      mark.style.left = `${(100 * (value - low)) / (high - low)}%`;
      return mark;
    });
    const unit = field.unit && field.unit !== "contacts" ? ` (${field.unit})` : "";
    this.element.replaceChildren(el("div", { class: "name" }, field.label + unit), bar, el("div", { class: "marks" }, ...marks), ...(chains ? chainLegend(chains) : []));
  }
}
