// Parts that shaders share: where a piece stands, its colour, the light.

/** A piece is placed by its body: both lie in textures, so that a frame uploads bodies only. */
export const POSE = `
uniform highp sampler2D u_bodies;
uniform highp sampler2D u_pieces;
uniform vec3 u_cellOrigin;
uniform vec3 u_cellPeriod;
vec3 turned(vec4 q, vec3 v) {
  vec3 t = 2.0 * cross(q.xyz, v);
  return v + q.w * t + cross(q.xyz, t);
}
vec4 composed(vec4 p, vec4 q) {
  return vec4(p.w * q.xyz + q.w * p.xyz + cross(p.xyz, q.xyz), p.w * q.w - dot(p.xyz, q.xyz));
}
struct Pose { vec3 at; vec4 turn; float value; float body; vec4 shape; };
Pose poseOf(int piece) {
  ivec2 place = ivec2((piece % 512) * 3, piece / 512);
  vec4 offset = texelFetch(u_pieces, place, 0);
  vec4 turn = texelFetch(u_pieces, place + ivec2(1, 0), 0);
  vec4 shape = texelFetch(u_pieces, place + ivec2(2, 0), 0);
  int body = int(abs(offset.w)) - 1;
  ivec2 home = ivec2((body % 512) * 2, body / 512);
  vec4 centre = texelFetch(u_bodies, home, 0);
  vec4 frame = texelFetch(u_bodies, home + ivec2(1, 0), 0);
  vec3 at = centre.xyz + turned(frame, offset.xyz);
  // Pieces of bodies that nothing moves are brought into the cell one by one.
  if (offset.w < 0.0) {
    vec3 cells = floor((at - u_cellOrigin) / max(u_cellPeriod, vec3(1e-30)));
    at -= mix(vec3(0.0), cells * u_cellPeriod, greaterThan(u_cellPeriod, vec3(0.0)));
  }
  return Pose(at, composed(frame, turn), centre.w, float(body), shape);
}`;

/** Colour of a value between 0 and 1; below, bodies without one. */
export const TINT = `
uniform sampler2D u_map;
uniform vec3 u_neutral;
uniform vec3 u_accent;
uniform float u_selected;
uniform float u_opacity;
uniform bool u_picking;
vec3 tint(float value, float body) {
  vec3 colour = value < -0.5 ? u_neutral : texture(u_map, vec2(clamp(value, 0.0, 1.0) * 0.996 + 0.002, 0.5)).rgb;
  return abs(body - u_selected) < 0.5 ? mix(colour, u_accent, 0.75) : colour;
}
vec4 identity(float body, float kind) {
  float n = body + 1.0;
  return vec4(mod(n, 256.0), mod(floor(n / 256.0), 256.0), floor(n / 65536.0), kind) / 255.0;
}`;

/** Sky and ground, one soft key light over the shoulder, a faint gleam. */
export const LIGHT = `
uniform vec3 u_key;
uniform vec3 u_sky;
uniform vec3 u_ground;
vec3 lit(vec3 colour, vec3 n, vec3 toEye) {
  vec3 base = pow(colour, vec3(2.2));
  vec3 ambient = mix(u_ground, u_sky, 0.5 + 0.5 * n.z);
  float key = max(0.0, dot(n, u_key) * 0.85 + 0.15);
  float facing = clamp(dot(n, toEye), 0.0, 1.0);
  float gleam = pow(max(dot(n, normalize(u_key + toEye)), 0.0), 36.0);
  // Surfaces that turn away darken a little, as where light from the sides is shut off.
  float shut = mix(0.62, 1.0, smoothstep(0.0, 0.7, facing));
  vec3 sum = base * (ambient + 0.72 * key) * shut + 0.07 * gleam;
  return pow(sum, vec3(1.0 / 2.2));
}`;

/** The section: what lies beyond the plane is cut away. */
export const CLIP = `
uniform vec4 u_clip;
bool cut(vec3 at) { return dot(u_clip.xyz, at) > u_clip.w; }`;

/** The corner of a square that a vertex is, six to a square: cheaper than copies of four vertices. */
export const CORNER = `
vec2 cornerOf(int vertex) {
  int k = vertex % 6;
  return vec2(k == 1 || k > 3 ? 1.0 : -1.0, k == 2 || k == 3 || k == 5 ? 1.0 : -1.0);
}`;

/** Squares, one for each piece of a list, each with its piece. */
export class Squares {
  constructor(gl, program, pieces) {
    this.gl = gl;
    this.program = program;
    this.count = pieces.length;
    this.vertices = gl.createVertexArray();
    gl.bindVertexArray(this.vertices);
    const owners = new Float32Array(pieces.length * 6);
    pieces.forEach((piece, k) => owners.fill(piece, 6 * k, 6 * k + 6));
    bind(gl, program.attribute("a_piece"), bufferOf(gl, owners), 1);
    gl.bindVertexArray(null);
  }

  draw(uniforms) {
    if (this.count === 0) return;
    this.program.use(uniforms);
    this.gl.bindVertexArray(this.vertices);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, 6 * this.count);
  }
}

/** A buffer with some numbers. */
export function bufferOf(gl, numbers) {
  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
  return buffer;
}

/** Makes an attribute read a buffer of real numbers. */
export function bind(gl, place, buffer, size, stride = 0, offset = 0, divisor = 0) {
  if (place < 0) return;
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.enableVertexAttribArray(place);
  gl.vertexAttribPointer(place, size, gl.FLOAT, false, stride, offset);
  gl.vertexAttribDivisor(place, divisor);
}
