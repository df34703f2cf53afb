// What must be known beside results is told on their page.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { command, launch, open, simulate } from "./browser.js";

describe("results with remarks", () => {
  let browser;

  before(async () => {
    simulate("sunk");
    command("view", "sunk", "-o", "sunk.html");
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
  });

  test("say which bodies went into each other", async () => {
    const page = await open(browser, "sunk.html");
    const remarks = page.locator("#remarks");
    assert.ok(await remarks.isVisible());
    assert.match(await remarks.textContent(), /`lower` and `upper` by .* % of the smaller one/);
    assert.deepEqual(page.complaints, []);
  });
});
