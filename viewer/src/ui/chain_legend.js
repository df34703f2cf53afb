// The legend of the force chains: what thickness and colour say about the normal force.

import { table } from "../colour.js";
import { FULL, colourOf, statusColour, THICKEST } from "../chains.js";
import { ticks } from "./chart.js";
import { el, words } from "./dom.js";

const rgb = (colours, share) => {
  const i = 4 * Math.round(255 * share);
  return `rgb(${colours[i]} ${colours[i + 1]} ${colours[i + 2]})`;
};

/** Elements for chains: { strong, map, byStatus }, `strong` being the force of one thickness (N). */
export function chainLegend({ strong, map, byStatus }) {
  const most = THICKEST * strong;
  const colours = table(map);
  const wedge = el("div", { class: "wedge" });
  if (!byStatus) {
    const stops = Array.from({ length: 26 }, (_, k) => rgb(colours, colourOf((k / 25) * THICKEST)));
    wedge.style.background = `linear-gradient(to right, ${stops.join(",")})`;
  }
  const inner = ticks(0, most, 4).filter((v) => v > 0.12 * most && v < 0.7 * most);
  const marks = [0, ...inner, most].map((value) => {
    const mark = el("span", {}, (value === most ? "≥ " : "") + words(value, 3));
    mark.style.left = `${(100 * value) / most}%`;
    return mark;
  });
  const parts = [el("div", { class: "chain-name" }, "Force chains: normal force (N)"), wedge];
  parts.push(el("div", { class: "chain-marks" }, ...marks));
  if (byStatus) {
    const key = (status, name) => {
      const patch = el("i");
      patch.style.background = rgb(colours, statusColour(status));
      return el("span", {}, patch, name);
    };
    parts.push(el("div", { class: "chain-keys" }, key(1, "sticking"), key(2, "sliding")));
  } else {
    wedge.title = `the darkest colour from ${words(FULL * strong, 3)} N on`;
  }
  return parts;
}
