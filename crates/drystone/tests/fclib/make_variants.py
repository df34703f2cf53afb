"""Writes `tests/data/fclib/variants`: one problem as programs other than the C library's simple
interface may store it (`round_trip.rs` says which problem), and one that claims to be huge.

    pip install h5py numpy
    python crates/drystone/tests/fclib/make_variants.py crates/drystone/tests/data/fclib/variants
"""

import sys
from pathlib import Path

import h5py
import numpy as np

COLUMNS = dict(nz=-1, p=[0, 2, 4, 6], i=[0, 2, 0, 1, 1, 2], x=[4, 1, 1, 5, 2, 6])
ROWS = dict(nz=-2, p=[0, 2, 4, 6], i=[0, 1, 1, 2, 0, 2], x=[4, 1, 5, 2, 1, 6])
# p is the column, i the row; (0, 0) and (2, 2) come in parts, the last two entries do not count.
PARTS = dict(
    nz=8,
    p=[0, 0, 1, 1, 2, 0, 2, 2, 1, 1],
    i=[0, 2, 0, 1, 1, 0, 2, 2, 0, 0],
    x=[3, 1, 1, 5, 2, 1, 7, -1, 9, np.nan],
)


def write(path, matrix, root="fclib_local", integer="<i4", real="<f8", mu_r=None, text=None, **how):
    with h5py.File(path, "w", libver=how.pop("libver", None)) as file:
        group = file.create_group(root)

        def put(name, values, kind):
            group.create_dataset(name, data=np.array(values, dtype=kind), **how)

        put("spacedim", [3], integer)
        for name, value in dict(m=3, n=3, nzmax=len(matrix["x"]), nz=matrix["nz"]).items():
            put(f"W/{name}", [value], integer)
        put("W/p", matrix["p"], integer)
        put("W/i", matrix["i"], integer)
        put("W/x", matrix["x"], real)
        put("vectors/q", [-1, 2, 3], real)
        put("vectors/mu", [0.25], real)
        if mu_r is not None:
            put("vectors/mu_r", [mu_r], real)
        group.create_dataset("info/title", data=text or np.bytes_("variant"))


folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
write(folder / "chunked.hdf5", ROWS, chunks=True, compression="gzip", shuffle=True, fletcher32=True)
write(folder / "big_endian.hdf5", COLUMNS, integer=">i8", real=">f8")
write(folder / "duplicates.hdf5", PARTS, real="<f4", text="variant")
write(folder / "local_rolling.hdf5", ROWS, root="fclib_local_rolling", mu_r=0.125)
write(folder / "latest.hdf5", COLUMNS, libver="latest", chunks=(2,), maxshape=(None,), text="variant")

write(folder / "absurd.hdf5", ROWS)
with h5py.File(folder / "absurd.hdf5", "a") as file:
    del file["fclib_local/vectors/q"]
    file.create_dataset("fclib_local/vectors/q", shape=(1 << 40,), dtype="<f8", chunks=(1 << 10,))
