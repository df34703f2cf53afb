// The legend of the force chains: what thickness and colour say about the normal force.

import { table } from "../colour.js";
import { FULL, colourOf, damageColour, statusColour, THICKEST } from "../chains.js";
import { ticks } from "./chart.js";
import { el, words } from "./dom.js";

const rgb = (colours, share) => {
  const i = 4 * Math.round(255 * share);
  return `rgb(${colours[i]} ${colours[i + 1]} ${colours[i + 2]})`;
};

/** What the colours of chains stand for where it is not the force: places in the map and names. */
const KEYS = {
  status: [[statusColour(1), "sticking"], [statusColour(2), "sliding"]],
  damage: [[damageColour(0), "whole"], [damageColour(null), "half, or no bond"], [damageColour(1), "broken"]],
};

/** Elements for chains: { strong, map, colouring, bonded }, `strong` being the force of one thickness (N). */
export function chainLegend({ strong, map, colouring, bonded }) {
  const byForce = colouring === "force";
  const most = THICKEST * strong;
  const colours = table(map);
  const wedge = el("div", { class: "wedge" });
  if (byForce) {
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
  if (!byForce) {
    const key = ([place, name]) => {
      const patch = el("i");
      patch.style.background = rgb(colours, place);
      return el("span", {}, patch, name);
    };
    const keys = KEYS[colouring].concat(colouring === "status" && bonded ? [[statusColour(3), "bonded"]] : []);
    parts.push(el("div", { class: "chain-keys" }, ...keys.map(key)));
  } else {
    wedge.title = `the darkest colour from ${words(FULL * strong, 3)} N on`;
  }
  return parts;
}
