// Mouse and fingers on the canvas: orbit, pan, zoom, pick.

export class Gestures {
  constructor(app, canvas) {
    this.app = app;
    this.canvas = canvas;
    this.points = new Map();
    this.way = 0;
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(name, (event) => this.up(event, name === "pointerup"));
    }
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("dblclick", () => app.resetView());
  }

  down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.points.set(event.pointerId, [event.offsetX, event.offsetY]);
    this.way = 0;
  }

  move(event) {
    const last = this.points.get(event.pointerId);
    if (!last) return;
    const now = [event.offsetX, event.offsetY];
    const { camera } = this.app;
    const [dx, dy] = [now[0] - last[0], now[1] - last[1]];
    this.way += Math.hypot(dx, dy);
    if (this.points.size === 2) {
      const other = [...this.points].find(([id]) => id !== event.pointerId)[1];
      const before = Math.hypot(last[0] - other[0], last[1] - other[1]);
      const after = Math.hypot(now[0] - other[0], now[1] - other[1]);
      if (after > 1) camera.zoom(before / after);
      camera.pan(dx / 2, dy / 2);
    } else if (camera.plane || event.shiftKey || event.buttons & 6) camera.pan(dx, dy);
    else camera.orbit(dx, dy);
    this.points.set(event.pointerId, now);
    this.app.redraw();
  }

  up(event, released) {
    const known = this.points.delete(event.pointerId);
    // What hardly moved is a click.
    if (known && released && this.way < 5 && event.button === 0) this.app.pickAt(event.offsetX, event.offsetY);
  }

  wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 30 : 1;
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
    this.app.camera.zoom(Math.exp(Math.max(-240, Math.min(240, event.deltaY * unit)) * 0.0016), x, y);
    this.app.redraw();
  }
}
