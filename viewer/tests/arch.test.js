// The page of the arch, as a user meets it.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { change, clickFor, command, drawn, launch, made, open, placeOf, share } from "./browser.js";

const state = (page, name) => page.evaluate((n) => globalThis.drystone.app.state.get(n), name);

describe("the arch", () => {
  let browser, page;

  before(async () => {
    rmSync(join(made, "out-arch"), { recursive: true, force: true });
    command("demo", "arch");
    browser = await launch();
    page = await open(browser, "out-arch/view.html");
  });

  after(async () => {
    await browser?.close();
  });

  test("is painted within two seconds, at the end of the run, with its title", async () => {
    const { firstPaint, frames, frame } = await page.evaluate(() => ({
      firstPaint: globalThis.drystone.firstPaint,
      frames: globalThis.drystone.run.frames.length,
      frame: globalThis.drystone.app.state.get("frame"),
    }));
    console.log(`first paint after ${firstPaint.toFixed(0)} ms`);
    assert.ok(firstPaint < 2000, `first paint after ${firstPaint} ms`);
    assert.equal(frames, 51);
    assert.equal(frame, 50);
    assert.match(await page.title(), /27 voussoirs/);
    assert.equal(await page.locator("#now").textContent(), "5.000 s");
    // Blocks in the colours of the map: clearly neither grey nor pale.
    const coloured = await share(page, "Math.max(r, g, b) - Math.min(r, g, b) > 60");
    assert.ok(coloured > 0.04 && coloured < 0.5, `coloured ${coloured}`);
  });

  test("scrubs, steps and plays", async () => {
    await page.locator("#scrub").fill("10");
    assert.equal(await state(page, "frame"), 10);
    await page.locator("#scrub").focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await state(page, "frame"), 11);
    await page.keyboard.press("Home");
    assert.equal(await state(page, "frame"), 0);
    await page.keyboard.press("Space");
    assert.equal(await state(page, "playing"), true);
    await page.waitForFunction(() => globalThis.drystone.app.state.get("frame") > 2);
    await page.locator("#speed").selectOption("4");
    await page.waitForFunction(() => globalThis.drystone.app.state.get("frame") > 12);
    await page.locator("#play").click();
    assert.equal(await state(page, "playing"), false);
    assert.equal(await state(page, "fraction"), 0);
    await page.keyboard.press("End");
    assert.equal(await state(page, "frame"), 50);
  });

  test("is coloured by every field, with unit and range", async () => {
    const names = await page.locator("#field option").allTextContents();
    assert.ok(names.length >= 12, names.join());
    const ids = await page.evaluate(() => globalThis.drystone.app.fields.map((f) => f.id));
    for (const id of ids) {
      await page.locator("#field").selectOption(id);
      await drawn(page);
      const marks = await page.locator("#legend .marks span").allTextContents();
      assert.ok(marks.length >= 2 && marks.every((m) => Number.isFinite(Number(m.replace(/[≥≤] /, "")))), `${id}: ${marks}`);
    }
    await page.locator("#field").selectOption("pressure");
    await drawn(page);
    assert.match(await page.locator("#legend .name").textContent(), /Body pressure \(Pa\)/);
    const repaint = await change(page, () => page.locator("#field").selectOption("layer"));
    assert.ok(repaint > 0.02, `changed ${repaint}`);
    await page.locator("#range").selectOption("frame");
    await page.locator("#field").selectOption("pressure");
  });

  test("pressure is that of the weight above: greatest at the springings, equal on both sides", async () => {
    const values = await page.evaluate(() => {
      const { app, run } = globalThis.drystone;
      const field = app.fields.find((f) => f.id === "pressure");
      const list = run.head.movable.map((m, b) => [run.position(app.frame, b, 0), field.value(app.frame, b), m]);
      return list.filter(([, , m]) => m).sort((a, b) => a[0] - b[0]).map(([, p]) => p);
    });
    const middle = values[Math.floor(values.length / 2)];
    assert.ok(middle > 0 && values[0] > 2 * middle && values.at(-1) > 2 * middle, String(values));
  });

  test("the principal stress is the compression along the arch, and shear half of what is between both", async () => {
    const bodies = await page.evaluate(() => {
      const { app, run } = globalThis.drystone;
      const of = (id, b) => app.fields.find((f) => f.id === id).value(app.frame, b);
      const free = [...run.head.free.keys()].filter((b) => run.head.free[b]);
      return free.map((b) => ({ pressure: of("pressure", b), stress: of("stress", b), shear: of("shear", b) }));
    });
    for (const { pressure, stress, shear } of bodies) {
      // In the plane the greater one in magnitude is -(p + τ) where p > 0.
      assert.ok(stress < 0 && Math.abs(stress + pressure + shear) < 2e-3 * Math.abs(stress), `${pressure} ${stress} ${shear}`);
    }
  });

  test("the legend says what force the thickness of chains stands for", async () => {
    const strong = await page.evaluate(() => globalThis.drystone.app.ranges.strongForce());
    const marks = (await page.locator("#legend .chain-marks span").allTextContents()).map((m) => Number(m.replace(/[≥≤] /, "")));
    assert.ok(marks.length >= 3 && marks[0] === 0, String(marks));
    assert.ok(Math.abs(marks.at(-1) / (2.5 * strong) - 1) < 0.01, `${marks} for ${strong} N`);
    await page.locator("#contacts").uncheck();
    await drawn(page);
    assert.equal(await page.locator("#legend .wedge").count(), 0);
    await page.locator("#contacts").check();
    await page.locator("#chainColour").selectOption("status");
    await drawn(page);
    assert.deepEqual(await page.locator("#legend .chain-keys span").allTextContents(), ["sticking", "sliding"]);
    await page.locator("#chainColour").selectOption("force");
  });

  test("forces at the springings carry the whole weight", async () => {
    const { sum, weight } = await page.evaluate(() => {
      const { app, run } = globalThis.drystone;
      let sum = 0;
      // Both springings are level: their normal forces are vertical.
      for (let c = 0; c < app.frame.contacts.count; c++) {
        const { first, second } = app.frame.contacts;
        if (!run.head.movable[first[c]] || !run.head.movable[second[c]]) sum += run.normalForce(app.frame, c);
      }
      const mass = run.head.mass.reduce((s, m, b) => s + (run.head.movable[b] ? m : 0), 0);
      return { sum, weight: mass * 9.81 };
    });
    assert.ok(Math.abs(sum / weight - 1) < 0.002, `${sum} N against ${weight} N`);
  });

  test("shows force chains, thicker when asked", async () => {
    assert.ok((await change(page, () => page.keyboard.press("c"))) > 0.005);
    assert.equal(await state(page, "contacts"), false);
    await page.locator("#contacts").check();
    assert.ok((await change(page, () => page.locator("#chainScale").fill("3"))) > 0.005);
    await page.locator("#chainScale").fill("1");
    assert.ok((await change(page, () => page.locator("#chainColour").selectOption("status"))) > 0.001);
    await page.locator("#chainColour").selectOption("force");
  });

  test("a body that is clicked shows its values and its course", async () => {
    const body = await page.evaluate(() => globalThis.drystone.run.head.names.indexOf("voussoir-14"));
    assert.ok(body >= 0);
    await page.locator("#contacts").uncheck();
    await drawn(page);
    const at = await placeOf(page, body);
    await clickFor(page, at, "#inspector");
    assert.match(await page.locator("#inspector h2").textContent(), /voussoir-14/);
    const rows = await page.locator("#inspector tr").allTextContents();
    assert.ok(rows.some((r) => r.startsWith("Speed")) && rows.some((r) => r.startsWith("Mass")), rows.join("; "));
    assert.equal(await page.evaluate(() => globalThis.drystone.app.inspector.course.length), 51);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#inspector").isVisible(), false);
    await page.locator("#contacts").check();
  });

  test("a contact that is clicked shows its forces", async () => {
    await drawn(page);
    const at = await page.evaluate(() => {
      const { app } = globalThis.drystone;
      const n = app.renderer.scene.links.list.numbers;
      let best = 0;
      for (let k = 0; k < app.renderer.scene.links.count; k++) if (n[12 * k + 3] > n[12 * best + 3]) best = k;
      const [x, y] = [0, 1].map((i) => (n[12 * best + i] + n[12 * best + 4 + i]) / 2);
      const { camera, canvas } = app;
      const box = canvas.getBoundingClientRect();
      const scale = box.height / (2 * camera.span);
      return {
        x: box.left + box.width / 2 + (x - camera.target[0]) * scale,
        y: box.top + box.height / 2 - (y - camera.target[1]) * scale,
      };
    });
    await clickFor(page, at, "#inspector");
    assert.equal(await page.locator("#inspector h2").textContent(), "Contact");
    assert.match((await page.locator("#inspector tr").allTextContents()).join("; "), /Normal force \(N\)[1-9]/);
    await page.keyboard.press("Escape");
  });

  test("plots are linked with the time", async () => {
    await page.locator("#plots-button").click();
    await drawn(page);
    assert.ok((await page.locator(".charts canvas").count()) >= 2);
    await page.locator("[data-series='potential_energy'], [data-series='iterations']").first().click();
    assert.ok((await page.locator(".charts canvas").count()) >= 3);
    const chart = page.locator(".charts canvas").first();
    const box = await chart.boundingBox();
    await page.mouse.click(box.x + 52 + (box.width - 60) / 2, box.y + 40);
    assert.equal(await state(page, "frame"), 25);
    await page.keyboard.press("p");
    assert.equal(await page.locator("#plots").isVisible(), false);
    await page.keyboard.press("End");
  });

  test("deformation is magnified, the view zooms, pans and comes back", async () => {
    // The tenth step of the slider is a thousandfold.
    await page.locator("#factor").fill("9");
    await drawn(page);
    const { factor, worst } = await page.evaluate(() => {
      const { app, run } = globalThis.drystone;
      const factor = app.state.get("factor");
      let worst = 0;
      for (let b = 0; b < run.bodies; b++) {
        for (let k = 0; k < 2; k++) {
          const start = run.position(run.frames[0], b, k);
          const expected = start + factor * (run.position(app.frame, b, k) - start) - app.extent.centre[k];
          worst = Math.max(worst, Math.abs(app.renderer.scene.shown[3 * b + k] - expected));
        }
      }
      return { factor, worst };
    });
    assert.equal(factor, 1000);
    assert.ok(worst < 1e-6, `off by ${worst} m`);
    await page.locator("#factor").fill("0");
    const start = await page.evaluate(() => ({ ...globalThis.drystone.app.camera }));
    await page.mouse.move(500, 300);
    await page.mouse.wheel(0, -400);
    await page.mouse.down();
    await page.mouse.move(560, 340, { steps: 4 });
    await page.mouse.up();
    await drawn(page);
    const away = await page.evaluate(() => ({ ...globalThis.drystone.app.camera }));
    assert.ok(away.span < start.span);
    assert.notDeepEqual(away.target, start.target);
    await page.locator("#reset").click();
    const back = await page.evaluate(() => ({ ...globalThis.drystone.app.camera }));
    assert.equal(back.span, start.span);
  });

  test("is dark where the system is, or when asked", async () => {
    const dark = "r + g + b < 200";
    assert.ok((await share(page, dark)) < 0.2);
    await page.keyboard.press("t");
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
    assert.ok((await share(page, dark)) > 0.6);
    await page.locator("#theme").selectOption("auto");
    await page.emulateMedia({ colorScheme: "dark" });
    await drawn(page);
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
    await page.screenshot({ path: join(made, "arch-dark.png") });
    await page.emulateMedia({ colorScheme: "light" });
    await drawn(page);
    await page.screenshot({ path: join(made, "arch.png") });
  });

  test("lists its shortcuts", async () => {
    await page.keyboard.press("?");
    await drawn(page);
    assert.ok(await page.locator("#help").isVisible());
    assert.ok((await page.locator("#help dt").count()) > 15);
    await page.keyboard.press("Escape");
    await drawn(page);
    assert.equal(await page.locator("#help").isVisible(), false);
    await page.keyboard.press("f");
    assert.notEqual(await state(page, "field"), "pressure");
  });

  test("fits a narrow screen", async () => {
    await page.setViewportSize({ width: 380, height: 700 });
    await drawn(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 380, `page is ${wide} wide`);
    assert.ok(await page.locator("#play").isVisible());
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test("nothing was said against it on the console", () => assert.deepEqual(page.complaints, []));
});
