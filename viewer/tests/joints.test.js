// The page of a linkage: a beam on a hinge, a bob on a rod.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { command, drawn, launch, open, simulate } from "./browser.js";

describe("a linkage", () => {
  let browser, page;

  before(async () => {
    simulate("linkage");
    command("view", "linkage", "--no-open");
    browser = await launch();
    page = await open(browser, "linkage/view.html");
  });

  after(async () => {
    await browser?.close();
  });

  test("marks the hinge, the ends of the rod, and the rod", async () => {
    await drawn(page);
    const { count, ends, centre } = await page.evaluate(() => {
      const { scene } = globalThis.drystone.app.renderer;
      const { numbers } = scene.joints.list;
      const row = (k) => [...numbers.subarray(12 * k, 12 * k + 8)];
      return { count: scene.joints.count, ends: row(3), centre: scene.extent.centre };
    });
    assert.equal(count, 4);
    // The rod is as long as at the beginning.
    const length = Math.hypot(ends[0] - ends[4], ends[1] - ends[5]);
    assert.ok(Math.abs(length - 0.9) < 1e-4, `${length} m long, about ${centre}`);
    assert.deepEqual(page.complaints, []);
  });
});
