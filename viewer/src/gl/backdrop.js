// The background: a calm gradient behind everything.

import { Program } from "./program.js";

const VERTEX = `
out vec2 v_at;
void main() {
  v_at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(v_at, 1.0, 1.0);
}`;

const FRAGMENT = `
in vec2 v_at;
uniform vec3 u_top;
uniform vec3 u_bottom;
out vec4 o_colour;
void main() {
  float grain = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
  o_colour = vec4(mix(u_bottom, u_top, 0.5 + 0.5 * v_at.y) + grain / 255.0, 1.0);
}`;

export class Backdrop {
  constructor(gl) {
    this.gl = gl;
    this.program = new Program(gl, VERTEX, FRAGMENT);
    this.vertices = gl.createVertexArray();
  }

  draw(uniforms) {
    this.program.use(uniforms);
    this.gl.bindVertexArray(this.vertices);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, 3);
  }
}
