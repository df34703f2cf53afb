// Draws the scene as the state wants it, and says what lies under a pixel.

import { chainMap } from "./chains.js";
import { table } from "./colour.js";
import { Backdrop } from "./gl/backdrop.js";
import { MapTexture } from "./gl/program.js";
import { PickTarget } from "./gl/pick.js";
import { JOINT } from "./joints.js";
import { add, cross, scale, unit } from "./math.js";
import { PALETTES } from "./palette.js";
import { Scene } from "./scene.js";

const AXES = ["x", "y", "z"];

export class Renderer {
  constructor(gl, run, camera, ranges) {
    this.gl = gl;
    this.run = run;
    this.camera = camera;
    this.ranges = ranges;
    this.scene = new Scene(gl, run);
    this.backdrop = new Backdrop(gl);
    this.map = new MapTexture(gl, 2);
    this.chainMap = new MapTexture(gl, 3);
    this.target = new PickTarget(gl);
    this.values = new Float32Array(run.bodies);
    this.colours = "";
  }

  /** Fills textures for the frame of the state; returns the range of the colours. */
  prepare(state, field, dark) {
    const { run, scene, ranges } = this;
    const frame = run.frames[state.frame];
    const next = run.frames[Math.min(state.frame + 1, run.frames.length - 1)];
    const range = state.range === "all" ? ranges.overAll(field) : ranges.inFrame(field, frame);
    field.fill(frame, this.values);
    const span = range[1] - range[0];
    for (let b = 0; b < run.bodies; b++) {
      const x = (this.values[b] - range[0]) / span;
      this.values[b] = run.painted[b] && Number.isFinite(x) ? Math.min(1, Math.max(0, x)) : -1;
    }
    scene.place(frame, next, state.fraction, state.factor, this.values);
    const stretch = state.stretch * state.factor;
    scene.soft.place({ frame, next, fraction: state.fraction, stretch, field, range, values: this.values });
    if (state.contacts) {
      scene.chain(frame, {
        reference: ranges.strongForce(),
        thickness: Math.min(0.22 * scene.extent.grain, 0.025 * scene.extent.reach) * state.chainScale,
        colouring: state.chainColour,
      });
    }
    const name = mapOf(state, field);
    const colours = `${name} ${dark} ${state.chainColour}`;
    if (colours !== this.colours) {
      this.map.set(table(name));
      this.chainMap.set(table(chainMap(state, dark)));
      this.colours = colours;
    }
    return range;
  }

  uniforms(state, dark, picking) {
    const { camera, scene } = this;
    const extent = scene.extent;
    const back = camera.plane ? [0, 0, 1] : camera.direction;
    const right = camera.plane ? [1, 0, 0] : unit(cross([0, 0, 1], back));
    const key = unit(add(add(scale(back, 0.75), scale(right, -0.5)), [0, 0, 0.85]));
    const selected = state.selected;
    return {
      ...PALETTES[dark ? "dark" : "light"],
      ...extent.uniforms,
      u_view: camera.view,
      u_project: camera.projection,
      u_eye: camera.eye,
      u_key: key,
      u_bodies: scene.bodies,
      u_pieces: scene.pieces,
      u_map: this.map,
      u_chain: this.chainMap,
      u_clip: this.clip(state),
      u_selected: selected?.kind === "body" ? selected.body : -9,
      u_selectedContact: selected?.kind === "contact" ? selected.contact : -9,
      u_opacity: state.opacity,
      u_picking: picking,
      u_plane: camera.plane,
      u_pixels: Math.max(1, (globalThis.devicePixelRatio ?? 1) * 0.8) * (camera.plane ? 1.3 : 1),
      u_pixelAtOne: camera.pixelAtOne,
      u_low: extent.low,
      u_high: extent.high,
      u_reach: extent.reach,
      u_grid: 10 ** Math.round(Math.log10(extent.reach / 4)),
      u_strength: 1,
    };
  }

  /** The cutting plane: what has n · x above the fourth number is cut away. */
  clip(state) {
    const axis = AXES.indexOf(state.section);
    if (axis < 0 || this.camera.plane) return [0, 0, 0, 1];
    const { low, high } = this.scene.extent;
    const at = low[axis] + (high[axis] - low[axis]) * state.sectionAt;
    const plane = [0, 0, 0, state.sectionFlip ? -at : at];
    plane[axis] = state.sectionFlip ? -1 : 1;
    return plane;
  }

  draw(state, dark) {
    const { gl, scene } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    const uniforms = this.uniforms(state, dark, false);
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.BLEND);
    gl.depthMask(true);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    this.backdrop.draw(uniforms);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    if (this.camera.plane) {
      gl.enable(gl.BLEND);
      scene.planes.draw(uniforms);
      scene.meshes.draw(uniforms);
      scene.soft.draw(uniforms);
      scene.round.draw(uniforms);
      if (state.contacts) scene.links.draw(uniforms);
      this.drawJoints(uniforms, dark);
      return;
    }
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
    scene.meshes.draw(uniforms);
    scene.soft.draw(uniforms);
    scene.round.draw(uniforms);
    gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
    gl.enable(gl.BLEND);
    if (state.contacts) {
      scene.links.draw(uniforms);
      // What bodies hide shines through.
      gl.depthFunc(gl.GREATER);
      gl.depthMask(false);
      scene.links.draw({ ...uniforms, u_strength: 0.4 });
      gl.depthFunc(gl.LESS);
    }
    gl.depthMask(false);
    // Joints lie inside bodies: they are drawn over everything.
    gl.disable(gl.DEPTH_TEST);
    this.drawJoints(uniforms, dark);
    gl.enable(gl.DEPTH_TEST);
    scene.planes.draw(uniforms);
    gl.depthMask(true);
  }

  /** Marks of joints, in a colour of their own: that of what is selected, of which they are. */
  drawJoints(uniforms, dark) {
    this.scene.joints.draw({ ...uniforms, u_accent: JOINT[dark ? "dark" : "light"], u_selectedContact: -1 });
  }

  /** What lies under a pixel of the canvas: a body, a contact, or nothing. */
  pick(state, x, y) {
    const { gl, scene } = this;
    const hit = this.target.under(x, y, () => {
      const uniforms = this.uniforms(state, false, true);
      gl.disable(gl.BLEND);
      gl.disable(gl.DEPTH_TEST);
      if (!this.camera.plane) gl.enable(gl.DEPTH_TEST);
      scene.planes.draw(uniforms);
      scene.meshes.draw(uniforms);
      scene.soft.draw(uniforms);
      scene.round.draw(uniforms);
      // Contacts lie inside bodies: they are drawn last, over everything.
      gl.disable(gl.DEPTH_TEST);
      if (state.contacts) scene.links.draw(uniforms);
    });
    if (hit.kind === 1) return { kind: "body", body: hit.index };
    if (hit.kind !== 2) return null;
    const { first, second } = this.run.frames[state.frame].contacts;
    return { kind: "contact", contact: hit.index, first: first[hit.index], second: second[hit.index] };
  }
}

/** The map of a field: the one chosen, or one that suits it. */
export function mapOf(state, field) {
  if (state.map !== "auto") return state.map;
  return field.signed ? "balance" : "dusk";
}
