// Shortcuts, and the overlay that lists them.

import { el } from "./dom.js";
import { SPEEDS } from "./timeline.js";

/** Every shortcut: keys as the browser names them, how they are written, what they do. */
export function shortcuts(app) {
  const { state } = app;
  const toggle = (name) => () => state.set({ [name]: !state.get(name) });
  const cycle = (step) => () => {
    const n = app.fields.length;
    const k = app.fields.findIndex((f) => f.id === state.get("field"));
    state.set({ field: app.fields[(k + step + n) % n].id });
  };
  const speed = (step) => () => {
    const k = SPEEDS.indexOf(state.get("speed")) + step;
    if (SPEEDS[k]) state.set({ speed: SPEEDS[k] });
  };
  const axis = (name) => () => state.set({ section: state.get("section") === name ? "off" : name });
  const all = [
    [[" "], "space", "play, pause", () => app.togglePlay()],
    [["ArrowLeft"], "←", "frame before", () => app.step(-1)],
    [["ArrowRight"], "→", "next frame", () => app.step(1)],
    [["Home"], "Home", "first frame", () => app.goToFrame(0)],
    [["End"], "End", "last frame", () => app.goToFrame(app.run.frames.length - 1)],
    [["-"], "−", "slower", speed(-1)],
    [["+", "="], "+", "faster", speed(1)],
    [["f"], "f", "next field", cycle(1)],
    [["F"], "F", "field before", cycle(-1)],
    [["g"], "g", "range over all frames, of each", () => state.set({ range: state.get("range") === "all" ? "frame" : "all" })],
    [["c"], "c", "force chains", toggle("contacts")],
    [["p"], "p", "plots", toggle("plots")],
    [["o"], "o", "settings", toggle("panel")],
    [["t"], "t", "light, dark", () => app.switchTheme()],
    [["r"], "r", "reset the view", () => app.resetView()],
    [["?", "h"], "?", "this list", toggle("help")],
    [["Escape"], "Esc", "close, deselect", () => state.set({ help: false, selected: null })],
  ];
  if (app.run.dimension === 3) {
    for (const name of ["x", "y", "z"]) all.push([[name], name, `section along ${name}`, axis(name)]);
  }
  return all;
}

export class Help {
  constructor(app, element) {
    this.app = app;
    this.element = element;
    const list = shortcuts(app);
    const mouse = app.run.dimension === 3
      ? [["drag", "orbit"], ["shift or right drag", "pan"], ["wheel, pinch", "zoom"], ["click", "pick a body or a contact"]]
      : [["drag", "pan"], ["wheel, pinch", "zoom"], ["click", "pick a body or a contact"]];
    const rows = [...list.map(([, sign, what]) => [sign, what]), ...mouse];
    const table = el("dl", {}, ...rows.flatMap(([sign, what]) => [el("dt", {}, el("kbd", {}, sign)), el("dd", {}, what)]));
    const card = el("div", { class: "card", role: "dialog", "aria-label": "Shortcuts" }, el("h2", {}, "Shortcuts"), table);
    element.append(card);
    element.addEventListener("click", () => app.state.set({ help: false }));
    addEventListener("keydown", (event) => this.pressed(event, list));
  }

  pressed(event, list) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const tag = event.target.tagName;
    const type = event.target.type;
    if (tag === "SELECT" && event.key.length > 1) return;
    if (tag === "INPUT" && type === "range" && event.key.startsWith("Arrow") && event.target.id !== "scrub") return;
    const found = list.find(([keys]) => keys.includes(event.key));
    if (!found) return;
    if (tag === "BUTTON" || tag === "SELECT") event.target.blur();
    event.preventDefault();
    found[3]();
  }

  update() {
    this.element.hidden = !this.app.state.get("help");
  }
}
