// Where the eye is: it orbits a target in space, and pans and zooms over the plane.

import { add, clamp, cross, lookAt, orthographic, perspective, scale, sub, unit } from "./math.js";

const TANGENT = Math.tan((17 * Math.PI) / 180);

export class Camera {
  /** bounds: the box [low, high] to be seen, about the origin. */
  constructor(dimension, bounds) {
    this.plane = dimension === 2;
    this.bounds = bounds;
    this.width = this.height = 1;
    this.reset();
  }

  /** The view from which everything is seen. */
  reset() {
    const [low, high] = this.bounds;
    const size = sub(high, low);
    this.target = scale(add(low, high), 0.5);
    this.radius = Math.max(0.5 * Math.hypot(...size), 1e-9);
    [this.yaw, this.pitch] = [-1.05, 0.36];
    const aspect = Math.max(this.width / this.height, 1e-3);
    const half = Math.max(size[1], size[0] / aspect) / 2;
    // The bar at the foot hides some of the plane: everything is set a little higher and smaller.
    this.span = this.plane ? Math.max(half * 1.3, 1e-9) : (this.radius * 1.12) / Math.min(1, aspect);
    if (this.plane) this.target = [this.target[0], this.target[1] - 0.08 * this.span, 0];
  }

  resize(width, height) {
    [this.width, this.height] = [Math.max(width, 1), Math.max(height, 1)];
  }

  /** Distance of the eye from its target. */
  get distance() {
    return this.plane ? 1 : this.span / TANGENT;
  }

  get direction() {
    const c = Math.cos(this.pitch);
    return [c * Math.cos(this.yaw), c * Math.sin(this.yaw), Math.sin(this.pitch)];
  }

  get eye() {
    return this.plane ? add(this.target, [0, 0, 1]) : add(this.target, scale(this.direction, this.distance));
  }

  get view() {
    return lookAt(this.eye, this.target, this.plane ? [0, 1, 0] : [0, 0, 1]);
  }

  get projection() {
    const aspect = this.width / this.height;
    if (this.plane) return orthographic(this.span * aspect, this.span, -10, 10);
    const far = this.distance + 6 * this.radius;
    const near = Math.max(this.distance - 6 * this.radius, far * 2e-4);
    return perspective(TANGENT, aspect, near, far);
  }

  /** Size of a pixel at distance one (in the plane, everywhere). */
  get pixelAtOne() {
    return (2 * (this.plane ? this.span : TANGENT)) / this.height;
  }

  orbit(dx, dy) {
    this.yaw -= dx * 0.006;
    this.pitch = clamp(this.pitch + dy * 0.006, -1.55, 1.55);
  }

  pan(dx, dy) {
    const step = (2 * this.span) / this.height;
    const back = this.plane ? [0, 0, 1] : this.direction;
    const right = this.plane ? [1, 0, 0] : unit(cross([0, 0, 1], back));
    const up = cross(back, right);
    this.target = add(this.target, add(scale(right, -dx * step), scale(up, dy * step)));
  }

  /** Zooms by a factor, keeping what lies under a point (pixels from the middle) where it is. */
  zoom(factor, x = 0, y = 0) {
    const before = this.span;
    this.span = clamp(this.span * factor, this.radius * 1e-4, this.radius * 50);
    const k = this.span / before - 1;
    if (this.plane) this.pan(x * (k / (1 + k)), y * (k / (1 + k)));
  }

  /** Looks along an axis. */
  along(axis) {
    const views = { x: [0, 0], y: [-Math.PI / 2, 0], z: [-Math.PI / 2, 1.55] };
    [this.yaw, this.pitch] = views[axis];
  }
}
