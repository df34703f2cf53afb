// A block of frames: a head in JSON, then columns of whole numbers. A column is kept as planes of
// bytes (all lowest bytes first) of numbers folded to be positive; `view/block.rs` writes it.

/** Steps of the quantities kept as roots: x = s (n / steps)², the sign being that of n. */
export const STEPS = { velocity: 8191, pressure: 8191, arm: 1023, force: 4095, gap: 255, slip: 255, damage: 254, way: 32767 };

class Columns {
  constructor(bytes) {
    this.bytes = bytes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const length = view.getUint32(0, true);
    this.head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
    this.at = 4 + length;
  }

  /** The next column, of n numbers. */
  next(n) {
    const planes = this.bytes[this.at++];
    const out = new Int32Array(n);
    for (let k = 0; k < planes; k++) {
      const shift = 8 * k;
      for (let i = 0; i < n; i++) out[i] |= this.bytes[this.at + i] << shift;
      this.at += n;
    }
    for (let i = 0; i < n; i++) out[i] = (out[i] >>> 1) ^ -(out[i] & 1);
    return out;
  }

  /** The next columns, interleaved: n rows of so many numbers. */
  rows(n, components, Type) {
    const out = new Type(n * components);
    for (let c = 0; c < components; c++) {
      const column = this.next(n);
      for (let i = 0; i < n; i++) out[i * components + c] = column[i];
    }
    return out;
  }
}

/** Undoes the prediction of every frame from the two before it. */
function unpredict(values, row, frames) {
  for (let f = 1; f < frames; f++) {
    const at = f * row;
    for (let i = 0; i < row; i++) {
      const last = values[at - row + i];
      values[at + i] += f === 1 ? last : 2 * last - values[at - 2 * row + i];
    }
  }
}

/** The frames of a block. */
export function decodeBlock(bytes, head) {
  const columns = new Columns(bytes);
  const { index, time, step, contacts, scale } = columns.head;
  const D = head.dimension;
  const B = head.mass.length;
  const T = head.turning.length;
  const R = D === 2 ? 1 : 4;
  const W = D === 2 ? 1 : 3;
  const F = index.length;
  const position = columns.rows(F * B, D, Int32Array);
  unpredict(position, B * D, F);
  const rotation = columns.rows(F * T, R, Int32Array);
  unpredict(rotation, T * R, F);
  const velocity = columns.rows(F * B, D, Int16Array);
  const spin = columns.rows(F * B, W, Int16Array);
  const pressure = columns.rows(F * B, 1, Int16Array);
  const principal = columns.rows(F * B, 1, Int16Array);
  const shear = columns.rows(F * B, 1, Int16Array);
  const coordination = columns.rows(F * B, 1, Uint16Array);
  const total = contacts.reduce((sum, n) => sum + n, 0);
  const first = columns.next(total);
  for (let i = 1; i < total; i++) first[i] += first[i - 1];
  const second = columns.next(total);
  for (let i = 0; i < total; i++) second[i] += first[i];
  const arm = columns.rows(total, D, Int16Array);
  const force = columns.rows(total, 1, Int16Array);
  const obliquity = columns.rows(total, 1, Uint8Array);
  const gap = columns.rows(total, 1, Int16Array);
  const slip = columns.rows(total, 1, Int16Array);
  const status = columns.rows(total, 1, Uint8Array);
  const damage = columns.rows(total, 1, Uint8Array);
  const soft = softColumns(columns, head, F);
  const frames = [];
  let from = 0;
  for (let f = 0; f < F; f++) {
    const to = from + contacts[f];
    frames.push({
      index: index[f],
      time: time[f],
      step: step[f],
      scale,
      position: position.slice(f * B * D, (f + 1) * B * D),
      rotation: rotation.slice(f * T * R, (f + 1) * T * R),
      velocity: velocity.slice(f * B * D, (f + 1) * B * D),
      spin: spin.slice(f * B * W, (f + 1) * B * W),
      pressure: pressure.slice(f * B, (f + 1) * B),
      principal: principal.slice(f * B, (f + 1) * B),
      shear: shear.slice(f * B, (f + 1) * B),
      coordination: coordination.slice(f * B, (f + 1) * B),
      soft: soft?.(f),
      contacts: {
        count: to - from,
        first: first.slice(from, to),
        second: second.slice(from, to),
        arm: arm.slice(from * D, to * D),
        force: force.slice(from, to),
        obliquity: obliquity.slice(from, to),
        gap: gap.slice(from, to),
        slip: slip.slice(from, to),
        status: status.slice(from, to),
        damage: damage.slice(from, to),
      },
    });
    from = to;
  }
  return frames;
}

/** Nodes, elements and sides of deformable bodies, by the number of a frame in the block; nothing without any. */
function softColumns(columns, head, F) {
  if (!columns.head.soft) return null;
  const { nodes: N, elements: E, sides: S, fields } = head.soft;
  const D = head.dimension;
  const scale = columns.head.soft;
  const way = columns.rows(F * N, D, Int32Array);
  unpredict(way, N * D, F);
  const stress = fields.map(() => columns.rows(F * E, 1, Int16Array));
  const pressure = columns.rows(F * S, 1, Int16Array);
  return (f) => ({
    scale,
    way: Int16Array.from(way.subarray(f * N * D, (f + 1) * N * D)),
    stress: stress.map((column) => column.slice(f * E, (f + 1) * E)),
    pressure: pressure.slice(f * S, (f + 1) * S),
  });
}

/** The number that a root stands for. */
export function unroot(n, steps, scale) {
  const x = n / steps;
  return scale * x * Math.abs(x);
}
