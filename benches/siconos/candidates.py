"""The solvers of Siconos that are tried, with the settings its documentation advises.

Solvers of the local form in space get sparse blocks, which is fastest nearly always; Newton, ADMM
and proximal points compressed columns too. Planar solvers get blocks and dense matrices. Limits of
iterations are raised so that time alone ends a solve.
"""

from dataclasses import dataclass, field, replace

import siconos.numerics as sn

MANY = 10_000_000
NSGS = "FRICTION_3D_NSGS"
ONE = "FRICTION_3D_ONECONTACT_"
SPARSE_TOO = {
    f"FRICTION_3D_{name}" for name in ("ADMM", "PROX", "NSN_AC", "NSN_FB", "NSN_NM")
}


@dataclass(frozen=True)
class Candidate:
    """One solver with one setting.

    `solver` and `inner` are identifiers without SICONOS_; `iparam`, `dparam` change the options,
    `inner_iparam` those of the solver inside. `large` marks what is tried on large problems.
    """

    name: str
    solver: str
    storage: str = "sparse"
    form: str = "local"
    inner: str | None = None
    iparam: dict = field(default_factory=dict)
    dparam: dict = field(default_factory=dict)
    inner_iparam: dict = field(default_factory=dict)
    iterations: int = MANY
    large: bool = False

    def options(self, tolerance):
        """Siconos' options for one solve."""
        options = sn.SolverOptions(identifier(self.solver))
        if self.inner:
            sn.solver_options_update_internal(options, 0, identifier(self.inner))
        options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = self.iterations
        options.dparam[sn.SICONOS_DPARAM_TOL] = tolerance
        for key, value in self.iparam.items():
            options.iparam[identifier(key)] = value
        for key, value in self.dparam.items():
            options.dparam[identifier(key)] = value
        if self.inner_iparam:
            inner = sn.solver_options_get_internal_solver(options, 0)
            for key, value in self.inner_iparam.items():
                inner.iparam[identifier(key)] = value
        return options


def identifier(name):
    """Number behind a name of Siconos."""
    return getattr(sn, "SICONOS_" + name)


def gauss_seidel(name, inner, large=False, **more):
    """Gauss-Seidel over contacts on sparse blocks."""
    return Candidate(f"NSGS {name}", NSGS, "blocks", inner=ONE + inner, large=large, **more)


def newton(name, solver, **iparam):
    """A Newton method of the whole problem."""
    keys = {f"FRICTION_3D_NSN_{key}": value for key, value in iparam.items()}
    return Candidate(name, solver, "blocks", iparam=keys, iterations=2000)


def on_sparse(candidates):
    """The same solvers on compressed columns instead of sparse blocks."""
    return [
        replace(one, name=f"{one.name}, sparse", storage="sparse", large=False)
        for one in candidates
        if one.solver in SPARSE_TOO
    ]


FULL_ERROR = {"FRICTION_3D_IPARAM_ERROR_EVALUATION": 0}


def relaxed(value, **iparam):
    """Settings of over- or under-relaxed Gauss-Seidel."""
    return {
        "iparam": {"FRICTION_3D_NSGS_RELAXATION": 1, **iparam},
        "dparam": {"FRICTION_3D_NSGS_RELAXATION_VALUE": value},
    }


# In the order of promise: whoever comes later gets no more time than the best needed.
SPACE = [
    gauss_seidel("Newton hybrid, full error", "NSN_GP_HYBRID", iparam=FULL_ERROR),
    gauss_seidel("Newton hybrid", "NSN_GP_HYBRID", large=True),
    Candidate("PROX + NSN_AC", "FRICTION_3D_PROX", "blocks", large=True),
    Candidate("ADMM balanced", "FRICTION_3D_ADMM", "blocks", large=True,
              iparam={"FRICTION_3D_ADMM_IPARAM_RHO_STRATEGY": 3}),
    newton("NSN_AC", "FRICTION_3D_NSN_AC"),
    gauss_seidel("projection iterated", "ProjectionOnConeWithLocalIteration", large=True),
    gauss_seidel("relaxed 1.3", "NSN_GP_HYBRID", large=True, **relaxed(1.3)),
    Candidate("ADMM", "FRICTION_3D_ADMM", "blocks", large=True),
    newton("NSN_AC Jean-Moreau", "FRICTION_3D_NSN_AC", FORMULATION=3),
    newton("NSN_NM", "FRICTION_3D_NSN_NM"),
    newton("NSN_FB", "FRICTION_3D_NSN_FB"),
    newton("NSN_AC after extragradient", "FRICTION_3D_NSN_AC", HYBRID_STRATEGY=3),
    newton("NSN_AC without MUMPS", "FRICTION_3D_NSN_AC", LINEAR_SOLVER=0),
    Candidate("PROX regularised + NSN_AC", "FRICTION_3D_PROX", "blocks",
              iparam={"FRICTION_3D_PROXIMAL_IPARAM_STRATEGY": 1}),
    gauss_seidel("Newton, full error", "NSN", iparam=FULL_ERROR),
    gauss_seidel("Newton damped, full error", "NSN_GP", iparam=FULL_ERROR),
    gauss_seidel("quartic, full error", "QUARTIC", iparam=FULL_ERROR),
    gauss_seidel("projection iterated, full error", "ProjectionOnConeWithLocalIteration",
                 iparam=FULL_ERROR),
    gauss_seidel("relaxed 1.3, full error", "NSN_GP_HYBRID",
                 **relaxed(1.3, FRICTION_3D_IPARAM_ERROR_EVALUATION=0)),
    gauss_seidel("Newton", "NSN"),
    gauss_seidel("Newton damped", "NSN_GP"),
    gauss_seidel("quartic", "QUARTIC", large=True),
    gauss_seidel("projection", "ProjectionOnCone"),
    gauss_seidel("relaxed 0.9", "NSN_GP_HYBRID", **relaxed(0.9)),
    gauss_seidel("shuffled", "NSN_GP_HYBRID", iparam={"FRICTION_3D_NSGS_SHUFFLE": 1}),
    gauss_seidel("shuffled each sweep", "NSN_GP_HYBRID", iparam={"FRICTION_3D_NSGS_SHUFFLE": 2}),
    Candidate("PROX + NSGS", "FRICTION_3D_PROX", "blocks", inner=NSGS),
    Candidate("TFP", "FRICTION_3D_TFP", "blocks"),
    Candidate("ACLMFP", "FRICTION_3D_ACLMFP", "blocks"),
    Candidate("PFP", "FRICTION_3D_PFP", "blocks"),
    Candidate("VI_EG", "FRICTION_3D_VI_EG", "blocks"),
    Candidate("VI_FPP", "FRICTION_3D_VI_FPP", "blocks"),
    Candidate("DSFP", "FRICTION_3D_DSFP", "blocks"),
    Candidate("SOCLCP", "FRICTION_3D_SOCLCP", "blocks"),
    Candidate("HP", "FRICTION_3D_HP", "blocks"),
    newton("NSN_AC_TEST", "FRICTION_3D_NSN_AC_TEST"),
    Candidate("ADMM asymmetric", "FRICTION_3D_ADMM", "blocks",
              iparam={"FRICTION_3D_ADMM_IPARAM_SYMMETRY": 2}),
    Candidate("NSGS of velocities", "FRICTION_3D_NSGSV", "dense",
              inner=ONE + "ProjectionOnCone_velocity"),
]
SPACE += on_sparse(SPACE)

PLANE = [
    Candidate("NSGS", "FRICTION_2D_NSGS", "blocks", large=True),
    Candidate("NSGS full error", "FRICTION_2D_NSGS", "blocks",
              iparam={"FRICTION_3D_IPARAM_ERROR_EVALUATION": 0}),
    Candidate("NSGS dense", "FRICTION_2D_NSGS", "dense"),
    Candidate("CPG", "FRICTION_2D_CPG", "dense"),
    Candidate("Lemke", "FRICTION_2D_LEMKE", "dense", iterations=100_000),
    Candidate("Enumeration", "FRICTION_2D_ENUM", "dense"),
]

ROLLING = [
    Candidate("NSGS projection iterated", "ROLLING_FRICTION_3D_NSGS", "dense"),
    Candidate("NSGS projection iterated, sparse", "ROLLING_FRICTION_3D_NSGS", "sparse"),
    Candidate("NSGS projection iterated, blocks", "ROLLING_FRICTION_3D_NSGS", "blocks"),
    Candidate("NSGS projection", "ROLLING_FRICTION_3D_NSGS", "dense",
              inner="ROLLING_FRICTION_3D_ONECONTACT_ProjectionOnCone"),
    Candidate("ADMM", "ROLLING_FRICTION_3D_ADMM"),
    Candidate("ADMM balanced", "ROLLING_FRICTION_3D_ADMM",
              iparam={"FRICTION_3D_ADMM_IPARAM_RHO_STRATEGY": 3}),
]


def whole(name, solver, large=False, **more):
    """A solver of the global form."""
    name = f"global {name}"
    return Candidate(name, f"GLOBAL_FRICTION_3D_{solver}", form="global", large=large, **more)


GLOBAL = [
    whole("NSGS_WR", "NSGS_WR", large=True),
    whole("ADMM", "ADMM", large=True),
    whole("ADMM balanced", "ADMM", iparam={"FRICTION_3D_ADMM_IPARAM_RHO_STRATEGY": 3}),
    whole("ADMM_WR", "ADMM_WR"),
    whole("NSGS", "NSGS"),
    whole("NSN_AC", "NSN_AC", iterations=2000),
    whole("NSN_AC_WR", "NSN_AC_WR", iterations=2000),
    whole("PROX_WR", "PROX_WR"),
    whole("NSGSV_WR", "NSGSV_WR"),
    whole("TFP_WR", "TFP_WR"),
    whole("DSFP_WR", "DSFP_WR"),
    whole("ACLMFP", "ACLMFP"),
    whole("VI_FPP", "VI_FPP"),
    whole("VI_EG", "VI_EG"),
    whole("IPM", "IPM", iterations=1000),
]

GLOBAL_ROLLING = [
    Candidate("global NSGS_WR", "GLOBAL_ROLLING_FRICTION_3D_NSGS_WR", form="global"),
]

FAMILIES = {
    "local-3d": SPACE,
    "local-2d": PLANE,
    "local-rolling": ROLLING,
    "global-3d": SPACE + GLOBAL,
    "global-2d": PLANE,
    "global-rolling": ROLLING + GLOBAL_ROLLING,
}


def candidates(problem, large):
    """What is tried on a problem; of large ones only the most promising."""
    return [one for one in FAMILIES[problem.family] if one.large or not large]
