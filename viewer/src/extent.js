// How large things are: bodies, the scene, the periodic cell.

import { aboutThird, add, compose, turn } from "./math.js";

export class Extent {
  constructor(run) {
    const { head, dimension: D } = run;
    this.radius = radii(run);
    this.cell = head.periodic;
    this.torn = head.movable.map(() => false);
    head.pieces.body.forEach((body, k) => (this.torn[body] ||= head.pieces.wall[k] === 1));
    const movable = this.radius.filter((r, b) => head.movable[b] && r > 0 && Number.isFinite(r));
    const list = (movable.length > 0 ? movable : this.radius.filter(Number.isFinite)).sort((a, b) => a - b);
    /** The size of a typical body (m). */
    this.grain = list[list.length >> 1] || 1;
    /** Bodies to be seen as they are, not as balls: walls are long and thin. */
    this.wide = this.radius.map((r, b) => r > 0 && (!head.movable[b] || r > 3 * this.grain));
    this.measure(run);
    /** Bodies with a middle worth drawing a force to. */
    this.compact = this.radius.map((r, b) => r < 0.35 * this.reach || (head.movable[b] && r < 3 * this.grain));
    // The middle of a membrane is no place of it.
    for (const own of head.soft?.bodies ?? []) if (own.thin) this.compact[head.pieces.body[own.piece]] = false;
    this.dimension = D;
  }

  /** The box around all bounded bodies in the frames that are there, about the first centre. */
  measure(run) {
    const D = run.dimension;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    const include = (x, r, k) => {
      low[k] = Math.min(low[k], x - r);
      high[k] = Math.max(high[k], x + r);
    };
    for (const frame of run.frames) {
      for (let b = 0; b < run.bodies; b++) {
        const r = this.radius[b];
        if (!Number.isFinite(r) || this.wide[b]) continue;
        for (let k = 0; k < D; k++) include(this.wrapped(run.position(frame, b, k), k), r, k);
      }
    }
    for (const corner of run.frames.length > 0 ? wallCorners(run, this.wide) : []) {
      for (let k = 0; k < D; k++) include(corner[k], 0, k);
    }
    for (let k = 0; k < D; k++) {
      const period = this.cell?.period[k];
      if (period) [low[k], high[k]] = [this.cell.origin[k], this.cell.origin[k] + period];
    }
    for (let k = 0; k < 3; k++) if (!(low[k] <= high[k])) [low[k], high[k]] = k < D ? [-1, 1] : [0, 0];
    this.centre ??= low.map((x, k) => (x + high[k]) / 2);
    this.low = low.map((x, k) => x - this.centre[k]);
    this.high = high.map((x, k) => x - this.centre[k]);
    /** Half the diagonal of the box. */
    this.reach = Math.max(0.5 * Math.hypot(...high.map((x, k) => x - low[k])), 1e-9);
  }

  /** A coordinate brought into the periodic cell. */
  wrapped(x, axis) {
    const period = this.cell?.period[axis];
    if (!period) return x;
    const origin = this.cell.origin[axis];
    return x - Math.floor((x - origin) / period) * period;
  }

  /** A way to the nearest image. */
  nearest(x, axis) {
    const period = this.cell?.period[axis];
    return period ? x - Math.round(x / period) * period : x;
  }

  /** Origin and period of the cell about the scene's centre, zero where space does not repeat. */
  get uniforms() {
    const period = [0, 1, 2].map((k) => this.cell?.period[k] || 0);
    const origin = [0, 1, 2].map((k) => (period[k] ? this.cell.origin[k] - this.centre[k] : 0));
    return { u_cellOrigin: origin, u_cellPeriod: period };
  }
}

/** The corners of some bodies in the first frame, but for half-spaces. */
function* wallCorners(run, wide) {
  const { head, dimension: D } = run;
  const frame = run.frames[0];
  for (let k = 0; k < head.pieces.body.length; k++) {
    const body = head.pieces.body[k];
    const outline = head.outlines[head.pieces.outline[k]];
    if (!wide[body] || outline.normal !== undefined) continue;
    const triple = (list, i) => [list[i * D], list[i * D + 1], D === 3 ? list[i * D + 2] : 0];
    const centre = [0, 1, 2].map((axis) => (axis < D ? run.position(frame, body, axis) : 0));
    const q = run.rotation(frame, body, frame, 1);
    const { rotation } = head.pieces;
    const own = D === 2 ? aboutThird(rotation[k]) : rotation.slice(4 * k, 4 * k + 4);
    const at = add(centre, turn(q, triple(head.pieces.position, k)));
    if (outline.ball !== undefined) {
      yield at.map((x) => x - outline.ball);
      yield at.map((x) => x + outline.ball);
      continue;
    }
    const all = compose(q, own);
    for (let i = 0; i < outline.points.length / D; i++) yield add(at, turn(all, triple(outline.points, i)));
  }
}

/** The radius of every body about its centre; infinite with a half-space. */
function radii(run) {
  const { head, dimension: D } = run;
  const own = head.outlines.map((outline) => {
    if (outline.ball !== undefined) return outline.ball;
    if (outline.normal !== undefined) return Infinity;
    let most = 0;
    for (let i = 0; i < outline.points.length; i += D) {
      most = Math.max(most, Math.hypot(...outline.points.slice(i, i + D)));
    }
    return most;
  });
  const radius = head.movable.map(() => 0);
  head.pieces.body.forEach((body, k) => {
    const away = Math.hypot(...head.pieces.position.slice(k * D, (k + 1) * D));
    radius[body] = Math.max(radius[body], away + own[head.pieces.outline[k]]);
  });
  return radius;
}
