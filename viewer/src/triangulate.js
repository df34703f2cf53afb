// Triangles of a simple polygon, by cutting off ears.

const area = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Triangles as triples of indices; corners may run either way round. */
export function triangulate(points) {
  const left = points.map((_, k) => k);
  if (signedArea(points) < 0) left.reverse();
  const triangles = [];
  while (left.length > 3) {
    const n = left.length;
    const ear = left.findIndex((_, i) => isEar(points, left, i));
    // A polygon that is not simple has no ear at some time: what is left is cut as it comes.
    const i = ear < 0 ? 1 : ear;
    triangles.push([left[(i + n - 1) % n], left[i], left[(i + 1) % n]]);
    left.splice(i, 1);
  }
  triangles.push([...left]);
  return triangles;
}

function signedArea(points) {
  let sum = 0;
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length];
    sum += p[0] * q[1] - p[1] * q[0];
  });
  return sum;
}

function isEar(points, left, i) {
  const n = left.length;
  const [a, b, c] = [points[left[(i + n - 1) % n]], points[left[i]], points[left[(i + 1) % n]]];
  if (area(a, b, c) <= 0) return false;
  const inside = (p) => area(a, b, p) >= 0 && area(b, c, p) >= 0 && area(c, a, p) >= 0;
  const isCorner = (p) => p === a || p === b || p === c;
  return !left.some((k) => !isCorner(points[k]) && inside(points[k]));
}
