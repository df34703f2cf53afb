// Joints as marks: a dot for hinges, balls, sliders and welds, a line from end to end for rods, ropes
// and springs.

import { NUMBERS } from "./gl/links.js";
import { turn } from "./math.js";

/** Colours of the marks, as in pictures. */
export const JOINT = { light: [0.35, 0.17, 0.55], dark: [0.74, 0.6, 0.95] };

/** Half the thickness of marks, in thicknesses of dots. */
const THIN = { rod: 0.45, rope: 0.25, spring: 0.35 };

/**
 * Fills links with the joints of a run. `placed` gives position and rotation of a body as it is shown; `radius` is that of
 * dots.
 */
export function markJoints(links, { joints, placed, extent, radius }) {
  const count = joints.kind.length;
  const numbers = links.room(3 * count);
  let written = 0;
  const push = (from, to, width) => {
    numbers.set([...from, width, ...to, 0, -1], NUMBERS * written++);
  };
  // A link needs a length to be seen.
  const dot = (at) => push([at[0] - 0.02 * radius, at[1], at[2]], [at[0] + 0.02 * radius, at[1], at[2]], radius);
  for (let j = 0; j < count; j++) {
    if (joints.kind[j] === "gear") continue;
    const end = (side) => {
      const { position, rotation } = placed(joints.bodies[2 * j + side]);
      const arm = turn(rotation, joints.points.slice(6 * j + 3 * side, 6 * j + 3 * side + 3));
      return position.map((x, k) => x + arm[k]);
    };
    const one = end(0);
    dot(one);
    const thin = THIN[joints.kind[j]];
    if (thin === undefined) continue;
    const other = end(1).map((x, k) => one[k] + extent.nearest(x - one[k], k));
    dot(other);
    push(one, other, thin * radius);
  }
  links.upload(written);
}
