// Pages of what is thin: a sheet with a ball on it, a tube and a cable in space, membranes about disks in the plane.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { clickFor, command, drawn, launch, open, placeOf, root, simulate } from "./browser.js";

/** What is on the card of a body: places of its vertices and their values. */
const verticesOf = (page, name) =>
  page.evaluate((own) => {
    const { renderer, run } = globalThis.drystone.app;
    const { soft } = renderer.scene;
    const rows = [];
    for (let k = 0; k < soft.count; k++) rows.push([...soft.numbers.subarray(11 * k, 11 * k + 11)]);
    const body = run.head.names.indexOf(own);
    const ofBody = rows.filter((row) => run.head.pieces.body[row[9]] === body);
    return ofBody.map((row) => ({ at: row.slice(0, 3), normal: row.slice(3, 6), value: row[10] }));
  }, name);

const set = async (page, changes) => {
  await page.evaluate((to) => globalThis.drystone.app.state.set(to), changes);
  await drawn(page);
};

describe("a sheet, a tube and a cable", () => {
  let browser, page;

  before(async () => {
    simulate("thin");
    command("view", "thin", "--no-open");
    browser = await launch();
    page = await open(browser, "thin/view.html");
  });

  after(async () => {
    await browser?.close();
  });

  test("a cable is a tube of its section", async () => {
    await set(page, { frame: 0 });
    const cable = await verticesOf(page, "cable");
    // Ten cells of ten sides, and a cap at either end.
    assert.equal(cable.length, 10 * 10 * 6 + 2 * 10 * 3);
    const radius = Math.sqrt(1e-3 / Math.PI);
    for (const { at: [x, y, z], normal } of cable) {
      const [off, end] = [Math.hypot(y, z), Math.abs(x) > 0.4999];
      assert.ok(Math.abs(off - radius) < 1e-3 * radius || (end && off < 1e-6), `${[x, y, z]}`);
      // Its sides look away from the axis, its caps along it.
      const away = (normal[1] * y + normal[2] * z) / radius;
      assert.ok(away > 0.999 || (end && Math.abs(normal[0]) > 0.999), `${normal} at ${[x, y, z]}`);
    }
  });

  test("it can be clicked, where it hangs", async () => {
    await set(page, { frame: 0, contacts: false });
    await clickFor(page, await placeOf(page, 3), "#inspector h2");
    assert.equal(await page.textContent("#inspector h2"), "cable");
    await set(page, { selected: null });
    const last = await page.evaluate(() => globalThis.drystone.app.run.frames.length - 1);
    await set(page, { frame: last });
    const cable = await verticesOf(page, "cable");
    const low = (from, to) => Math.min(...cable.filter(({ at: [x] }) => x >= from && x <= to).map(({ at }) => at[2]));
    assert.ok(low(-0.51, -0.45) - low(-0.05, 0.05) > 0.02, "it sags");
  });

  test("a cable that turns has no gaps", async () => {
    const cable = await verticesOf(page, "cable");
    // Every ring between two cells is that of both: its points are there from either side.
    const key = ({ at }) => at.map((x) => x.toFixed(5)).join(" ");
    const times = new Map();
    for (const vertex of cable) times.set(key(vertex), (times.get(key(vertex)) ?? 0) + 1);
    // Nine rings of ten points with three triangles on either side, two at the ends with the cap's beside them.
    const counts = [...times.values()];
    assert.equal(counts.filter((n) => n === 6).length, 9 * 10);
    assert.equal(counts.length, 11 * 10 + 2);
  });

  test("membranes that are held have colours, as bodies and as elements", async () => {
    for (const field of ["speed", "mises"]) {
      await set(page, { frame: 2, field });
      for (const name of ["sheet", "tube", "cable"]) {
        const values = (await verticesOf(page, name)).map(({ value }) => value);
        assert.ok(values.length > 0 && values.every((value) => value >= 0), `${name} ${field}`);
      }
    }
    await set(page, { field: "contact-pressure" });
    const values = async (name) => (await verticesOf(page, name)).map(({ value }) => value);
    const sheet = await values("sheet");
    assert.ok(sheet.some((value) => value > 0) && sheet.some((value) => value === -1), "under the ball");
    // Nothing touches a cable.
    for (const name of ["tube", "cable"]) assert.ok((await values(name)).every((value) => value === -1), name);
    assert.deepEqual(page.complaints, []);
  });
});

describe("membranes of the plane about disks", () => {
  let browser, page;

  before(async () => {
    const scene = `${root}/gallery/membrane-biaxial/scene.toml`;
    command("run", scene, "--out", "biaxial", "--overwrite", "--quiet", "--set", "duration=0.1");
    command("view", "biaxial", "--no-open");
    browser = await launch();
    page = await open(browser, "biaxial/view.html");
  });

  after(async () => {
    await browser?.close();
  });

  test("are bands, coloured where they are touched", async () => {
    const last = await page.evaluate(() => globalThis.drystone.app.run.frames.length - 1);
    await set(page, { frame: last, field: "contact-pressure" });
    for (const name of ["left membrane", "right membrane"]) {
      const vertices = await verticesOf(page, name);
      const touched = vertices.filter(({ value }) => value >= 0);
      // Forty bars of 6.5 mm, and over them those that disks touch.
      assert.equal(vertices.length - touched.length, 40 * 6);
      assert.ok(touched.length >= 6 * 10, `${touched.length}`);
      assert.ok(touched.every(({ value }) => value <= 1) && touched.some(({ value }) => value > 0.2));
    }
    assert.deepEqual(page.complaints, []);
  });
});
