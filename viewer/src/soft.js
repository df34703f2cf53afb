// Deformable bodies: their triangles move with the nodes, their elements or sides have colours of their own.

import { MOST, band, cuts, neighbours, segments, tube } from "./bars.js";
import { bind } from "./gl/common.js";
import { surfaces } from "./gl/meshes.js";
import { triangles } from "./outline.js";
import { cross, sub, unit } from "./math.js";

/** Numbers of a vertex: point, normal, edge, piece, value. */
const NUMBERS = 11;

/** Half the width of bars in the plane, the least radius of cables, and how wide touched sides are, in thicknesses. */
const [BAR, CABLE, SIDE] = [0.7, 0.67, 1.5];

export class Soft {
  /** Bars and sides of the plane are bands of a thickness. */
  constructor(gl, run, thickness) {
    this.gl = gl;
    this.run = run;
    this.thickness = thickness;
    const { soft, pieces, outlines } = run.head;
    this.pieces = new Set(soft?.bodies.map((own) => own.piece));
    /** Vertices that are drawn, and those of them that are of solids. */
    [this.count, this.solid] = [0, 0];
    if (!soft) return;
    const D = run.dimension;
    let room = 0;
    const bodies = soft.bodies.map((own) => {
      const outline = outlines[pieces.outline[own.piece]];
      const list = own.lines ? [] : triangles(outline.points, outline.faces, own.facet, D);
      const [bars, rim] = [own.lines, own.rim].map((ways) => segments(ways ?? []));
      room += 3 * list.length + (D === 2 ? MOST.band : MOST.tube) * bars.length + MOST.band * rim.length;
      const beside = D === 3 ? neighbours(bars) : [];
      return { ...own, body: pieces.body[own.piece], rest: outline.points, triangles: list, bars, beside, rim };
    });
    // What is thin comes last: it is seen from both sides.
    this.bodies = [...bodies.filter((own) => !own.thin), ...bodies.filter((own) => own.thin)];
    this.values = { element: new Float32Array(soft.elements), side: new Float32Array(soft.sides) };
    this.numbers = new Float32Array(NUMBERS * room);
    this.program = surfaces(gl, true);
    this.buffer = gl.createBuffer();
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    const parts = [["a_point", 3], ["a_normal", 3], ["a_edge", 3], ["a_piece", 1], ["a_value", 1]];
    let at = 0;
    for (const [name, size] of parts) {
      bind(gl, this.program.attribute(name), this.buffer, size, 4 * NUMBERS, 4 * at);
      at += size;
    }
    gl.bindVertexArray(null);
  }

  /** Puts the nodes where a frame has them, on the way to the next, ways beside the rigid motion times a factor. */
  place({ frame, next, fraction, stretch, field, range, values }) {
    if (!this.bodies) return;
    const { numbers } = this;
    const own = this.values[field.part];
    field.parts?.(frame, own);
    const span = range[1] - range[0];
    const shade = (k) => {
      const x = own[k];
      return Number.isFinite(x) ? Math.min(1, Math.max(0, (x - range[0]) / span)) : -1;
    };
    const flat = this.run.dimension === 2;
    let at = 0;
    this.solid = 0;
    const pen = (piece, value) => (point, normal, edge) => {
      numbers.set([...point, ...normal, ...edge, piece, value], at);
      at += NUMBERS;
    };
    const placed = this.bodies.map((soft) => this.nodes(soft, { frame, next, fraction, stretch }));
    this.bodies.forEach((soft, k) => {
      /** What colours a part: its body, its element, or in space its side. */
      const value = (element, side) => {
        if (field.part === "element") return shade(soft.element + element);
        if (field.part === "side") return flat || side === undefined ? -1 : shade(soft.side + side);
        return values[soft.body];
      };
      this.surface(soft, placed[k], (face) => pen(soft.piece, value(soft.owner[face], soft.facet[face])));
      this.lines(soft, placed[k], (bar) => pen(soft.piece, value(bar)));
      if (!soft.thin) this.solid = at / NUMBERS;
    });
    // Sides of the plane lie over all bodies, so that a neighbour does not hide them.
    if (field.part === "side") {
      this.bodies.forEach((soft, k) => this.sides(soft, placed[k], shade, (value) => pen(soft.piece, value)));
    }
    this.count = at / NUMBERS;
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, numbers.subarray(0, at), gl.DYNAMIC_DRAW);
  }

  /** Where the nodes of a body are, in its frame. */
  nodes({ node, rest }, { frame, next, fraction, stretch }) {
    const { run } = this;
    const D = run.dimension;
    const points = [];
    for (let k = 0; k < rest.length / D; k++) {
      const point = [0, 0, 0];
      for (let axis = 0; axis < D; axis++) {
        let way = run.way(frame, node + k, axis);
        if (fraction > 0) way += fraction * (run.way(next, node + k, axis) - way);
        point[axis] = rest[D * k + axis] + stretch * way;
      }
      points.push(point);
    }
    return points;
  }

  surface(soft, points, pen) {
    const flat = this.run.dimension === 2;
    for (const { nodes, face, drawn } of soft.triangles) {
      const corners = nodes.map((k) => points[k]);
      const normal = flat ? [0, 0, 1] : unit(cross(sub(corners[1], corners[0]), sub(corners[2], corners[0])));
      const put = pen(face);
      corners.forEach((corner, i) => put(corner, normal, drawn.map((is, side) => (is && side !== i ? 0 : 1))));
    }
  }

  lines({ bars, beside, radius }, points, pen) {
    const { thickness } = this;
    const ends = bars.map(({ nodes }) => nodes.map((k) => points[k]));
    if (this.run.dimension === 2) {
      bars.forEach(({ way }, s) => band(ends[s], [-BAR * thickness, BAR * thickness], true, pen(way)));
      return;
    }
    const directions = ends.map(([a, b]) => unit(sub(b, a)));
    const planes = cuts(bars, beside, directions);
    bars.forEach(({ way }, s) => {
      tube(ends[s], directions[s], Math.max(radius[way], CABLE * thickness), planes[s], pen(way));
    });
  }

  /** The sides of a body of the plane that something touches. */
  sides(soft, points, shade, pen) {
    // Matter lies to the left of its sides.
    const reach = (soft.thin ? [-BAR, BAR] : [0, SIDE]).map((x) => x * this.thickness);
    for (const { nodes, way } of soft.rim) {
      const value = shade(soft.side + way);
      if (value >= 0) band(nodes.map((k) => points[k]), reach, soft.thin, pen(value));
    }
  }

  draw(uniforms) {
    if (this.count === 0) return;
    const { gl, solid, count } = this;
    gl.bindVertexArray(this.array);
    this.program.use({ ...uniforms, u_thin: false });
    gl.drawArrays(gl.TRIANGLES, 0, solid);
    this.program.use({ u_thin: true });
    gl.drawArrays(gl.TRIANGLES, solid, count - solid);
  }
}
