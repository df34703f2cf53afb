"""One solve by Siconos in a process of its own, so that hangs and crashes are results."""

import multiprocessing
import os
import signal
import tempfile
import time

import numpy as np
import siconos.numerics as sn

PROCESSES = multiprocessing.get_context("fork")
SHORT = 0.05  # solves below this many seconds are repeated
REPEATS = 0.25  # seconds that repeats may take
PATIENCE = 4.0  # wall time over processor time that a solve may take


class Clock:
    """Seconds of one thread: wall time, or processor time where others held the processor."""

    def __init__(self):
        self.processor = time.process_time()
        self.wall = time.perf_counter()

    def seconds(self):
        """Seconds since the start."""
        wall = time.perf_counter() - self.wall
        return min(wall, time.process_time() - self.processor)


def numerics_matrix(matrix, storage, block, alive):
    """A matrix in one of Siconos' storages. `alive` keeps what Siconos only points at."""
    if storage == "dense":
        return matrix.toarray(order="F")
    wide = matrix.tocsc(copy=True)
    wide.indices = wide.indices.astype(np.int64)
    wide.indptr = wide.indptr.astype(np.int64)
    alive.append(wide)
    if storage == "sparse":
        return wide
    blocks = sn.SBM_from_csparse(block, wide)[1]
    out = sn.NM_new_SBM(*matrix.shape, blocks)
    alive += [blocks, out]
    return out


def with_rolling(posed, problem, write, read):
    """The problem with μ_r: the Python module cannot set it, so it goes by Siconos' text file."""
    with tempfile.NamedTemporaryFile("a", suffix=".dat") as file:
        write(posed, file.name)
        file.seek(0, os.SEEK_END)
        file.write(" ".join(f"{value:.24e}" for value in problem.mu_r) + "\n")
        file.flush()
        return read(file.name)


def local_problem(problem, storage, alive):
    """Siconos' problem u = W r + q, and the driver that solves it."""
    W, q = problem.reduced
    out = sn.FrictionContactProblem()
    out.dimension, out.numberOfContacts = problem.dimension, problem.contacts
    out.M = numerics_matrix(W, storage, problem.dimension, alive)
    out.q, out.mu = q, problem.mu
    if problem.dimension < 5:
        return out, sn.fc2d_driver if problem.dimension == 2 else sn.fc3d_driver
    alive.append(out)
    write, read = sn.frictionContact_printInFilename, sn.rollingFrictionContact_new_from_filename
    return with_rolling(out, problem, write, read), sn.rolling_fc3d_driver


def global_problem(problem, alive):
    """Siconos' problem M v = q + H r, u = Hᵀ v + b, and the driver that solves it."""
    out = sn.GlobalFrictionContactProblem()
    out.dimension, out.numberOfContacts = problem.dimension, problem.contacts
    out.M = numerics_matrix(problem.M, "sparse", None, alive)
    out.H = numerics_matrix(problem.H, "sparse", None, alive)
    out.q, out.b, out.mu = problem.f, problem.w, problem.mu
    if problem.dimension < 5:
        return out, sn.gfc3d_driver
    alive.append(out)
    write = sn.globalFrictionContact_printInFileName
    read = sn.globalRollingFrictionContact_new_from_filename
    return with_rolling(out, problem, write, read), sn.g_rolling_fc3d_driver


def solve_once(problem, candidate, tolerance):
    """Time of the driver's call alone, and its answer."""
    size = problem.contacts * problem.dimension
    r, u = np.zeros(size), np.zeros(size)
    options, alive = candidate.options(tolerance), []
    if candidate.form == "local":
        posed, driver = local_problem(problem, candidate.storage, alive)
        arguments, v = (posed, r, u, options), None
    else:
        posed, driver = global_problem(problem, alive)
        v = np.zeros(problem.M.shape[0])
        arguments = (posed, r, u, v, options)
    clock = Clock()
    info = driver(*arguments)
    return {"seconds": clock.seconds(), "info": int(info), "r": r, "v": v}


def reduce_once(problem):
    """Time of Siconos' own reduction of a global problem to the local form."""
    alive = []
    posed, _ = global_problem(problem, alive)
    clock = Clock()
    if problem.dimension == 5:
        sn.globalRollingFrictionContact_reformulation_RollingFrictionContact(posed)
    else:
        sn.globalFrictionContact_reformulation_FrictionContact(posed)
    return {"seconds": clock.seconds()}


def repeats(seconds):
    """How often a solve of that many seconds is repeated: for a tenth of a second, 3 to 200 times."""
    return int(min(200, max(3, 0.1 / seconds))) if seconds < SHORT else 0


def least(work):
    """The answer of some work with its least time, repeated where it was short."""
    best = work()
    for _ in range(repeats(best["seconds"])):
        best["seconds"] = min(best["seconds"], work()["seconds"])
    return best


def child(pipe, work):
    """Does the work silently and sends its answer."""
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    pipe.send(work())
    pipe.close()
    os._exit(0)


def processor_time(pid):
    """Processor time of another process, by its own clock (Linux)."""
    return time.clock_gettime((~pid << 3) | 2)


def apart(work, limit):
    """(answer, None) of work in a process of its own, or (None, why there is none)."""
    near, far = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=child, args=(far, work), daemon=True)
    process.start()
    far.close()
    answer = None
    try:
        end = time.perf_counter() + PATIENCE * limit
        while not (ready := near.poll(0.02)):
            if processor_time(process.pid) > limit or time.perf_counter() > end:
                break
        answer = near.recv() if ready else None
    except EOFError:
        process.join()
    if answer is None and process.is_alive():
        process.kill()
        process.join()
        return None, "out of time"
    process.join()
    return answer, None if answer else ended(process.exitcode)


def reduction(problem, limit):
    """Result of Siconos' reduction to W."""
    answer, why = apart(lambda: least(lambda: reduce_once(problem)), limit + REPEATS)
    return {"status": "answered", **answer} if answer else {"status": why}


def solve(problem, candidate, tolerance, limit):
    """Result of one candidate: status, and where there is an answer its seconds and error."""
    once = lambda: solve_once(problem, candidate, tolerance)  # noqa: E731
    answer, why = apart(lambda: least(once), limit + REPEATS)
    if answer is None:
        return {"status": why}
    velocities = [None] if answer["v"] is None else [None, answer["v"]]
    error = min(problem.error(answer["r"], v) for v in velocities)
    return {
        "status": "answered",
        "info": answer["info"],
        "seconds": answer["seconds"],
        "error": error if np.isfinite(error) else None,
    }


def ended(code):
    """How a process without an answer ended."""
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
