// From the faces of an outline to triangles with normals and edges worth drawing.

import { cross, dot, sub, unit } from "./math.js";
import { triangulate } from "./triangulate.js";

/** Faces that meet at less than this angle belong to one smooth surface. */
const SMOOTH = Math.cos((28 * Math.PI) / 180);

/** Vertices of a solid's surface, nine numbers each: point, normal, distance from the edges. */
export function solid(points, faces) {
  const at = (k) => [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
  const normals = faces.map((face) => areaNormal(face.map(at)));
  const units = normals.map(unit);
  const beside = new Map();
  const around = new Map();
  faces.forEach((face, f) => {
    face.forEach((k, i) => {
      const edge = key(k, face[(i + 1) % face.length]);
      beside.set(edge, [...(beside.get(edge) ?? []), f]);
      around.set(k, [...(around.get(k) ?? []), f]);
    });
  });
  const sharp = (a, b) => {
    const met = beside.get(key(a, b));
    return met !== undefined && (met.length !== 2 || dot(units[met[0]], units[met[1]]) < SMOOTH);
  };
  const vertices = [];
  faces.forEach((face, f) => {
    const normal = (k) => {
      let sum = [0, 0, 0];
      for (const g of around.get(k)) {
        if (dot(units[f], units[g]) >= SMOOTH) sum = sum.map((x, i) => x + normals[g][i]);
      }
      return unit(sum);
    };
    for (const triangle of flatten(face, at, units[f])) {
      pushTriangle(vertices, triangle.map(at), triangle.map(normal), mask(triangle, sharp));
    }
  });
  return Float32Array.from(vertices);
}

/** Vertices of polygons of the plane; a loop of two points is a line and is made a thin band. */
export function planar(points, faces, thickness) {
  const at = (k) => [points[2 * k], points[2 * k + 1], 0];
  const vertices = [];
  const up = [0, 0, 1];
  for (const face of faces) {
    if (face.length === 2) {
      const [a, b] = face.map(at);
      const d = unit(sub(b, a));
      const s = [(-d[1] * thickness) / 2, (d[0] * thickness) / 2, 0];
      const corners = [sub(a, s), sub(b, s), [b[0] + s[0], b[1] + s[1], 0], [a[0] + s[0], a[1] + s[1], 0]];
      for (const t of [[0, 1, 2], [0, 2, 3]]) {
        pushTriangle(vertices, t.map((k) => corners[k]), [up, up, up], [false, false, false]);
      }
      continue;
    }
    const rim = new Set(face.map((k, i) => key(k, face[(i + 1) % face.length])));
    for (const triangle of flatten(face, at, up)) {
      const drawn = mask(triangle, (a, b) => rim.has(key(a, b)));
      pushTriangle(vertices, triangle.map(at), [up, up, up], drawn);
    }
  }
  return Float32Array.from(vertices);
}

/** Triangles of the faces of a mesh by their nodes, with their face and which of their sides are those of a facet. */
export function triangles(points, faces, facets, dimension) {
  const at = (k) => [0, 1, 2].map((axis) => (axis < dimension ? points[dimension * k + axis] : 0));
  // Sides between two faces of one facet lie inside it.
  const inner = new Map();
  const side = (f, a, b) => `${facets[f]} ${key(a, b)}`;
  faces.forEach((face, f) => {
    face.forEach((k, i) => {
      const name = side(f, k, face[(i + 1) % face.length]);
      inner.set(name, (inner.get(name) ?? 0) + 1);
    });
  });
  return faces.flatMap((face, f) => {
    const normal = dimension === 2 ? [0, 0, 1] : unit(areaNormal(face.map(at)));
    return flatten(face, at, normal).map((nodes) => ({
      nodes, face: f, drawn: mask(nodes, (a, b) => inner.get(side(f, a, b)) === 1),
    }));
  });
}

const key = (a, b) => (a < b ? a * 1e7 + b : b * 1e7 + a);

/** Twice the area vector of a polygon. */
function areaNormal(corners) {
  let sum = [0, 0, 0];
  for (let i = 1; i + 1 < corners.length; i++) {
    const n = cross(sub(corners[i], corners[0]), sub(corners[i + 1], corners[0]));
    sum = sum.map((x, k) => x + n[k]);
  }
  return sum;
}

/** Triangles of a face, as indices of points. */
function flatten(face, at, normal) {
  if (face.length === 3) return [face];
  const x = unit(cross(Math.abs(normal[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], normal));
  const y = cross(normal, x);
  const flat = face.map((k) => [dot(at(k), x), dot(at(k), y)]);
  return triangulate(flat).map((t) => t.map((i) => face[i]));
}

/** Which sides of a triangle are drawn: the side opposite to each corner. */
const mask = ([a, b, c], drawn) => [drawn(b, c), drawn(c, a), drawn(a, b)];

/** A side that is not drawn is as if it were far from everywhere. */
function pushTriangle(out, corners, normals, drawn) {
  for (let i = 0; i < 3; i++) {
    out.push(...corners[i], ...normals[i]);
    for (let side = 0; side < 3; side++) out.push(drawn[side] ? (side === i ? 1 : 0) : 1);
  }
}
