// Disks of the plane: outline, and a mark from the centre to the rim that shows how they turn.

import { Program } from "./program.js";
import { CORNER, POSE, TINT, Squares } from "./common.js";

const VERTEX = `
in float a_piece;
uniform mat4 u_view;
uniform mat4 u_project;
out vec2 v_at;
flat out vec2 v_what;
${POSE}
${CORNER}
void main() {
  vec2 corner = cornerOf(gl_VertexID);
  Pose pose = poseOf(int(a_piece));
  v_at = corner * 1.05;
  v_what = vec2(pose.value, pose.body);
  vec3 at = pose.at + turned(pose.turn, vec3(v_at * pose.shape.w, 0.0));
  gl_Position = u_project * u_view * vec4(at, 1.0);
}`;

const FRAGMENT = `
in vec2 v_at;
flat in vec2 v_what;
uniform vec3 u_line;
out vec4 o_colour;
${TINT}
void main() {
  float r = length(v_at);
  float pixel = max(fwidth(r), 1e-6);
  float cover = clamp((1.0 - r) / pixel + 0.5, 0.0, 1.0);
  if (cover <= 0.0) discard;
  if (u_picking) {
    o_colour = identity(v_what.y, 1.0);
    return;
  }
  vec3 colour = tint(v_what.x, v_what.y);
  colour *= 1.03 - 0.10 * r * r;
  float width = min(1.4 * pixel, 0.16);
  float rim = clamp((r - (1.0 - width)) / pixel + 0.5, 0.0, 1.0);
  float off = v_at.x > 0.0 ? abs(v_at.y) : r;
  float mark = clamp((max(0.7 * width, 0.025) - off) / pixel + 0.5, 0.0, 1.0) * step(pixel, 0.25);
  colour = mix(colour, u_line, max(rim * 0.8, mark * 0.55));
  o_colour = vec4(colour, cover * u_opacity);
}`;

export class Disks extends Squares {
  /** pieces: the indices of the pieces that are disks. */
  constructor(gl, pieces) {
    super(gl, new Program(gl, VERTEX, FRAGMENT), pieces);
  }
}
