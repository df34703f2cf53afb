// What the thickness and the colour of force chains stand for, in shares of a strong force.

/** The share from which on chains grow no thicker. */
export const THICKEST = 2.5;

/** The share from which on the colour is the last of its map. */
export const FULL = 1;

/** Half the thickness of a link, in thicknesses of a strong force. */
export const thicknessOf = (share) => Math.min(share, THICKEST);

/** The place of a force in its map. */
export const colourOf = (share) => Math.sqrt(Math.min(share / FULL, 1));

/** The place of a status (open, sticking, sliding, bonded) in its map. */
export const statusColour = (status) => [0.5, 0.25, 0.8, 0][status] ?? 0.5;

/** The place of a damage in its map; contacts that never had a bond are in the middle of nothing. */
export const damageColour = (damage) => (damage === null ? 0.5 : damage);

/** The map of chains. */
export function chainMap(state, dark) {
  if (state.chainColour !== "force") return "balance";
  return dark ? "heat" : "wine";
}
