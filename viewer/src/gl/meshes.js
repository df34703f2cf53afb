// Polyhedra and polygons. An outline that many pieces share is drawn once for all of them; outlines
// of few pieces are put into one list of triangles, so that odd stones do not cost a call each.

import { Program } from "./program.js";
import { CLIP, LIGHT, POSE, TINT, bind, bufferOf } from "./common.js";

/** Vertices of pieces, coloured by a value: that of their body, or one of their own. */
const vertex = (value) => `
in vec3 a_point;
in vec3 a_normal;
in vec3 a_edge;
in float a_piece;
in float a_value;
uniform mat4 u_view;
uniform mat4 u_project;
out vec3 v_at;
out vec3 v_normal;
out vec3 v_edge;
flat out vec2 v_what;
${POSE}
void main() {
  Pose pose = poseOf(int(a_piece));
  v_at = pose.at + turned(pose.turn, a_point);
  v_normal = turned(pose.turn, a_normal);
  v_edge = a_edge;
  v_what = vec2(${value}, pose.body);
  gl_Position = u_project * u_view * vec4(v_at, 1.0);
}`;

const FRAGMENT = `
in vec3 v_at;
in vec3 v_normal;
in vec3 v_edge;
flat in vec2 v_what;
uniform vec3 u_eye;
uniform vec3 u_line;
uniform float u_pixels;
uniform bool u_plane;
uniform bool u_thin;
out vec4 o_colour;
${TINT}
${LIGHT}
${CLIP}
void main() {
  if (!u_plane && cut(v_at)) discard;
  if (u_picking) {
    o_colour = identity(v_what.y, 1.0);
    return;
  }
  vec3 width = max(fwidth(v_edge), vec3(1e-9));
  vec3 near = v_edge / width;
  float edge = 1.0 - smoothstep(0.35, 1.15, min(near.x, min(near.y, near.z)) / u_pixels);
  // Where a triangle is but a few points wide its edges would fill it.
  edge *= 1.0 - smoothstep(0.2, 0.5, max(width.x, max(width.y, width.z)));
  vec3 colour = tint(v_what.x, v_what.y);
  if (u_plane) {
    o_colour = vec4(mix(colour, u_line, edge * 0.85), u_opacity);
    return;
  }
  vec3 toEye = normalize(u_eye - v_at);
  vec3 n = normalize(dot(v_normal, v_normal) > 0.0 ? v_normal : vec3(0.0, 0.0, 1.0));
  // The inside of a solid is only seen through the cut: it is shown as the cut itself. What is thin has two sides.
  bool inside = !gl_FrontFacing && !u_thin;
  if (!gl_FrontFacing) n = inside && dot(u_clip.xyz, u_clip.xyz) > 0.0 ? u_clip.xyz : -n;
  vec3 shaded = lit(colour, n, toEye);
  o_colour = vec4(mix(shaded, shaded * 0.38, inside ? 0.0 : edge * 0.8), u_opacity);
}`;

/** A program for vertices with the value of their body, or with values of their own. */
export const surfaces = (gl, ofVertices = false) =>
  new Program(gl, vertex(ofVertices ? "a_value" : "pose.value"), FRAGMENT);

const STRIDE = 9 * 4;

/** Groups of more pieces than this are drawn as copies. */
const COPIES = 12;

export class Meshes {
  /** groups: { vertices (9 numbers each: point, normal, edge), pieces } of each outline. */
  constructor(gl, groups) {
    this.gl = gl;
    this.program = surfaces(gl);
    this.lists = groups.filter((g) => g.pieces.length > COPIES).map((group) => {
      const list = bufferOf(gl, Float32Array.from(group.pieces));
      return { ...this.arrays(group.vertices, list, 1), copies: group.pieces.length };
    });
    const few = groups.filter((g) => g.pieces.length <= COPIES);
    const total = few.reduce((sum, g) => sum + g.vertices.length * g.pieces.length, 0);
    if (total > 0) {
      const vertices = new Float32Array(total);
      const owners = new Float32Array(total / 9);
      let at = 0;
      for (const { vertices: own, pieces } of few) {
        for (const piece of pieces) {
          vertices.set(own, at);
          owners.fill(piece, at / 9, (at + own.length) / 9);
          at += own.length;
        }
      }
      this.lists.push({ ...this.arrays(vertices, bufferOf(gl, owners), 0), copies: 0 });
    }
  }

  arrays(vertices, pieces, divisor) {
    const gl = this.gl;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    const buffer = bufferOf(gl, vertices);
    bind(gl, this.program.attribute("a_point"), buffer, 3, STRIDE, 0);
    bind(gl, this.program.attribute("a_normal"), buffer, 3, STRIDE, 12);
    bind(gl, this.program.attribute("a_edge"), buffer, 3, STRIDE, 24);
    bind(gl, this.program.attribute("a_piece"), pieces, 1, 0, 0, divisor);
    gl.bindVertexArray(null);
    return { array, count: vertices.length / 9 };
  }

  draw(uniforms) {
    const gl = this.gl;
    this.program.use(uniforms);
    for (const { array, count, copies } of this.lists) {
      gl.bindVertexArray(array);
      if (copies > 0) gl.drawArraysInstanced(gl.TRIANGLES, 0, count, copies);
      else gl.drawArrays(gl.TRIANGLES, 0, count);
    }
  }
}
