// A run in progress: asks the server for what came since, and ends when the run does.

import { decodeBlock } from "./data/block.js";
import { inflate } from "./data/inflate.js";

const PAUSE = 1000;

/** The most frames times bodies that are kept; beyond, every second frame is given up. */
const ROOM = 20e6;

export class Live {
  constructor(run, status, onFrames, before) {
    Object.assign(this, { run, status, onFrames, before });
    this.every = run.head.frames.every;
    this.next = (run.frames.at(-1)?.index ?? -1) + 1;
    this.failures = 0;
  }

  async follow() {
    for (;;) {
      const more = await this.ask();
      if (more === "ended") break;
      if (!more) await new Promise((done) => setTimeout(done, PAUSE));
    }
  }

  /** Asks once: true when there may be more at once, "ended" when nothing will come any more. */
  async ask() {
    let bytes;
    try {
      const response = await fetch(`more?from=${this.next}&every=${this.every}`, { cache: "no-store" });
      if (!response.ok) throw new Error(`status ${response.status}`);
      bytes = new Uint8Array(await response.arrayBuffer());
      this.failures = 0;
    } catch {
      this.failures++;
      this.status(this.failures > 3 ? "The server is gone; this is what came." : "Waiting for the server …");
      return this.failures > 30 ? "ended" : false;
    }
    const view = new DataView(bytes.buffer);
    const length = view.getUint32(0, true);
    const news = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
    if (news.problem) {
      this.status(`Waiting: ${news.problem}`);
      return false;
    }
    this.run.head.series = news.series ?? this.run.head.series;
    this.run.head.remarks = news.remarks ?? this.run.head.remarks;
    const blocks = [];
    let at = 4 + length;
    while (at + 4 <= bytes.length) {
      const size = view.getUint32(at, true);
      blocks.push(decodeBlock(await inflate(bytes.subarray(at + 4, at + 4 + size)), this.run.head));
      at += 4 + size;
    }
    this.before();
    blocks.forEach((frames) => this.run.add(frames));
    this.next = news.next;
    this.run.head.frames.packed = this.run.frames.length;
    while (this.run.frames.length * Math.max(this.run.bodies, 1) > ROOM && this.run.frames.length > 4) {
      this.run.thin();
      this.every *= 2;
    }
    const behind = news.next < news.total;
    this.status(news.ended && !behind ? "The run has ended." : `Live: ${news.total} frames so far`);
    this.onFrames();
    return news.ended && !behind ? "ended" : behind;
  }
}
