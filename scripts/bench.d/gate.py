"""What changes from one table of scripts/gate to another: totals, and the worst five rows of each
column. Exits with 1 if a row that both have differs, or one has a row that the other lacks.

Usage: gate.py OLD NEW
"""

import sys

# The digits of what is compared by differences; sizes and costs are compared by ratios.
DIGITS = {"psnr": 2, "s2": 1, "flicker": 3}


def read(path):
    rows = [line.rstrip("\n").split("\t") for line in open(path) if line.strip()]
    header = rows[0][1:] if rows else []
    return header, {row[0]: dict(zip(header, row[1:])) for row in rows[1:]}


def main():
    header, old = read(sys.argv[1])
    _, new = read(sys.argv[2])
    # Without the screens of the benchmark push, its row cannot be compared.
    names = sorted(old.keys() & new.keys())
    missing = [name for name in sorted(old.keys() - new.keys()) if name != "benchmark-push"]
    added = sorted(new.keys() - old.keys())
    for name in missing:
        print(f"gone: {name}")
    for name in added:
        print(f"new: {name}")
    different = [name for name in names if old[name] != new[name]]
    print(f"{len(names)} scenes compared, {len(different)} differ")
    for column in header:
        changed = [name for name in different if old[name][column] != new[name][column]]
        if not changed:
            continue
        if column == "frames":
            print(f"frames: other pixels in {', '.join(changed)}")
        else:
            show(column, names, old, new)
    sys.exit(1 if different or missing or added else 0)


def show(column, names, old, new):
    before = [float(old[name][column]) for name in names]
    after = [float(new[name][column]) for name in names]
    if column in DIGITS:
        digits, sign = DIGITS[column], 1 if column == "flicker" else -1
        mean = (sum(after) - sum(before)) / len(names)
        print(f"{column}: {mean:+.{digits}f} in the mean")
        rows = [(sign * (a - b), f"{a - b:+.{digits}f}") for b, a in zip(before, after)]
    else:
        print(f"{column}: {sum(before):,.0f} -> {sum(after):,.0f}, {sum(after) / sum(before) - 1:+.2%}")
        rows = [(a / b, f"{a / b - 1:+.1%}") for b, a in zip(before, after)]
    worst = sorted(zip(rows, names), reverse=True)[:5]
    print("    worst: " + ", ".join(f"{name} {text}" for (_, text), name in worst))


main()
