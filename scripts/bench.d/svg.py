"""Draws SVG files, and compares them with what others draw.

Usage: svg.py PROGRAM FOLDER | FILE…
FOLDER is resvg's suite with its index.json: a file passes if fewer than 1 % of its pixels are more than 24
levels from the PNG beside it, over white. FILEs are compared with rsvg-convert: the mean difference in
levels, and the share of pixels that are more than 8 levels away.
"""

import collections
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy
from PIL import Image


def over_white(path):
    picture = Image.open(path).convert("RGBA")
    white = Image.new("RGBA", picture.size, "white")
    return numpy.asarray(Image.alpha_composite(white, picture).convert("RGB")).astype(int)


def draw(program, svg, out, canvas, scale):
    """The SVG as a screen; what was said about it."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(svg.parent, f"{folder}/files")
        screen = {"svg": f"files/{svg.name}", **({"background": "clear"} if canvas else {})}
        scene = {"version": 1, "from": screen if canvas else screen["svg"], "to": screen if canvas else screen["svg"], "transition": "fade", **({"canvas": canvas} if canvas else {})}
        pathlib.Path(f"{folder}/scene.json").write_text(json.dumps(scene), encoding="utf-8")
        command = [program, "frame", f"{folder}/scene.json", "--at", "0", "--scale", str(scale), "-q", "-o", out]
        return subprocess.run(command, capture_output=True, text=True, check=False).stderr.strip().split("\n")[0]


def suite(program, folder):
    parts = collections.defaultdict(list)
    for name, scale in json.loads((folder / "index.json").read_text()).items():
        svg, out = folder / name, f"{tempfile.gettempdir()}/svg-bench.png"
        pathlib.Path(out).unlink(missing_ok=True)
        expected = over_white(svg.with_suffix(".png"))
        height, width = (side / scale for side in expected.shape[:2])
        said = draw(program, svg, out, {"width": width, "height": height, "background": "clear"}, scale)
        share = (abs(over_white(out) - expected).max(2) > 24).mean() if pathlib.Path(out).exists() else 1
        parts[name.split("/")[0]].append(share < 0.01)
        if share >= 0.01:
            print(f"{name}  {share:.1%} away  {said[-100:]}")
    for part, results in parts.items():
        print(f"{part:14} {sum(results)} of {len(results)}, {sum(results) / len(results):.0%}")


def files(program, names):
    for name in names:
        ours, theirs = (f"{tempfile.gettempdir()}/svg-bench{number}.png" for number in (1, 2))
        said = draw(program, pathlib.Path(name).resolve(), ours, None, 2)
        height, width = over_white(ours).shape[:2]
        subprocess.run(["rsvg-convert", "-w", str(width), "-h", str(height), name, "-o", theirs], check=True)
        away = abs(over_white(ours) - over_white(theirs))
        print(f"{name}  mean {away.mean():.2f}, {(away.max(2) > 8).mean():.2%} more than 8  {said}")


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[2])
    suite(sys.argv[1], target) if target.is_dir() else files(sys.argv[1], sys.argv[2:])
