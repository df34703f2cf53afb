// Half-spaces: a plane with a faint grid that fades around the scene; in the plane a slab.

import { Program } from "./program.js";
import { CLIP, CORNER, POSE, TINT, Squares } from "./common.js";

const VERTEX = `
in float a_piece;
uniform mat4 u_view;
uniform mat4 u_project;
uniform float u_reach;
uniform bool u_plane;
out vec3 v_at;
out vec2 v_on;
flat out vec3 v_normal;
flat out vec2 v_what;
${POSE}
${CORNER}
void main() {
  vec2 corner = cornerOf(gl_VertexID);
  Pose pose = poseOf(int(a_piece));
  vec3 n = turned(pose.turn, pose.shape.xyz);
  n /= max(length(n), 1e-20);
  vec3 x = u_plane ? vec3(n.y, -n.x, 0.0)
    : normalize(cross(abs(n.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0), n));
  vec3 foot = n * dot(pose.at, n);
  if (u_plane) {
    v_on = vec2(corner.x * 3.0 * u_reach, (corner.y - 1.0) * 0.5 * 0.16 * u_reach);
    v_at = foot + x * v_on.x + n * v_on.y;
  } else {
    v_on = corner * 2.2 * u_reach;
    v_at = foot + x * v_on.x + cross(n, x) * v_on.y;
  }
  v_normal = n;
  v_what = vec2(pose.value, pose.body);
  gl_Position = u_project * u_view * vec4(v_at, 1.0);
  // What lies on a plane is seen, not the plane.
  if (!u_plane) gl_Position.z += 1e-5 * gl_Position.w;
}`;

const FRAGMENT = `
in vec3 v_at;
in vec2 v_on;
flat in vec3 v_normal;
flat in vec2 v_what;
uniform vec3 u_eye;
uniform vec3 u_rule;
uniform vec3 u_low;
uniform vec3 u_high;
uniform float u_reach;
uniform float u_grid;
uniform bool u_plane;
out vec4 o_colour;
${TINT}
${CLIP}
void main() {
  vec3 outside = max(max(u_low - v_at, v_at - u_high), vec3(0.0));
  float away = length(outside) / u_reach;
  vec3 colour = abs(v_what.y - u_selected) < 0.5 ? u_accent : u_neutral;
  float alpha;
  if (u_plane) {
    float deep = -v_on.y / (0.16 * u_reach);
    float pixel = max(fwidth(v_on.y), 1e-20);
    float rim = 1.0 - smoothstep(1.0, 2.0, -v_on.y / pixel);
    float hatch = abs(fract((v_on.x + v_on.y) / (0.035 * u_reach)) - 0.5);
    float line = 1.0 - smoothstep(0.0, 1.0, (0.5 - hatch) * 0.035 * u_reach / max(fwidth(v_on.x), 1e-20));
    alpha = max(rim * 0.9, (1.0 - deep) * (0.30 + 0.25 * line));
    colour = mix(colour, u_rule, max(rim, line * 0.5));
    alpha *= 1.0 - smoothstep(0.25, 1.2, abs(v_on.x) / (2.2 * u_reach));
  } else {
    if (cut(v_at)) discard;
    vec2 cell = abs(fract(v_on / u_grid - 0.5) - 0.5) / max(fwidth(v_on / u_grid), vec2(1e-9));
    float line = 1.0 - smoothstep(0.4, 1.2, min(cell.x, cell.y));
    float fade = 1.0 - smoothstep(0.02, 0.42, away);
    bool front = dot(u_eye - v_at, v_normal) > 0.0;
    // Seen from below a plane is but a hint: it must not hide what stands on it.
    alpha = fade * (front ? 0.55 + 0.25 * line : 0.05 + 0.05 * line);
    colour = mix(colour, u_rule, 0.4 * line);
  }
  if (u_picking) {
    if (alpha < 0.15) discard;
    o_colour = identity(v_what.y, 1.0);
    return;
  }
  o_colour = vec4(colour, alpha);
}`;

export class Planes extends Squares {
  /** pieces: the indices of the pieces that are half-spaces. */
  constructor(gl, pieces) {
    super(gl, new Program(gl, VERTEX, FRAGMENT), pieces);
  }
}
