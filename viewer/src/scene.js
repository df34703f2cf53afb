// The look of a run on the graphics card: pieces once, bodies and contacts anew for every frame.

import { colourOf, damageColour, statusColour, thicknessOf } from "./chains.js";
import { Balls } from "./gl/balls.js";
import { Disks } from "./gl/disks.js";
import { Links, NUMBERS, UNITS } from "./gl/links.js";
import { Meshes } from "./gl/meshes.js";
import { Planes } from "./gl/planes.js";
import { TextureList } from "./gl/program.js";
import { aboutThird, between, clamp } from "./math.js";
import { planar, solid } from "./outline.js";
import { Extent } from "./extent.js";
import { markJoints } from "./joints.js";
import { Soft } from "./soft.js";

/** Contacts from which on weak ones are not drawn. */
const MANY = 4000;

/** Whether a point lies on the way between two others, as the contact of two balls does. */
function straight(from, at, to) {
  const [ax, ay, az] = [at[0] - from[0], at[1] - from[1], at[2] - from[2]];
  const [bx, by, bz] = [to[0] - at[0], to[1] - at[1], to[2] - at[2]];
  const along = ax * bx + ay * by + az * bz;
  return along > 0 && along * along > 0.998 * (ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz);
}

export class Scene {
  constructor(gl, run) {
    this.run = run;
    this.extent = new Extent(run);
    const { outlines, pieces } = run.head;
    const D = run.dimension;
    const of = (test) => pieces.body.map((_, k) => k).filter((k) => test(outlines[pieces.outline[k]]));
    const balls = of((o) => o.ball !== undefined);
    this.round = D === 2 ? new Disks(gl, balls) : new Balls(gl, balls);
    this.planes = new Planes(gl, of((o) => o.normal !== undefined));
    const thin = 0.006 * this.extent.reach;
    this.soft = new Soft(gl, run, thin);
    const members = outlines.map(() => []);
    pieces.outline.forEach((outline, k) => this.soft.pieces.has(k) || members[outline].push(k));
    const groups = outlines.flatMap((o, k) => {
      if (o.points === undefined || members[k].length === 0) return [];
      const vertices = D === 2 ? planar(o.points, o.faces, thin) : solid(o.points, o.faces);
      return vertices.length > 0 ? [{ vertices, pieces: members[k] }] : [];
    });
    this.meshes = new Meshes(gl, groups);
    this.links = new Links(gl, UNITS.contacts);
    this.joints = new Links(gl, UNITS.joints);
    this.bodies = new TextureList(gl, 0, run.bodies, 2);
    this.pieces = new TextureList(gl, 1, pieces.body.length, 3);
    this.placePieces();
    this.shown = new Float32Array(run.bodies * 3);
  }

  placePieces() {
    const { outlines, pieces } = this.run.head;
    const D = this.run.dimension;
    const numbers = this.pieces.numbers;
    pieces.body.forEach((body, k) => {
      const p = pieces.position.slice(k * D, (k + 1) * D);
      const q = D === 2 ? aboutThird(pieces.rotation[k]) : pieces.rotation.slice(4 * k, 4 * k + 4);
      const outline = outlines[pieces.outline[k]];
      const normal = outline.normal ?? [0, 0, 0];
      // The sign tells a piece that is wrapped by itself.
      const owner = pieces.wall[k] ? -(body + 1) : body + 1;
      const row = [p[0], p[1], p[2] ?? 0, owner, ...q];
      numbers.set([...row, normal[0], normal[1], normal[2] ?? 0, outline.ball ?? 0], k * 12);
    });
    this.pieces.upload();
  }

  /** Puts the bodies where a frame has them, on the way to the next, displacements times a factor. */
  place(frame, next, fraction, factor, values) {
    const { run, shown } = this;
    const D = run.dimension;
    const { centre } = this.extent;
    const from = run.frames[0];
    const numbers = this.bodies.numbers;
    for (let b = 0; b < run.bodies; b++) {
      for (let k = 0; k < 3; k++) {
        let x = 0;
        if (k < D) {
          x = run.position(frame, b, k);
          if (fraction > 0) x += fraction * (run.position(next, b, k) - x);
          if (factor !== 1) {
            const start = run.position(from, b, k);
            x = start + (x - start) * factor;
          }
          if (!this.extent.torn[b]) x = this.extent.wrapped(x, k);
          x -= centre[k];
        }
        shown[3 * b + k] = numbers[8 * b + k] = clamp(x, -1e30, 1e30);
      }
      numbers[8 * b + 3] = values[b];
      let q = run.rotation(frame, b, from, factor);
      if (fraction > 0 && run.turnOf[b] >= 0) q = between(q, run.rotation(next, b, from, factor), fraction);
      for (let k = 0; k < 4; k++) numbers[8 * b + 4 + k] = q[k];
    }
    this.bodies.upload();
    this.join();
  }

  /** Marks of the joints, where their bodies are shown. */
  join() {
    const { joints } = this.run.head;
    if (!joints) return;
    const numbers = this.bodies.numbers;
    const placed = (body) => ({
      position: [...numbers.subarray(8 * body, 8 * body + 3)],
      rotation: [...numbers.subarray(8 * body + 4, 8 * body + 8)],
    });
    const radius = Math.min(0.12 * this.extent.grain, 0.012 * this.extent.reach);
    markJoints(this.joints, { joints, placed, extent: this.extent, radius });
  }

  /** Links of the contacts of a frame, after `place`. Thickness grows with the normal force. */
  chain(frame, { reference, thickness, colouring }) {
    const { run, shown, extent } = this;
    const { contacts } = frame;
    const numbers = this.links.room(contacts.count * 2);
    let count = 0;
    const at = [0, 0, 0];
    const ends = [[0, 0, 0], [0, 0, 0]];
    const centre = (body, end) => {
      for (let k = 0; k < 3; k++) end[k] = at[k] + extent.nearest(shown[3 * body + k] - at[k], k);
    };
    const push = (from, to, width, colour, contact) => {
      numbers.set([from[0], from[1], from[2], width, to[0], to[1], to[2], colour, contact], NUMBERS * count++);
    };
    // Where contacts are many, those that hardly carry anything are left out.
    const least = contacts.count > MANY ? 0.01 : 0;
    for (let c = 0; c < contacts.count; c++) {
      const [a, b] = [contacts.first[c], contacts.second[c]];
      for (let k = 0; k < 3; k++) {
        at[k] = shown[3 * a + k] + (k < run.dimension ? run.arm(frame, c, k) : 0);
      }
      const force = Math.abs(run.normalForce(frame, c)) / reference;
      if (force < least) continue;
      const width = thicknessOf(force) * thickness;
      let colour = colourOf(force);
      if (colouring === "status") colour = statusColour(contacts.status[c]);
      if (colouring === "damage") colour = damageColour(run.damage(frame, c));
      centre(a, ends[0]);
      centre(b, ends[1]);
      if (extent.compact[a] && extent.compact[b] && straight(ends[0], at, ends[1])) {
        push(ends[0], ends[1], width, colour, c);
        continue;
      }
      if (extent.compact[a]) push(ends[0], at, width, colour, c);
      if (extent.compact[b]) push(ends[1], at, width, colour, c);
    }
    this.links.upload(count);
  }
}
