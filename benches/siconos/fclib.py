"""Contact problems in FCLIB files, and the error of an answer.

    local   u = W r + q
    global  M v = H r + f,  u = Hᵀ v + w

The normal component of a contact comes first. The error is computed here from the numbers of the
file alone, so neither code grades itself.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import h5py
import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import splu

TINY = 2.2e-16


@dataclass
class Problem:
    """One file: local where `W` is given, global where `M` and `H` are."""

    name: str
    dimension: int
    mu: np.ndarray
    mu_r: np.ndarray | None
    W: sp.csc_matrix | None = None
    q: np.ndarray | None = None
    M: sp.csc_matrix | None = None
    H: sp.csc_matrix | None = None
    f: np.ndarray | None = None
    w: np.ndarray | None = None

    @property
    def contacts(self):
        """Number of contacts."""
        return len(self.mu)

    @property
    def is_global(self):
        """Whether the file holds M and H."""
        return self.M is not None

    @property
    def family(self):
        """Which of Siconos' drivers take it: local or global, rolling or plane or space."""
        form = "global" if self.is_global else "local"
        kind = {2: "2d", 3: "3d", 5: "rolling"}[self.dimension]
        return f"{form}-{kind}"

    @cached_property
    def factor(self):
        """Sparse factors of M."""
        return splu(self.M.tocsc())

    @cached_property
    def reduced(self):
        """The local form (W, q): of the file, or W = Hᵀ M⁻¹ H and q = w + Hᵀ M⁻¹ f."""
        if not self.is_global:
            return self.W, self.q
        spans = [slice(k, k + 300) for k in range(0, self.H.shape[1], 300)]
        columns = [sp.csc_matrix(self.factor.solve(self.H[:, s].toarray())) for s in spans]
        W = sp.csc_matrix(self.H.T @ sp.hstack(columns))
        W = sp.csc_matrix((W + W.T) / 2)
        W.data[np.abs(W.data) < 1e-14 * np.abs(W.data).max(initial=0.0)] = 0.0
        W.eliminate_zeros()
        return W, self.w + self.H.T @ self.factor.solve(self.f)

    def global_velocity(self, r):
        """v that balances M v = H r + f."""
        return self.factor.solve(self.H @ r + self.f)

    def project(self, z):
        """Projection of each row on ‖r_T‖ ≤ μ r_N (and ‖r_R‖ ≤ μ_r r_N).

        The derivative of the distance along r_N is the least of one rising line for each set of
        binding bounds, so its root is the greatest of their roots.
        """
        parts = [(slice(1, 3 if self.mu_r is not None else None), self.mu)]
        if self.mu_r is not None:
            parts.append((slice(3, 5), self.mu_r))
        lengths = [np.linalg.norm(z[:, part], axis=1) for part, _ in parts]
        height = z[:, 0]
        for chosen in range(1, 2 ** len(parts)):
            active = [k for k in range(len(parts)) if chosen >> k & 1]
            above = z[:, 0] + sum(parts[k][1] * lengths[k] for k in active)
            height = np.maximum(height, above / (1 + sum(parts[k][1] ** 2 for k in active)))
        height = np.maximum(height, 0.0)
        out = np.empty_like(z)
        out[:, 0] = height
        for (part, mu), length in zip(parts, lengths):
            shrink = np.minimum(1.0, mu * height / np.where(length > 0, length, 1.0))
            out[:, part] = z[:, part] * shrink[:, None]
        return out

    def natural_map(self, r, u):
        """Norm of r - P(r - û), û = u with the de Saxcé shift on its normal part."""
        shape = (self.contacts, self.dimension)
        r, u = r.reshape(shape), u.reshape(shape)
        sliding = u[:, 1:3] if self.mu_r is not None else u[:, 1:]
        shifted = u.copy()
        shifted[:, 0] += self.mu * np.linalg.norm(sliding, axis=1)
        if self.mu_r is not None:
            shifted[:, 0] += self.mu_r * np.linalg.norm(u[:, 3:], axis=1)
        return np.linalg.norm(r - self.project(r - shifted))

    def error(self, r, v=None):
        """Error of impulses r (and, in global form, of the velocity v; without it the best one)."""
        if not np.all(np.isfinite(r)):
            return float("inf")
        if not self.is_global:
            u = self.W @ r + self.q
            return relative(self.natural_map(r, u), self.q, r, u)
        v = self.global_velocity(r) if v is None else v
        u = self.H.T @ v + self.w
        moved, pushed = self.M @ v, self.H @ r
        balance = relative(np.linalg.norm(self.f + pushed - moved), self.f, moved, pushed)
        return balance + relative(self.natural_map(r, u), u, r)


def relative(value, *vectors):
    """value / greatest norm, or value itself where all norms vanish."""
    scale = max(np.linalg.norm(vector) for vector in vectors)
    return float(value / scale if scale > TINY else value)


def matrix(group):
    """A matrix group. In triplets `p` holds columns and `i` rows, and duplicates add up."""
    rows, columns, nz = (int(group[key][0]) for key in ("m", "n", "nz"))
    p, i, x = (group[key][:] for key in "pix")
    if nz == -1:
        out = sp.csc_matrix((x, i, p), (rows, columns))
    elif nz == -2:
        out = sp.csr_matrix((x, i, p), (rows, columns))
    else:
        out = sp.coo_matrix((x[:nz], (i[:nz], p[:nz])), (rows, columns))
    out = sp.csc_matrix(out)
    out.sum_duplicates()
    out.sort_indices()
    return out


def read(path):
    """The problem in a file."""
    with h5py.File(path) as file:
        root = next(key for key in file if key.startswith("fclib_"))
        group = file[root]
        vector = {key: data[:] for key, data in group["vectors"].items()}
        common = {
            "name": Path(path).stem,
            "dimension": int(group["spacedim"][0]),
            "mu": vector["mu"],
            "mu_r": vector.get("mu_r"),
        }
        if common["mu_r"] is not None:
            common["dimension"] = 5
        if root == "fclib_local":
            return Problem(**common, W=matrix(group["W"]), q=vector["q"])
        return Problem(
            **common, M=matrix(group["M"]), H=matrix(group["H"]), f=vector["f"], w=vector["w"]
        )


def read_solution(path):
    """(r, v) of the file's solution; v is None in local files."""
    with h5py.File(path) as file:
        group = file["solution"]
        return group["r"][:], group["v"][:] if "v" in group else None
