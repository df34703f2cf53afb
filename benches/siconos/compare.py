#!/usr/bin/env python3
"""Drystone beside Siconos on FCLIB files: one machine, one thread each.

    cargo build --release -p drystone-cli
    python3 benches/siconos/compare.py PROBLEMS target/release/drystone results.jsonl --table table.md

PROBLEMS is a folder of *.hdf5 files or one such file. Needs h5py, scipy and `siconos.numerics`
(Debian: python3-siconos). Each solve by Siconos is a process of its own; what is in results.jsonl
already is not run again. `--table-only` writes the table from results without any solve. On a loaded
machine `--again 5` measures the fastest anew, with less between the runs of the two codes.
"""

import argparse
import json
import os
import resource
import subprocess
import tempfile
from pathlib import Path

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "RAYON_NUM_THREADS"):
    os.environ[variable] = "1"

import fclib  # noqa: E402  (threads are set before any library starts some)
from candidates import candidates  # noqa: E402
from siconos_solve import PATIENCE, reduction, repeats, solve  # noqa: E402
from table import REDUCTION, good, markdown  # noqa: E402

TOLERANCES = (1e-4, 1e-8)
LEAST_LIMIT = 0.25  # seconds a solver gets even where another is much faster


class Results:
    """Lines of a file, one for each solve by one solver of one problem at one tolerance."""

    def __init__(self, path):
        self.path = Path(path)
        text = self.path.read_text() if self.path.exists() else ""
        self.lines = [json.loads(line) for line in text.splitlines()]

    def find(self, problem, code, solver, tolerance):
        """The line of that solve, if it was done."""
        key = (problem.name, code, solver, tolerance)
        names = ("problem", "code", "solver", "tolerance")
        return next((x for x in self.lines if tuple(x[n] for n in names) == key), None)

    def forget(self, names, count):
        """Drops of some problems our lines and the fastest of Siconos, to measure them again."""
        here = [x for x in self.lines if x["problem"] in names and x["tolerance"]]
        dropped = [x for x in here if x["code"] == "drystone"] + fastest(here, count)
        dropped = set(map(id, dropped))
        self.lines = [x for x in self.lines if id(x) not in dropped]
        self.path.write_text("".join(json.dumps(x) + "\n" for x in self.lines))

    def add(self, problem, code, solver, tolerance, result):
        """Writes a line at once, so that nothing is lost when the run is."""
        line = {
            "problem": problem.name,
            "family": problem.family,
            "contacts": problem.contacts,
            "code": code,
            "solver": solver,
            "tolerance": tolerance,
            **result,
        }
        self.lines.append(line)
        with self.path.open("a") as file:
            file.write(json.dumps(line) + "\n")
        return line


def fastest(lines, count):
    """The fastest good answers of Siconos, in local and in global form, of each problem."""
    out = []
    for key in {(line["problem"], line["tolerance"]) for line in lines}:
        here = [x for x in lines if (x["problem"], x["tolerance"]) == key and good(x)]
        here = sorted((x for x in here if x["code"] == "siconos"), key=lambda x: x["seconds"])
        for whole in (False, True):
            out += [x for x in here if x["solver"].startswith("global") == whole][:count]
    return out


def reached(result, tolerance):
    """Whether the answer, measured here, is as good as asked."""
    return result is not None and result.get("error") is not None and result["error"] <= tolerance


def drystone_lines(binary, files, tolerance, limit, out=None):
    """What `drystone solve --json` prints."""
    command = [binary, "solve", *map(str, files), "--solver", "auto", "--json"]
    command += ["--tolerance", repr(tolerance), "--max-seconds", repr(limit)]
    command += ["--out", str(out)] if out else []
    run = subprocess.run(command, capture_output=True, text=True, timeout=3 * limit * len(files) + 60)
    return [json.loads(line) for line in run.stdout.splitlines()]


def processor_seconds():
    """Processor time of all commands run so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def solve_drystone(problem, path, tolerance, limit, arguments):
    """Result of Drystone's `auto`, its answer graded here."""
    with tempfile.TemporaryDirectory() as folder:
        start = processor_seconds()
        line = drystone_lines(arguments.drystone, [path], tolerance, PATIENCE * limit, folder)[0]
        processor = processor_seconds() - start
        error = problem.error(*fclib.read_solution(Path(folder) / path.name))
    # Where others held the processor, the processor time of the whole command is the lesser.
    seconds = min(line["seconds"], processor)
    if seconds > limit:
        return {"status": "out of time"}
    files = [path] * repeats(seconds)
    again = drystone_lines(arguments.drystone, files, tolerance, limit) if files else []
    seconds = min([seconds] + [x["seconds"] for x in again])
    return {"status": line["status"], "seconds": seconds, "error": error}


def solve_siconos(problem, candidate, tolerance, limit):
    """The fastest answer of one candidate that is as good as asked.

    Its own tolerance means something else with every solver: where the answer is not good enough
    a tenth and a hundredth are tried, where it is ten times too good ten and a hundred times.
    """
    best = None
    for factors in ((1.0, 10.0, 100.0), (0.1, 0.01)):
        for factor in factors:
            own = factor * tolerance
            result = {**solve(problem, candidate, own, limit), "own_tolerance": own}
            good = reached(result, tolerance)
            if best is None or good and not (
                reached(best, tolerance) and best["seconds"] <= result["seconds"]
            ):
                best = result
            if result["status"] != "answered" or good != (factor >= 1.0):
                break
            if good and result["error"] > tolerance / 10:
                break
        if result["status"] != "answered" or reached(best, tolerance):
            break
    return best


def try_candidates(problem, tolerance, limit, budget, results, arguments):
    """All candidates of Siconos; each gets little more time than the best needed so far."""
    best, spent = None, 0.0
    for candidate in candidates(problem, problem.contacts >= arguments.large):
        done = results.find(problem, "siconos", candidate.name, tolerance)
        if done is None:
            before = results.find(problem, "siconos", candidate.name, TOLERANCES[0])
            if before and before["status"] != "beaten" and not reached(before, TOLERANCES[0]):
                result = {"status": f"skipped: did not reach {TOLERANCES[0]:g}"}
            elif spent > budget:
                result = {"status": "skipped: budget spent"}
            else:
                allowed = limit if best is None else min(limit, max(LEAST_LIMIT, 1.2 * best))
                start = os.times().elapsed
                result = solve_siconos(problem, candidate, tolerance, allowed)
                spent += os.times().elapsed - start
                if result["status"] == "out of time" and allowed < limit:
                    result["status"] = "beaten"
            done = results.add(problem, "siconos", candidate.name, tolerance, result)
        if reached(done, tolerance):
            best = min(done["seconds"], best or done["seconds"])
    return best


def compare(path, results, arguments):
    """Both codes on one problem, directly after each other."""
    problem = fclib.read(path)
    large = problem.contacts >= arguments.large
    limit = arguments.large_limit if large else arguments.limit
    budget = arguments.large_budget if large else arguments.budget
    if problem.is_global and not results.find(problem, "siconos", REDUCTION, None):
        results.add(problem, "siconos", REDUCTION, None, reduction(problem, limit))
    for tolerance in TOLERANCES:
        ours = results.find(problem, "drystone", "auto", tolerance)
        if ours is None:
            result = solve_drystone(problem, path, tolerance, limit, arguments)
            ours = results.add(problem, "drystone", "auto", tolerance, result)
        best = try_candidates(problem, tolerance, limit, budget, results, arguments)
        print(f"{problem.name} {tolerance:g}: {ours.get('seconds')}, Siconos {best}", flush=True)


def contacts(path):
    """Size of the problem in a file."""
    return fclib.read(path).contacts


def main():
    """Reads the arguments, runs what is not done, writes the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("problems", type=Path, help="folder of FCLIB files, or one file")
    parser.add_argument("drystone", help="the built command")
    parser.add_argument("results", type=Path, help="file of results, JSON lines")
    parser.add_argument("--table", type=Path, help="file for the table, Markdown")
    parser.add_argument("--table-only", action="store_true", help="solve nothing")
    parser.add_argument("--again", type=int, metavar="N",
                        help="measure ours and the N fastest of Siconos again")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds of one solve")
    parser.add_argument("--large-limit", type=float, default=60.0, help="the same, large problems")
    parser.add_argument("--large", type=int, default=1000, help="contacts of a large problem")
    parser.add_argument("--budget", type=float, default=60.0,
                        help="seconds after which no further solver of Siconos is begun")
    parser.add_argument("--large-budget", type=float, default=120.0, help="the same, large problems")
    arguments = parser.parse_args()
    folder = arguments.problems
    paths = sorted(folder.glob("*.hdf5")) if folder.is_dir() else [folder]
    results = Results(arguments.results)
    if arguments.again:
        results.forget({path.stem for path in paths}, arguments.again)
    if not arguments.table_only:
        for path in sorted(paths, key=contacts):
            compare(path, results, arguments)
    if arguments.table:
        arguments.table.write_text(markdown(results.lines))


if __name__ == "__main__":
    main()
