// Begins: reads the page's own data, paints the first frames, then decodes the others.

import { App } from "./app.js";
import { decodeBlock } from "./data/block.js";
import { breathe, bytesOf, inflate } from "./data/inflate.js";
import { Run } from "./data/run.js";
import { Live } from "./live.js";
import { el } from "./ui/dom.js";

const message = document.getElementById("message");
const status = document.getElementById("status");
const remarks = document.getElementById("remarks");

function say(text) {
  message.textContent = text;
  message.hidden = false;
}

function announce(text) {
  status.textContent = text;
  status.hidden = !text;
}

/** What must be known beside the results. */
function remark(run) {
  const lines = (run.head.remarks ?? []).map((text) => el("li", {}, text));
  remarks.replaceChildren(...lines);
  remarks.hidden = lines.length === 0;
}

async function begin() {
  const texts = [...document.querySelectorAll("script[type='text/drystone']")];
  const head = JSON.parse(new TextDecoder().decode(await inflate(bytesOf(texts[0].textContent))));
  document.title = `${head.title || "Results"} – Drystone`;
  const run = new Run(head);
  remark(run);
  const drystone = { run, app: null, loaded: false, ended: false, firstPaint: null };
  globalThis.drystone = drystone;
  const canvas = document.getElementById("canvas");
  const gl = canvas.getContext("webgl2", { antialias: true, alpha: false, powerPreference: "high-performance" });
  if (!gl) {
    say("This page draws with WebGL2, which this browser does not offer or has switched off.");
    return;
  }
  canvas.addEventListener("webglcontextlost", () => say("The graphics card was lost: load the page again."));
  const open = () => {
    if (drystone.app || run.frames.length === 0) return;
    message.hidden = true;
    drystone.app = new App(run, gl, canvas);
    drystone.firstPaint = performance.now();
  };
  for (const text of texts.slice(1)) {
    const frames = decodeBlock(await inflate(bytesOf(text.textContent)), head);
    text.remove();
    // The view opens on the last frame, which comes first; later blocks must not move it on.
    const shown = drystone.app?.frame;
    run.add(frames);
    open();
    if (shown) drystone.app.state.values.frame = run.frames.indexOf(shown);
    drystone.app?.grown(false);
    await breathe();
  }
  drystone.loaded = true;
  announce(head.note ?? "");
  if (run.frames.length === 0) say(head.live ? "Waiting for the first frame …" : "This run has no frames.");
  if (head.live) await follow(drystone, open);
}

async function follow(drystone, open) {
  const { run } = drystone;
  const live = new Live(run, announce, () => {
    const { app } = drystone;
    remark(run);
    if (!app) return open();
    // Whoever looks at the newest frame goes on doing so; others are left where they are.
    const following = drystone.following || !run.frames.includes(drystone.shown);
    if (!following) app.state.values.frame = run.frames.indexOf(drystone.shown);
    app.plots.build();
    app.grown(following && !app.state.get("playing"));
  }, () => {
    const { app } = drystone;
    drystone.shown = app?.frame;
    drystone.following = app?.frame === run.frames.at(-1);
  });
  await live.follow();
  drystone.ended = true;
}

begin().catch((error) => {
  console.error(error);
  say(`This page cannot be shown: ${error.message}`);
});
