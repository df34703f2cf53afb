"""Reads problem files with h5py, the C library of HDF5, and compares those that Drystone wrote with
what they were read from.

    pip install h5py numpy scipy
    cargo test -p drystone --test fclib
    python crates/drystone/tests/fclib/check.py crates/drystone/tests/data/fclib target/tmp/fclib

The first folder holds the problems, the second what the tests wrote of them: NAME.columns.hdf5,
NAME.rows.hdf5 and NAME.triplets.hdf5, the matrices stored as the names say. Both must have the
same arrays, bit by bit (matrices after entries at the same place are added up), the same texts,
and the types the C library's readers ask for. NAME.measure.txt, one line `error v r` of numbers
for each answer graded, is compared with the measure computed here.

Exits with 0 if everything agrees, 1 with a line for each difference, 2 if it cannot check.
"""

import sys
from pathlib import Path

try:
    import h5py
    import numpy as np
    import scipy.sparse as sparse
except ImportError as error:
    print(f"this check needs h5py, numpy and scipy: {error}", file=sys.stderr)
    sys.exit(2)

STORAGES = {"columns": -1, "rows": -2, "triplets": 0}
MATRICES = ["W", "M", "H"]
differences = 0


def differ(file, what):
    global differences
    differences += 1
    print(f"{file}: {what}")


def root(file):
    return next(name for name in file if name.startswith("fclib"))


def matrix(group):
    """The matrix with entries at the same place added up; in triplets p is the column."""
    m, n, nz = (int(group[name][0]) for name in ("m", "n", "nz"))
    p, i, x = (group[name][()] for name in ("p", "i", "x"))
    if nz >= 0:
        rows, cols, values = i[:nz], p[:nz], x[:nz]
    else:
        used, outer = p[-1], np.repeat(np.arange(len(p) - 1), np.diff(p))
        rows, cols = (i[:used], outer) if nz == -1 else (outer, i[:used])
        values = x[:used]
    a = sparse.coo_matrix((values.astype("f8"), (rows, cols)), shape=(m, n)).tocsr()
    a.sum_duplicates()
    return a


def text(dataset):
    value = dataset[()]
    value = value.tobytes() if isinstance(value, np.ndarray) else bytes(value)
    return value.split(b"\0")[0].decode(errors="replace")


def compare(old_path, new_path, nz):
    with h5py.File(old_path) as old_file, h5py.File(new_path) as new_file:
        name = new_path.name
        if root(new_file) != root(old_file):
            return differ(name, f"{root(new_file)} instead of {root(old_file)}")
        old, new = old_file[root(old_file)], new_file[root(new_file)]
        if set(old) - {"info"} != set(new) - {"info"}:
            differ(name, f"groups {sorted(new)} instead of {sorted(old)}")
        if new["spacedim"][()].tolist() != old["spacedim"][()].tolist():
            differ(name, "spacedim")
        for key in MATRICES:
            if key not in old:
                continue
            a, b = matrix(old[key]), matrix(new[key])
            same = a.shape == b.shape and all(
                np.array_equal(p, q)
                for p, q in ((a.indptr, b.indptr), (a.indices, b.indices), (a.data, b.data))
            )
            if not same:
                differ(name, f"matrix {key}")
            if int(new[key]["nz"][0]) != (nz if nz < 0 else a.nnz):
                differ(name, f"storage of {key}: nz = {new[key]['nz'][0]}")
            for part in ("nzmax", "m", "n", "nz", "p", "i"):
                if new[key][part].dtype != np.int32:
                    differ(name, f"type of {key}/{part}")
        groups = [(old["vectors"], new["vectors"])]
        groups += [(old_file[k], new_file[k]) for k in ("solution",) if k in old_file]
        if "guesses" in old_file:
            count = int(old_file["guesses/number_of_guesses"][0])
            if int(new_file["guesses/number_of_guesses"][0]) != count:
                differ(name, "number of guesses")
            groups += [(old_file[f"guesses/{k + 1}"], new_file[f"guesses/{k + 1}"]) for k in range(count)]
        for p, q in groups:
            if set(p) != set(q):
                differ(name, f"{q.name} has {sorted(q)} instead of {sorted(p)}")
            for key in set(p) & set(q):
                if q[key].dtype != np.float64 or not np.array_equal(p[key][()], q[key][()]):
                    differ(name, f"{q.name}/{key}")
        for key in ("title", "description", "math_info"):
            before = text(old["info"][key]) if "info" in old and key in old["info"] else ""
            if text(new["info"][key]) != before:
                differ(name, f"info/{key}: {text(new['info'][key])!r} instead of {before!r}")


def project(x, tangents, mu, mu_r):
    """The nearest point of the cone: the projection for a given normal part is a clipping, and the
    best normal part is found by bisection of a rising function."""
    t, q = x[1 : 1 + tangents], x[1 + tangents :]
    lt, lq = np.linalg.norm(t), np.linalg.norm(q)
    slope = lambda s: s - x[0] - mu * max(lt - mu * s, 0) - mu_r * max(lq - mu_r * s, 0)
    low, high = 0.0, max(x[0] + mu * lt + mu_r * lq, 0.0)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    s = high
    clip = lambda part, length, most: part * (most / length if length > most else 1.0)
    return np.concatenate([[s], clip(t, lt, mu * s), clip(q, lq, mu_r * s)])


def measure(group, v, r):
    vectors = {key: value[()].astype("f8") for key, value in group["vectors"].items()}
    mu, mu_r = vectors["mu"], vectors.get("mu_r", np.zeros(len(vectors["mu"])))
    norm, scale = np.linalg.norm, lambda *n: max(n) if max(n) >= 2.2e-16 else 1.0
    if "W" in group:
        u = matrix(group["W"]) @ r + vectors["q"]
        balance, divisor = 0.0, scale(norm(vectors["q"]), norm(r), norm(u))
    else:
        momentum, impulse = matrix(group["M"]) @ v, matrix(group["H"]) @ r
        u = matrix(group["H"]).T @ v + vectors["w"]
        balance = norm(vectors["f"] + impulse - momentum)
        balance /= scale(norm(vectors["f"]), norm(momentum), norm(impulse))
        divisor = scale(norm(u), norm(r))
    size, total = len(r) // len(mu), 0.0
    tangents = (size - 1) // (2 if "mu_r" in vectors else 1)
    for c, (uc, rc) in enumerate(zip(u.reshape(-1, size), r.reshape(-1, size))):
        x = rc - uc
        x[0] -= mu[c] * norm(uc[1 : 1 + tangents]) + mu_r[c] * norm(uc[1 + tangents :])
        total += norm(rc - project(x, tangents, mu[c], mu_r[c])) ** 2
    return balance + np.sqrt(total) / divisor


def compare_measures(old_path, path):
    with h5py.File(old_path) as file:
        group = file[root(file)]
        dofs = len(group["vectors/f"]) if "f" in group["vectors"] else 0
        for line in path.read_text().splitlines():
            error, *answer = map(float, line.split())
            here = measure(group, np.array(answer[:dofs]), np.array(answer[dofs:]))
            if not abs(error - here) <= 1e-13 + 1e-9 * here:
                differ(path.name, f"error {error}, by numpy {here}")


def main():
    problems, written = map(Path, sys.argv[1:3])
    files = sorted(problems.glob("*.hdf5"))
    for old in files:
        for storage, nz in STORAGES.items():
            compare(old, written / f"{old.stem}.{storage}.hdf5", nz)
        compare_measures(old, written / f"{old.stem}.measure.txt")
    print(f"{len(files)} problems, {differences} differences")
    sys.exit(1 if differences or not files else 0)


if len(sys.argv) != 3:
    print(__doc__, file=sys.stderr)
    sys.exit(2)
main()
