// A picture of identities instead of colours, of which one pixel is read.

export class PickTarget {
  constructor(gl) {
    this.gl = gl;
    this.size = "";
  }

  resize(width, height) {
    const gl = this.gl;
    if (this.size === `${width} ${height}`) return;
    this.size = `${width} ${height}`;
    this.frame ??= gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    for (const [place, format] of [[gl.COLOR_ATTACHMENT0, gl.RGBA8], [gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT24]]) {
      const buffer = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
      gl.renderbufferStorage(gl.RENDERBUFFER, format, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer);
    }
  }

  /** Kind (0 nothing) and index of what `draw` puts under a pixel. */
  under(x, y, draw) {
    const gl = this.gl;
    const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    this.resize(width, height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    gl.viewport(0, 0, width, height);
    gl.enable(gl.SCISSOR_TEST);
    const [column, row] = [Math.floor(x), height - 1 - Math.floor(y)];
    gl.scissor(column, row, 1, 1);
    gl.clearColor(0, 0, 0, 0);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    draw();
    const bytes = new Uint8Array(4);
    gl.readPixels(column, row, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    gl.disable(gl.SCISSOR_TEST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return { kind: bytes[3], index: bytes[0] + 256 * bytes[1] + 65536 * bytes[2] - 1 };
  }
}
