// Vectors, quaternions (i, j, k, w) and column-major matrices: the little that a viewer needs.

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const norm = (a) => Math.hypot(a[0], a[1], a[2]);
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a) => {
  const n = norm(a);
  return n > 0 ? scale(a, 1 / n) : [0, 0, 1];
};
export const clamp = (x, low, high) => Math.min(high, Math.max(low, x));

/** p q, the rotation by q and then by p. */
export function compose(p, q) {
  const [px, py, pz, pw] = p;
  const [qx, qy, qz, qw] = q;
  return [
    pw * qx + px * qw + py * qz - pz * qy,
    pw * qy - px * qz + py * qw + pz * qx,
    pw * qz + px * qy - py * qx + pz * qw,
    pw * qw - px * qx - py * qy - pz * qz,
  ];
}

/** v turned by q. */
export function turn(q, v) {
  const t = scale(cross(q, v), 2);
  return add(add(v, scale(t, q[3])), cross(q, t));
}

/** The rotation from `from` to `to`, its angle times a factor, upon `from`. */
export function magnifiedRotation(from, to, factor) {
  let d = compose(to, [-from[0], -from[1], -from[2], from[3]]);
  if (d[3] < 0) d = d.map((x) => -x);
  const s = Math.hypot(d[0], d[1], d[2]);
  if (s < 1e-12) return to;
  const half = Math.atan2(s, d[3]) * factor;
  const k = Math.sin(half) / s;
  return compose([d[0] * k, d[1] * k, d[2] * k, Math.cos(half)], from);
}

/** A rotation on the way from one to another that is near. */
export function between(p, q, fraction) {
  const sign = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3] < 0 ? -1 : 1;
  const mixed = p.map((x, k) => x + fraction * (sign * q[k] - x));
  const n = Math.hypot(...mixed);
  return n > 1e-9 ? mixed.map((x) => x / n) : p;
}

/** The quaternion of a turn about the third axis. */
export const aboutThird = (angle) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

export function multiply(a, b) {
  const m = new Float32Array(16);
  for (let j = 0; j < 4; j++) {
    for (let i = 0; i < 4; i++) {
      let s = 0;
      for (let k = 0; k < 4; k++) s += a[k * 4 + i] * b[j * 4 + k];
      m[j * 4 + i] = s;
    }
  }
  return m;
}

/** Perspective with the given tangent of half the vertical angle. */
export function perspective(tangent, aspect, near, far) {
  const m = new Float32Array(16);
  m[0] = 1 / (tangent * aspect);
  m[5] = 1 / tangent;
  m[10] = (far + near) / (near - far);
  m[11] = -1;
  m[14] = (2 * far * near) / (near - far);
  return m;
}

export function orthographic(halfWidth, halfHeight, near, far) {
  const m = new Float32Array(16);
  m[0] = 1 / halfWidth;
  m[5] = 1 / halfHeight;
  m[10] = -2 / (far - near);
  m[14] = -(far + near) / (far - near);
  m[15] = 1;
  return m;
}

/** The view from `eye` towards `target`. */
export function lookAt(eye, target, up) {
  const z = unit(sub(eye, target));
  const x = unit(cross(up, z));
  const y = cross(z, x);
  return new Float32Array([
    x[0], y[0], z[0], 0,
    x[1], y[1], z[1], 0,
    x[2], y[2], z[2], 0,
    -dot(x, eye), -dot(y, eye), -dot(z, eye), 1,
  ]);
}
