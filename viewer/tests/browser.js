// A headless browser with WebGL in software, and pages made by the command itself.

import { chromium } from "playwright-core";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
/** The repository. */
export const root = resolve(here, "../..");

/** Folder of what the tests make. */
export const made = resolve(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "tmp/viewer");
mkdirSync(made, { recursive: true });

/** The built command. */
export const drystone = process.env.DRYSTONE ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release/drystone");

function browserPath() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const found = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((n) => join(folder, n))).find(existsSync);
  assert.ok(found, "no Chromium on the path: install it, or name it in CHROMIUM");
  return found;
}

/** Runs the command in the folder of the tests. */
export function command(...words) {
  return execFileSync(drystone, words, { cwd: made, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Runs a scene of this folder into one of the same name, anew. */
export function simulate(name) {
  rmSync(join(made, name), { recursive: true, force: true });
  return command("run", join(here, `${name}.toml`), "--out", name, "--quiet");
}

export async function launch() {
  const args = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"];
  return chromium.launch({ executablePath: browserPath(), args });
}

/** Opens a page and waits for its data; whatever the console says against it is kept. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.complaints = [];
  page.on("console", (m) => ["error", "warning"].includes(m.type()) && page.complaints.push(m.text()));
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  await page.goto(address.startsWith("http") ? address : `file://${join(made, address)}`);
  await page.waitForFunction(() => globalThis.drystone?.loaded);
  return page;
}

/** Waits until what was asked for is drawn. */
export const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The colours of a picture of the canvas: the share of pixels for which a test holds. */
export async function share(page, test) {
  await drawn(page);
  const box = await page.locator("#canvas").boundingBox();
  const picture = await page.screenshot({ clip: box });
  return page.evaluate(
    async ([data, body]) => {
      const holds = new Function("r", "g", "b", `return ${body}`);
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext("2d");
      pen.drawImage(image, 0, 0);
      const bytes = pen.getImageData(0, 0, image.width, image.height).data;
      let count = 0;
      for (let i = 0; i < bytes.length; i += 4) if (holds(bytes[i], bytes[i + 1], bytes[i + 2])) count++;
      return count / (bytes.length / 4);
    },
    [picture.toString("base64"), test],
  );
}

/** How much the canvas changes by an action: the share of pixels that differ. */
export async function change(page, action) {
  const clip = await page.locator("#canvas").boundingBox();
  await drawn(page);
  const before = (await page.screenshot({ clip })).toString("base64");
  await action();
  await drawn(page);
  const after = (await page.screenshot({ clip })).toString("base64");
  return page.evaluate(async (pair) => {
    const bytes = await Promise.all(pair.map(async (data) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))]));
      const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
      pen.drawImage(image, 0, 0);
      return pen.getImageData(0, 0, image.width, image.height).data;
    }));
    let count = 0;
    for (let i = 0; i < bytes[0].length; i += 4) {
      const far = [0, 1, 2].some((k) => Math.abs(bytes[0][i + k] - bytes[1][i + k]) > 12);
      if (far) count++;
    }
    return count / (bytes[0].length / 4);
  }, [before, after]);
}

/** Where a body is on the page. */
export const placeOf = (page, body) =>
  page.evaluate((b) => {
    const { app } = globalThis.drystone;
    const m = [app.camera.view, app.camera.projection];
    let v = [...app.renderer.scene.shown.slice(3 * b, 3 * b + 3), 1];
    for (const a of m) v = [0, 1, 2, 3].map((i) => a[i] * v[0] + a[4 + i] * v[1] + a[8 + i] * v[2] + a[12 + i] * v[3]);
    const box = app.canvas.getBoundingClientRect();
    return { x: box.left + (box.width * (1 + v[0] / v[3])) / 2, y: box.top + (box.height * (1 - v[1] / v[3])) / 2 };
  }, body);

/** Clicks on a point until an element shows: software that draws on a loaded machine may miss a click. */
export async function clickFor(page, at, selector) {
  for (let round = 0; round < 3; round++) {
    await page.mouse.click(at.x, at.y);
    const shown = await page.locator(selector).waitFor({ timeout: 5000 }).then(() => true, () => false);
    if (shown) return;
  }
  assert.fail(`nothing shows ${selector} at ${at.x}, ${at.y}`);
}
