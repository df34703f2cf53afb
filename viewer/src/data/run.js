// A run: what does not change, and the frames that have come so far, by their times.

import { unroot, STEPS } from "./block.js";
import { aboutThird, magnifiedRotation } from "../math.js";

export class Run {
  constructor(head) {
    this.head = head;
    this.dimension = head.dimension;
    this.bodies = head.mass.length;
    this.frames = [];
    // Deformable bodies that are held somewhere move all the same.
    const soft = new Set(head.soft?.bodies.map((own) => head.pieces.body[own.piece]));
    /** Bodies that colours tell something about. */
    this.painted = head.free.map((free, b) => free === 1 || (soft.has(b) && head.movable[b] === 1));
    this.turnOf = new Int32Array(this.bodies).fill(-1);
    head.turning.forEach((body, k) => (this.turnOf[body] = k));
  }

  /** Adds frames; one that is there already is left alone. */
  add(frames) {
    for (const frame of frames) {
      let at = this.frames.length;
      while (at > 0 && this.frames[at - 1].index > frame.index) at--;
      if (at > 0 && this.frames[at - 1].index === frame.index) continue;
      this.frames.splice(at, 0, frame);
    }
  }

  /** Keeps every second frame, where memory is short. */
  thin() {
    const last = this.frames.length - 1;
    this.frames = this.frames.filter((_, k) => k % 2 === 0 || k === last);
  }

  /** The last frame at or before a time. */
  at(time) {
    let [low, high] = [0, this.frames.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.frames[middle].time <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** A coordinate of a body (m). */
  position(frame, body, axis) {
    const { quantum, origin } = this.head;
    return frame.position[body * this.dimension + axis] * quantum + origin[axis];
  }

  velocity(frame, body, axis) {
    return unroot(frame.velocity[body * this.dimension + axis], STEPS.velocity, frame.scale.velocity);
  }

  spin(frame, body, axis) {
    const components = this.dimension === 2 ? 1 : 3;
    return unroot(frame.spin[body * components + axis], STEPS.velocity, frame.scale.spin);
  }

  pressure(frame, body) {
    return unroot(frame.pressure[body], STEPS.pressure, frame.scale.pressure);
  }

  /** The principal stress of the greatest magnitude, tension positive (Pa). */
  principalStress(frame, body) {
    return unroot(frame.principal[body], STEPS.pressure, frame.scale.principal);
  }

  /** Half the difference of the greatest and the least principal stress (Pa). */
  shearStress(frame, body) {
    return unroot(frame.shear[body], STEPS.pressure, frame.scale.shear);
  }

  /** A coordinate of the way of a node of a deformable body beside its rigid motion, in its body's frame (m). */
  way(frame, node, axis) {
    return (frame.soft.way[node * this.dimension + axis] / STEPS.way) * frame.soft.scale.way;
  }

  /** A stress of an element of a deformable body, by the number of its field (Pa). */
  elementStress(frame, field, element) {
    return unroot(frame.soft.stress[field][element], STEPS.pressure, frame.soft.scale.stress[field]);
  }

  /** What contacts press on a side of a deformable body with (Pa); negative where a bond pulls. */
  sidePressure(frame, side) {
    return unroot(frame.soft.pressure[side], STEPS.pressure, frame.soft.scale.pressure);
  }

  /** The angle of a body of the plane (rad). */
  angle(frame, body) {
    return frame.rotation[this.turnOf[body]] * this.head.turn;
  }

  /** The rotation of a body as a quaternion, its change since `from` times a factor. */
  rotation(frame, body, from, factor) {
    const k = this.turnOf[body];
    if (k < 0) return [0, 0, 0, 1];
    if (this.dimension === 2) {
      const start = this.angle(from, body);
      return aboutThird(start + (this.angle(frame, body) - start) * factor);
    }
    const now = quaternion(frame.rotation, k);
    return factor === 1 ? now : magnifiedRotation(quaternion(from.rotation, k), now, factor);
  }

  normalForce(frame, contact) {
    return unroot(frame.contacts.force[contact], STEPS.force, frame.scale.force);
  }

  /** T from the share T / (T + N) that is kept. */
  tangentialForce(frame, contact) {
    const share = Math.min(frame.contacts.obliquity[contact] / 255, 0.999);
    return (Math.abs(this.normalForce(frame, contact)) * share) / (1 - share);
  }

  /** How much of a contact's bond is broken, 0 to 1; null where there never was one. */
  damage(frame, contact) {
    const kept = frame.contacts.damage[contact];
    return kept > 0 ? (kept - 1) / STEPS.damage : null;
  }

  /** Whether any contact that has come has or had a bond. */
  get bonded() {
    this.bondedSeen ??= { frames: 0, any: false };
    const seen = this.bondedSeen;
    if (!seen.any && seen.frames !== this.frames.length) {
      seen.any = this.frames.some((frame) => frame.contacts.damage.some((kept) => kept > 0));
      seen.frames = this.frames.length;
    }
    return seen.any;
  }

  gap(frame, contact) {
    return unroot(frame.contacts.gap[contact], STEPS.gap, frame.scale.gap);
  }

  slip(frame, contact) {
    return unroot(frame.contacts.slip[contact], STEPS.slip, frame.scale.slip);
  }

  /** From the centre of the first body of a contact to the contact (m). */
  arm(frame, contact, axis) {
    const n = frame.contacts.arm[contact * this.dimension + axis];
    return (n / STEPS.arm) * frame.scale.arm;
  }
}

function quaternion(list, k) {
  const q = [list[4 * k], list[4 * k + 1], list[4 * k + 2], list[4 * k + 3]];
  const n = Math.hypot(...q);
  return n > 0 ? q.map((x) => x / n) : [0, 0, 0, 1];
}
