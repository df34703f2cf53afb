// Deformable bodies: their triangles move with the nodes, their elements have colours of their own.

import { Program } from "./gl/program.js";
import { POSE, bind } from "./gl/common.js";
import { FRAGMENT } from "./gl/meshes.js";
import { triangles } from "./outline.js";
import { cross, sub, unit } from "./math.js";

const VERTEX = `
in vec3 a_point;
in vec3 a_normal;
in vec3 a_edge;
in vec2 a_what;
uniform mat4 u_view;
uniform mat4 u_project;
out vec3 v_at;
out vec3 v_normal;
out vec3 v_edge;
flat out vec2 v_what;
${POSE}
void main() {
  Pose pose = poseOf(int(a_what.x));
  v_at = pose.at + turned(pose.turn, a_point);
  v_normal = turned(pose.turn, a_normal);
  v_edge = a_edge;
  v_what = vec2(a_what.y, pose.body);
  gl_Position = u_project * u_view * vec4(v_at, 1.0);
}`;

/** Numbers of a vertex: point, normal, edge, piece, value. */
const NUMBERS = 11;

export class Soft {
  /** Bars of the plane are bands of a thickness. */
  constructor(gl, run, thickness) {
    this.gl = gl;
    this.run = run;
    this.thickness = thickness;
    const { soft, pieces, outlines } = run.head;
    this.pieces = new Set(soft?.bodies.map((own) => own.piece));
    this.count = 0;
    if (!soft) return;
    this.bodies = soft.bodies.map((own) => {
      const outline = outlines[pieces.outline[own.piece]];
      const bars = own.thin && run.dimension === 2;
      const list = bars ? [] : triangles(outline.points, outline.faces, own.facet, run.dimension);
      const lines = bars ? segments(outline.faces) : [];
      this.count += 3 * list.length + 6 * lines.length;
      return { ...own, body: pieces.body[own.piece], rest: outline.points, triangles: list, lines };
    });
    this.values = new Float32Array(soft.elements);
    this.numbers = new Float32Array(NUMBERS * this.count);
    this.program = new Program(gl, VERTEX, FRAGMENT);
    this.buffer = gl.createBuffer();
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    const parts = [["a_point", 3], ["a_normal", 3], ["a_edge", 3], ["a_what", 2]];
    let at = 0;
    for (const [name, size] of parts) {
      bind(gl, this.program.attribute(name), this.buffer, size, 4 * NUMBERS, 4 * at);
      at += size;
    }
    gl.bindVertexArray(null);
  }

  /** Puts the nodes where a frame has them, on the way to the next, ways beside the rigid motion times a factor. */
  place({ frame, next, fraction, stretch, field, range, values }) {
    if (this.count === 0) return;
    const { run, numbers } = this;
    const D = run.dimension;
    field.elements?.(frame, this.values);
    const span = range[1] - range[0];
    const shade = (x) => (Number.isFinite(x) ? Math.min(1, Math.max(0, (x - range[0]) / span)) : -1);
    let at = 0;
    for (const { body, piece, node, element, owner, rest, triangles, lines } of this.bodies) {
      const count = rest.length / D;
      const points = new Float32Array(3 * count);
      for (let k = 0; k < count; k++) {
        for (let axis = 0; axis < D; axis++) {
          let way = run.way(frame, node + k, axis);
          if (fraction > 0) way += fraction * (run.way(next, node + k, axis) - way);
          points[3 * k + axis] = rest[D * k + axis] + stretch * way;
        }
      }
      const place = (k) => [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
      for (const { nodes, face, drawn } of triangles) {
        const corners = nodes.map(place);
        const normal = D === 2 ? [0, 0, 1] : unit(cross(sub(corners[1], corners[0]), sub(corners[2], corners[0])));
        const value = field.elements ? shade(this.values[element + owner[face]]) : values[body];
        for (let i = 0; i < 3; i++) {
          const edge = drawn.map((is, side) => (is ? (side === i ? 1 : 0) : 1));
          numbers.set([...corners[i], ...normal, ...edge, piece, value], at);
          at += NUMBERS;
        }
      }
      for (const { nodes, face } of lines) {
        const value = field.elements ? shade(this.values[element + owner[face]]) : values[body];
        for (const corner of band(nodes.map(place), this.thickness)) {
          numbers.set([...corner, 0, 0, 1, 1, 1, 1, piece, value], at);
          at += NUMBERS;
        }
      }
    }
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.DYNAMIC_DRAW);
  }

  draw(uniforms) {
    if (this.count === 0) return;
    this.program.use(uniforms);
    this.gl.bindVertexArray(this.array);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, this.count);
  }
}

/** The straight parts of bars, with the face that each is of. */
const segments = (faces) =>
  faces.flatMap((face, f) => face.slice(1).map((k, i) => ({ nodes: [face[i], k], face: f })));

/** The corners of two triangles about a line of the plane. */
function band([a, b], thickness) {
  const d = unit(sub(b, a));
  const s = [(-d[1] * thickness) / 2, (d[0] * thickness) / 2, 0];
  const beside = (p, sign) => p.map((x, k) => x + sign * s[k]);
  const [c, e, f, g] = [beside(a, -1), beside(b, -1), beside(b, 1), beside(a, 1)];
  return [c, e, f, c, f, g];
}
