// The values of the body or the contact that was picked, and their course.

import { Chart } from "./chart.js";
import { el, words } from "./dom.js";

const STATUSES = ["open", "sticking", "sliding", "bonded"];

export class Inspector {
  constructor(app, element) {
    this.app = app;
    this.element = element;
    this.shownFor = null;
  }

  update() {
    const selected = this.app.state.get("selected");
    this.element.hidden = !selected;
    if (!selected) return;
    const rows = selected.kind === "body" ? this.bodyRows(selected.body) : this.contactRows(selected);
    const { title, history } = this.subject(selected);
    const close = el("button", { class: "icon", "aria-label": "Close", onclick: () => this.app.state.set({ selected: null }) }, "×");
    const table = el("table", {}, ...rows.map(([name, value]) => el("tr", {}, el("th", {}, name), el("td", {}, value))));
    const canvas = el("canvas", { class: "chart", "aria-label": "History" });
    this.chart = new Chart(canvas, (time) => this.app.goToTime(time));
    const caption = el("figcaption", {}, el("span", {}, history.label));
    this.element.replaceChildren(el("header", {}, el("h2", {}, title), close), el("figure", {}, caption, canvas), table);
    const key = JSON.stringify([selected.body, selected.first, selected.second, history.label, this.app.run.frames.length]);
    if (key !== this.shownFor) {
      this.course = this.app.run.frames.map(history.value);
      this.shownFor = key;
    }
    this.chart.set({ time: this.app.run.frames.map((frame) => frame.time), value: this.course, log: false });
    this.chart.draw(this.app.time);
  }

  /** A heading, and what is drawn against time. */
  subject(selected) {
    const { run } = this.app;
    if (selected.kind === "body") {
      const field = this.app.field.fixed ? this.app.fields[0] : this.app.field;
      const label = field.label + (field.unit ? ` (${field.unit})` : "");
      const title = run.head.names[selected.body] || `Body ${selected.body}`;
      return { title, history: { label, value: (frame) => field.value(frame, selected.body) } };
    }
    const force = (frame) => {
      let sum = 0;
      for (const c of between(frame, selected)) sum += run.normalForce(frame, c);
      return sum;
    };
    return { title: "Contact", history: { label: "Normal force between the two bodies (N)", value: force } };
  }

  bodyRows(body) {
    const { run, fields } = this.app;
    const frame = this.app.frame;
    const rows = [["Index", String(body)]];
    const place = [];
    for (let k = 0; k < run.dimension; k++) place.push(words(run.position(frame, body, k)));
    rows.push(["Position (m)", place.join(", ")]);
    for (const field of fields) {
      if (["index", "layer"].includes(field.id) || /-[xyz]$/.test(field.id)) continue;
      const unit = field.unit && field.unit !== "contacts" ? ` (${field.unit})` : "";
      rows.push([field.label + unit, words(field.value(frame, body))]);
    }
    if (!run.head.free[body]) rows.push(["Fixed or driven", "yes"]);
    return rows;
  }

  contactRows(selected) {
    const { run } = this.app;
    const frame = this.app.frame;
    const name = (b) => run.head.names[b] || `body ${b}`;
    const rows = [["Between", `${name(selected.first)} and ${name(selected.second)}`]];
    const all = between(frame, selected);
    const c = all.includes(selected.contact) ? selected.contact : all[0];
    if (c === undefined) return [...rows, ["Now", "not touching"]];
    const [normal, tangential] = [run.normalForce(frame, c), run.tangentialForce(frame, c)];
    rows.push(["Normal force (N)", words(normal)], ["Tangential force (N)", words(tangential, 3)]);
    if (normal > 0) rows.push(["Ratio T/N", words(tangential / normal, 3)]);
    rows.push(["Gap (m)", words(run.gap(frame, c), 2)], ["Sliding speed (m/s)", words(run.slip(frame, c), 2)]);
    rows.push(["Status", STATUSES[frame.contacts.status[c]] ?? "–"], ["Contacts of the two", String(all.length)]);
    const damage = run.damage(frame, c);
    if (damage !== null) rows.push(["Damage of the bond", damage >= 1 ? "broken" : words(damage, 3)]);
    return rows;
  }
}

/** The contacts of a frame between two bodies. */
export function between(frame, { first, second }) {
  const { contacts } = frame;
  const found = [];
  for (let c = 0; c < contacts.count; c++) {
    const [a, b] = [contacts.first[c], contacts.second[c]];
    if ((a === first && b === second) || (a === second && b === first)) found.push(c);
  }
  return found;
}
