"""The table of a comparison, from its results."""

import math

REDUCTION = "reduction to W"


def good(line):
    """Whether an answer was reached."""
    return line.get("error") is not None and line["error"] <= line["tolerance"]


def best_of(lines):
    """The fastest good answer, or None."""
    return min((line for line in lines if good(line)), key=lambda x: x["seconds"], default=None)


def rows(lines, tolerance):
    """(problem, contacts, family, ours, best of Siconos, the same with all work counted), by size.

    With all work counted a local solver of a global problem pays Siconos' own reduction to W.
    """
    out = []
    reduction = {line["problem"]: line for line in lines if line["solver"] == REDUCTION}
    chosen = [line for line in lines if line["tolerance"] == tolerance]
    names = {line["problem"]: (line["contacts"], line["family"]) for line in chosen}
    for name, (contacts, family) in sorted(names.items(), key=lambda x: (x[1][0], x[0])):
        here = [line for line in chosen if line["problem"] == name]
        ours = best_of(line for line in here if line["code"] == "drystone")
        others = [line for line in here if line["code"] == "siconos"]
        counted = with_reduction(others, reduction.get(name)) if is_global(family) else others
        out.append((name, contacts, family, ours, best_of(others), best_of(counted)))
    return out


def with_reduction(lines, reduction):
    """Solves of a global problem with the time of the reduction where a solver needs W."""
    whole = [line for line in lines if line["solver"].startswith("global")]
    if reduction is None or "seconds" not in reduction:
        return whole
    local = [line for line in lines if line not in whole and "seconds" in line]
    more = reduction["seconds"]
    return whole + [{**line, "seconds": line["seconds"] + more} for line in local]


def is_global(family):
    """Whether a family is of global problems."""
    return family.startswith("global")


def number(value):
    """A figure with two digits."""
    return f"{value:.1e}" if value < 0.01 or value >= 100 else f"{value:.2g}"


def seconds(line):
    """Time of an answer."""
    return number(line["seconds"]) if line else "–"


def error(line):
    """Error of an answer."""
    return f"{line['error']:.0e}" if line else "–"


def ratio(ours, theirs):
    """Siconos' time over ours: above 1 we are faster."""
    return theirs["seconds"] / ours["seconds"] if ours and theirs else None


def solver(line, family):
    """Name of the solver; in global problems what takes W as given is marked."""
    if line is None:
        return "–"
    mark = "" if line["solver"].startswith("global") or not is_global(family) else " (W given)"
    return line["solver"] + mark


def mean(values):
    """Geometric mean."""
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def summary(name, table):
    """One line of the summary."""
    ratios = [x for x in (ratio(row[3], row[4]) for row in table) if x]
    counted = [x for x in (ratio(row[3], row[5]) for row in table) if x]
    return "| {} | {} | {} | {} | {} | {} | {:.2f} | {:.2f} |".format(
        name,
        len(table),
        sum(row[3] is not None for row in table),
        sum(row[4] is not None for row in table),
        sum(x > 1 for x in ratios),
        sum(x <= 1 for x in ratios),
        mean(ratios),
        mean(counted),
    )


def groups(table):
    """The rows by size, and by form."""
    for name, low, high in (("1 to 9 contacts", 0, 10), ("10 to 99", 10, 100)):
        yield name, [row for row in table if low <= row[1] < high]
    yield "100 and more", [row for row in table if row[1] >= 100]
    yield "local files", [row for row in table if not is_global(row[2])]
    yield "global files", [row for row in table if is_global(row[2])]


def markdown(lines):
    """Summary, losses and the whole table."""
    tolerances = sorted({line["tolerance"] for line in lines} - {None}, reverse=True)
    out = ["Ratio: best time of Siconos over ours; above 1 Drystone is faster.", ""]
    out.append("| to | problems | solved by Drystone | by Siconos | faster | slower | mean ratio"
               " | mean, W counted |")
    out.append("|---|---|---|---|---|---|---|---|")
    for tolerance in tolerances:
        table = rows(lines, tolerance)
        out.append(summary(f"{tolerance:g}", table))
        out += [summary(f"{tolerance:g}, {name}", group) for name, group in groups(table) if group]
    for tolerance in tolerances:
        out += losses(rows(lines, tolerance), tolerance)
    for tolerance in tolerances:
        out += whole_table(rows(lines, tolerance), tolerance)
    return "\n".join(out) + "\n"


def losses(table, tolerance):
    """Where Siconos was faster, or alone reached the tolerance; the worst first."""
    out = ["", f"Losses at {tolerance:g}:", ""]
    worse = [(ratio(row[3], row[4]) or 0.0, row) for row in table if row[4]]
    for value, row in sorted((x for x in worse if x[0] < 1), key=lambda x: x[0]):
        text = f"{value:.2g}" if row[3] else "not reached"
        times = f"{seconds(row[3])} s against {seconds(row[4])} s"
        out.append(f"- {row[0]} ({row[1]}): {text}, {times}, {solver(row[4], row[2])}")
    return out


def whole_table(table, tolerance):
    """Every problem."""
    out = ["", f"To {tolerance:g}:", ""]
    out.append("| problem | contacts | ours, s | error | Siconos, s | error | solver | ratio"
               " | W counted, s | ratio |")
    out.append("|---|---|---|---|---|---|---|---|---|---|")
    for name, contacts, family, ours, theirs, counted in table:
        value = ratio(ours, theirs)
        cells = [name, str(contacts), seconds(ours), error(ours), seconds(theirs), error(theirs)]
        cells += [solver(theirs, family), number(value) if value else "–"]
        value = ratio(ours, counted)
        both = [seconds(counted), number(value) if value else "–"]
        cells += both if is_global(family) else ["", ""]
        out.append("| " + " | ".join(cells) + " |")
    return out
