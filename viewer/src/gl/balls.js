// Spheres: a square that faces the eye for each, on which a ray meets the sphere exactly.

import { Program } from "./program.js";
import { CLIP, CORNER, LIGHT, POSE, TINT, Squares } from "./common.js";

const VERTEX = `
in float a_piece;
uniform mat4 u_view;
uniform mat4 u_project;
out vec3 v_ray;
flat out vec4 v_ball;
flat out vec3 v_world;
flat out vec2 v_what;
${POSE}
${CORNER}
void main() {
  vec2 corner = cornerOf(gl_VertexID);
  Pose pose = poseOf(int(a_piece));
  vec3 c = (u_view * vec4(pose.at, 1.0)).xyz;
  float r = pose.shape.w;
  float d = max(length(c), 1e-20);
  vec3 z = c / d;
  vec3 x = normalize(abs(z.y) < 0.9 ? cross(z, vec3(0.0, 1.0, 0.0)) : cross(z, vec3(1.0, 0.0, 0.0)));
  // The cone from the eye that touches the sphere, where it passes the centre.
  float size = 1.02 * r * d / sqrt(max(d * d - r * r, 0.01 * r * r + 1e-30));
  v_ray = c + (x * corner.x + cross(x, z) * corner.y) * size;
  v_ball = vec4(c, r);
  v_world = pose.at;
  v_what = vec2(pose.value, pose.body);
  gl_Position = u_project * vec4(v_ray, 1.0);
}`;

const FRAGMENT = `
in vec3 v_ray;
flat in vec4 v_ball;
flat in vec3 v_world;
flat in vec2 v_what;
uniform mat4 u_view;
uniform mat4 u_project;
out vec4 o_colour;
${TINT}
${LIGHT}
${CLIP}
void main() {
  vec3 ray = normalize(v_ray);
  vec3 c = v_ball.xyz;
  float r = max(v_ball.w, 1e-20);
  float along = dot(ray, c);
  // Distance of the ray from the centre, in radii, without the squares of large numbers.
  float miss = length(c - ray * along) / r;
  float cover = clamp((1.0 - miss) / max(fwidth(miss), 1e-6) + 0.5, 0.0, 1.0);
  if (cover <= 0.0) discard;
  float t = along - r * sqrt(max(1.0 - miss * miss, 0.0));
  mat3 turn = transpose(mat3(u_view));
  vec3 hit = ray * t;
  vec3 n = turn * ((hit - c) / r);
  vec3 at = v_world + r * n;
  vec3 toEye = -(turn * ray);
  if (cut(at)) {
    // Through the cut: the plane inside the sphere is what is seen.
    float slope = dot(u_clip.xyz, toEye);
    if (slope <= 1e-6) discard;
    float further = (dot(u_clip.xyz, at) - u_clip.w) / slope;
    at -= further * toEye;
    if (distance(at, v_world) > r) discard;
    hit = ray * (t + further);
    n = u_clip.xyz;
    cover = 1.0;
  }
  vec4 place = u_project * vec4(hit, 1.0);
  gl_FragDepth = clamp(0.5 * place.z / place.w + 0.5, 0.0, 1.0);
  if (u_picking) {
    o_colour = identity(v_what.y, 1.0);
    return;
  }
  o_colour = vec4(lit(tint(v_what.x, v_what.y), n, toEye), cover * u_opacity);
}`;

export class Balls extends Squares {
  /** pieces: the indices of the pieces that are balls. */
  constructor(gl, pieces) {
    super(gl, new Program(gl, VERTEX, FRAGMENT), pieces);
  }
}
