// Contacts: from the centre of a body to the contact to the other centre, a band as thick as the
// normal force.

import { Program } from "./program.js";
import { CLIP, QUAD, bind, bufferOf } from "./common.js";

/** Numbers a link: two ends, half its width, its colour, its contact. */
const NUMBERS = 9;

const VERTEX = `
in vec2 a_corner;
in vec3 a_from;
in vec3 a_to;
in vec3 a_what;
uniform mat4 u_view;
uniform mat4 u_project;
uniform float u_pixelAtOne;
uniform bool u_plane;
out vec3 v_on;
flat out float v_faint;
out vec3 v_at;
flat out vec2 v_what;
void main() {
  vec3 a = (u_view * vec4(a_from, 1.0)).xyz;
  vec3 b = (u_view * vec4(a_to, 1.0)).xyz;
  vec3 at = a_corner.x < 0.0 ? a : b;
  vec3 along = b - a;
  along /= max(length(along), 1e-20);
  vec3 side = cross(along, u_plane ? vec3(0.0, 0.0, 1.0) : normalize(at));
  side /= max(length(side), 1e-20);
  float pixel = u_pixelAtOne * (u_plane ? 1.0 : max(-at.z, 1e-20));
  float width = max(a_what.x, 0.6 * pixel);
  vec3 place = at + side * a_corner.y * width + along * a_corner.x * width;
  // In half widths from the first end: the ends are round.
  float length = distance(a, b) / width;
  v_on = vec3(a_corner.x < 0.0 ? -1.0 : length + 1.0, a_corner.y, length);
  v_faint = clamp(a_what.x / (0.6 * pixel), 0.12, 1.0);
  v_at = a_corner.x < 0.0 ? a_from : a_to;
  v_what = a_what.yz;
  gl_Position = u_project * vec4(place, 1.0);
}`;

const FRAGMENT = `
in vec3 v_on;
flat in float v_faint;
in vec3 v_at;
flat in vec2 v_what;
uniform sampler2D u_chain;
uniform vec3 u_accent;
uniform float u_strength;
uniform float u_selectedContact;
uniform bool u_picking;
uniform bool u_plane;
out vec4 o_colour;
${CLIP}
void main() {
  if (!u_plane && cut(v_at)) discard;
  float off = length(vec2(max(abs(v_on.x - 0.5 * v_on.z) - 0.5 * v_on.z, 0.0), v_on.y));
  float edge = clamp((1.0 - off) / max(fwidth(off), 1e-6) + 0.25, 0.0, 1.0);
  if (edge <= 0.0) discard;
  if (u_picking) {
    float n = v_what.y + 1.0;
    o_colour = vec4(mod(n, 256.0), mod(floor(n / 256.0), 256.0), floor(n / 65536.0), 2.0) / 255.0;
    return;
  }
  vec3 colour = texture(u_chain, vec2(clamp(v_what.x, 0.0, 1.0) * 0.996 + 0.002, 0.5)).rgb;
  if (abs(v_what.y - u_selectedContact) < 0.5) colour = u_accent;
  float round = sqrt(max(1.0 - off * off, 0.0));
  colour *= u_plane ? 1.0 : 0.55 + 0.45 * round;
  o_colour = vec4(colour, u_strength * edge * v_faint);
}`;

export class Links {
  constructor(gl) {
    this.gl = gl;
    this.count = 0;
    this.program = new Program(gl, VERTEX, FRAGMENT);
    this.buffer = gl.createBuffer();
    this.numbers = new Float32Array(0);
    this.vertices = gl.createVertexArray();
    gl.bindVertexArray(this.vertices);
    bind(gl, this.program.attribute("a_corner"), bufferOf(gl, QUAD), 2);
    const stride = NUMBERS * 4;
    bind(gl, this.program.attribute("a_from"), this.buffer, 3, stride, 0, 1);
    bind(gl, this.program.attribute("a_to"), this.buffer, 3, stride, 12, 1);
    bind(gl, this.program.attribute("a_what"), this.buffer, 3, stride, 24, 1);
    gl.bindVertexArray(null);
  }

  /** Room for so many links, to be filled. */
  room(count) {
    if (this.numbers.length < count * NUMBERS) this.numbers = new Float32Array(count * NUMBERS * 1.3);
    return this.numbers;
  }

  upload(count) {
    const gl = this.gl;
    this.count = count;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, this.numbers.subarray(0, count * NUMBERS), gl.DYNAMIC_DRAW);
  }

  draw(uniforms) {
    if (this.count === 0) return;
    this.program.use(uniforms);
    this.gl.bindVertexArray(this.vertices);
    this.gl.drawArraysInstanced(this.gl.TRIANGLE_STRIP, 0, 4, this.count);
  }
}
