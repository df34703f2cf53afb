// Runs with nothing in them, without WebGL, and runs in progress.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { command, drystone, launch, made, open } from "./browser.js";

const EMPTY = "dimension = 2\ntime_step = 0.01\nduration = 0.1\n";

const BALL = `title = "A ball that bounces"
dimension = 3
time_step = 0.002
duration = 60.0
[record]
frame_count = 200
[materials.rubber]
density = 1000.0
[[contacts]]
default = true
friction = 0.3
normal_restitution = 0.9
[[bodies]]
name = "floor"
shape.half_space = { normal = [0.0, 0.0, 1.0] }
[[bodies]]
name = "ball"
shape.sphere = { radius = 0.5 }
position = [0.0, 0.0, 3.0]
`;

/** Starts the server of a run; gives its address. */
function serve(...words) {
  const server = spawn(drystone, ["view", ...words, "--no-open"], { cwd: made });
  const address = new Promise((found, failed) => {
    server.stdout.on("data", (text) => {
      const match = /http:\/\/\S+/.exec(String(text));
      if (match) found(match[0]);
    });
    server.on("exit", () => failed(new Error("the server ended")));
  });
  return { server, address };
}

describe("at the edges", () => {
  let browser;
  before(async () => (browser = await launch()));
  after(async () => {
    await browser?.close();
  });

  test("runs without bodies and without frames", async () => {
    writeFileSync(join(made, "empty.toml"), EMPTY);
    for (const [name, frames] of [["no-bodies", 5], ["no-frames", 0]]) {
      rmSync(join(made, name), { recursive: true, force: true });
      command("run", "empty.toml", "--quiet", "--out", name, "--set", `record.frame_count=${frames}`);
      command("view", name, "--no-open");
      const page = await open(browser, `${name}/view.html`);
      const message = await page.locator("#message").isVisible();
      assert.equal(message, frames === 0, `${name}: a message ${message}`);
      assert.deepEqual(page.complaints, []);
      await page.close();
    }
  });

  test("a browser without WebGL2 is told", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(() => (HTMLCanvasElement.prototype.getContext = () => null));
    await page.goto(`file://${join(made, "no-bodies/view.html")}`);
    await page.locator("#message").waitFor();
    assert.match(await page.locator("#message").textContent(), /WebGL2/);
    await context.close();
  });

  test("a run in progress grows in the page, the view stays, and its end is noticed", async () => {
    writeFileSync(join(made, "ball.toml"), BALL);
    rmSync(join(made, "live"), { recursive: true, force: true });
    // Half the run first, then the page, then the rest.
    command("run", "ball.toml", "--quiet", "--out", "live", "--set", "duration=30");
    rmSync(join(made, "live/summary.json"));
    const { server, address } = serve("live", "--live");
    try {
      const page = await open(browser, await address);
      assert.match(await page.title(), /bounces/);
      const count = () => page.evaluate(() => globalThis.drystone.run.frames.length);
      const before = await count();
      assert.equal(await page.evaluate(() => globalThis.drystone.ended), false);
      await page.mouse.move(400, 300);
      await page.mouse.wheel(0, 300);
      const span = await page.evaluate(() => globalThis.drystone.app.camera.span);
      command("run", "--resume", "live", "--extend", "30", "--quiet");
      await page.waitForFunction((n) => globalThis.drystone.run.frames.length > n, before);
      await page.waitForFunction(() => globalThis.drystone.ended);
      assert.match(await page.locator("#status").textContent(), /ended/);
      const after = await page.evaluate(() => {
        const { app, run } = globalThis.drystone;
        return { span: app.camera.span, time: app.time, end: run.frames.at(-1).time };
      });
      assert.equal(after.span, span);
      assert.equal(after.time, after.end);
      assert.ok(after.end > 59.9, `ends at ${after.end}`);
      assert.deepEqual(page.complaints, []);
      await page.close();
    } finally {
      server.kill("SIGINT");
    }
    assert.equal(await new Promise((done) => server.on("exit", done)), 0);
  });
});
