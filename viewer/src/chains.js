// What the thickness and the colour of force chains stand for, in shares of a strong force.

/** The share from which on chains grow no thicker. */
export const THICKEST = 2.5;

/** The share from which on the colour is the last of its map. */
export const FULL = 1;

/** Half the thickness of a link, in thicknesses of a strong force. */
export const thicknessOf = (share) => Math.min(share, THICKEST);

/** The place of a force in its map. */
export const colourOf = (share) => Math.sqrt(Math.min(share / FULL, 1));

/** The place of a status (open, sticking, sliding) in its map. */
export const statusColour = (status) => [0, 0.25, 0.8][status];

/** The map of chains. */
export function chainMap(state, dark) {
  if (state.chainColour === "status") return "balance";
  return dark ? "heat" : "wine";
}
