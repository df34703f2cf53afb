// Makes the one page that the command embeds; with --check, only says whether it is up to date.

import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "../crates/drystone-cli/src/view/bundle.html");

async function bundle(entry) {
  const result = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["chrome113", "firefox113", "safari16.4"],
    charset: "utf8",
    legalComments: "none",
  });
  return result.outputFiles[0].text.trim();
}

const style = await bundle("src/style.css");
const program = (await bundle("src/main.js")).replace(/<\/script/g, "<\\/script");
const page = readFileSync(join(here, "src/page.html"), "utf8")
  .replace("/*STYLE*/", () => style)
  .replace("/*PROGRAM*/", () => program);

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== page) {
    console.error("bundle.html is not what the sources give: run `npm run build` in viewer/");
    process.exit(1);
  }
  console.log("bundle.html is up to date");
} else {
  writeFileSync(target, page);
  console.log(`${target}: ${(page.length / 1024).toFixed(1)} kB`);
}
