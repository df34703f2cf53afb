// Deformable bodies: their triangles move with the nodes, their elements or sides have colours of their own.

import { bind } from "./gl/common.js";
import { surfaces } from "./gl/meshes.js";
import { triangles } from "./outline.js";
import { cross, sub, unit } from "./math.js";

/** Numbers of a vertex: point, normal, edge, piece, value. */
const NUMBERS = 11;

/** Normal and edge of what lies in the plane and has no edges to be drawn. */
const FLAT = [0, 0, 1, 1, 1, 1];

export class Soft {
  /** Bars of the plane are bands of a thickness. */
  constructor(gl, run, thickness) {
    this.gl = gl;
    this.run = run;
    this.thickness = thickness;
    const { soft, pieces, outlines } = run.head;
    this.pieces = new Set(soft?.bodies.map((own) => own.piece));
    /** Vertices that are drawn. */
    this.count = 0;
    if (!soft) return;
    let room = 0;
    this.bodies = soft.bodies.map((own) => {
      const outline = outlines[pieces.outline[own.piece]];
      const bars = own.thin && run.dimension === 2;
      const list = bars ? [] : triangles(outline.points, outline.faces, own.facet, run.dimension);
      const lines = bars ? segments(outline.faces) : [];
      const rim = segments(own.rim ?? []);
      room += 3 * list.length + 6 * (lines.length + rim.length);
      return { ...own, body: pieces.body[own.piece], rest: outline.points, triangles: list, lines, rim };
    });
    this.values = { element: new Float32Array(soft.elements), side: new Float32Array(soft.sides) };
    this.numbers = new Float32Array(NUMBERS * room);
    this.program = surfaces(gl, true);
    this.buffer = gl.createBuffer();
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    const parts = [["a_point", 3], ["a_normal", 3], ["a_edge", 3], ["a_piece", 1], ["a_value", 1]];
    let at = 0;
    for (const [name, size] of parts) {
      bind(gl, this.program.attribute(name), this.buffer, size, 4 * NUMBERS, 4 * at);
      at += size;
    }
    gl.bindVertexArray(null);
  }

  /** Puts the nodes where a frame has them, on the way to the next, ways beside the rigid motion times a factor. */
  place({ frame, next, fraction, stretch, field, range, values }) {
    if (!this.bodies) return;
    const { run, numbers, thickness } = this;
    const D = run.dimension;
    const own = this.values[field.part];
    field.parts?.(frame, own);
    const span = range[1] - range[0];
    const shade = (x) => (Number.isFinite(x) ? Math.min(1, Math.max(0, (x - range[0]) / span)) : -1);
    let at = 0;
    const push = (...row) => {
      numbers.set(row, at);
      at += NUMBERS;
    };
    // Sides of the plane lie over all bodies, so that a neighbour does not hide them.
    const sides = [];
    for (const soft of this.bodies) {
      const { body, piece, node, rest, triangles, lines } = soft;
      const count = rest.length / D;
      const points = new Float32Array(3 * count);
      for (let k = 0; k < count; k++) {
        for (let axis = 0; axis < D; axis++) {
          let way = run.way(frame, node + k, axis);
          if (fraction > 0) way += fraction * (run.way(next, node + k, axis) - way);
          points[3 * k + axis] = rest[D * k + axis] + stretch * way;
        }
      }
      /** What colours a face: its body, its element, or in space its side. */
      const value = (face) => {
        if (field.part === "element") return shade(own[soft.element + soft.owner[face]]);
        if (field.part === "side") return D === 3 ? shade(own[soft.side + soft.facet[face]]) : -1;
        return values[body];
      };
      const place = (k) => [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
      for (const { nodes, face, drawn } of triangles) {
        const corners = nodes.map(place);
        const normal = D === 2 ? [0, 0, 1] : unit(cross(sub(corners[1], corners[0]), sub(corners[2], corners[0])));
        for (let i = 0; i < 3; i++) {
          const edge = drawn.map((is, side) => (is ? (side === i ? 1 : 0) : 1));
          push(...corners[i], ...normal, ...edge, piece, value(face));
        }
      }
      for (const { nodes, face } of lines) {
        const [a, b] = nodes.map(place);
        band(a, b, -thickness / 2, thickness / 2, (corner) => push(...corner, ...FLAT, piece, value(face)));
      }
      if (field.part !== "side") continue;
      for (const { nodes, face: side } of soft.rim) {
        const value = shade(own[soft.side + side]);
        // What nothing touches stays plain. Matter lies to the left of its sides.
        const [low, high] = soft.thin ? [-0.75, 0.75] : [0, 1.5];
        if (value >= 0) sides.push({ ends: nodes.map(place), low, high, piece, value });
      }
    }
    for (const { ends: [a, b], low, high, piece, value } of sides) {
      band(a, b, low * thickness, high * thickness, (corner) => push(...corner, ...FLAT, piece, value));
    }
    this.count = at / NUMBERS;
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, numbers.subarray(0, at), gl.DYNAMIC_DRAW);
  }

  draw(uniforms) {
    if (this.count === 0) return;
    this.program.use(uniforms);
    this.gl.bindVertexArray(this.array);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, this.count);
  }
}

/** The straight parts of ways along nodes, with the number of the way that each is of. */
const segments = (ways) =>
  ways.flatMap((face, f) => face.slice(1).map((k, i) => ({ nodes: [face[i], k], face: f })));

/** Calls with the corners of two triangles along a line of the plane, from so far to so far to its left. */
function band(a, b, low, high, each) {
  const d = unit(sub(b, a));
  const beside = (p, far) => [p[0] - d[1] * far, p[1] + d[0] * far, 0];
  const [c, e, f, g] = [beside(a, low), beside(b, low), beside(b, high), beside(a, high)];
  [c, e, f, c, f, g].forEach(each);
}
