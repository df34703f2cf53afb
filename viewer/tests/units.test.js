// Parts that need no browser, against exact answers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { THICKEST, colourOf, thicknessOf } from "../src/chains.js";
import { MAPS, table } from "../src/colour.js";
import { rangeOf } from "../src/fields.js";
import { aboutThird, compose, magnifiedRotation, turn } from "../src/math.js";
import { solid } from "../src/outline.js";
import { triangulate } from "../src/triangulate.js";
import { ticks } from "../src/ui/chart.js";
import { words } from "../src/ui/dom.js";

const near = (a, b, tolerance = 1e-12) => assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);

test("triangles cover a polygon, whichever way round", () => {
  // A comb: an L, a U and a spike in one; its area by the shoelace formula.
  const comb = [[0, 0], [6, 0], [6, 4], [5, 4], [5, 1], [4, 1], [3, 3], [2, 1], [1, 1], [1, 4], [0, 4]];
  const area = (points) => points.reduce((sum, p, i) => {
    const q = points[(i + 1) % points.length];
    return sum + (p[0] * q[1] - p[1] * q[0]) / 2;
  }, 0);
  for (const points of [comb, [...comb].reverse()]) {
    const triangles = triangulate(points);
    assert.equal(triangles.length, points.length - 2);
    const parts = triangles.map((t) => area(t.map((k) => points[k])));
    assert.ok(parts.every((a) => a >= 0), String(parts));
    near(parts.reduce((s, a) => s + a, 0), Math.abs(area(points)));
  }
});

test("a box has twelve triangles, flat normals, and no edge across its faces", () => {
  const points = [];
  for (let k = 0; k < 8; k++) points.push(k & 1, (k >> 1) & 1, (k >> 2) & 1);
  const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
  const vertices = solid(points, faces);
  assert.equal(vertices.length, 12 * 3 * 9);
  let drawn = 0;
  for (let v = 0; v < 36; v++) {
    const normal = [...vertices.slice(9 * v + 3, 9 * v + 6)];
    near(normal.reduce((s, x) => s + Math.abs(x), 0), 1, 1e-6);
  }
  for (let t = 0; t < 12; t++) {
    // A side is drawn where its number is not one at all corners.
    for (let side = 0; side < 3; side++) {
      const numbers = [0, 1, 2].map((v) => vertices[9 * (3 * t + v) + 6 + side]);
      if (numbers.some((x) => x === 0)) drawn++;
    }
  }
  assert.equal(drawn, 24, "twelve edges, each seen from two faces");
});

test("rotations compose and are magnified", () => {
  const q = compose(aboutThird(0.3), aboutThird(0.4));
  const v = turn(q, [1, 0, 0]);
  near(v[0], Math.cos(0.7));
  near(v[1], Math.sin(0.7));
  const m = magnifiedRotation(aboutThird(0.1), aboutThird(0.1 + 1e-3), 100);
  const w = turn(m, [1, 0, 0]);
  near(Math.atan2(w[1], w[0]), 0.2, 1e-9);
});

test("sequential maps grow lighter all the way", () => {
  const lightness = (bytes, i) => {
    const [r, g, b] = [0, 1, 2].map((k) => (bytes[4 * i + k] / 255) ** 2.2);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (const name of MAPS.filter((m) => m !== "balance")) {
    const bytes = table(name);
    for (let i = 8; i < 256; i += 8) assert.ok(lightness(bytes, i) > lightness(bytes, i - 8), `${name} at ${i}`);
  }
});

test("chains are as thick as their force, and reach their last colour at a strong one", () => {
  assert.deepEqual([0, 0.5, 2, 9].map(thicknessOf), [0, 0.5, 2, THICKEST]);
  assert.deepEqual([0, 0.25, 1, 9].map(colourOf), [0, 0.5, 1, 1]);
});

test("bodies that are fixed or driven set no range", () => {
  const run = { bodies: 3, painted: [false, true, true] };
  const field = { fill: (frame, out) => out.set([-900, 1, 4]) };
  assert.deepEqual(rangeOf(run, field, [{}]), [1, 4]);
});

test("numbers and ticks are round", () => {
  assert.deepEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticks(3, 3, 5), [3]);
  // Two at least, between the ends: 2 or 5 would meet 0.9 to 1.9 once.
  for (const [low, high] of [[0.9, 1.9], [3, 7], [0, 8.3e-8], [-1, 19.99], [1e6, 1e6 + 3], [-0.4, 0.3], [0, 1]]) {
    const found = ticks(low, high, 2);
    const slack = 1e-6 * (high - low);
    assert.ok(found.length >= 2 && found.length <= 7, `${low} to ${high}: ${found}`);
    assert.ok(found.every((v) => v >= low - slack && v <= high + slack), `${low} to ${high}: ${found}`);
  }
  assert.deepEqual([0, 1234.5678, 2e-9, -3.1e7, NaN, null].map((x) => words(x)), ["0", "1235", "2e-9", "-3.1e7", "–", "–"]);
});
