// What the user has chosen. Whoever shows it is told when it changes.

export class State {
  constructor(defaults) {
    this.values = defaults;
    this.listeners = [];
  }

  get(name) {
    return this.values[name];
  }

  /** Sets some values; those that differ are told. */
  set(changes) {
    const changed = Object.keys(changes).filter((name) => this.values[name] !== changes[name]);
    Object.assign(this.values, changes);
    if (changed.length > 0) for (const listener of this.listeners) listener(new Set(changed));
  }

  onChange(listener) {
    this.listeners.push(listener);
  }
}

/** How a page begins. */
export const defaults = () => ({
  frame: 0,
  fraction: 0,
  playing: false,
  speed: 1,
  loop: true,
  field: "speed",
  map: "auto",
  range: "all",
  contacts: true,
  chainScale: 1,
  chainColour: "force",
  factor: 1,
  stretch: 1,
  section: "off",
  sectionAt: 0.5,
  sectionFlip: false,
  opacity: 1,
  selected: null,
  theme: "auto",
  panel: true,
  plots: false,
  help: false,
});
