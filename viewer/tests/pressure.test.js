// The pressure under a soft block at rest: its weight over the area that it stands on.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { change, command, drawn, launch, open, simulate } from "./browser.js";

/** Density, gravity and height of the block: all sides below it bear the same. */
const PRESSURE = 1000 * 10 * 0.4;

for (const [scene, dimension, below] of [["pressed", 2, 4], ["pressed_space", 3, 12]]) {
  describe(`a soft block at rest, dimension ${dimension}`, () => {
    let browser, page;

    before(async () => {
      simulate(scene);
      command("view", scene, "--no-open");
      browser = await launch();
      page = await open(browser, `${scene}/view.html`);
    });

    after(async () => {
      await browser?.close();
    });

    const set = async (changes) => {
      await page.evaluate((to) => globalThis.drystone.app.state.set(to), changes);
      await drawn(page);
    };

    test("knows the pressure of every side", async () => {
      const { pressures, unit, value, ground } = await page.evaluate(() => {
        const { fields, run } = globalThis.drystone.app;
        const field = fields.find((f) => f.id === "contact-pressure");
        const frame = run.frames.at(-1);
        const out = new Float32Array(run.head.soft.sides);
        field.parts(frame, out);
        const body = (name) => field.value(frame, run.head.names.indexOf(name));
        return { pressures: [...out], unit: field.unit, value: body("block"), ground: body("ground") };
      });
      const touched = pressures.filter(Number.isFinite);
      assert.equal(touched.length, below);
      // Pages keep roots of 8191 steps.
      for (const p of [...touched, value]) assert.ok(Math.abs(p / PRESSURE - 1) < 1e-3, `${p}`);
      assert.ok(Number.isNaN(ground));
      assert.equal(unit, "Pa");
    });

    test("shows it where the block is touched, with a legend", async () => {
      await page.selectOption("#field", "contact-pressure");
      const last = await page.evaluate(() => globalThis.drystone.app.run.frames.length - 1);
      await set({ frame: last, contacts: false });
      assert.match(await page.textContent("#legend"), /Contact pressure \(Pa\)/);
      const { range, shown } = await page.evaluate(() => {
        const { renderer, field } = globalThis.drystone.app;
        const { soft } = renderer.scene;
        const rows = [];
        for (let k = 0; k < soft.count; k++) rows.push([...soft.numbers.subarray(11 * k, 11 * k + 11)]);
        const range = renderer.ranges.overAll(field);
        return { range, shown: rows.map((row) => ({ at: row.slice(0, 3), value: row[10] })) };
      });
      assert.equal(range[0], 0);
      assert.ok(Math.abs(range[1] / PRESSURE - 1) < 1e-3, `${range}`);
      const coloured = shown.filter(({ value }) => value >= 0);
      // Two triangles a side.
      assert.equal(coloured.length, 6 * below);
      // The places of vertices are about the middle of the block.
      const foot = -0.2;
      for (const { at, value } of coloured) {
        assert.ok(value > 0.999, `${value}`);
        assert.ok(at[dimension - 1] < foot + 0.02, `${at}`);
      }
      const away = shown.filter(({ at }) => at[dimension - 1] > foot + 0.02);
      assert.ok(away.length > 0 && away.every(({ value }) => value === -1));
      if (dimension === 2) {
        const changed = await change(page, () => set({ field: "mass" }));
        assert.ok(changed > 0.05, `${changed}`);
      }
      assert.deepEqual(page.complaints, []);
    });
  });
}
