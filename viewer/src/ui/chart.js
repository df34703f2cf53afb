// One curve against time on a canvas, with a mark at the present time.

import { words } from "./dom.js";

const LEFT = 52;
const EDGE = 8;
const FOOT = 29;

/** The n-th of the round steps … 0.5, 1, 2, 5, 10 … */
const roundStep = (n) => [1, 2, 5][((n % 3) + 3) % 3] * 10 ** Math.floor(n / 3);

/** Round numbers between two others, about so many, and two at least. */
export function ticks(low, high, count) {
  const raw = (high - low) / Math.max(count, 1);
  if (!(raw > 0) || !Number.isFinite(raw)) return [low];
  let n = 3 * Math.floor(Math.log10(raw));
  while (roundStep(n) < raw * (1 - 1e-9)) n++;
  // A coarse step may meet the range only once, or not at all; a third finer one meets it twice.
  for (const last = n - 3; ; n--) {
    const step = roundStep(n);
    const found = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) found.push(k * step + 0);
    if (found.length >= 2) return found;
    if (n === last) return [low, high];
  }
}

export class Chart {
  /** onTime: what a click or a drag at a time does. */
  constructor(canvas, onTime) {
    this.canvas = canvas;
    this.data = null;
    const at = (event) => {
      if (this.data && event.buttons & 1) onTime(this.timeAt(event.offsetX));
    };
    canvas.addEventListener("pointerdown", at);
    canvas.addEventListener("pointermove", at);
  }

  /** data: { time, value, log }; values that are null are gaps. */
  set(data) {
    const shown = data.value.map((y) => (data.log ? (y > 0 ? Math.log10(y) : null) : y));
    let [low, high] = [Infinity, -Infinity];
    for (const y of shown) {
      if (y === null || !Number.isFinite(y)) continue;
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
    if (!(low <= high)) [low, high] = [0, 1];
    // Whole decades; from zero where the numbers begin near it.
    if (data.log) [low, high] = [Math.floor(low), Math.ceil(high)];
    else if (low > 0 && low < 0.3 * high) low = 0;
    if (low === high) {
      const pad = Math.abs(low) * 0.05 || 1;
      [low, high] = [low - pad, high + pad];
    }
    const [from, to] = [data.time[0] ?? 0, data.time.at(-1) ?? 1];
    this.data = { ...data, shown, low, high, from, to: to > from ? to : from + 1 };
  }

  timeAt(x) {
    const { from, to } = this.data;
    const share = (x - LEFT) / Math.max(this.canvas.clientWidth - LEFT - EDGE, 1);
    return from + (to - from) * Math.min(1, Math.max(0, share));
  }

  /** The value at or before a time. */
  valueAt(time) {
    const { time: times, value } = this.data;
    let k = 0;
    while (k + 1 < times.length && times[k + 1] <= time + 1e-12) k++;
    return value[k];
  }

  draw(now) {
    const canvas = this.canvas;
    const ratio = globalThis.devicePixelRatio ?? 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!this.data || width === 0) return;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const pen = canvas.getContext("2d");
    const style = getComputedStyle(canvas);
    const colour = (name) => style.getPropertyValue(name).trim();
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const { low, high, from, to, time, shown, log } = this.data;
    const x = (t) => LEFT + ((width - LEFT - EDGE) * (t - from)) / (to - from);
    const y = (v) => height - FOOT - ((height - FOOT - EDGE) * (v - low)) / (high - low);
    pen.font = "10px system-ui, sans-serif";
    pen.fillStyle = colour("--muted");
    pen.strokeStyle = colour("--rule");
    pen.lineWidth = 1;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    const marks = ticks(low, high, height > 140 ? 4 : 2);
    // As many digits as tell them apart.
    const apart = Math.max(Math.abs(low), Math.abs(high)) / Math.abs(marks[1] - marks[0]);
    const digits = Math.min(Math.max(3, Math.ceil(Math.log10(apart)) + 1), 7);
    for (const v of marks) {
      if (log && !Number.isInteger(Number(v.toFixed(6)))) continue;
      pen.beginPath();
      pen.moveTo(LEFT, Math.round(y(v)) + 0.5);
      pen.lineTo(width - EDGE, Math.round(y(v)) + 0.5);
      pen.stroke();
      pen.fillText(log ? `1e${Math.round(v)}` : words(v, digits), LEFT - 5, y(v));
    }
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    for (const t of ticks(from, to, Math.max(2, width / 90))) pen.fillText(words(t, 4), x(t), height - 16);
    pen.fillText("time (s)", (LEFT + width - EDGE) / 2, height - 3);
    pen.strokeStyle = colour("--curve");
    pen.lineWidth = 1.5;
    pen.lineJoin = "round";
    pen.beginPath();
    let drawing = false;
    shown.forEach((v, k) => {
      if (v === null || !Number.isFinite(v)) drawing = false;
      else if (drawing) pen.lineTo(x(time[k]), y(v));
      else {
        pen.moveTo(x(time[k]), y(v));
        drawing = true;
      }
    });
    pen.stroke();
    pen.strokeStyle = colour("--accent");
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(x(Math.min(Math.max(now, from), to)), EDGE);
    pen.lineTo(x(Math.min(Math.max(now, from), to)), height - FOOT);
    pen.stroke();
  }
}
