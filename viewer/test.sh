#!/usr/bin/env bash
# The viewer: that the page embedded in the command is what the sources give, and how it behaves in a
# real browser. Needs node, npm, Chromium, and the command: built with `cargo build --release`, or
# another named in DRYSTONE.
set -euo pipefail
cd "$(dirname "$0")"

npm ci --no-audit --no-fund
npm run check
npm test
