// Bars and cables as triangles: bands in the plane, tubes in space.

import { add, cross, dot, scale, sub, unit } from "./math.js";

/** Sides of a tube. */
const SIDES = 10;

/** The most vertices that a segment takes. */
export const MOST = { band: 6, tube: 12 * SIDES };

/** A tube and its neighbour are cut along the plane between them, unless they fold back more than this. */
const FOLD = Math.cos((60 * Math.PI) / 180);

/** The straight parts of ways along nodes, with the number of the way that each is of. */
export const segments = (ways) =>
  ways.flatMap((way, w) => way.slice(1).map((k, i) => ({ nodes: [way[i], k], way: w })));

/**
 * The two triangles along a line of the plane, from so far to so far to its left. Calls with a point, its normal and how
 * far it is from edges: the long sides, where these are drawn.
 */
export function band([a, b], [low, high], edges, each) {
  const d = unit(sub(b, a));
  const beside = (p, far) => [p[0] - d[1] * far, p[1] + d[0] * far, 0];
  const [c, e, f, g] = [beside(a, low), beside(b, low), beside(b, high), beside(a, high)];
  const [on, off] = edges ? [[1, 1, 0], [1, 1, 1]] : [[1, 1, 1], [1, 1, 1]];
  const up = [0, 0, 1];
  [[c, on], [e, on], [f, off], [c, off], [f, on], [g, on]].forEach(([at, edge]) => each(at, up, edge));
}

/** Of each end of each segment: the one other segment that meets it there, or -1. */
export function neighbours(segments) {
  const at = new Map();
  segments.forEach(({ nodes }, s) => nodes.forEach((k) => at.set(k, [...(at.get(k) ?? []), s])));
  return segments.map(({ nodes }, s) =>
    nodes.map((k) => (at.get(k).length === 2 ? at.get(k).find((other) => other !== s) ?? -1 : -1)),
  );
}

/** The planes that cut segments at their ends, by their normals; none where an end is a cap. */
export function cuts(segments, beside, directions) {
  return segments.map(({ nodes }, s) => {
    const own = directions[s];
    return nodes.map((k, end) => {
      const other = beside[s][end];
      if (other < 0) return null;
      // The neighbour's direction, onward from this segment.
      const turned = segments[other].nodes[end] === k;
      const normal = unit(add(own, scale(directions[other], turned ? -1 : 1)));
      return dot(own, normal) > FOLD ? normal : null;
    });
  });
}

/** The triangles of a tube, cut at its ends by planes. Calls with a point, its normal and how far it is from edges. */
export function tube([a, b], direction, radius, [first, last], each) {
  const u = unit(cross(direction, Math.abs(direction[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
  const v = cross(direction, u);
  const out = Array.from({ length: SIDES + 1 }, (_, k) => {
    const angle = (2 * Math.PI * k) / SIDES;
    return add(scale(u, Math.cos(angle)), scale(v, Math.sin(angle)));
  });
  // Along the tube to where the plane of the cut is.
  const ring = (end, normal) => out.map((o) => {
    const along = normal ? dot(o, normal) / dot(direction, normal) : 0;
    return add(end, scale(sub(o, scale(direction, along)), radius));
  });
  const [from, to] = [ring(a, first), ring(b, last)];
  const none = [1, 1, 1];
  for (let k = 0; k < SIDES; k++) {
    const [o, p] = [out[k], out[k + 1]];
    const corners = [[from[k], o], [from[k + 1], p], [to[k + 1], p], [from[k], o], [to[k + 1], p], [to[k], o]];
    corners.forEach(([at, normal]) => each(at, normal, none));
    if (!first) [a, from[k + 1], from[k]].forEach((at) => each(at, scale(direction, -1), none));
    if (!last) [b, to[k], to[k + 1]].forEach((at) => each(at, direction, none));
  }
}
