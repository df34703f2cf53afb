// The page of a wall whose bonds break.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { command, drawn, launch, open, simulate } from "./browser.js";

describe("a cracking wall", () => {
  let browser, page;

  before(async () => {
    simulate("cracking");
    command("view", "cracking", "--no-open");
    browser = await launch();
    page = await open(browser, "cracking/view.html");
  });

  after(async () => {
    await browser?.close();
  });

  test("has bonds that are whole and bonds that are broken", async () => {
    const { whole, broken, statuses, tension } = await page.evaluate(() => {
      const { app, run } = globalThis.drystone;
      const { contacts } = app.frame;
      const damages = [...Array(contacts.count).keys()].map((c) => run.damage(app.frame, c));
      const forces = run.frames.flatMap((frame) => [...Array(frame.contacts.count).keys()].map((c) => run.normalForce(frame, c)));
      return {
        whole: damages.filter((d) => d === 0).length,
        broken: damages.filter((d) => d === 1).length,
        statuses: [...new Set(contacts.status)],
        tension: Math.min(...forces),
      };
    });
    assert.ok(whole > 0 && broken > 0, `${whole} whole, ${broken} broken`);
    assert.ok(statuses.includes(3), `statuses ${statuses}`);
    assert.ok(tension < 0, `least force ${tension} N`);
  });

  test("chains are coloured by status and by damage", async () => {
    const keys = () => page.locator("#legend .chain-keys span").allTextContents();
    await page.locator("#contacts").check();
    await page.locator("#chainColour").selectOption("status");
    await drawn(page);
    assert.deepEqual(await keys(), ["sticking", "sliding", "bonded"]);
    await page.locator("#chainColour").selectOption("damage");
    await drawn(page);
    assert.deepEqual(await keys(), ["whole", "half, or no bond", "broken"]);
    assert.deepEqual(page.complaints, []);
  });

  test("a contact tells its damage", async () => {
    const rows = await page.evaluate(() => {
      const { app, run } = globalThis.drystone;
      const { contacts } = app.frame;
      const contact = [...Array(contacts.count).keys()].find((c) => run.damage(app.frame, c) === 0);
      app.state.set({ selected: { kind: "contact", contact, first: contacts.first[contact], second: contacts.second[contact] } });
      return contact;
    });
    assert.ok(rows >= 0);
    await drawn(page);
    const text = await page.locator("#inspector").textContent();
    assert.match(text, /Statusbonded/);
    assert.match(text, /Damage of the bond0/);
  });
});
