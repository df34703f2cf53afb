// The settings: colours, contacts, deformation, section, look.

import { MAPS } from "../colour.js";
import { el } from "./dom.js";

const FACTORS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

export class Panel {
  constructor(app, element) {
    this.app = app;
    this.controls = [];
    const space = app.run.dimension === 3;
    const title = app.run.head.title || "Drystone";
    element.append(
      el("header", {}, el("h1", {}, title), el("p", { class: "facts" }, app.facts())),
      this.group(
        "Colour",
        this.select("field", "Field", app.fields.map((f) => [f.id, f.unit ? `${f.label} (${f.unit})` : f.label])),
        this.select("range", "Range", [["all", "over all frames"], ["frame", "of each frame"]]),
        this.select("map", "Map", [["auto", "to suit"], ...MAPS.map((m) => [m, m])]),
      ),
      this.group(
        "Contacts",
        this.check("contacts", "Force chains"),
        this.slider("chainScale", "Thickness", 0, 4, 0.05, (x) => `${x.toFixed(2)}×`),
        this.select("chainColour", "Coloured by", [
          ["force", "normal force"],
          ["status", "sticking, sliding"],
          ...(app.run.bonded ? [["damage", "damage of bonds"]] : []),
        ]),
      ),
      this.group(
        "Deformation",
        this.factor("factor", "Magnified"),
        ...(app.run.head.soft ? [this.factor("stretch", "Stretched")] : []),
      ),
      ...(space ? [this.section()] : []),
      this.group(
        "View",
        this.slider("opacity", "Bodies", 0, 1, 0.05, (x) => `${Math.round(100 * x)} %`),
        this.select("theme", "Theme", [["auto", "as the system"], ["light", "light"], ["dark", "dark"]]),
        el(
          "div", { class: "buttons" },
          el("button", { id: "reset", onclick: () => app.resetView() }, "Reset view"),
          ...(space ? ["x", "y", "z"].map((a) => el("button", { title: `Look along ${a}`, onclick: () => app.lookAlong(a) }, a)) : []),
          el("button", { id: "help-button", title: "Shortcuts (?)", onclick: () => app.state.set({ help: true }) }, "?"),
        ),
      ),
      el("footer", {}, app.run.head.note || "", el("p", {}, `drystone ${app.run.head.version}`)),
    );
  }

  group(name, ...rows) {
    return el("section", {}, el("h2", {}, name), ...rows);
  }

  row(label, control, after = "") {
    return el("label", { class: "row" }, el("span", {}, label), control, after);
  }

  select(name, label, options) {
    const { state } = this.app;
    const control = el(
      "select", { id: name, onchange: () => state.set({ [name]: control.value }) },
      ...options.map(([value, text]) => el("option", { value }, text)),
    );
    this.controls.push(() => (control.value = state.get(name)));
    return this.row(label, control);
  }

  check(name, label) {
    const { state } = this.app;
    const control = el("input", { type: "checkbox", id: name, onchange: () => state.set({ [name]: control.checked }) });
    this.controls.push(() => (control.checked = state.get(name)));
    return this.row(label, control);
  }

  slider(name, label, min, max, step, text) {
    const { state } = this.app;
    const output = el("output");
    const control = el("input", {
      type: "range", id: name, min, max, step,
      oninput: () => state.set({ [name]: Number(control.value) }),
    });
    this.controls.push(() => {
      control.value = String(state.get(name));
      output.textContent = text(state.get(name));
    });
    return this.row(label, control, output);
  }

  /** How much larger displacements are shown, or deformations beside the motion of bodies. */
  factor(name, label) {
    const { state } = this.app;
    const output = el("output");
    const control = el("input", {
      type: "range", id: name, min: 0, max: FACTORS.length - 1, step: 1,
      oninput: () => state.set({ [name]: FACTORS[Number(control.value)] }),
    });
    this.controls.push(() => {
      control.value = String(Math.max(0, FACTORS.indexOf(state.get(name))));
      output.textContent = `${state.get(name)}×`;
    });
    return this.row(label, control, output);
  }

  section() {
    const { app } = this;
    const at = (share) => {
      const axis = ["x", "y", "z"].indexOf(app.state.get("section"));
      return axis < 0 ? "" : `${app.sectionPlace(axis, share).toPrecision(3)} m`;
    };
    return this.group(
      "Section",
      this.select("section", "Cut along", [["off", "–"], ["x", "x"], ["y", "y"], ["z", "z"]]),
      this.slider("sectionAt", "Position", 0, 1, 0.005, at),
      this.check("sectionFlip", "Other side"),
    );
  }

  update() {
    this.controls.forEach((refresh) => refresh());
  }
}
