"""Compares the golden film strips of a revision with those of the working tree.

Usage: goldens.py REVISION OUT.png. Prints how many strips differ by how many levels, and the ten that
differ most, and writes these side by side, before on the left.
"""

import collections
import io
import pathlib
import subprocess
import sys

import numpy
from PIL import Image, ImageDraw

CASES = "Tests/GoldenTests/Cases"


def strips(revision):
    listed = ["git", "ls-tree", "-r", "--name-only", revision, CASES]
    names = subprocess.check_output(listed, text=True).split("\n")
    return [name for name in names if name.endswith(".png") and pathlib.Path(name).exists()]


def pair(revision, name):
    old = subprocess.check_output(["git", "show", f"{revision}:{name}"])
    new = pathlib.Path(name).read_bytes()
    return [Image.open(io.BytesIO(data)).convert("RGBA") for data in (old, new)]


def main(revision, out):
    levels, rows = collections.Counter(), []
    for name in strips(revision):
        old, new = pair(revision, name)
        if old.size != new.size:
            print(f"{name}: another size")
            continue
        delta = numpy.abs(numpy.asarray(old, int) - numpy.asarray(new, int)).max(axis=2)
        levels[int(delta.max())] += 1
        rows.append((int(delta.max()), int((delta > 1).sum()), name))
    print("strips by largest difference:", ", ".join(f"{n} by {l}" for l, n in sorted(levels.items())))
    worst = [row for row in sorted(rows, reverse=True)[:10] if row[0] > 0]
    if not worst:
        return
    pictures = [(f"{name[len(CASES) + 1:]}: {top} levels, {count} pixels by more than 1",
                 pair(revision, name)) for top, count, name in worst]
    sheet = Image.new("RGB", (max(2 * old.width + 8 for _, (old, _) in pictures),
                              sum(old.height + 14 for _, (old, _) in pictures)), "white")
    y = 0
    for text, (old, new) in pictures:
        print(text)
        ImageDraw.Draw(sheet).text((2, y + 1), text, fill="black")
        sheet.paste(old, (0, y + 14))
        sheet.paste(new, (old.width + 8, y + 14))
        y += old.height + 14
    sheet.save(out)
    print(out)


main(*sys.argv[1:])
