"""Reads the frames of a run with VTK, the library under ParaView, and compares them with the
run's other files.

    pip install vtk
    drystone run scene.toml --out out --set record.frames_every=1
    python tests/paraview/check.py out [--weight NEWTONS]

What is checked, frame by frame:

* `bodies.pvd` and `contacts.pvd` name the same times, which rise from 0 to the time of
  `summary.json`, and VTK reads every file without a complaint;
* arrays have the names, components and lengths they should have, and all numbers are finite;
* surfaces of bodies that can move are closed and seen from outside (positive volume), keep
  their size and volume, and their centre of volume moves by `displacement`;
* between frames one step apart, `displacement` grows by h (θ v⁺ + (1 - θ) v⁻);
* contacts have unit normals and tangents across them, `normal_force` is the part of
  `force_on_candidate` along the normal and not negative, and `status` agrees with it;
* contacts are as many, as many of them active, sticking and sliding, and as deep, as in the row
  of `history.csv` for that time;
* with --weight, for runs that end at rest: the contact forces on the bodies that cannot move add
  up to this weight along the last axis, within 0.1 %.

Exits with 0 if everything agrees, 1 with a line for each difference, 2 if it cannot check.
"""

import argparse
import csv
import json
import math
import sys
import tomllib
import xml.etree.ElementTree as xml
from pathlib import Path

try:
    import numpy as np
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy
except ImportError as error:
    print(f"this check needs VTK and numpy: {error}", file=sys.stderr)
    sys.exit(2)

BODY_ARRAYS = {"body": 1, "velocity": 3, "angular_velocity": 3, "displacement": 3, "immovable": 1}
CONTACT_ARRAYS = {"gap": 1, "normal": 3, "tangent": 3, "force_on_candidate": 3}
CONTACT_ARRAYS |= {"normal_force": 1, "relative_velocity": 3, "status": 1, "bodies": 2}
OPEN, STICKING, SLIDING = 0, 1, 2
VERTEX, POLYGON = 1, 7


class Differences:
    """What does not agree."""

    def __init__(self):
        self.lines, self.checks = [], 0

    def expect(self, holds, words):
        self.checks += 1
        if not holds:
            self.lines.append(words)


def read_collection(file):
    """Times and files of a .pvd."""
    sets = xml.parse(file).getroot().iter("DataSet")
    return [(float(s.get("timestep")), file.parent / s.get("file")) for s in sets]


def read_grid(file, arrays, kind, wrong):
    """A .vtu as points, cells (lists of point numbers), and arrays on cells by name."""
    complaints = []
    reader = vtk.vtkXMLUnstructuredGridReader()
    for event in ("ErrorEvent", "WarningEvent"):
        reader.AddObserver(event, lambda _, name: complaints.append(name))
    reader.SetFileName(str(file))
    reader.Update()
    grid = reader.GetOutput()
    wrong.expect(not complaints, f"{file.name}: the reader complains: {complaints}")
    count = grid.GetNumberOfCells()
    points = np.zeros((0, 3))
    if grid.GetNumberOfPoints():
        points = vtk_to_numpy(grid.GetPoints().GetData())
    cells = []
    for i in range(count):
        ids = grid.GetCell(i).GetPointIds()
        cells.append([ids.GetId(k) for k in range(ids.GetNumberOfIds())])
    kinds = {grid.GetCellType(i) for i in range(count)}
    wrong.expect(kinds <= {kind}, f"{file.name}: cells of types {kinds}")
    wrong.expect(np.isfinite(points).all(), f"{file.name}: points are not finite")
    found = grid.GetCellData()
    names = {found.GetArrayName(i) for i in range(found.GetNumberOfArrays())}
    wrong.expect(names == set(arrays), f"{file.name}: arrays {sorted(names)}")
    data = {}
    for name, components in arrays.items():
        array = found.GetArray(name)
        shape = (count, components)
        found_shape = None
        if array is not None:
            found_shape = (array.GetNumberOfTuples(), array.GetNumberOfComponents())
        wrong.expect(found_shape == shape, f"{file.name}: `{name}` is {found_shape} for {count} cells")
        data[name] = np.zeros(shape)
        if found_shape == shape:
            data[name] = vtk_to_numpy(array).reshape(shape)
        wrong.expect(np.isfinite(data[name]).all(), f"{file.name}: `{name}` is not finite")
    return points, cells, data


def volume_and_centre(points, cells, plane):
    """By the divergence theorem over triangles from the first point; in the plane, the area."""
    origin = points[cells[0][0]]
    volume, moment = 0.0, np.zeros(3)
    for cell in cells:
        p = points[cell] - origin
        for a, b in zip(p[1:-1], p[2:]):
            if plane:
                part = 0.5 * np.cross(a - p[0], b - p[0])[2]
                middle = (p[0] + a + b) / 3
            else:
                part = np.dot(p[0], np.cross(a, b)) / 6
                middle = (p[0] + a + b) / 4
            volume += part
            moment += part * middle
    return volume, origin + moment / volume if volume else origin


def bodies_of(points, cells, data, plane):
    """What a frame says about each body."""
    cells_of = {}
    for k, body in enumerate(data["body"][:, 0]):
        cells_of.setdefault(int(body), []).append(k)
    out = {}
    for body, own in cells_of.items():
        values = {key: data[key][own[0]] for key in ("displacement", "velocity")}
        values["immovable"] = data["immovable"][own[0], 0] == 1.0
        if not values["immovable"]:
            loops = [cells[k] for k in own]
            values["volume"], values["centre"] = volume_and_centre(points, loops, plane)
            corners = points[sorted({i for loop in loops for i in loop})]
            values["reach"] = np.linalg.norm(corners - values["centre"], axis=1).max()
        out[body] = values
    return out


def check_bodies(name, start, now, before, summary, wrong):
    """`before` is the state one step earlier, with h and θ, if there is such a frame."""
    wrong.expect(set(now) == set(start), f"{name}: other bodies than in the first frame")
    wrong.expect(max(now, default=-1) < summary["bodies"], f"{name}: more bodies than there are")
    for body in set(now) & set(start):
        a, b = start[body], now[body]
        wrong.expect(a["immovable"] == b["immovable"], f"{name}: body {body} became another")
        if a["immovable"] or b["immovable"]:
            continue
        scale = np.abs(b["centre"]).max() + b["reach"]
        wrong.expect(b["volume"] > 0, f"{name}: body {body} is inside out: {b['volume']}")
        for key in ("volume", "reach"):
            same = math.isclose(a[key], b[key], rel_tol=1e-9)
            wrong.expect(same, f"{name}: body {body} has another {key}: {a[key]}, {b[key]}")
        off = np.abs(b["centre"] - a["centre"] - b["displacement"]).max()
        wrong.expect(off <= 1e-9 * scale, f"{name}: body {body} is {off} m from its displacement")
        if before:
            state, h, theta = before
            old = state.get(body, a)
            way = h * (theta * b["velocity"] + (1 - theta) * old["velocity"])
            off = np.abs(b["displacement"] - old["displacement"] - way).max()
            wrong.expect(off <= 1e-9 * scale, f"{name}: body {body} left its velocity by {off} m")


def check_contacts(name, cells, data, row, wrong):
    normal, force, push = data["normal"], data["force_on_candidate"], data["normal_force"][:, 0]
    status, pairs = data["status"][:, 0], data["bodies"]
    if cells:
        unit = np.abs(np.linalg.norm(normal, axis=1) - 1).max() < 1e-12
        wrong.expect(unit, f"{name}: normals are not unit vectors")
        across = np.abs((normal * data["tangent"]).sum(axis=1)).max() < 1e-12
        wrong.expect(across, f"{name}: tangents are not across the normals")
        off = np.abs((normal * force).sum(axis=1) - push).max()
        wrong.expect(off <= 1e-9 * np.abs(force).max(), f"{name}: `normal_force` is off by {off}")
        wrong.expect(push.min() >= 0, f"{name}: a contact pulls")
        wrong.expect(((status != OPEN) == (push > 0)).all(), f"{name}: status against force")
        wrong.expect((pairs[:, 0] != pairs[:, 1]).all(), f"{name}: a body touches itself")
    if row is None:
        return
    counts = {"contacts": len(cells), "active": int((status != OPEN).sum())}
    counts |= {"sticking": int((status == STICKING).sum()), "sliding": int((status == SLIDING).sum())}
    for key, found in counts.items():
        wrong.expect(found == int(row[key]), f"{name}: {found} {key} instead of {row[key]}")
    depth = max(0.0, -data["gap"].min()) if cells else 0.0
    same = math.isclose(depth, float(row["penetration_max"]), rel_tol=1e-9, abs_tol=1e-15)
    wrong.expect(same, f"{name}: {depth} m deep instead of {row['penetration_max']}")


def weight_carried(data, bodies, axis):
    """Sum of the forces on the bodies that cannot move, against the axis."""
    total = 0.0
    for pair, force in zip(data["bodies"], data["force_on_candidate"]):
        for body, sign in zip(pair, (1.0, -1.0)):
            if bodies[int(body)]["immovable"]:
                total -= sign * force[axis]
    return total


def check(out, weight):
    wrong = Differences()
    summary = json.loads((out / "summary.json").read_text())
    scene = tomllib.loads((out / "scene.toml").read_text())
    with open(out / "history.csv", newline="") as file:
        rows = {float(row["time"]): row for row in csv.DictReader(file)}
    plane, h = scene["dimension"] == 2, scene["time_step"]
    body_frames = read_collection(out / "bodies.pvd")
    contact_frames = read_collection(out / "contacts.pvd")
    times = [t for t, _ in body_frames]
    wrong.expect(times == [t for t, _ in contact_frames], "the two collections differ in time")
    wrong.expect(times == sorted(set(times)), "times do not rise")
    wrong.expect(times[0] == 0 and times[-1] == summary["time"], f"from {times[0]} to {times[-1]}")
    start, last = None, None
    for (time, body_file), (_, contact_file) in zip(body_frames, contact_frames):
        points, cells, data = read_grid(body_file, BODY_ARRAYS, POLYGON, wrong)
        now = bodies_of(points, cells, data, plane)
        start = start or now
        near = last and math.isclose(time - last[0], h, rel_tol=1e-6)
        before = (last[1], h, scene["theta"]) if near else None
        check_bodies(body_file.name, start, now, before, summary, wrong)
        _, cells, data = read_grid(contact_file, CONTACT_ARRAYS, VERTEX, wrong)
        check_contacts(contact_file.name, cells, data, rows.get(time), wrong)
        last = (time, now)
    if weight is not None:
        carried = weight_carried(data, now, 1 if plane else 2)
        same = math.isclose(carried, weight, rel_tol=1e-3)
        wrong.expect(same, f"the supports carry {carried} N instead of {weight}")
    return wrong, len(times)


def main():
    parser = argparse.ArgumentParser(description="Compare a run's frames with its other files.")
    parser.add_argument("out", type=Path, help="folder of the run's results")
    parser.add_argument("--weight", type=float, help="weight of all movable bodies (N)")
    arguments = parser.parse_args()
    try:
        wrong, frames = check(arguments.out, arguments.weight)
    except (OSError, KeyError, xml.ParseError) as error:
        print(f"cannot check {arguments.out}: {error!r}", file=sys.stderr)
        sys.exit(2)
    for line in wrong.lines[:50]:
        print(line)
    print(f"{frames} frames, {wrong.checks} checks, {len(wrong.lines)} differences")
    sys.exit(1 if wrong.lines else 0)


if __name__ == "__main__":
    main()
