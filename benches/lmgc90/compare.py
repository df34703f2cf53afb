"""A dry wall or a vault of polyhedra in LMGC90 and in Drystone, side by side on one thread.

    pip install compas_lmgc90 numpy
    python benches/lmgc90/compare.py [--drystone COMMAND] [--steps N] [--warm N] [SCENE ...]

Both codes have the same blocks, time step (1 ms), theta (1/2), law (quasi-inelastic shock and
Coulomb's friction of 0.6, gaps counted from the start) and tolerance (1e-4 in the quadratic mean).
Both begin without impulses; the first steps (--warm) are run and not counted. Steps of the two
alternate in rounds, so that a machine that others use is as slow for one as for the other. The
time of a step is processor time; that of Drystone is the difference of a longer and a shorter run.
"""

import argparse
import json
import math
import os
import resource
import subprocess
import tempfile
import time

os.environ["OMP_NUM_THREADS"] = "1"

FRICTION = 0.6
DENSITY = 2000.0
TIME_STEP = 1e-3
# Faces of a block whose corners are numbered around the bottom and then around the top.
FACES = [[3, 2, 1, 0], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]


def box(low, high):
    (a, b, c), (x, y, z) = low, high
    return [
        [a, b, c], [x, b, c], [x, y, c], [a, y, c],
        [a, b, z], [x, b, z], [x, y, z], [a, y, z],
    ]


def wall(courses=20, columns=12):
    """A wall in running bond on a fixed slab; half bricks at its ends."""
    length, height, depth = 0.25, 0.1, 0.12
    blocks = [box([-0.1, 0.0, -0.1], [columns * length + 0.1, depth, 0.0])]
    for course in range(courses):
        edges = [k * length for k in range(columns + 1)]
        if course % 2:
            edges = [0.0] + [(k + 0.5) * length for k in range(columns)] + [columns * length]
        low = course * height
        for a, b in zip(edges, edges[1:]):
            blocks.append(box([a, 0.0, low], [b, depth, low + height]))
    return blocks, 1


def vault(rings=16, stones=27):
    """A barrel vault of shifted rings between two fixed springers for each ring."""
    inner, outer, width = 2.0, 2.4, 0.3
    fixed, free = [], []
    for ring in range(rings):
        low, high = ring * width, (ring + 1) * width
        shift = 0.5 if ring % 2 else 0.0
        cuts = [0.0] + [(k + 1 - shift) / stones for k in range(stones - 1 + ring % 2)] + [1.0]
        corners = [(math.cos(math.pi * s), math.sin(math.pi * s)) for s in cuts]
        for (c, s), (d, t) in zip(corners, corners[1:]):
            section = [(inner * c, inner * s), (outer * c, outer * s),
                       (outer * d, outer * t), (inner * d, inner * t)]
            # Outwards: the section is anticlockwise seen from -y.
            free.append([[x, high, z] for x, z in section] + [[x, low, z] for x, z in section])
        fixed.append(box([inner - 0.1, low, -0.5], [outer + 0.1, high, 0.0]))
        fixed.append(box([-outer - 0.1, low, -0.5], [-inner + 0.1, high, 0.0]))
    return fixed + free, len(fixed)


SCENES = {"wall": wall, "vault": vault}


class Reference:
    """LMGC90 as the wheel has it."""

    def __init__(self, blocks):
        from compas_lmgc90.solver import Solver

        self.solver = Solver(dt=TIME_STEP, theta=0.5, density=DENSITY)
        self.solver.geometry_from_v_f([{"vertices": own, "faces": FACES} for own in blocks])
        # What stands below z = 0 is fixed.
        self.solver.set_supports(z_threshold=0.0)
        self.solver.contact_law("IQS_CLB_g0", FRICTION)
        self.solver.preprocess()
        self.last = None

    def run(self, steps):
        """Processor time of so many further steps (s), without what Python makes of them."""
        start = time.process_time()
        for _ in range(steps):
            self.last = self.solver.lmgc90.compute_one_step()
        return time.process_time() - start

    def contacts(self):
        return len(self.last.interaction_gap)

    def on_supports(self, supports):
        """Vertical force on what is fixed (N)."""
        total = 0.0
        for bodies, force in zip(self.last.interaction_bodies, self.last.interaction_force_global):
            if min(bodies) <= supports:
                total += abs(force[2])
        return total


class Ours:
    """The command, started anew for every run."""

    def __init__(self, command, blocks, supports, folder):
        self.command, self.folder = command, folder
        self.scene = os.path.join(folder, "scene.toml")
        with open(self.scene, "w") as file:
            file.write(
                f"dimension = 3\ntime_step = {TIME_STEP}\nduration = 1.0\n"
                "[solver]\ntolerance = 1e-4\n[record]\nframe_count = 0\npicture = false\n"
                "measures = [{ measure = \"resultant\", label = \"ground\", bodies = [\"ground-*\"] }]\n"
                "history_every = 10\n"
                f"[materials.stone]\ndensity = {DENSITY}\n"
                f"[[contacts]]\ndefault = true\nfriction = {FRICTION}\n"
            )
            for k, corners in enumerate(blocks):
                state = "fixed = true\n" if k < supports else "material = \"stone\"\n"
                name = f"ground-{k}" if k < supports else f"stone-{k}"
                file.write(
                    f"[[bodies]]\nname = \"{name}\"\n{state}"
                    f"shape.polyhedron.vertices = {corners}\n"
                )

    def run(self, steps):
        """Processor time (s) of a run of so many steps, and its summary."""
        out = os.path.join(self.folder, "out")
        command = [self.command, "run", self.scene, "--out", out, "--quiet", "--overwrite"]
        command += ["--allow-unconverged", "--set", f"duration={steps * TIME_STEP}"]
        own = resource.getrusage(resource.RUSAGE_CHILDREN)
        environment = {**os.environ, "RAYON_NUM_THREADS": "1"}
        subprocess.run(command, check=True, env=environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - own.ru_utime - own.ru_stime
        with open(os.path.join(out, "summary.json")) as file:
            return spent, json.load(file)


def compare(name, arguments):
    blocks, supports = SCENES[name]()
    with tempfile.TemporaryDirectory() as folder:
        ours = Ours(arguments.drystone, blocks, supports, folder)
        reference = Reference(blocks)
        reference.run(arguments.warm)
        rounds = []
        for _ in range(arguments.rounds):
            theirs = reference.run(arguments.steps)
            short, _ = ours.run(arguments.warm)
            long, summary = ours.run(arguments.warm + arguments.steps)
            rounds.append((theirs / arguments.steps, (long - short) / arguments.steps))
    middle = [sorted(times)[len(times) // 2] for times in zip(*rounds)]
    ratios = [theirs / own for theirs, own in rounds]
    print(
        f"{name:<8} {len(blocks):>6} {reference.contacts():>9} {summary['contacts']:>9} "
        f"{1e3 * middle[0]:>10.2f} {1e3 * middle[1]:>10.2f} {middle[0] / middle[1]:>7.1f} "
        f"{min(ratios):>7.1f} {max(ratios):>6.1f} {summary['unconverged_steps']:>12}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--drystone", default="drystone", help="the command to run")
    parser.add_argument("--steps", type=int, default=100, help="steps that count, a round")
    parser.add_argument("--warm", type=int, default=60, help="steps before them")
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the median counts")
    parser.add_argument("scenes", nargs="*", default=list(SCENES), help="wall, vault")
    arguments = parser.parse_args()
    wrong = [name for name in arguments.scenes if name not in SCENES]
    if wrong:
        parser.error(f"no scene `{wrong[0]}`; there are {', '.join(SCENES)}")
    print(
        f"{'':<8} {'':>6} {'contacts':>19} {'ms a step':>21} {'ratio':>7} {'least':>7} "
        f"{'most':>6} {'unconverged':>12}"
    )
    print(
        f"{'scene':<8} {'blocks':>6} {'LMGC90':>9} {'ours':>9} {'LMGC90':>10} {'ours':>10} "
        f"{'':>7} {'':>7} {'':>6} {'(ours)':>12}"
    )
    for name in arguments.scenes:
        compare(name, arguments)


if __name__ == "__main__":
    main()
