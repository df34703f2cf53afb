// Programs and textures of WebGL2.

/** A program with its uniforms by name. */
export class Program {
  constructor(gl, vertex, fragment) {
    this.gl = gl;
    this.handle = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, `#version 300 es\nprecision highp float;\nprecision highp int;\n${text}`);
      gl.compileShader(shader);
      gl.attachShader(this.handle, shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
        throw new Error(gl.getShaderInfoLog(shader));
      }
    }
    gl.linkProgram(this.handle);
    if (!gl.getProgramParameter(this.handle, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(gl.getProgramInfoLog(this.handle));
    }
    this.places = new Map();
  }

  place(name) {
    if (!this.places.has(name)) {
      this.places.set(name, this.gl.getUniformLocation(this.handle, name));
    }
    return this.places.get(name);
  }

  attribute(name) {
    return this.gl.getAttribLocation(this.handle, name);
  }

  /** Makes the program current and sets uniforms by the kind of their values. */
  use(values) {
    const gl = this.gl;
    gl.useProgram(this.handle);
    for (const [name, value] of Object.entries(values)) {
      const place = this.place(name);
      if (place === null) continue;
      if (typeof value === "number") gl.uniform1f(place, value);
      else if (typeof value === "boolean") gl.uniform1i(place, value ? 1 : 0);
      else if (value.unit !== undefined) gl.uniform1i(place, value.unit);
      else if (value.length === 16) gl.uniformMatrix4fv(place, false, value);
      else gl[`uniform${value.length}fv`](place, value);
    }
  }
}

/** Rows of a list beside each other in a texture; shaders count on it. */
const ACROSS = 512;

/** A list of numbers in a texture, four a texel, some texels a row of the list. */
export class TextureList {
  constructor(gl, unit, rows, texels) {
    this.gl = gl;
    this.unit = unit;
    this.width = ACROSS * texels;
    this.height = Math.max(1, Math.ceil(rows / ACROSS));
    this.rows = this.height * ACROSS;
    this.numbers = new Float32Array(this.width * this.height * 4);
    this.handle = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, this.handle);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, this.width, this.height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  remove() {
    this.gl.deleteTexture(this.handle);
  }

  /** Uploads the list, or its first rows. */
  upload(rows = this.height * ACROSS) {
    const gl = this.gl;
    gl.activeTexture(gl.TEXTURE0 + this.unit);
    gl.bindTexture(gl.TEXTURE_2D, this.handle);
    const { width, numbers } = this;
    const height = Math.ceil(rows / ACROSS);
    if (height > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.FLOAT, numbers);
  }
}

/** A colour map as a texture. */
export class MapTexture {
  constructor(gl, unit) {
    this.gl = gl;
    this.unit = unit;
    this.handle = gl.createTexture();
  }

  set(bytes) {
    const gl = this.gl;
    gl.activeTexture(gl.TEXTURE0 + this.unit);
    gl.bindTexture(gl.TEXTURE_2D, this.handle);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  }
}
