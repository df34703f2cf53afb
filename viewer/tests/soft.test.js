// The page of a soft beam on two supports with a weight on it.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { command, drawn, launch, open, simulate } from "./browser.js";

describe("a soft beam", () => {
  let browser, page;

  before(async () => {
    simulate("soft");
    command("view", "soft", "--no-open");
    browser = await launch();
    page = await open(browser, "soft/view.html");
  });

  after(async () => {
    await browser?.close();
  });

  /** What is on the card: points of the vertices and their values; and the sag of the middle. */
  const shown = async (changes) => {
    await page.evaluate((to) => globalThis.drystone.app.state.set(to), changes);
    await drawn(page);
    return page.evaluate(() => {
      const { soft } = globalThis.drystone.app.renderer.scene;
      const rows = [];
      for (let k = 0; k < soft.count; k++) rows.push([...soft.numbers.subarray(11 * k, 11 * k + 11)]);
      const low = (from, to) => Math.min(...rows.filter((r) => r[0] >= from && r[0] <= to).map((r) => r[1]));
      return { count: soft.count, sag: low(-1.1, -0.95) - low(-0.02, 0.02), values: rows.map((r) => r[10]) };
    });
  };

  test("has the elements of the mesh, bent where the nodes are", async () => {
    const last = await page.evaluate(() => globalThis.drystone.app.run.frames.length - 1);
    const start = await shown({ frame: 0 });
    // Sixteen quadrangles with the middles of their edges: six triangles each.
    assert.equal(start.count, 16 * 6 * 3);
    assert.ok(Math.abs(start.sag) < 1e-6, `${start.sag}`);
    const end = await shown({ frame: last });
    assert.ok(end.sag > 0.02 && end.sag < 0.06, `${end.sag}`);
    const stretched = await shown({ stretch: 5 });
    assert.ok(Math.abs(stretched.sag / end.sag - 5) < 0.1, `${stretched.sag} and ${end.sag}`);
    await shown({ stretch: 1 });
  });

  test("colours elements by their stress", async () => {
    const fields = await page.evaluate(() => globalThis.drystone.app.fields.map((f) => f.id));
    for (const id of ["mises", "tension", "compression", "stress-xx", "stress-xy"]) assert.ok(fields.includes(id), id);
    const { values } = await shown({ field: "mises" });
    assert.ok(new Set(values.map((x) => x.toFixed(3))).size > 4, "elements have colours of their own");
    assert.ok(values.every((x) => x >= 0 && x <= 1));
    // Under the bar of the legend: the unit and the name.
    const legend = await page.textContent("#legend");
    assert.match(legend, /von Mises/);
    const { values: tension } = await shown({ field: "tension" });
    assert.ok(Math.max(...tension) > 0.9, "the lower side is pulled");
    assert.deepEqual(page.complaints, []);
  });
});
