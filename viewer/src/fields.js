// What bodies can be coloured by: name, unit, and the numbers of all bodies in a frame.

const AXES = ["x", "y", "z"];

/** Every field of a run. A signed one has its map centred on zero, of another one zero is shown always; a fixed one does
 * not change. Where a field is of the parts of deformable bodies, `part` tells which. */
export function fieldsOf(run) {
  const D = run.dimension;
  const { mass, volume } = run.head;
  const each = (value) => (frame, out) => {
    for (let b = 0; b < run.bodies; b++) out[b] = value(frame, b);
  };
  const length = (value, n) => (frame, b) => {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += value(frame, b, k) ** 2;
    return Math.sqrt(sum);
  };
  const moved = (frame, b, k) => run.position(frame, b, k) - run.position(run.frames[0], b, k);
  const v = (frame, b, k) => run.velocity(frame, b, k);
  const w = (frame, b, k) => run.spin(frame, b, k);
  const fields = [];
  const field = (id, label, unit, value, more = {}) =>
    fields.push({ id, label, unit, fill: each(value), value, ...more });
  const signed = { signed: true };
  const fixed = { fixed: true };
  field("speed", "Speed", "m/s", length(v, D));
  for (let k = 0; k < D; k++) {
    field(`velocity-${AXES[k]}`, `Velocity, ${AXES[k]}`, "m/s", (f, b) => v(f, b, k), signed);
  }
  field("displacement", "Displacement", "m", length(moved, D));
  for (let k = 0; k < D; k++) {
    const label = `Displacement, ${AXES[k]}`;
    field(`displacement-${AXES[k]}`, label, "m", (f, b) => moved(f, b, k), signed);
  }
  if (D === 2) {
    field("spin", "Angular velocity", "rad/s", (f, b) => w(f, b, 0), signed);
    field("angle", "Rotation", "rad", (f, b) => run.angle(f, b) - run.angle(run.frames[0], b), signed);
  } else {
    field("spin", "Angular speed", "rad/s", length(w, 3));
    for (let k = 0; k < 3; k++) {
      const label = `Angular velocity, ${AXES[k]}`;
      field(`spin-${AXES[k]}`, label, "rad/s", (f, b) => w(f, b, k), signed);
    }
  }
  field("pressure", "Body pressure", "Pa", (f, b) => run.pressure(f, b));
  field("stress", "Principal stress, tension +", "Pa", (f, b) => run.principalStress(f, b), signed);
  field("shear", "Shear stress", "Pa", (f, b) => run.shearStress(f, b));
  field("coordination", "Coordination", "neighbours", (f, b) => f.coordination[b]);
  if (run.head.soft) fields.push(...stressFields(run), pressureField(run));
  const speed = length(v, D);
  field("energy", "Kinetic energy (translation)", "J", (f, b) => {
    return run.head.movable[b] ? 0.5 * mass[b] * speed(f, b) ** 2 : 0;
  });
  field("mass", "Mass", "kg", (f, b) => (run.head.movable[b] ? mass[b] : 0), fixed);
  field("volume", D === 2 ? "Area" : "Volume", D === 2 ? "m²" : "m³", (f, b) => volume[b], fixed);
  const up = D - 1;
  field("layer", "Layer (height at the start)", "m", (f, b) => run.position(run.frames[0], b, up), fixed);
  field("index", "Body index", "", (f, b) => b, fixed);
  return fields;
}

/** Stresses of the elements of deformable bodies. */
function stressFields(run) {
  return run.head.soft.fields.map(({ id, label, signed }, k) => {
    const value = (frame, element) => run.elementStress(frame, k, element);
    return partField(run, { id, label, signed, part: "element" }, value);
  });
}

/** The pressure on sides of deformable bodies; those that nothing touches have none. */
function pressureField(run) {
  const value = (frame, side) => run.sidePressure(frame, side) || NaN;
  const about = { id: "contact-pressure", label: "Contact pressure", part: "side", fromZero: true };
  return partField(run, about, value);
}

/** A field of the parts of deformable bodies; of a body as a whole the number of the greatest size. */
function partField(run, about, ofPart) {
  const { part } = about;
  const owner = new Map(run.head.soft.bodies.map((soft) => [run.head.pieces.body[soft.piece], soft]));
  const value = (frame, body) => {
    const soft = owner.get(body);
    if (!soft) return NaN;
    let most = 0;
    for (let k = soft[part]; k < soft[part] + soft[`${part}s`]; k++) {
      const x = ofPart(frame, k);
      if (Math.abs(x) > Math.abs(most)) most = x;
    }
    return most;
  };
  const parts = (frame, out) => {
    for (let k = 0; k < out.length; k++) out[k] = ofPart(frame, k);
  };
  return { ...about, unit: "Pa", value, parts, fill: (frame, out) => out.fill(NaN) };
}

/** The least and greatest number of the bodies that colours tell something about, in some frames; a sample of
 * their sizes is put into `samples`. */
export function rangeOf(run, field, frames, samples = []) {
  const ofParts = field.part !== undefined;
  const values = new Float32Array(ofParts ? run.head.soft[`${field.part}s`] : run.bodies);
  const skip = Math.max(1, Math.floor(values.length / 500));
  let [low, high] = [Infinity, -Infinity];
  for (const frame of field.fixed ? frames.slice(0, 1) : frames) {
    (field.parts ?? field.fill)(frame, values);
    for (let b = 0; b < values.length; b++) {
      if (!(ofParts || run.painted[b]) || !Number.isFinite(values[b])) continue;
      if (values[b] < low) low = values[b];
      if (values[b] > high) high = values[b];
      if (b % skip === 0) samples.push(Math.abs(values[b]));
    }
  }
  return low <= high ? [low, high] : [0, 0];
}

/** A range to show: signed fields about zero, others from zero where they begin near it. */
export function shownRange(field, [low, high]) {
  if (field.signed) {
    const most = Math.max(Math.abs(low), Math.abs(high), 1e-30);
    return [-most, most];
  }
  if (field.fromZero) [low, high] = [Math.min(low, 0), Math.max(high, 0)];
  if (!field.fixed && low >= 0 && low < 0.3 * high) low = 0;
  return high > low ? [low, high] : [low, low + Math.max(Math.abs(low) * 1e-6, 1e-30)];
}
