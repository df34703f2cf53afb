// Contacts: from the centre of a body to the contact to the other centre, a band as thick as the
// normal force.

import { Program, TextureList } from "./program.js";
import { CLIP, CORNER } from "./common.js";

/** Numbers a link: one end and half the width, the other end and the colour, the contact. */
export const NUMBERS = 12;

/** Of the textures: a list of links has one to itself. */
export const UNITS = { contacts: 4, joints: 5 };

const VERTEX = `
uniform highp sampler2D u_links;
uniform mat4 u_view;
uniform mat4 u_project;
uniform float u_pixelAtOne;
uniform bool u_plane;
out vec3 v_on;
flat out float v_faint;
out vec3 v_at;
flat out vec2 v_what;
${CORNER}
void main() {
  int link = gl_VertexID / 6;
  ivec2 home = ivec2((link % 512) * 3, link / 512);
  vec4 from = texelFetch(u_links, home, 0);
  vec4 to = texelFetch(u_links, home + ivec2(1, 0), 0);
  float contact = texelFetch(u_links, home + ivec2(2, 0), 0).x;
  vec2 corner = cornerOf(gl_VertexID);
  vec3 a = (u_view * vec4(from.xyz, 1.0)).xyz;
  vec3 b = (u_view * vec4(to.xyz, 1.0)).xyz;
  vec3 at = corner.x < 0.0 ? a : b;
  vec3 along = b - a;
  along /= max(length(along), 1e-20);
  vec3 side = cross(along, u_plane ? vec3(0.0, 0.0, 1.0) : normalize(at));
  side /= max(length(side), 1e-20);
  float pixel = u_pixelAtOne * (u_plane ? 1.0 : max(-at.z, 1e-20));
  float width = max(from.w, 0.6 * pixel);
  vec3 place = at + side * corner.y * width + along * corner.x * width;
  // In half widths from the first end: the ends are round.
  float length = distance(a, b) / width;
  v_on = vec3(corner.x < 0.0 ? -1.0 : length + 1.0, corner.y, length);
  v_faint = clamp(from.w / (0.6 * pixel), 0.12, 1.0);
  v_at = corner.x < 0.0 ? from.xyz : to.xyz;
  v_what = vec2(to.w, contact);
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
  constructor(gl, unit) {
    this.gl = gl;
    this.unit = unit;
    this.count = 0;
    this.program = new Program(gl, VERTEX, FRAGMENT);
    this.list = new TextureList(gl, unit, 512, 3);
    this.vertices = gl.createVertexArray();
  }

  /** Numbers for so many links, to be filled. */
  room(count) {
    if (this.list.rows < count) {
      this.list.remove();
      this.list = new TextureList(this.gl, this.unit, Math.ceil(1.3 * count), 3);
    }
    return this.list.numbers;
  }

  upload(count) {
    this.count = count;
    this.list.upload(count);
  }

  draw(uniforms) {
    if (this.count === 0) return;
    this.program.use({ ...uniforms, u_links: this.list });
    this.gl.bindVertexArray(this.vertices);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, 6 * this.count);
  }
}
