// Ten thousand spheres and a hundred frames.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { change, clickFor, command, drawn, launch, made, open, placeOf, share, simulate } from "./browser.js";

describe("ten thousand spheres", () => {
  let browser, page;

  before(async () => {
    const start = performance.now();
    simulate("spheres");
    command("view", "spheres", "--no-open");
    console.log(`run and page in ${((performance.now() - start) / 1000).toFixed(1)} s`);
    browser = await launch();
    page = await open(browser, "spheres/view.html");
  });

  after(async () => {
    await browser?.close();
  });

  test("all frames are there, in a page that can be mailed", async () => {
    const size = statSync(join(made, "spheres/view.html")).size / 1e6;
    const { frames, bodies, firstPaint } = await page.evaluate(() => ({
      frames: globalThis.drystone.run.frames.length,
      bodies: globalThis.drystone.run.bodies,
      firstPaint: globalThis.drystone.firstPaint,
    }));
    console.log(`${size.toFixed(1)} MB, first paint after ${firstPaint.toFixed(0)} ms`);
    assert.equal(frames, 101);
    assert.equal(bodies, 10001);
    assert.ok(size < 25, `${size} MB`);
    assert.ok(firstPaint < 5000, `first paint after ${firstPaint} ms`);
  });

  test("spheres fall as they should", async () => {
    // Before they touch anything, s = v t with v = g t in every step: position after n steps of h.
    const { fall, speed, expected, exact } = await page.evaluate(() => {
      const { run } = globalThis.drystone;
      const [first, later] = [run.frames[0], run.frames[50]];
      const up = (f) => run.position(f, 10000, 2);
      const { step, time } = later;
      return { fall: up(first) - up(later), speed: -run.velocity(later, 10000, 2), expected: 0.5 * 9.81 * time * time, exact: 9.81 * time, step };
    });
    assert.ok(Math.abs(fall / expected - 1) < 0.02, `${fall} against ${expected}`);
    assert.ok(Math.abs(speed / exact - 1) < 0.001, `${speed} against ${exact}`);
  });

  test("a scrub draws soon, also in software", async () => {
    const times = await page.evaluate(async () => {
      const { app } = globalThis.drystone;
      const pixel = new Uint8Array(4);
      const times = [];
      for (let k = 0; k < 20; k++) {
        const start = performance.now();
        app.state.values.frame = 5 * k;
        app.stale = true;
        app.draw();
        // Reading a pixel waits for the drawing.
        app.gl.readPixels(0, 0, 1, 1, app.gl.RGBA, app.gl.UNSIGNED_BYTE, pixel);
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b);
    });
    console.log(`a frame in ${times[10].toFixed(0)} ms (middle of 20, software rendering)`);
    assert.ok(times[10] < 5000, `${times[10]} ms`);
    await page.evaluate(() => globalThis.drystone.app.goToFrame(100));
  });

  test("orbits, and comes back", async () => {
    const turned = await change(page, async () => {
      await page.mouse.move(500, 300);
      await page.mouse.down();
      await page.mouse.move(620, 330, { steps: 3 });
      await page.mouse.up();
    });
    assert.ok(turned > 0.02, `changed ${turned}`);
    await page.keyboard.press("r");
    await drawn(page);
    await page.screenshot({ path: join(made, "spheres.png") });
  });

  test("a section opens it", async () => {
    const opened = await change(page, () => page.keyboard.press("x"));
    assert.ok(opened > 0.02, `changed ${opened}`);
    assert.ok((await change(page, () => page.locator("#sectionAt").fill("0.2"))) > 0.01);
    assert.ok((await change(page, () => page.locator("#sectionFlip").check())) > 0.01);
    await page.locator("#section").selectOption("off");
  });

  test("fields, chains and opacity change the picture", async () => {
    await page.locator("#field").selectOption("speed");
    assert.ok((await change(page, () => page.locator("#field").selectOption("index"))) > 0.02);
    await page.locator("#field").selectOption("speed");
    assert.ok((await change(page, () => page.locator("#contacts").uncheck())) > 0.001);
    await page.locator("#contacts").check();
    assert.ok((await change(page, () => page.locator("#opacity").fill("0.2"))) > 0.05);
    await page.locator("#opacity").fill("1");
  });

  test("a sphere is picked", async () => {
    await page.locator("#contacts").uncheck();
    await drawn(page);
    const at = await placeOf(page, 10000);
    await clickFor(page, at, "#inspector");
    const picked = await page.evaluate(() => globalThis.drystone.app.state.get("selected"));
    assert.equal(picked.kind, "body");
    const accent = await share(page, "r > 180 && g < 130 && b < 110");
    assert.ok(accent > 0.00002, `highlighted ${accent}`);
    await page.keyboard.press("Escape");
  });

  test("frames are dropped over a limit, and the page says so", async () => {
    command("view", "spheres", "--no-open", "--max-mb", "2", "-o", "small.html");
    assert.ok(statSync(join(made, "small.html")).size < 2e6);
    const small = await open(browser, "small.html");
    const status = await small.locator("#status").textContent();
    assert.match(status, /of 101 frames are shown/);
    assert.ok((await small.evaluate(() => globalThis.drystone.run.frames.length)) < 30);
    await small.close();
  });

  test("nothing was said against it on the console", () => assert.deepEqual(page.complaints, []));
});
