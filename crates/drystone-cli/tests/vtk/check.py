#!/usr/bin/env python3
"""Exports runs for ParaView and reads them back with VTK, beside what h5py finds in the results.

    check.py DRYSTONE FOLDER

DRYSTONE is the command, FOLDER a place for its files.
"""

import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline
from vtkmodules.vtkIOHDF import vtkHDFReader
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader


def collection(path):
    """Times and grids of a .pvd file."""
    import xml.etree.ElementTree as tree

    for entry in tree.parse(path).getroot().iter("DataSet"):
        reader = vtkXMLUnstructuredGridReader()
        reader.SetFileName(str(path.parent / entry.get("file")))
        reader.Update()
        yield float(entry.get("timestep")), reader.GetOutput()


def transient(path):
    """Times and grids of a .vtkhdf file."""
    reader = vtkHDFReader()
    reader.SetFileName(str(path))
    reader.UpdateInformation()
    key = vtkStreamingDemandDrivenPipeline.TIME_STEPS()
    for time in reader.GetOutputInformation(0).Get(key):
        reader.UpdateTimeStep(time)
        yield time, reader.GetOutput()


def points(grid):
    data = grid.GetPoints()
    return vtk_to_numpy(data.GetData()) if data and data.GetNumberOfPoints() else np.zeros((0, 3))


def array(grid, name):
    return vtk_to_numpy(grid.GetCellData().GetArray(name))


class Results:
    """What h5py finds."""

    def __init__(self, path):
        file = h5py.File(path)
        self.dimension, self.bodies = int(file.attrs["dimension"]), int(file.attrs["bodies"])
        self.times, self.ends = file["frames/time"][:], file["frames/contact_end"][:].astype(int)
        size = int(file["frames/q"].attrs["components"])
        self.q = file["frames/q"][:].reshape(len(self.times), self.bodies, size)
        self.contacts = {name: column[:] for name, column in file["contacts"].items()}
        self.step = float(file.attrs["time_step"])

    def frame(self, k):
        """Positions of bodies; points, forces and gaps of contacts."""
        d = self.dimension
        start, end = (self.ends[k - 1] if k else 0), self.ends[k]
        rows = lambda name, n: self.contacts[name].reshape(-1, n)[start:end]
        frames = rows("frame", d * d).reshape(-1, d, d)
        # Stored column by column: the first axis counts columns.
        forces = np.einsum("cji,cj->ci", frames, rows("impulse", d)) / self.step
        return self.q[k][:, :d], rows("point", d), forces, rows("gap", 1)[:, 0]


class Meshes:
    """What h5py finds of deformable bodies."""

    def __init__(self, path):
        file = h5py.File(path)
        d, frames = int(file.attrs["dimension"]), len(file["frames/time"])
        mesh, lists = file["meshes"], file["frames"]
        self.kinds, self.nodes = mesh["element_kind"][:], mesh["element_nodes"][:]
        self.skin = mesh["facet_kind"][:]
        rows = lambda name, n: lists[name][:].reshape(frames, -1, n)
        self.places, self.velocities = rows("node_place", d), rows("node_velocity", d)
        self.stress, self.strain = (self.six(rows(f"element_{k}", 4 if d == 2 else 6)) for k in ("stress", "strain"))
        self.pressure = rows("facet_pressure", 1)[..., 0]

    @staticmethod
    def six(tensors):
        return np.concatenate([tensors, np.zeros((*tensors.shape[:2], 6 - tensors.shape[2]))], axis=2)


def point_array(grid, name):
    return vtk_to_numpy(grid.GetPointData().GetArray(name))


def matrices(tensors):
    xx, yy, zz, xy, yz, zx = tensors.T
    return np.stack([xx, xy, zx, xy, yy, yz, zx, yz, zz], axis=1).reshape(-1, 3, 3)


def check_meshes(meshes, k, grid):
    """Elements of their own kinds, with the fields of the file and what follows from them."""
    count = grid.GetNumberOfCells()
    assert [grid.GetCellType(c) for c in range(count)] == list(meshes.kinds)
    ids = [grid.GetCell(c).GetPointId(i) for c in range(count) for i in range(grid.GetCell(c).GetNumberOfPoints())]
    # One body: its nodes are the points.
    assert ids == list(meshes.nodes)
    assert np.array_equal(points(grid), padded(meshes.places[k]))
    way = padded(meshes.places[k] - meshes.places[0])
    assert np.allclose(point_array(grid, "displacement"), way, atol=1e-15)
    assert np.array_equal(point_array(grid, "velocity"), padded(meshes.velocities[k]))
    assert np.array_equal(array(grid, "stress"), meshes.stress[k])
    assert np.array_equal(array(grid, "strain"), meshes.strain[k])
    stress = matrices(meshes.stress[k])
    size = np.abs(stress).max() + 1e-300
    principal = np.linalg.eigvalsh(stress)[:, ::-1]
    assert np.allclose(array(grid, "principal_stress"), principal, atol=1e-9 * size)
    deviator = stress - np.eye(3) * np.trace(stress, axis1=1, axis2=2)[:, None, None] / 3
    mises = np.sqrt(1.5 * (deviator**2).sum(axis=(1, 2)))
    assert np.allclose(array(grid, "von_mises"), mises, atol=1e-9 * size)
    # VTK finds the volume, and no element inside out.
    volume = sum(vtk_volume(grid, c) for c in range(count))
    return volume


def vtk_volume(grid, c):
    from vtkmodules.vtkFiltersVerdict import vtkCellSizeFilter

    if c > 0:
        return 0.0
    sizes = vtkCellSizeFilter()
    sizes.SetInputData(grid)
    sizes.Update()
    data = sizes.GetOutput().GetCellData()
    return float(sum(vtk_to_numpy(data.GetArray(name)).sum() for name in ("Area", "Volume")))


def check_skins(meshes, k, grid):
    assert [grid.GetCellType(c) for c in range(grid.GetNumberOfCells())] == list(meshes.skin)
    assert np.array_equal(array(grid, "contact_pressure"), meshes.pressure[k])
    return int((meshes.pressure[k] > 0).sum())


def padded(vectors):
    return np.hstack([vectors, np.zeros((len(vectors), 3 - vectors.shape[1]))])


def check_bodies(results, k, time, grid):
    assert time == results.times[k]
    where, cells = points(grid), array(grid, "body").astype(int)
    movable = array(grid, "immovable") == 0
    found = {}
    for c in np.flatnonzero(movable):
        ids = [grid.GetCell(c).GetPointId(i) for i in range(grid.GetCell(c).GetNumberOfPoints())]
        found.setdefault(cells[c], set()).update(ids)
    # The corners of these bodies lie evenly around their centres.
    for body, ids in found.items():
        centre = where[sorted(ids)].mean(axis=0)
        expected = padded(results.frame(k)[0][body : body + 1])[0]
        assert np.allclose(centre, expected, atol=1e-9), (k, body, centre, expected)
    return len(found)


def check_contacts(results, k, time, grid):
    _, where, forces, gaps = results.frame(k)
    assert time == results.times[k] and len(points(grid)) == len(where)
    if len(where):
        assert np.allclose(points(grid), padded(where), atol=1e-12)
        assert np.allclose(array(grid, "force_on_candidate"), padded(forces), rtol=1e-12)
        assert np.allclose(array(grid, "gap"), gaps, atol=0)
    return len(where)


SCENES = {
    "plane": """
        dimension = 2
        time_step = 1e-3
        duration = 0.2
        materials.glass.density = 2500.0
        contacts = [{ default = true, friction = 0.3 }]
        bodies = [{ shape.half_space.normal = [0, 1] }]
        record = { frames_every = 20, picture = false }
        [[generators]]
        [generators.lattice]
        region = { min = [0.0, 0.0], max = [0.2, 0.3] }
        radius = [0.008, 0.01]
        count = 60
        velocity = [0.3, -1.0]
    """,
    "space": """
        dimension = 3
        time_step = 2e-3
        duration = 0.1
        materials.brick.density = 1800.0
        contacts = [{ default = true, friction = 0.5 }]
        bodies = [
            { shape.half_space.normal = [0, 0, 1] },
            { shape.sphere.radius = 0.1, position = [0.1, -1.0, 0.3], velocity = [0, 8, 0] },
        ]
        record = { frames_every = 5, picture = false }
        [[generators]]
        [generators.bricks]
        block = [0.3, 0.14, 0.1]
        courses = 3
        length = 3
    """,
}


def soft(dimension, element):
    """A soft block that falls on the ground."""
    up = [0] * (dimension - 1) + [1]
    return f"""
        dimension = {dimension}
        time_step = 1e-3
        duration = 0.05
        contacts = [{{ default = true, friction = 0.5 }}]
        record = {{ frames_every = 10, picture = false }}
        materials.stone.density = 2000.0
        [materials.rubber]
        density = 1000.0
        [materials.rubber.deformable]
        law.elastic = {{ young_modulus = 1e6, poisson_ratio = 0.3 }}
        element = "{element}"
        [[bodies]]
        shape.half_space.normal = {up}
        material = "stone"
        [[bodies]]
        shape.box.size = {[1] * dimension}
        position = {[0] * (dimension - 1) + [0.505]}
        velocity = {[0] * (dimension - 1) + [-0.5]}
        material = "rubber"
    """


def check_soft(command, folder):
    """Every element; gives how many grids, and facets under pressure."""
    grids = pressed = 0
    for element in ["T3", "T6", "Q4", "Q8", "TE4", "TE10", "H8", "H20"]:
        dimension = 2 if element[0] in "TQ" and element[:2] != "TE" else 3
        out = folder / element
        (folder / f"{element}.toml").write_text(soft(dimension, element))
        run = lambda *words: subprocess.run([command, *map(str, words)], check=True, stdout=subprocess.DEVNULL)
        run("run", folder / f"{element}.toml", "--out", out, "--overwrite", "--quiet")
        meshes = Meshes(out / "results.h5")
        for form, read, ending in [("vtu", collection, "pvd"), ("vtkhdf", transient, "vtkhdf")]:
            run("export", form, out)
            for k, (_, grid) in enumerate(read(out / f"meshes.{ending}")):
                volume = check_meshes(meshes, k, grid)
                assert abs(volume - 1) < 0.05, (element, volume)
                grids += 1
            for k, (_, grid) in enumerate(read(out / f"skins.{ending}")):
                pressed += check_skins(meshes, k, grid)
                grids += 1
            assert k == len(meshes.places) - 1
    assert pressed > 50
    return grids, pressed


def main():
    command, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    bodies = contacts = grids = 0
    for name, scene in SCENES.items():
        (folder / f"{name}.toml").write_text(scene)
        out = folder / name
        run = lambda *words: subprocess.run([command, *map(str, words)], check=True)
        run("run", folder / f"{name}.toml", "--out", out, "--overwrite", "--quiet")
        results = Results(out / "results.h5")
        for form, read, ending in [("vtu", collection, "pvd"), ("vtkhdf", transient, "vtkhdf")]:
            run("export", form, out)
            for k, (time, grid) in enumerate(read(out / f"bodies.{ending}")):
                bodies += check_bodies(results, k, time, grid)
                grids += 1
            for k, (time, grid) in enumerate(read(out / f"contacts.{ending}")):
                contacts += check_contacts(results, k, time, grid)
                grids += 1
            assert k == len(results.times) - 1
    assert contacts > 1000
    soft_grids, pressed = check_soft(command, folder)
    print(f"{soft_grids} grids of deformable bodies, {pressed} facets under pressure as VTK reads them")
    print(f"{grids} grids, {bodies} bodies, {contacts} contacts as VTK reads them")


main()
