// Light and dark: as the system has it, unless chosen.

export class Theme {
  constructor(state, changed) {
    this.state = state;
    this.system = matchMedia("(prefers-color-scheme: dark)");
    this.system.addEventListener("change", () => {
      this.apply();
      changed();
    });
    this.apply();
  }

  get dark() {
    const chosen = this.state.get("theme");
    return chosen === "auto" ? this.system.matches : chosen === "dark";
  }

  apply() {
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
  }
}
