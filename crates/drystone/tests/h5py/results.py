#!/usr/bin/env python3
"""Reads files of results as h5py, hence the C library, does, and checks what the format promises.

    results.py FOLDER

FOLDER is where the tests of the library leave their files.
"""

import sys
from pathlib import Path

import h5py
import numpy as np


def check(path):
    with h5py.File(path) as file:
        assert file.attrs["format"] in (b"drystone results", "drystone results")
        dimension, bodies = int(file.attrs["dimension"]), int(file.attrs["bodies"])
        assert len(file["body_names"]) == bodies
        assert len(file["body_inertia"]) == bodies * (1 if dimension == 2 else 9)
        assert len(file["gravity"]) == dimension
        assert b"time_step" in file["scene"][0]
        times, steps = file["frames/time"][:], file["frames/step"][:]
        ends = file["frames/contact_end"][:]
        assert len(times) == len(steps) == len(ends) > 0
        assert np.allclose(times, steps * file.attrs["time_step"])
        assert np.all(np.diff(steps.astype(int)) > 0) and np.all(np.diff(ends.astype(int)) >= 0)
        for name in ("q", "v"):
            values = file["frames"][name]
            assert values.shape == (len(times) * bodies * int(values.attrs["components"]),)
        for name, column in file["contacts"].items():
            assert column.shape == (int(ends[-1]) * int(column.attrs["components"]),), name
        frames = file["contacts/frame"][:].reshape(-1, dimension, dimension)
        identity = np.einsum("cij,ckj->cik", frames, frames)
        assert np.allclose(identity, np.eye(dimension), atol=1e-6)
        assert set(file["contacts/status"][:]) <= {0, 1, 2, 3}
        if "damage" in file["contacts"]:
            damage = file["contacts/damage"][:]
            assert np.all((damage == -1) | ((damage >= 0) & (damage <= 1)))
            assert file["frames/lost"].shape == (2 * len(times),)
        look = file["geometry"]
        assert look["piece_body"][:].max() < bodies
        assert look["piece_outline"][:].max() < len(look["outline_kind"])
        assert look["piece_pose"].shape == (len(look["piece_body"]) * (dimension + dimension**2),)
        assert look["outline_point_end"][-1] * dimension == len(look["points"])
        rows = {len(series) for series in file["series"].values()}
        assert len(rows) == 1, rows
        return len(times), int(ends[-1])


def main():
    names = ["plane-0.h5", "plane-6.h5", "space-0.h5", "space-6.h5", "single.h5", "resumed.h5"]
    names += ["cracking-0.h5", "cracking-6.h5"]
    counted = [check(Path(sys.argv[1]) / name) for name in names]
    frames, contacts = (sum(x) for x in zip(*counted))
    print(f"{len(names)} files of results, {frames} frames, {contacts} contacts")


main()
